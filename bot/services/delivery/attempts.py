"""When others may look into what somebody has begun to send and nobody knows the end of."""

from collections.abc import MutableMapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.clock import Clock
from bot.dao import parts, workers
from bot.models import OutboundPart
from bot.services.delivery.transport import Transports

MOST_WATCHED: Final = 1_000

Watched = MutableMapping[tuple[int, int, str], float]  # a part, its attempt, its state: when first seen so here


@dataclass(frozen=True, slots=True)
class Attempts:
    """What a worker needs to judge them. `watched` is kept as long as its process lives."""

    transports: Transports
    clock: Clock
    worker_id: str
    watched: Watched

    def wait_s(self, session: Session, part: OutboundPart, now: datetime) -> float | None:
        """Seconds for which a part that is `dispatching` or `unknown` is left alone; None: from now on it is this
        worker's, and no other's, to find out about."""
        transport, since = self.transports.of(part.channel), part.dispatched_at or now
        patience = transport.lost_after_s if part.state == "dispatching" else transport.settles_s
        wait = max((since + timedelta(seconds=patience) - now).total_seconds(), (part.due_at - now).total_seconds())
        if wait <= 0 and not self.clock.is_steady(patience):
            return patience  # it may be on its way still: a jump of our clock is no time that has passed
        if part.claimed_by != self.worker_id:
            wait = max(wait, self._left_of_watch(session, part, patience))
        return None if wait <= 0 and self._take_over(session, part, now) else max(wait, 0.1)

    def _left_of_watch(self, session: Session, part: OutboundPart, patience: float) -> float:
        """Whoever sends it has noted by a clock of their own when they began, and when they gave up waiting for an
        answer, which may be an hour behind. Unless they have been dead for longer, by the database's clock, it is
        watched from the first look for as long as a sending can take: it may be on its way although they have died
        since, or left without waiting for its end."""
        seen = self.clock.monotonic()
        if len(self.watched) >= MOST_WATCHED:
            self.watched.clear()
        left = self.watched.setdefault((part.id, part.attempts, part.state), seen) + patience - seen
        return 0.0 if left <= 0 or workers.is_silent(session, part.claimed_by or "", patience) else left

    def _take_over(self, session: Session, part: OutboundPart, now: datetime) -> bool:
        """Make one worker, and no other, responsible for finding out about a part."""
        taken = parts.change(
            session,
            part,
            expected=("dispatching", "unknown"),
            state="unknown",
            claimed_by=self.worker_id,
            due_at=now + timedelta(seconds=self.transports.of(part.channel).settles_s),
        )
        part.state = "unknown"
        return taken
