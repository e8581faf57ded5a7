"""What the dialogue that confirms an e-mail address says, with the line that belongs to it."""

from typing import assert_never

from bot.conversation.dialogues.offering import cancellable
from bot.conversation.dialogues.sign_in_sentences import waiting_time
from bot.conversation.talk import Talk
from bot.i18n.catalogue import say
from bot.services.sign_in.otp import Cooldown, Locked, Sending, Sent, TooMany, Unavailable


def tell_sent(talk: Talk, outcome: Sending, address: str, *, is_awaited: bool) -> None:
    """Say whether a code is on its way to an address; `is_awaited`: one that was sent before still is."""
    settings, language = talk.desk.settings, talk.person.language
    match outcome:
        case Sent():
            tell(talk, "email_code_sent", address, address=address,
                  wait=waiting_time(language, round(settings.otp_ttl_s)))  # fmt: skip
        case Cooldown(seconds=seconds) | TooMany(seconds=seconds):
            key = "email_code_waits" if is_awaited else "email_too_soon"
            tell(talk, key, address, address=address, wait=waiting_time(language, seconds))
        case Locked(seconds=seconds):
            talk.say("email_locked", address=address, wait=waiting_time(language, seconds))
        case Unavailable():
            talk.say("email_unavailable", contact=settings.human_contact)
        case _:
            assert_never(outcome)


def code_labels(talk: Talk, address: str | None) -> tuple[str, ...]:
    """What can be chosen while the code mailed to an address is awaited."""
    return (say(talk.person.language, "sign_in_resend"),) if address else ()


def tell(talk: Talk, key: str, awaiting: str | None = None, **values: object) -> None:
    """Say how it stands, and what else can be done."""
    talk.offer(cancellable(talk, say(talk.person.language, key, **values), code_labels(talk, awaiting)))
