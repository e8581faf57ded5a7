"""What operators are told of parts that wait because their provider takes none."""

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
    detail, since = f"{error}, code {error.code}" if error.code else str(error), now - QUIET_FOR
    if isinstance(error, AuthError):
        if not alerts.is_recent(session, "provider_auth", detail, since):
            alerts.add(session, "provider_auth", detail, part.run_id)
    elif part.attempts >= PATIENT_ATTEMPTS and not alerts.is_recent(session, "delivery_refused", detail, since):
        alerts.add(session, "delivery_refused", detail, part.run_id)
