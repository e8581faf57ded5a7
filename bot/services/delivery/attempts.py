"""When a worker may take over a part that another began to send and whose outcome is unknown."""

import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.clock import Clock
from bot.dao.delivery import parts
from bot.dao.work import workers
from bot.models import OutboundPart
from bot.services.delivery.transport import Transports
from bot.types import EMAIL

MOST_WATCHED: Final = 1_000


@dataclass(slots=True)
class Watch:
    """`seen`: the attempts this process has seen under way (part id, attempt, state), each with the moment of its first
    look. `since`: when the process began to look. Both in seconds of Clock.monotonic."""

    since: float = field(default_factory=time.monotonic)
    seen: dict[tuple[int, int, str], float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Attempts:
    """What a worker needs to judge attempts to send."""

    transports: Transports
    clock: Clock
    worker_id: str
    watch: Watch

    def wait_or_take_over(self, session: Session, part: OutboundPart, now: datetime) -> float | None:
        """Judge a part that is `dispatching` or `unknown`. Returns the seconds for which it is still left alone; None:
        it was taken over, and is now this worker's alone to find out about."""
        transport, since = self.transports.of(part.channel), part.dispatched_at or now
        patience = transport.lost_after_s if part.state == "dispatching" else transport.settles_s
        wait = max((since + timedelta(seconds=patience) - now).total_seconds(), (part.due_at - now).total_seconds())
        if wait <= 0 and not self.clock.is_steady(patience):
            return patience  # it may be on its way still: a jump of our clock is no time that has passed
        if part.state == "dispatching" or part.claimed_by != self.worker_id:  # what has ended here is not under way
            wait = max(wait, self._left_of_watch(session, part, patience))
        return None if wait <= 0 and self._take_over(session, part, now) else max(wait, 0.1)

    def _left_of_watch(self, session: Session, part: OutboundPart, patience: float) -> float:
        """Whoever sends it has noted by a clock of their own when they began, and when they gave up waiting for an
        answer, which may be an hour behind. Unless they have been dead for longer, by the database's clock, it is
        watched from the first look for as long as a sending can take: it may be on its way although they have died
        since, or left without waiting for its end. Who has looked for less cannot tell whether that clock has jumped,
        which of an e-mail, never sent again, matters less than the minutes."""
        now, watch = self.clock.monotonic(), self.watch
        if len(watch.seen) >= MOST_WATCHED:
            watch.seen.clear()
        left = watch.seen.setdefault((part.id, part.attempts, part.state), now) + patience - now
        can_tell = now - watch.since > patience or part.channel == EMAIL
        is_dead = can_tell and workers.is_silent(session, part.claimed_by or "", patience)
        return 0.0 if left <= 0 or is_dead else left

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
