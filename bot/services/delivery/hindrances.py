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
    is_refused = isinstance(error, AuthError)
    if not is_refused and part.attempts < PATIENT_ATTEMPTS:
        return
    kind = "provider_auth" if is_refused else "delivery_refused"
    detail = f"{error}, code {error.code}" if error.code else str(error)
    if not alerts.is_recent(session, kind, detail, now - QUIET_FOR):
        alerts.add(session, kind, detail, part.run_id)
