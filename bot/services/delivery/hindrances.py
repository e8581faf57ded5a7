"""What operators are told of parts that their provider does not take, or has refused."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.dao import alerts
from bot.errors import AuthError, ProviderError
from bot.models import OutboundPart
from bot.services.delivery import mails
from bot.types import EMAIL

PATIENT_ATTEMPTS: Final = 8  # until then a part has waited for two minutes
QUIET_FOR: Final = timedelta(hours=1)  # what holds up one part holds up all of them


def tell(session: Session, part: OutboundPart, error: ProviderError, now: datetime) -> None:
    """Alert operators of credentials that are refused, and of anything else that does not pass: once an hour, not for
    each part and try. `error`: the part surely was not sent, and is tried again."""
    detail = f"{error}, code {error.code}" if error.code else str(error)
    if isinstance(error, AuthError):
        _tell_hourly(session, "provider_auth", part, detail, now)
    elif part.channel == EMAIL:
        if part.attempts >= mails.WAITS_FROM:
            _tell_hourly(session, "mail_waits", part, detail, now)
    elif part.attempts >= PATIENT_ATTEMPTS:
        _tell_hourly(session, "delivery_refused", part, detail, now)


def tell_refused(session: Session, part: OutboundPart, code: int | None, now: datetime) -> None:
    """Alert operators of a refusal that somebody has to look into, once an hour for each code."""
    _tell_hourly(session, "delivery_refused", part, f"code {code}", now)


def _tell_hourly(session: Session, kind: str, part: OutboundPart, detail: str, now: datetime) -> None:
    if not alerts.is_recent(session, kind, detail, now - QUIET_FOR):
        alerts.add(session, kind, detail, part.run_id)
