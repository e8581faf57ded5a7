"""What a transport has said of a part is written down: taken, to be tried again, unknown or failed."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from sqlmodel import Session

from bot.clock import Clock
from bot.dao import lock_order
from bot.dao.delivery import part_sids, parts
from bot.dao.engine.prepared import Within
from bot.errors import ProviderError, ProviderTimeout
from bot.models import OutboundPart
from bot.services.delivery import codes, hindrances, mails, refusals
from bot.services.delivery.states import below
from bot.services.delivery.transport import Accepted, Transports
from bot.services.delivery.unwritten import Unwritten
from bot.services.library.files import Links
from bot.types import Language

POLL_AFTER_S = 600.0
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Writes as soon as the database can be written to."""

    transports: Transports
    links: Links
    clock: Clock
    unwritten: Unwritten
    default_language: Language

    def accepted(self, part: OutboundPart, accepted: Accepted) -> None:
        """Store that it was accepted. If that fails for good, the provider's log is asked later."""
        now = self.clock.now()
        if accepted.sid is None:
            self.unwritten.write(partial(self._take_for_good, part=part, now=now))
        else:
            self.unwritten.write_alone(partial(_tie, part_id=part.id, sid=accepted.sid, now=now))

    def failed(self, part: OutboundPart, error: ProviderError) -> None:
        """Store that a transport has raised, and what follows from it."""
        log.warning("a part was not sent", extra={"part": part.id, "error": str(error), "code": error.code})
        self.unwritten.write(partial(self._judge, part=part, error=error, now=self.clock.now()))

    def _take_for_good(self, session: Session, part: OutboundPart, now: datetime) -> None:
        lock_order.enter_by_part(session, part.id)
        is_taken = parts.change(session, part, expected=("dispatching",), state="sent", closed_at=now)
        if is_taken and part.kind == mails.KIND:
            mails.tell_left(session, part, now, self.links, self.default_language)

    def _judge(self, session: Session, part: OutboundPart, error: ProviderError, now: datetime) -> None:
        """Unknown, to be tried again, or failed."""
        lock_order.enter_by_part(session, part.id)
        transport = self.transports.of(part.channel)
        pause = codes.pause_in_time(session, part, transport.pause_after(error, part.attempts), now)
        if isinstance(error, ProviderTimeout):
            due = now + timedelta(seconds=transport.settles_s)
            parts.change(session, part, expected=("dispatching",), state="unknown", due_at=due)
        elif pause is not None:
            due = now + timedelta(seconds=pause)
            is_put_off = parts.change(session, part, expected=("dispatching",), state="pending", due_at=due)
            hindrances.tell(session, part, error, now)
            if is_put_off and part.kind == mails.KIND:
                mails.tell_waits(session, part, now, self.links, self.default_language)
        else:
            failed = {"state": "failed", "error_code": error.code, "closed_at": now}
            if parts.change(session, part, expected=("dispatching",), **failed):
                if part.kind == mails.KIND:
                    mails.give_up(session, part, mails.why_not(error), now, self.links, self.default_language)
                else:
                    refusals.handle(session, part, transport.refusal(error.code), now, self.links)


def _tie(within: Within, part_id: int, sid: str, now: datetime) -> None:
    """A part was taken, as a message of this number."""
    queued = {"state": "queued", "due_at": now + timedelta(seconds=POLL_AFTER_S)}
    if part_sids.advance(within, part_id, sid, below("queued"), **queued) is None:
        part_sids.bind(within, part_id, sid)  # a callback was faster
