"""Sends the parts of one conversation, in order, each at most once as far as anybody can know.

A part is claimed (a conditional update) before the create call; whatever the call says is written by another
conditional update. A part whose worker died, or whose call got no answer, is first looked for in Twilio's log.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.clients.twilio import TwilioMessenger
from bot.clients.twilio_api import HTTP_TIMEOUT_S
from bot.clock import Clock
from bot.dao import addresses, alerts, parts
from bot.dao.database import Database
from bot.errors import AuthError, ProviderError, ProviderTimeout, TransientError
from bot.models import OutboundPart, StoredFile
from bot.services.delivery import codes, reconciliation, refusals, tapping
from bot.services.delivery.states import below, lets_the_next_go
from bot.services.delivery.unwritten import Unwritten
from bot.services.library.files import Links
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import Channel

SETTLE_S = 5.0  # how late Twilio may list a message it took
BUSY_BACKOFF_S = (1, 2, 4, 8, 15, 30, 60)
MAX_ATTEMPTS = 12
POLL_AFTER_S = 600.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Delivery:
    """Everything sending needs. `deliver` may be called at any time, by anybody, any number of times. `codes` makes the
    text of parts that carry one, in the moment they leave."""

    database: Database
    messenger: TwilioMessenger
    links: Links
    clock: Clock
    worker_id: str
    public_url: str
    part_wait_s: float
    codes: OneTimeCodes
    unwritten: Unwritten

    def deliver(self, conversation_id: str) -> float | None:
        """Send whatever may leave now. Returns the seconds until something else may, or None."""
        while True:
            now = self.clock.now()
            with self.database.write() as session:
                step = self._next(session, conversation_id, now)
            if isinstance(step, float):
                return step
            if step is None:
                return None
            if step.state == "dispatching":
                self._dispatch(step)
            else:
                reconciliation.find_out(self.database, self.messenger, self.clock, self.links, self.codes, step)

    def _next(self, session: Session, conversation_id: str, now: datetime) -> OutboundPart | float | None:
        """The part to work on now (claimed, if it is to be sent), or how long to wait, or nothing."""
        waits = []
        for line in codes.lines_of(parts.open_parts(session, conversation_id)):
            step = self._next_in(session, line, now)
            if isinstance(step, OutboundPart):
                return step
            if step is not None:
                waits.append(step)
        return min(waits, default=None)

    def _next_in(self, session: Session, line: Sequence[OutboundPart], now: datetime) -> OutboundPart | float | None:
        shortest: float | None = None
        for part in line:
            if part.state in ("dispatching", "unknown") and part.dispatched_at:
                wait = _left(part.dispatched_at + timedelta(seconds=HTTP_TIMEOUT_S + SETTLE_S), now)
                wait = max(wait, _left(part.due_at, now))
                return part if wait <= 0 and self._take_over(session, part, now) else max(wait, 0.1)
            if part.state == "pending":
                wait = _left(part.due_at, now)
                if wait > 0:
                    return wait
                claimed = self._claimed(session, part, now)
                if claimed is None:
                    continue
                return claimed
            if lets_the_next_go(part.state) or part.dispatched_at is None:
                continue
            wait = _left(part.dispatched_at + timedelta(seconds=self.part_wait_s), now)
            if wait > 0:  # the part behind must wait for this one's arrival, or for its time
                return wait
            due = _left(part.due_at, now)
            if due <= 0:
                parts.change(session, part, expected=(part.state,), due_at=now + timedelta(seconds=POLL_AFTER_S))
                return part
            shortest = due if shortest is None else min(shortest, due)
        return shortest

    def _claimed(self, session: Session, part: OutboundPart, now: datetime) -> OutboundPart | float | None:
        """The part, ours to send; None when its address has opted out and it is dropped."""
        taken = parts.claim(
            session,
            part,
            state="dispatching",
            attempts=part.attempts + 1,
            claimed_by=self.worker_id,
            dispatched_at=now,
            first_dispatched_at=part.first_dispatched_at or now,
            due_at=now + timedelta(seconds=HTTP_TIMEOUT_S + SETTLE_S),  # nobody need look at it before
            content_sid=tapping.template_for(session, part, self.messenger.account, now),
        )
        if not taken:
            return None if self._refused(session, part, now) else 0.1
        session.refresh(part)
        return part

    def _refused(self, session: Session, part: OutboundPart, now: datetime) -> bool:
        """Drop a part nobody may send: its address has opted out since it was written."""
        dropped = addresses.is_silent(session, part.address) and parts.change(
            session, part, expected=("pending",), state="dropped", closed_at=now
        )
        if dropped and part.kind == codes.KIND:
            codes.tell(session, part, "otp_not_delivered", now)
        return dropped

    def _take_over(self, session: Session, part: OutboundPart, now: datetime) -> bool:
        """Make one worker, and no other, responsible for finding out about a part."""
        taken = parts.change(
            session,
            part,
            expected=("dispatching", "unknown"),
            state="unknown",
            claimed_by=self.worker_id,
            due_at=now + timedelta(seconds=HTTP_TIMEOUT_S + SETTLE_S),
        )
        part.state = "unknown"
        return taken

    def _dispatch(self, part: OutboundPart) -> None:
        with self.database.read() as session:
            file = session.get(StoredFile, part.file_id) if part.file_id else None
            mine = parts.get(session, part.id)
            if mine is None or (mine.state, mine.attempts) != ("dispatching", part.attempts):
                return  # a ghost: others have judged this attempt lost
            is_code = mine.kind == codes.KIND
            body = codes.text_of(session, self.codes, mine, self.clock.now()) if is_code else mine.body
        if body is None:
            self._drop(part)
            return
        try:
            sid = self.messenger.send(
                to=part.address,
                channel=Channel(part.channel),
                body=body,
                media_url=self.links.to(file) if file else None,
                callback_url=f"{self.public_url}/webhooks/twilio/status?part={part.id}",
                content=tapping.content_of(mine),
            )
        except ProviderError as error:
            if mine.content_sid is None or not tapping.refused_at_once(error):
                self._failed(part, error)
            elif self._without_template(part, error):
                self._dispatch(part)
        else:
            self._sent(part, sid)

    def _without_template(self, part: OutboundPart, error: ProviderError) -> bool:
        """Make a part go by its numbered text after all. Once: then it has no template that could be refused."""
        log.warning("a template was refused", extra={"part": part.id, "code": error.code})
        with self.database.write() as session:
            mine = parts.change(session, part, expected=("dispatching",), options=None, content_sid=None)
            if mine:
                tapping.note_refusal(session, part, error.code)
                part.options = part.content_sid = None
        return mine

    def _drop(self, part: OutboundPart) -> None:
        now = self.clock.now()
        with self.database.write() as session:
            if parts.change(session, part, expected=("dispatching",), state="dropped", closed_at=now):
                codes.tell(session, part, "otp_not_delivered", now)

    def _sent(self, part: OutboundPart, sid: str) -> None:
        """Should this never be written, Twilio's log will be asked."""
        due = self.clock.now() + timedelta(seconds=POLL_AFTER_S)

        def write(session: Session) -> None:
            parts.bind(session, part.id, sid)
            parts.advance(session, part.id, below("queued"), state="queued", due_at=due)

        self.unwritten.write(write)

    def _failed(self, part: OutboundPart, error: ProviderError) -> None:
        now = self.clock.now()
        log.warning("a part was not sent", extra={"part": part.id, "error": str(error), "code": error.code})
        with self.database.write() as session:
            if isinstance(error, ProviderTimeout):
                due = now + timedelta(seconds=HTTP_TIMEOUT_S + SETTLE_S)
                parts.change(session, part, expected=("dispatching",), state="unknown", due_at=due)
            elif isinstance(error, (TransientError, AuthError)) and part.attempts < MAX_ATTEMPTS:
                due = now + timedelta(seconds=BUSY_BACKOFF_S[min(part.attempts, len(BUSY_BACKOFF_S)) - 1])
                parts.change(session, part, expected=("dispatching",), state="pending", due_at=due)
                if isinstance(error, AuthError):
                    alerts.add(session, "provider_auth", str(error), part.run_id)
            else:
                changed = parts.change(
                    session, part, expected=("dispatching",), state="failed", error_code=error.code, closed_at=now
                )
                if changed:
                    refusals.handle(session, part, error.code, now, self.links)


def _left(moment: datetime, now: datetime) -> float:
    return (moment - now).total_seconds()
