"""Menus with numbered answers: mode, level, language, signing out, erasing everything."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.channels.replies import Choice, NotAnAnswer, OutOfRange, Pass, Truth, read_choice, read_true_false
from bot.conversation.commands import command_in
from bot.conversation.menu_words import named
from bot.conversation.people import spoken_to
from bot.conversation.talk import Talk
from bot.dao import interactions
from bot.i18n.catalogue import say
from bot.models import PendingInteraction
from bot.services import accounts
from bot.services.accounts import Confirmed
from bot.services.credits import FLAT_PRICE
from bot.types import Language, Level, Mode

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "mode": (Mode.STUDENT, Mode.PRO),
    "level": tuple(Level),
    "language": tuple(Language),
    "logout": ("here", "everywhere"),
    "delete": ("yes", "no"),
}


def open_menu(talk: Talk, name: str) -> None:
    """Ask one of the menus."""
    talk.ask("menu", {"menu": name, "again": False})
    talk.tell(_written(talk, name, f"menu_{name}"))


def after_sign_in(talk: Talk, confirmed: Confirmed) -> None:
    """Greet somebody who has just signed in; a newcomer then chooses a mode."""
    user = confirmed.user
    key = "signed_in_new" if confirmed.is_new else "signed_in_again"
    price, price_pro = FLAT_PRICE[Mode.STUDENT], FLAT_PRICE[Mode.PRO]
    service = talk.desk.settings.service_name
    talk.say(key, service=service, credits=user.credits, price=price, price_pro=price_pro)
    talk.person = replace(talk.person, user=user, signed_in=True)
    if user.mode is None:
        open_menu(talk, "mode")


@dataclass(frozen=True, slots=True)
class Menus:
    """Reads the answers, numbers or words. `erase` is what « yes » to erasing everything does."""

    erase: Callable[[Talk], None]

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
        """Do what was chosen; who names a class when asked for a mode has said both. A number that is not on the list
        gets the list again, once."""
        name = interaction.payload["menu"]
        if (value := named(reply, name)) is not None:
            return self._take(talk, interaction, name, value)
        if name == "mode" and (level := named(reply, "level")) is not None:
            return self._take(talk, interaction, "level", level)
        match read_choice(reply, _labels(talk, name)):
            case Choice(index=index):
                return self._take(talk, interaction, name, OPTIONS[name][index])
            case OutOfRange(number=0):
                return _cancel(talk, interaction)
            case OutOfRange() if not interaction.payload.get("again"):
                interactions.change(talk.session, interaction, {**interaction.payload, "again": True})
                talk.tell(_written(talk, name, "menu_out_of_range"))
                return True
            case NotAnAnswer() if name == "delete" and isinstance(said := read_true_false(reply), Truth):
                return _insist(talk) if said.value else _cancel(talk, interaction)
            case Pass() | NotAnAnswer() | OutOfRange():
                return command_in(reply) == "cancel" and _cancel(talk, interaction)

    def _take(self, talk: Talk, interaction: PendingInteraction, name: str, value: str) -> bool:
        if interactions.claim(talk.session, interaction.id or 0, "answered", talk.now):
            self._choose(talk, name, value)
        return True

    def _choose(self, talk: Talk, name: str, value: str) -> None:
        user = talk.person.user
        if name == "language":
            _choose_language(talk, Language(value))
        elif name == "delete":
            self._delete(talk, value)
        elif user is None:
            talk.say("mode_needs_sign_in")
        elif name == "mode":
            user.mode = value
            if value == Mode.STUDENT:
                open_menu(talk, "level")
            else:
                talk.say("mode_set_pro")
        elif name == "level":
            user.mode, user.level = Mode.STUDENT, value
            talk.say("level_set", level=say(talk.person.language, f"menu_level_{value}").lower())
        elif value == "here":
            accounts.sign_out(talk.session, talk.person.address)
            talk.say("logged_out_here")
        else:
            accounts.sign_out_everywhere(talk.session, user)
            talk.say("logged_out_everywhere")

    def _delete(self, talk: Talk, value: str) -> None:
        if value == "yes":
            self.erase(talk)
        else:
            talk.say("menu_cancelled")


def _choose_language(talk: Talk, language: Language) -> None:
    if talk.person.user is not None:
        talk.person.user.language = language
    talk.person.address.language = language
    talk.person = spoken_to(talk.person, language)
    talk.say("language_set")


def _insist(talk: Talk) -> bool:
    """A yes is no digit, and too easily said for something that cannot be undone."""
    talk.say("menu_delete_digit")
    return True


def _cancel(talk: Talk, interaction: PendingInteraction) -> bool:
    interactions.claim(talk.session, interaction.id or 0, "cancelled", talk.now)
    talk.say("menu_cancelled")
    return True


def _labels(talk: Talk, name: str) -> list[str]:
    return [say(talk.person.language, f"menu_{name}_{value}") for value in OPTIONS[name]]


def _written(talk: Talk, name: str, opening: str) -> str:
    lines = [f"{number}. {label}" for number, label in enumerate(_labels(talk, name), 1)]
    return "\n".join([say(talk.person.language, opening), *lines, say(talk.person.language, "menu_cancel_line")])
