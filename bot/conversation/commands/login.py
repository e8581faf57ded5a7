"""/connexion: the sign-in dialogue, and what a newcomer is asked first."""

from bot.conversation.command import Command, quick_with
from bot.conversation.commands.mode import MODES
from bot.conversation.dialogues.sign_in import SignIn
from bot.conversation.talk import Talk
from bot.i18n.day import is_evening
from bot.reading.commands import urgent_words
from bot.reading.commands.arguments import Argument, PhoneNumber
from bot.services.money.prices import prices_of
from bot.services.sign_in.accounts import Confirmed
from bot.types import Mode


def after_sign_in(talk: Talk, confirmed: Confirmed) -> None:
    """Greet somebody who has just signed in; a newcomer then chooses a mode."""
    user = confirmed.user
    key = "signed_in_new" if confirmed.is_new else "signed_in_again"
    price, price_pro = map(prices_of(talk.desk.settings).of_turn, (Mode.STUDENT, Mode.PRO))
    service = talk.desk.settings.service_name
    evening = is_evening(talk.person.address, talk.now)
    talk.say(key, service=service, credits=user.credits, price=price, price_pro=price_pro, evening=evening)
    if user.mode is None:
        MODES.open(talk)


def start(talk: Talk, argument: Argument | None) -> None:
    """Begin to sign in, by the number that was said with the command if one was."""
    SIGN_IN.start(talk, argument.written if isinstance(argument, PhoneNumber) else "")


SIGN_IN = SignIn(after_sign_in)
LOGIN = Command(
    "login",
    urgent_words.LOGIN,
    prepare=quick_with(start),
    dialogues=(SIGN_IN,),
)
