"""What needs no agent, composed: the kinds of question, and the commands."""

from collections.abc import Sequence

from bot.clients.storage import FileStore
from bot.clock import Clock
from bot.config import Settings
from bot.conversation.command import Command
from bot.conversation.commands.table import COMMANDS, VOCABULARY, vocabulary_of
from bot.conversation.dialogues.approvals import Approvals
from bot.conversation.dialogues.backgrounds import Backgrounds
from bot.conversation.dialogues.confirmation import Confirmations
from bot.conversation.dialogues.drafts import MailDrafts
from bot.conversation.dialogues.menus import Menus
from bot.conversation.dialogues.quizzes import Quizzes
from bot.conversation.dialogues.quotes import Quotes
from bot.conversation.exchange import Exchange
from bot.conversation.talk import Desk, Dialogue
from bot.dao.database import Database
from bot.services.library.files import Links
from bot.services.quiz.sealing import sealer_of
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.sign_in.otp import OtpVerifier


def desk_of(
    settings: Settings,
    clock: Clock,
    links: Links,
    store: FileStore,
    codes: OneTimeCodes,
    commands: Sequence[Command] = COMMANDS,
) -> Desk:
    """What every exchange may use, every kind of question among it."""
    dialogues: list[Dialogue] = [
        Menus({menu.name: menu for command in commands for menu in command.menus}),
        Confirmations({act: confirmed for command in commands for act, confirmed in command.confirmed.items()}),
        Quizzes(sealer_of(settings)),
        Approvals(),
        MailDrafts(),
        Quotes(),
        Backgrounds(),
        *(dialogue for command in commands for dialogue in command.dialogues),
    ]
    kinds = {dialogue.kind: dialogue for dialogue in dialogues}
    return Desk(settings, clock, links, store, OtpVerifier(settings, codes), kinds)


def exchange(desk: Desk, database: Database, commands: Sequence[Command] = COMMANDS) -> Exchange:
    """Every command, and how it is said."""
    vocabulary = VOCABULARY if commands is COMMANDS else vocabulary_of(commands)
    return Exchange(desk, database, {command.name: command for command in commands}, vocabulary)
