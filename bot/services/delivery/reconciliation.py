"""Finding out what became of a part nobody told us about: Twilio's own log is asked before anything is repeated."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.clients.twilio import SentMessage, TwilioMessenger
from bot.clock import Clock
from bot.dao import alerts, parts
from bot.dao.database import Database
from bot.errors import ProviderError
from bot.models import OutboundPart
from bot.services.delivery import codes, refusals, tapping
from bot.services.delivery.states import ARRIVED, FINAL, REFUSED, below, from_twilio
from bot.services.library.files import Links
from bot.services.sign_in.one_time_codes import OneTimeCodes

AROUND = timedelta(minutes=2)
GIVE_UP_AFTER = timedelta(minutes=5)
POLL_EVERY = timedelta(hours=1)
STOP_POLLING_AFTER = timedelta(hours=12)
TRY_AGAIN_S = 10.0

log = logging.getLogger(__name__)


def find_out(
    database: Database, messenger: TwilioMessenger, clock: Clock, links: Links, made: OneTimeCodes, part: OutboundPart
) -> None:
    """Ask Twilio about one part and write down the answer.

    A part with a Sid is fetched. One without is looked for among the messages to the same address at the same
    time: found, it is tied to that message; surely not there, it may be sent again.
    """
    try:
        if part.twilio_sid:
            found: SentMessage | None = messenger.fetch(part.twilio_sid)
        else:
            start = (part.first_dispatched_at or clock.now()) - AROUND
            candidates = messenger.sent_between(part.address, start, clock.now() + AROUND)
            found = _match(database, made, part, candidates)
    except ProviderError as error:
        log.warning("Twilio's log cannot be read", extra={"part": part.id, "error": str(error)})
        _postpone(database, part, clock.now())
        return
    now = clock.now()
    with database.write() as session:
        if found is None:
            parts.change(session, part, expected=("unknown",), state="pending", due_at=now)
        else:
            _write_down(session, part, found, now, links)


def _match(
    database: Database, made: OneTimeCodes, part: OutboundPart, candidates: Sequence[SentMessage]
) -> SentMessage | None:
    """The oldest message that looks like the part and belongs to no other part."""
    with database.read() as session:
        taken = parts.known_sids(session, [message.sid for message in candidates])
        bodies = codes.texts_of(session, made, part) if part.kind == codes.KIND else None
    alike = [
        message
        for message in candidates
        if message.sid not in taken
        and (tapping.may_have_said(part, message.body) if bodies is None else message.body.strip() in bodies)
        and message.has_media == (part.file_id is not None)
    ]
    return alike[-1] if alike else None


def _write_down(session: Session, part: OutboundPart, found: SentMessage, now: datetime, links: Links) -> None:
    parts.bind(session, part.id, found.sid)
    state = from_twilio(found.status) or "queued"
    old = part.dispatched_at is not None and now - part.dispatched_at > STOP_POLLING_AFTER
    closed = now if state in FINAL or old else None
    was = part.state
    values = {"state": state, "error_code": found.error_code, "closed_at": closed, "due_at": now + POLL_EVERY}
    risen = parts.advance(session, part.id, below(state), **values)
    if risen and state in REFUSED:
        refusals.handle(session, part, found.error_code, now, links)
    elif risen and state in ARRIVED:
        refusals.take_back(session, part, was, now)
    elif not risen and old:  # nothing new for hours: nobody asks any more
        parts.advance(session, part.id, (state,), closed_at=now)


def _postpone(database: Database, part: OutboundPart, now: datetime) -> None:
    """Ask again soon; past the limit stop holding the conversation back and say so, to the person and an operator."""
    since = part.first_dispatched_at or now
    with database.write() as session:
        if part.state == "unknown" and now - since > GIVE_UP_AFTER:
            if parts.change(session, part, expected=("unknown",), state="failed", closed_at=now):
                refusals.tell_unknown(session, part, now)
                alerts.add(session, "delivery_unknown", f"part {part.id}", part.run_id)
        else:
            parts.change(session, part, expected=(part.state,), due_at=now + timedelta(seconds=TRY_AGAIN_S))
