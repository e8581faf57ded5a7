"""Status callbacks, in any order, repeated, late: they create nothing and resend nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

from sqlmodel import Session

from bot.dao import lock_order
from bot.dao.database import Database
from bot.dao.delivery import part_sids, parts
from bot.dao.engine.prepared import Within
from bot.errors import WebhookRejected
from bot.services.delivery import refusals
from bot.services.delivery.by_twilio import refusal_of
from bot.services.delivery.states import ARRIVED, FINAL, LIFTED, REFUSED, below, from_twilio
from bot.services.delivery.transport import Found, Refusal
from bot.services.library.files import Links

SID = re.compile(r"(SM|MM)[0-9a-f]{32}")
PART = re.compile(r"[0-9]{1,10}")
LARGEST_ID = 2**31 - 1  # what an id's column holds on PostgreSQL
ERROR_CODE = re.compile(r"[1-9][0-9]{0,8}")  # what a column holds; Twilio's have five digits


@dataclass(frozen=True, slots=True)
class StatusCallback:
    """`POST /webhooks/twilio/status?part=7` with MessageSid=SM…, MessageStatus=delivered, ErrorCode=63016 …"""

    part_id: int
    sid: str
    status: str
    error_code: int | None


def parse(part: str, form: Mapping[str, str]) -> StatusCallback:
    """Raises WebhookRejected for anything that is not one of our callbacks."""
    sid, code = form.get("MessageSid", ""), ERROR_CODE.fullmatch(form.get("ErrorCode", ""))
    if not SID.fullmatch(sid) or not PART.fullmatch(part) or int(part) > LARGEST_ID:
        raise WebhookRejected("not a callback of ours")
    return StatusCallback(int(part), sid, form.get("MessageStatus", ""), int(code[0]) if code else None)


def take(database: Database, callback: StatusCallback, now: datetime, links: Links, *, reminds: bool) -> str | None:
    """`apply` in a transaction of its own. Mostly one statement is all, beside which the ORM would take longest."""
    state = from_twilio(callback.status)
    if state is not None and state not in REFUSED:
        with database.write_connection(each_alone=True) as connection:
            risen = _risen(connection, callback.part_id, Found(callback.sid, state, callback.error_code), now)
        if risen.is_done:
            return risen.conversation
    with database.write() as session:
        return apply(session, callback, now, links, reminds=reminds)


def apply(session: Session, callback: StatusCallback, now: datetime, links: Links, *, reminds: bool) -> str | None:
    """Do as `told` for a callback, which has Twilio's words. `reminds`: this installation has a template for
    reminders."""
    state = from_twilio(callback.status)
    if state is None:
        return None
    found = Found(callback.sid, state, callback.error_code)
    refusal = refusal_of(callback.error_code, reminds=reminds)
    return told(session, callback.part_id, found, refusal, now, links)


def told(session: Session, part_id: int, found: Found, refusal: Refusal, now: datetime, links: Links) -> str | None:
    """Raise a part's state if it rises, whichever provider tells. Returns the conversation when a part that waited for
    this one may leave now."""
    if found.state not in REFUSED and (risen := _risen(session, part_id, found, now)).is_done:
        return risen.conversation
    return _told(session, part_id, found, refusal, now, links)


class _Risen(NamedTuple):
    """Whether a part has risen without more ado, and whose next one may leave now."""

    is_done: bool
    conversation: str | None = None


def _risen(within: Within, part_id: int, found: Found, now: datetime) -> _Risen:
    plain, arrived = _steps(found.state)
    values = _values(found, now)
    if arrived and part_sids.advance(within, part_id, found.sid, arrived, **values) is not None:
        return _Risen(is_done=True)  # its arrival has let the next one go
    risen = part_sids.advance(within, part_id, found.sid, plain, **values)
    if risen is None:
        return _Risen(is_done=False)
    return _Risen(is_done=True, conversation=risen[0] if values["closed_at"] and risen[1] else None)


def _values(found: Found, now: datetime) -> dict[str, Any]:
    return {"state": found.state, "error_code": found.code, "closed_at": now if found.state in FINAL else None}


@cache
def _steps(state: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """From which states a part rises to this one without more ado, and which of them are its arrival."""
    plain = tuple(lower for lower in below(state) if lower not in LIFTED)
    return plain, tuple(lower for lower in plain if lower in ARRIVED)


def _told(session: Session, part_id: int, found: Found, refusal: Refusal, now: datetime, links: Links) -> str | None:
    """The rest of `told`, where more follows than a new state: after a refusal, or when what had passed for lost
    arrives."""
    lock_order.enter_by_part(session, part_id)
    if not part_sids.bind(session, part_id, found.sid):
        return None
    part = parts.get(session, part_id)  # as it is: binding it has locked its row
    if part is None:
        return None
    was = part.state
    if not parts.advance(session, part_id, below(found.state), **_values(found, now)):
        return None
    if found.state in REFUSED:
        refusals.handle(session, part, refusal, now, links)
    elif found.state in ARRIVED:
        refusals.take_back(session, part, was, now)
    return part.conversation_id if found.state in FINAL and parts.any_waits(session, part.conversation_id) else None
