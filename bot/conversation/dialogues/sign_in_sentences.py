"""What the sign-in dialogue says: its sentences with the numbered lines that belong to them."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from bot.capabilities import capabilities_of
from bot.conversation.dialogues.offering import cancellable
from bot.conversation.outcomes import Done, NotAnswered, Replied
from bot.conversation.talk import Talk
from bot.dao import otp
from bot.i18n.catalogue import say
from bot.i18n.country import region_at
from bot.i18n.day import moment_at
from bot.reading.replies.sign_in_answers import has_digits
from bot.services.privacy import holding
from bot.services.sign_in.otp import (
    Cooldown,
    Dead,
    Expired,
    Gone,
    Locked,
    Sending,
    Sent,
    TooMany,
    Unavailable,
    Wrong,
)
from bot.services.sign_in.phone_numbers import masked, shown
from bot.types import Language


def choice_labels(talk: Talk, number: str) -> tuple[str, ...]:
    """The options of somebody whose own number is known."""
    this = say(talk.person.language, "sign_in_choose_this", number=masked(number, region_at(talk.person.address)))
    return this, say(talk.person.language, "sign_in_choose_other")


def already_labels(talk: Talk) -> tuple[str, ...]:
    """The options of somebody who is signed in: by SMS the number is the address and cannot be changed."""
    keys = ("sign_in_already_other", "sign_in_already_change") if may_change(talk) else ()
    return tuple(say(talk.person.language, key) for key in keys)


def code_labels(talk: Talk) -> tuple[str, ...]:
    """The options of somebody whose code is awaited."""
    keys = ("sign_in_resend", "sign_in_change") if may_change(talk) else ("sign_in_resend",)
    return tuple(say(talk.person.language, key) for key in keys)


def labels_at(talk: Talk, payload: Mapping[str, Any]) -> tuple[str, ...]:
    """The options at the step that a stored dialogue has come to."""
    match payload["step"]:
        case "signed_in":
            return already_labels(talk)
        case "choose":
            return choice_labels(talk, payload["number"])
        case "code":
            return code_labels(talk)
        case "former" | "mailed" as step:
            keys = ("sign_in_former_yes" if step == "former" else "sign_in_resend", "sign_in_former_no")
            return tuple(say(talk.person.language, key) for key in keys)
    return ()


def may_change(talk: Talk) -> bool:
    """Whether another number than the address's own may be given. Sender ids of SMS can be forged: there the code
    goes to the very number the message says it is from, else anybody could sign in a stranger's address."""
    return not capabilities_of(talk.person.channel).forgeable


def shown_to(talk: Talk, number: str) -> str:
    """A number as the person's country writes it."""
    return shown(number, region_at(talk.person.address))


def tell_choice(talk: Talk, key: str, number: str) -> None:
    """Ask which number."""
    _tell(talk, say(talk.person.language, key), choice_labels(talk, number))


def tell_number(talk: Talk, key: str) -> None:
    """Ask for a number."""
    _tell(talk, say(talk.person.language, key), ())


def ask_number(talk: Talk) -> None:
    """Ask for the number to sign in by; of an account that is open here, for its new one."""
    tell_number(talk, "sign_in_ask_new_number" if talk.person.signed_in else "sign_in_ask_number")


def tell_no_number(talk: Talk, reply: str) -> Done:
    """Say of something short that no number is read in it; « ok » and « ? » are none that could be wrong."""
    if has_digits(reply):
        tell_number(talk, "sign_in_number_invalid")
    else:
        ask_number(talk)
    return Done()


def tell_code(talk: Talk, key: str, **values: object) -> None:
    """Say how it stands with the code, and what else can be done."""
    _tell(talk, say(talk.person.language, key, **values), code_labels(talk))


def tell_awaited(talk: Talk, payload: Mapping[str, Any]) -> None:
    """Say what is awaited at a step, with what can be chosen there."""
    match payload["step"]:
        case "former":
            text = say(talk.person.language, "sign_in_former")
        case "mailed":
            text = say(talk.person.language, "sign_in_mail_awaited")
        case _:
            text = say(talk.person.language, "sign_in_code_awaited", number=shown_to(talk, payload["number"]))
    tell_step(talk, payload, text)


def put_again(talk: Talk, payload: Mapping[str, Any]) -> None:
    """Put the question of a step once more."""
    match payload["step"]:
        case "signed_in":
            tell_already(talk)
        case "choose":
            tell_choice(talk, "sign_in_choose", payload["number"])
        case "number":
            ask_number(talk)
        case _:
            tell_awaited(talk, payload)


def tell_sending(talk: Talk, outcome: Sending, number: str, *, is_awaited: bool) -> None:
    """Say whether a code is on its way to a number; `is_awaited`: one that was sent before still is."""
    settings, language = talk.desk.settings, talk.person.language
    to = shown_to(talk, number)
    match outcome:
        case Sent():
            tell_code(talk, "sign_in_code_sent", number=to, wait=waiting_time(language, round(settings.otp_ttl_s)))
        case Cooldown(seconds=seconds) | TooMany(seconds=seconds):
            sentence = "sign_in_code_waits" if is_awaited else "sign_in_too_soon"
            tell_code(talk, sentence, number=to, wait=waiting_time(language, seconds))
        case Locked(seconds=seconds):
            tell_code(talk, "sign_in_locked", number=to, wait=waiting_time(language, seconds))
        case Unavailable():
            tell_code(talk, "sign_in_unavailable", contact=settings.human_contact)
        case _:
            assert_never(outcome)


def tell_refusal(talk: Talk, outcome: Wrong | Locked | Dead | Expired | Gone, number: str) -> None:
    """Say why a code that was sent to a number does not sign in."""
    if isinstance(outcome, Locked):
        wait = waiting_time(talk.person.language, outcome.seconds)
        tell_code(talk, "sign_in_locked", number=shown_to(talk, number), wait=wait)
    else:
        _tell(talk, refusal(talk, outcome), code_labels(talk))


def refusal(talk: Talk, outcome: Wrong | Dead | Expired | Gone) -> str:
    """Why a code will not do, wherever it was sent."""
    match outcome:
        case Wrong(left=left):
            return say(talk.person.language, "sign_in_wrong", left=left)
        case Dead():
            return say(talk.person.language, "sign_in_dead")
        case Expired():
            return say(talk.person.language, "sign_in_expired")
        case Gone():
            return say(talk.person.language, "sign_in_gone")
        case _:
            assert_never(outcome)


def tell_malformed(talk: Talk, payload: Mapping[str, Any], reply: str, *, is_awaited: bool) -> Replied:
    """Say of something short that is no code what a code is: of a piece of one; or of an « ok », which is for the agent
    when none is awaited any more, or none has left."""
    if has_digits(reply):
        otp.hide_bodies(talk.session, talk.messages)
        tell_code(talk, "sign_in_malformed")
    elif is_awaited:
        tell_awaited(talk, payload)
    else:
        return NotAnswered()
    return Done()


def tell_step(talk: Talk, payload: Mapping[str, Any], text: str) -> None:
    """Say something with what can be chosen at a step."""
    _tell(talk, text, labels_at(talk, payload))


def is_too_new(talk: Talk) -> bool:
    """Whether whoever is here has joined this account within a day, so that they may neither erase it nor give it
    another number; they were told so."""
    seconds = holding.is_new_here_for(talk.session, talk.user, talk.person.conversation_id, talk.now)
    if seconds:
        talk.say("own_account_held", wait=waiting_time(talk.person.language, seconds))
    return seconds > 0


def tell_already(talk: Talk) -> None:
    """Say until when who is signed in: on a shared phone it may be somebody else than who writes."""
    number = talk.person.phone and masked(talk.person.phone, region_at(talk.person.address))
    until = moment_at(talk.person.address, talk.address.signed_in_until or talk.now)
    text = say(talk.person.language, "sign_in_already", until=until, number=number)
    if may_change(talk):
        _tell(talk, text, already_labels(talk))
    else:
        talk.tell(text)


def waiting_time(language: Language, seconds: int) -> str:
    """A time to wait, in words: seconds below two minutes, minutes below two hours, else hours; rounded up."""
    if seconds < 120:
        return say(language, "wait_seconds", count=seconds)
    if seconds < 7_200:
        return say(language, "wait_minutes", count=math.ceil(seconds / 60))
    return say(language, "wait_hours", count=math.ceil(seconds / 3_600))


def _tell(talk: Talk, text: str, labels: Sequence[str]) -> None:
    talk.offer(cancellable(talk, text, labels))
