"""What was spoken takes the place of a typed text: by whoever is in distress, for commands and for answers alike. A
one-time code that was said is kept in digits alone, as if it had been typed: so it is hidden where a typed one is."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.dao import interactions
from bot.models import InboundMessage
from bot.reading.incoming.priority import Priority, Words, priority_of
from bot.reading.words.spoken import LONGEST, digits_said, says_digits_alone
from bot.services.attachments.entries import file_name
from bot.services.sign_in.otp import OtpVerifier
from bot.services.sign_in.phone_numbers import number_of

DIGITS = 6


@dataclass(frozen=True, slots=True)
class Hearing:
    """One instance a process."""

    otp: OtpVerifier

    def hears(self, session: Session, message: InboundMessage, said: str, now: datetime) -> None:
        """Write what was said into the row of its message, in the transaction that says it was listened to."""
        mark = message.priority or _mark(said, message.channel)
        code = self._code_in(session, message, said, now) if mark != Priority.DISTRESS else None
        written = "" if file_name(message) else message.body  # a recording's name is nothing that anybody wrote
        message.body = "\n".join(filter(None, (written, code or said)))
        message.priority = mark if code is None else message.priority or _mark(code, message.channel)

    def _code_in(self, session: Session, message: InboundMessage, said: str, now: datetime) -> str | None:
        """The digits of a code that is awaited, or was ever sent here; None when none was said."""
        likely = digits_said(said, DIGITS)
        if _awaits_code(session, message.conversation_id, min(now, message.received_at)):
            if likely and len(said) <= LONGEST:
                return likely[0]
            if (alone := says_digits_alone(said)) is not None:  # a piece of one
                return alone
        number = number_of(message.sender)
        is_one = likely and self.otp.was_ever_sent(session, message.conversation_id, number, likely)
        return ", ".join(likely) if is_one else None


def _mark(said: str, channel: str) -> Priority | None:
    return priority_of(Words(said, "voice", channel))


def _awaits_code(session: Session, key: str, now: datetime) -> bool:
    opened = interactions.current(session, key, now)
    return opened is not None and interactions.awaits_code(opened)
