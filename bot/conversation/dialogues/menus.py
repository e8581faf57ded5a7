"""Menus with numbered answers: mode, level, language, signing out, stopping."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.channels.offers import Offer
from bot.conversation.dialogues import confirmation
from bot.conversation.dialogues.offering import cancellable
from bot.conversation.dialogues.opting import opt
from bot.conversation.people import spoken_to
from bot.conversation.talk import Talk
from bot.dao import interactions
from bot.i18n.catalogue import say
from bot.i18n.day import is_evening
from bot.models import PendingInteraction
from bot.reading.answers import Choice, NotAnAnswer, OutOfRange, Pass, read_choice
from bot.reading.commands import command_in
from bot.reading.menu_words import named
from bot.services.money.credits import FLAT_PRICE
from bot.services.sign_in import accounts
from bot.services.sign_in.accounts import Confirmed
from bot.types import Channel, Language, Level, Mode

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "mode": (Mode.STUDENT, Mode.PRO),
    "level": tuple(Level),
    "language": tuple(Language),
    "logout": ("here", "everywhere"),
    "stop": ("this", "messages"),
}


def open_menu(talk: Talk, name: str) -> None:
    """Ask one of the menus."""
    talk.ask("menu", {"menu": name, "again": False})
    talk.offer(_offer(talk, name, f"menu_{name}"))


def after_sign_in(talk: Talk, confirmed: Confirmed) -> None:
    """Greet somebody who has just signed in; a newcomer then chooses a mode."""
    user = confirmed.user
    key = "signed_in_new" if confirmed.is_new else "signed_in_again"
    price, price_pro = FLAT_PRICE[Mode.STUDENT], FLAT_PRICE[Mode.PRO]
    service = talk.desk.settings.service_name
    evening = is_evening(talk.person.address.value, talk.now)
    talk.say(key, service=service, credits=user.credits, price=price, price_pro=price_pro, evening=evening)
    talk.person = replace(talk.person, user=user, signed_in=True)
    if user.mode is None:
        open_menu(talk, "mode")


@dataclass(frozen=True, slots=True)
class Menus:
    """Reads the answers, numbers or words. On SMS, where the sender may be forged, what signs somebody out or makes
    turns dearer is confirmed by number; so is signing out of other conversations, wherever it is asked."""

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
        """Do what was chosen; who names a class when asked for a mode has said both. A number that is not on the list
        gets the list again, once."""
        name = interaction.payload["menu"]
        if name not in OPTIONS:  # asked before an update that has no such menu any more
            return False
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
                talk.offer(_offer(talk, name, "menu_out_of_range"))
                return True
            case Pass() | NotAnAnswer() | OutOfRange():
                return command_in(reply) == "cancel" and _cancel(talk, interaction)

    def labels(self, talk: Talk, interaction: PendingInteraction) -> tuple[str, ...]:
        """What can be chosen."""
        name = interaction.payload["menu"]
        return _labels(talk, name) if name in OPTIONS else ()

    def _take(self, talk: Talk, interaction: PendingInteraction, name: str, value: str) -> bool:
        if interactions.claim(talk.session, interaction.id, "answered", talk.now):
            self._choose(talk, name, value)
        return True

    def _choose(self, talk: Talk, name: str, value: str) -> None:
        user, is_forgeable = talk.person.user, talk.person.channel is Channel.SMS
        if name == "language":
            _choose_language(talk, Language(value))
        elif name == "stop":
            _stop(talk, value)
        elif user is None:
            talk.say("mode_needs_sign_in")
        elif name == "mode" and value == Mode.PRO and user.mode == Mode.STUDENT and is_forgeable:
            confirmation.ask(talk, "mode", {"mode": value}, price=FLAT_PRICE[Mode.PRO])
        elif name == "mode":
            set_mode(talk, {"mode": value})
        elif name == "level":
            user.mode, user.level = Mode.STUDENT, value
            talk.say("level_set", level=say(talk.person.language, f"menu_level_{value}").lower())
        elif value == "everywhere" or is_forgeable:
            confirmation.ask(talk, f"logout_{value}", {"where": value})
        else:
            sign_out(talk, {"where": value})


def set_mode(talk: Talk, details: Mapping[str, Any]) -> None:
    """Change the mode of whoever is signed in here."""
    user = talk.person.user
    if user is None:
        talk.say("mode_needs_sign_in")
        return
    user.mode = details["mode"]
    if user.mode == Mode.STUDENT:
        open_menu(talk, "level")
    else:
        talk.say("mode_set_pro")


def sign_out(talk: Talk, details: Mapping[str, Any]) -> None:
    """End the sign-in here, or everywhere."""
    user, where = talk.person.user, details["where"]
    if where == "everywhere" and user is not None:
        accounts.sign_out_everywhere(talk.session, user, here=talk.person.conversation.id)
    else:
        accounts.sign_out(talk.session, talk.person.address)
    talk.say(f"logged_out_{where}")


def _choose_language(talk: Talk, language: Language) -> None:
    if talk.person.user is not None:
        talk.person.user.language = language
    talk.person.address.language = language
    talk.person = spoken_to(talk.person, language)
    talk.say("language_set")


def _stop(talk: Talk, what: str) -> None:
    if what == "messages":
        opt(talk, out=True, answered=False)
    else:
        talk.say("stopped_this")


def _cancel(talk: Talk, interaction: PendingInteraction) -> bool:
    interactions.claim(talk.session, interaction.id, "cancelled", talk.now)
    talk.say("menu_cancelled")
    return True


def _labels(talk: Talk, name: str) -> tuple[str, ...]:
    return tuple(say(talk.person.language, f"menu_{name}_{value}") for value in OPTIONS[name])


def _offer(talk: Talk, name: str, opening: str) -> Offer:
    return cancellable(talk, say(talk.person.language, opening), _labels(talk, name))
