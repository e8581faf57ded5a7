"""Signing in at the administrators' page and staying signed in.

A browser gets a token when it asks for a code, and another one when the code was right: one that somebody planted
before is worth nothing after. What a browser is told while it signs in depends on what it typed and how often, never
on whether the number is an administrator's; the statements are the same as well."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.config import Settings
from bot.dao import otp
from bot.dao.admin import administrators, sessions
from bot.dao.admin.sessions import Known
from bot.models import AdminSession
from bot.services.sign_in.one_time_codes import ADMIN
from bot.services.sign_in.otp import MOST_TRIES, OtpVerifier, Right
from bot.services.sign_in.phone_numbers import number_of

IDLE: Final = timedelta(minutes=30)
ABSOLUTE: Final = timedelta(hours=12)
FRESH: Final = timedelta(minutes=5)  # how long a typed code opens what needs one
SEEN_EVERY: Final = timedelta(seconds=30)  # a page within this does not write the row again


@dataclass(frozen=True, slots=True)
class Waits:
    """A code was asked for a moment ago: the next one in so many seconds."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Opened:
    """The code was right: the browser is signed in with this token from now on."""

    token: str
    known: Known


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The code was right, typed by who is signed in already."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The code does not do; `left` tries remain. At 0 only a new code helps."""

    left: int


@dataclass(frozen=True, slots=True)
class Lost:
    """There is no such session (any more): everything from the start."""


class AdminSessions:
    """Works within a caller's transaction; one instance a process."""

    def __init__(self, settings: Settings, verifier: OtpVerifier) -> None:
        self._verifier = verifier
        self._ttl, self._resend = timedelta(seconds=settings.otp_ttl_s), timedelta(seconds=settings.otp_resend_s)

    def begin(self, session: Session, now: datetime) -> str:
        """A browser asks for its first code. Returns its token. What was left behind long ago goes."""
        sessions.forget(session, now - ABSOLUTE)
        token, row = _new(now)
        sessions.add(session, row)
        return token

    def again(self, session: Session, token: str, now: datetime) -> Waits | Lost | None:
        """A browser asks for another code. None: it may be sent."""
        row = sessions.by_digest(session, digest_of(token))
        if row is None or _is_over(row.seen_at, row.created_at, now):
            return Lost()
        young = row.asked_at + self._resend - now
        if young > timedelta():  # whatever was typed: the number's own limits let none leave before
            return Waits(int(young.total_seconds()) + 1)
        row.asked_at, row.tries, row.seen_at = now, 0, now
        return None

    def check(self, session: Session, token: str, code: str, now: datetime) -> Opened | Confirmed | Refused | Lost:
        """Count one try of a code and say what it comes to."""
        row = sessions.by_digest(session, digest_of(token))
        if row is None or _is_over(row.seen_at, row.created_at, now):
            return Lost()
        row.tries, row.seen_at = row.tries + 1, now
        asker = asker_of(token)
        checked = self._verifier.check(session, otp.newest_of(session, asker) or 0, asker, code, now)
        if not isinstance(checked, Right) or row.tries > MOST_TRIES:
            too_late = row.asked_at + self._ttl <= now
            return Refused(0 if too_late else max(0, MOST_TRIES - row.tries))
        return self._succeeded(session, row, checked.number, now)

    def _succeeded(
        self, session: Session, row: AdminSession, number: str, now: datetime
    ) -> Opened | Confirmed | Refused:
        administrator = administrators.with_number(session, number)
        if administrator is None:
            return Refused(0)
        if row.administrator_id is not None:
            row.confirmed_at = now
            return Confirmed()
        sessions.end(session, row.id)
        token, opened = _new(now)
        opened.administrator_id, opened.confirmed_at = administrator.id, now
        session_id = sessions.add(session, opened)
        return Opened(token, Known(session_id, administrator.id, administrator.value, now, now, now))

    def living(self, session: Session, token: str, now: datetime) -> Known | None:
        """Who is signed in with a token, if that is so still."""
        known = sessions.known(session, digest_of(token))
        return None if known is None or _is_over(known.seen_at, known.created_at, now) else known


def is_fresh(known: Known, now: datetime) -> bool:
    """Whether a code was typed within the last minutes."""
    return known.confirmed_at is not None and abs(now - known.confirmed_at) <= FRESH


def number_at(known: Known) -> str | None:
    """The number a code for them goes to; None for somebody who hides it, and could not have signed in."""
    return number_of(known.address)


def digest_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def asker_of(token: str) -> str:
    """By what the codes of a browser are found."""
    return f"{ADMIN}{digest_of(token)[:56]}"


def _new(now: datetime) -> tuple[str, AdminSession]:
    token = secrets.token_urlsafe(32)
    return token, AdminSession(digest=digest_of(token), asked_at=now, seen_at=now, created_at=now)


def _is_over(seen_at: datetime, created_at: datetime, now: datetime) -> bool:
    """Whatever is to come by as much was written by a clock that has gone back since: it would stay open until then."""
    return abs(now - seen_at) > IDLE or abs(now - created_at) > ABSOLUTE
