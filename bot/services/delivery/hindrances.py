"""What operators are told of parts that their provider does not take, or has refused."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.dao import alerts
from bot.errors import AuthError, ProviderError
from bot.models import OutboundPart

PATIENT_ATTEMPTS: Final = 8  # until then a part has waited for two minutes
QUIET_FOR: Final = timedelta(hours=1)  # what holds up one part holds up all of them


def tell(session: Session, part: OutboundPart, error: ProviderError, now: datetime) -> None:
    """Alert operators of credentials that are refused, and of anything else that does not pass: once an hour, not for
    each part and try. `error`: the part surely was not sent, and is tried again."""
    detail = f"{error}, code {error.code}" if error.code else str(error)
    if isinstance(error, AuthError):
        if not alerts.is_recent(session, "provider_auth", detail, now - QUIET_FOR):
            alerts.add(session, "provider_auth", detail, part.run_id)
    elif part.attempts >= PATIENT_ATTEMPTS:
        _tell_refused(session, part, detail, now)


def tell_refused(session: Session, part: OutboundPart, code: int | None, now: datetime) -> None:
    """Alert operators of a refusal that somebody has to look into, once an hour for each code."""
    _tell_refused(session, part, f"code {code}", now)


def _tell_refused(session: Session, part: OutboundPart, detail: str, now: datetime) -> None:
    if not alerts.is_recent(session, "delivery_refused", detail, now - QUIET_FOR):
        alerts.add(session, "delivery_refused", detail, part.run_id)
