"""Twilio's status callbacks: in any order, repeated, late. A callback creates nothing and resends nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.dao import parts
from bot.errors import WebhookRejected
from bot.services.delivery import refusals
from bot.services.delivery.states import FINAL, below, from_twilio
from bot.services.files import Links

SID = re.compile(r"(SM|MM)[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class StatusCallback:
    """`POST /webhooks/twilio/status?part=7` with MessageSid=SM…, MessageStatus=delivered, ErrorCode=63016 …"""

    part_id: int
    sid: str
    status: str
    error_code: int | None


def parse(part: str, form: Mapping[str, str]) -> StatusCallback:
    """Raises WebhookRejected for anything that is not one of our callbacks."""
    sid, code = form.get("MessageSid", ""), form.get("ErrorCode", "")
    if not SID.fullmatch(sid) or not part.isascii() or not part.isdigit() or len(part) > 18:
        raise WebhookRejected("not a callback of ours")
    return StatusCallback(int(part), sid, form.get("MessageStatus", ""), int(code) if code.isdecimal() else None)


def apply(session: Session, callback: StatusCallback, now: datetime, links: Links) -> str | None:
    """Raise the part's state if it rises. Returns the conversation when the next part may leave now."""
    state = from_twilio(callback.status)
    if state is None or not parts.bind(session, callback.part_id, callback.sid):
        return None
    closed = now if state in FINAL else None
    risen = parts.advance(
        session, callback.part_id, below(state), state=state, error_code=callback.error_code, closed_at=closed
    )
    part = parts.get(session, callback.part_id)
    if not risen or part is None:
        return None
    if state in ("failed", "undelivered"):
        refusals.handle(session, part, callback.error_code, now, links)
    return part.conversation_id if closed else None
