"""One-time codes: when one may be sent, and what a typed one comes to."""

import hmac
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from sqlmodel import Session

from bot.config import Settings
from bot.dao import alerts, clock_jumps, otp
from bot.models import OtpCode
from bot.models.base import random_id
from bot.services.sign_in.one_time_codes import OneTimeCodes

MOST_TRIES = 5  # of one code
MOST_WRONG = 10  # for one number in a day
DAY = timedelta(days=1)
NUMBER_LIMITS = ((timedelta(minutes=10), 3), (DAY, 5))
ASKER_LIMITS = ((DAY, 30),)  # one person may not spend everybody's codes on other people's numbers


class Target(Protocol):
    """Where a code goes. `name` is what it is counted by, 16 characters at most; `prefix` is shared by those that are
    alike, 7 at most."""

    @property
    def name(self) -> str: ...

    @property
    def prefix(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Mailbox:
    """An e-mail address a code may be sent to, by a pseudonym. Strangers' addresses are not alike because one provider
    keeps them: nobody can use up the codes of all who are with it."""

    name: str

    @property
    def prefix(self) -> str:
        return f"@{self.name[:6]}"


@dataclass(frozen=True, slots=True)
class Sent:
    """A new code; its message must be written in the same transaction."""

    otp_id: int


@dataclass(frozen=True, slots=True)
class Cooldown:
    """The last code is too young. `otp_id` is that code if this asker may still type it."""

    seconds: int
    otp_id: int | None


@dataclass(frozen=True, slots=True)
class TooMany:
    """Too many codes lately. `otp_id` as in Cooldown."""

    seconds: int
    otp_id: int | None


@dataclass(frozen=True, slots=True)
class Locked:
    """Too many wrong codes for this number today."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Unavailable:
    """A cap that guards everybody is reached: nothing is sent for now."""


@dataclass(frozen=True, slots=True)
class Right:
    """The code is the right one, and used up by this."""

    number: str


@dataclass(frozen=True, slots=True)
class Wrong:
    """Another code was typed; `left` tries remain."""

    left: int


@dataclass(frozen=True, slots=True)
class Expired:
    """The code's time is over."""


@dataclass(frozen=True, slots=True)
class Dead:
    """Five wrong tries: this code will never do."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The code was used, replaced or given up, or it is somebody else's."""


Sending = Sent | Cooldown | TooMany | Locked | Unavailable
Checking = Right | Wrong | Expired | Dead | Gone | Locked


class OtpVerifier:
    """Sends and checks codes within a caller's transaction; one instance a process."""

    def __init__(self, settings: Settings, codes: OneTimeCodes) -> None:
        self._codes = codes
        self._ttl, self._resend = timedelta(seconds=settings.otp_ttl_s), timedelta(seconds=settings.otp_resend_s)
        self._prefix_cap, self._cap = settings.otp_prefix_hourly_cap, settings.otp_global_daily_cap

    def send(self, session: Session, to: Target, asker: str, now: datetime) -> Sending:
        """Make a new code for a number or mailbox, if every limit allows it; the one before becomes void."""
        otp.one_at_a_time(session)
        clock_jumps.set_back_codes(session, now)
        return self._refusal(session, to, asker, now) or self._made(session, to, asker, now)

    def mailbox(self, address: str) -> Mailbox:
        """An e-mail address as a place to send codes to; capitals make no other one."""
        return Mailbox(self._codes.pseudonym(f"mailbox {address.lower()}"))

    def check(self, session: Session, otp_id: int, asker: str, code: str, now: datetime) -> Checking:
        """Count one try of a code and say what it comes to."""
        tried = otp.count_try(session, otp_id, asker, now, MOST_TRIES)
        if tried is None:
            return self._why_not(session, otp_id, asker, now)
        if any(hmac.compare_digest(tried.digest, digest) for digest in self._codes.digests(asker, code)):
            otp.close(session, [otp_id], "used")
            return Right(tried.number)
        if otp.wrong_tries(session, tried.number, now - DAY) >= MOST_WRONG:
            otp.lock(session, otp_id, now + DAY)
            return Locked(_whole(DAY))
        if tried.tries >= MOST_TRIES:
            otp.close(session, [otp_id], "dead")
            return Dead()
        return Wrong(MOST_TRIES - tried.tries)

    def is_open(self, session: Session, otp_id: int, now: datetime) -> bool:
        """Whether a code may still be typed."""
        row = otp.get(session, otp_id)
        return row is not None and row.state == "open" and row.expires_at > now

    def give_up(self, session: Session, otp_id: int) -> None:
        """Void a code that nobody waits for any more."""
        otp.close(session, [otp_id], "void")

    def was_ever_sent(self, session: Session, asker: str, number: str | None, typed: Collection[str]) -> bool:
        """Whether one of some digits is a code ever sent for an asker or, whoever asked, to a number.

        A code of this asker that is still open becomes void: else this answer would say without counting whether a
        guess is right. One that somebody else asked for stays: only who holds the number reads the answer.
        """
        digests = [digest for code in typed for digest in self._codes.digests(asker, code)]
        found = otp.by_digest(session, asker, digests)
        otp.close(session, found, "void")
        return bool(found) or (number is not None and self._went_to(session, number, typed))

    def was_proved(self, session: Session, asker: str, number: str) -> bool:
        """Whether an asker has ever typed the right code for a number."""
        return otp.was_used(session, asker, self._names(number))

    def _went_to(self, session: Session, number: str, typed: Collection[str]) -> bool:
        nonces = otp.nonces_of(session, self._names(number))
        return any(not set(typed).isdisjoint(self._codes.codes(nonce)) for nonce in nonces)

    def _names(self, number: str) -> Sequence[str]:
        return number, *self._codes.pseudonyms(number)

    def _refusal(self, session: Session, to: Target, asker: str, now: datetime) -> Sending | None:
        until = otp.locked_until(session, to.name)
        if until is not None and until > now:
            return Locked(_whole(until - now))
        sent = otp.sent_to(session, to.name, now - DAY)
        wait = max(_wait(sent, NUMBER_LIMITS, now), _wait(otp.sent_for(session, asker, now - DAY), ASKER_LIMITS, now))
        young = sent[0] + self._resend - now if sent else timedelta()
        if wait > timedelta():
            return TooMany(_whole(max(wait, young)), otp.open_code(session, to.name, asker, now))
        if young > timedelta():
            return Cooldown(_whole(min(young, self._resend)), otp.open_code(session, to.name, asker, now))
        full = otp.count_prefix(session, to.prefix, now - timedelta(hours=1)) >= self._prefix_cap
        return Unavailable() if full or otp.count_all(session, _midnight(now)) >= self._cap else None

    def _made(self, session: Session, to: Target, asker: str, now: datetime) -> Sent:
        otp.void_open(session, to.name)
        nonce = random_id()
        row = OtpCode(
            number=to.name,
            prefix=to.prefix,
            asker=asker,
            nonce=nonce,
            digest=self._codes.digest(asker, self._codes.code(nonce)),
            created_at=now,
            expires_at=now + self._ttl,
        )
        otp_id = otp.add(session, row)
        self._watch(session, to.prefix, now)
        return Sent(otp_id)

    def _watch(self, session: Session, prefix: str, now: datetime) -> None:
        """Tell operators when a cap is near or reached, by the one code that made it so."""
        sent = otp.count_all(session, _midnight(now))
        if sent == math.ceil(self._cap * 0.8):
            alerts.add(session, "otp_cap_near", f"{sent} of {self._cap} codes sent today")
        if sent == self._cap:
            alerts.add(session, "otp_cap_reached", f"{sent} codes sent today; no more until midnight UTC")
        if otp.count_prefix(session, prefix, now - timedelta(hours=1)) == self._prefix_cap:
            alerts.add(session, "otp_prefix_cap_reached", f"{self._prefix_cap} codes within an hour to +{prefix}…")

    def _why_not(self, session: Session, otp_id: int, asker: str, now: datetime) -> Checking:
        row = otp.get(session, otp_id)
        if row is None or row.asker != asker:
            return Gone()
        if row.state == "locked" and row.expires_at > now:
            return Locked(_whole(row.expires_at - now))
        if row.state == "dead":
            return Dead()
        return Expired() if row.state == "open" else Gone()


def _wait(sent: Sequence[datetime], limits: Collection[tuple[timedelta, int]], now: datetime) -> timedelta:
    """How long until every limit allows one more; `sent` is newest first."""
    waits = [sent[most - 1] + window - now for window, most in limits if len(sent) >= most]
    return max(waits, default=timedelta())


def _whole(time: timedelta) -> int:
    return math.ceil(time.total_seconds())


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
