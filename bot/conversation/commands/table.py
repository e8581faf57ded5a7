"""Every command. A new one stands in a file of its own beside this one and gets one line here."""

from collections.abc import Sequence
from typing import Final

from bot.conversation.command import Command
from bot.conversation.commands.account import ACCOUNT
from bot.conversation.commands.background import BACKGROUND
from bot.conversation.commands.buy import BUY
from bot.conversation.commands.credits import CREDITS, PRICES
from bot.conversation.commands.delete import DELETE, ERASE
from bot.conversation.commands.email import EMAIL
from bot.conversation.commands.export import EXPORT
from bot.conversation.commands.files import FILES
from bot.conversation.commands.help import HELP
from bot.conversation.commands.human import HUMAN
from bot.conversation.commands.language import LANGUAGE
from bot.conversation.commands.login import LOGIN
from bot.conversation.commands.logout import LOGOUT
from bot.conversation.commands.memory import FORGET, MEMORY
from bot.conversation.commands.mode import LEVEL, MODE
from bot.conversation.commands.new import FORGET_TALK, NEW
from bot.conversation.commands.no_mail import NO_MAIL
from bot.conversation.commands.not_me import NOT_ME
from bot.conversation.commands.payment import PAYMENT
from bot.conversation.commands.progress import PROGRESS
from bot.conversation.commands.tasks import DONE, DROP, TASKS
from bot.conversation.commands.urgent import CANCEL, LET_GO, STATUS, STOP
from bot.reading.commands.vocabulary import Vocabulary

COMMANDS: Final[tuple[Command, ...]] = (
    HELP,
    ACCOUNT,
    CREDITS,
    PRICES,
    NEW,
    FORGET_TALK,
    MODE,
    LEVEL,
    LANGUAGE,
    FILES,
    STATUS,
    CANCEL,
    STOP,
    LET_GO,
    BACKGROUND,
    BUY,
    PAYMENT,
    LOGIN,
    LOGOUT,
    NOT_ME,
    EXPORT,
    DELETE,
    ERASE,
    HUMAN,
    PROGRESS,
    MEMORY,
    FORGET,
    EMAIL,
    NO_MAIL,
    TASKS,
    DONE,
    DROP,
)


def vocabulary_of(commands: Sequence[Command]) -> Vocabulary:
    """How commands are said. Raises ValueError when two are said in the same words."""
    return Vocabulary({command.name: command.wording for command in commands})


VOCABULARY: Final = vocabulary_of(COMMANDS)
