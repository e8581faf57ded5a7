"""Sends the parts of one conversation, in order, each at most once as far as anybody can know.

A part is claimed (a conditional update) before its transport is called; whatever that says is written by another
conditional update. A part whose worker died, or whose call got no answer, is first looked for in the provider's log.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from sqlmodel import Session

from bot.clock import Clock
from bot.dao import addresses, lock_order
from bot.dao.database import Database
from bot.dao.delivery import held_parts, parts
from bot.dao.delivery import mails as waiting_mails
from bot.dao.library import files
from bot.errors import DatabaseAway, ProviderError
from bot.models import OutboundPart, StoredFile
from bot.services.delivery import codes, stumbling, tapping
from bot.services.delivery.attempts import Attempts, Watch
from bot.services.delivery.bodies import body_of, is_plain, tell_dropped
from bot.services.delivery.outcomes import POLL_AFTER_S, Outcomes
from bot.services.delivery.reconciliation import Reconciliation
from bot.services.delivery.states import lets_the_next_go
from bot.services.delivery.transport import Outgoing, Transports
from bot.services.delivery.unwritten import Unwritten
from bot.services.library.files import Links
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import EMAIL, Language

FRESH_S: Final = 2.0  # so soon after its claim nobody can take whoever sends a part for lost (Transport.lost_after_s)
BEGINS_MAILS_FOR_S: Final = 30.0  # of a job: whoever is interrupted with an e-mail in hand cannot tell whether it left

log = logging.getLogger(__name__)

Lines = Sequence[Sequence[OutboundPart]]  # each leaves in its order, whatever the others do


@dataclass(frozen=True, slots=True)
class Delivery:
    """Everything sending needs. `deliver` may be called at any time, by anybody, any number of times. `codes` makes the
    text of parts that carry one, in the moment they leave."""

    database: Database
    transports: Transports
    links: Links
    clock: Clock
    worker_id: str
    part_wait_s: float
    codes: OneTimeCodes
    unwritten: Unwritten
    default_language: Language
    watch: Watch = field(default_factory=Watch)

    def deliver_all(self, conversation_id: str, put_off: Callable[[float], object]) -> None:
        """`deliver`, then e-mails: a slow mail server holds no message back. `put_off` is told in between in how many
        seconds something else may leave. No e-mail was due when a part was looked at: none is looked for again, since
        whoever writes one wakes somebody for it."""
        seen: list[bool | None] = []
        seconds = self.deliver(conversation_id, seen)
        if seconds is not None:
            put_off(seconds)
        if True in seen or False not in seen:
            self.deliver_mails(conversation_id)

    def deliver(self, conversation_id: str, seen: list[bool | None] | None = None) -> float | None:
        """Send whatever may leave now, but e-mails. Returns the seconds until something else may, or None. `seen`: gets
        for each look whether an e-mail was due, None where that was not seen."""
        wait = timedelta(seconds=self.part_wait_s)

        def lines(session: Session, now: datetime) -> Lines:
            found = parts.open_parts(session, conversation_id, now, wait)
            if seen is not None:
                seen.append(found.has_mail)
            return codes.lines_of(found.parts)

        return self._deliver(lines)

    def deliver_mails(self, conversation_id: str) -> None:
        """Send the e-mails that are due: they wait for nothing, and nothing waits for them. Mostly there is none, which
        needs no transaction that writes. Where the mail server hangs, what is not begun in time is left to a sweep."""
        with self.database.read() as session:
            if not waiting_mails.due(session, conversation_id, self.clock.now()):
                return
        until = self.clock.monotonic() + BEGINS_MAILS_FOR_S

        def due(session: Session, now: datetime) -> Lines:
            in_time = self.clock.monotonic() < until
            return [[part] for part in waiting_mails.due(session, conversation_id, now)] if in_time else []

        self._deliver(due)

    @property
    def _reconciliation(self) -> Reconciliation:
        return Reconciliation(self.database, self.transports, self.links, self.clock, self.codes, self.default_language)

    @property
    def _attempts(self) -> Attempts:
        return Attempts(self.transports, self.clock, self.worker_id, self.watch)

    @property
    def _outcomes(self) -> Outcomes:
        return Outcomes(self.transports, self.links, self.clock, self.unwritten, self.default_language)

    def _deliver(self, lines: Callable[[Session, datetime], Lines]) -> float | None:
        while True:
            since = self.clock.monotonic()
            try:
                step, is_alone = self._step(lines)
                if not isinstance(step, OutboundPart):
                    return step
                with stumbling.over(step):
                    if step.state != "dispatching":
                        self._reconciliation.find_out(step)
                    elif self._dispatch(step, since) and is_alone:
                        return None  # whoever writes another part wakes somebody for it
            except stumbling.Stumbled as error:
                stumbling.lay_aside(self.database, error, self.clock.now(), self.links, self.default_language)

    def _step(self, lines: Callable[[Session, datetime], Lines]) -> tuple[OutboundPart | float | None, bool]:
        """The part to work on now (claimed, if it is to be sent), or how long to wait, or nothing; and whether no other
        part is open."""
        now, claimed = self.clock.now(), 0
        try:
            with self.database.write() as session:
                found = lines(session, now)
                step = self._next(session, found, now)
                claimed = step.id if isinstance(step, OutboundPart) and step.state == "dispatching" else 0
        except DatabaseAway:
            if claimed:  # perhaps the commit went through; the part was surely not sent
                self.unwritten.later(partial(self._unclaim, part_id=claimed, claimed_at=now))
            raise
        return step, sum(map(len, found)) == 1

    def _next(self, session: Session, lines: Lines, now: datetime) -> OutboundPart | float | None:
        waits = []
        for line in lines:
            step = self._next_in(session, line, now)
            if isinstance(step, OutboundPart):
                return step
            if step is not None:
                waits.append(step)
        return min(waits, default=None)

    def _next_in(self, session: Session, line: Sequence[OutboundPart], now: datetime) -> OutboundPart | float | None:
        """The first that must be worked on or waited for; only when none can leave now, one that left long ago and is
        to be asked about."""
        left_long_ago: list[OutboundPart] = []
        step: OutboundPart | float | None = None
        for part in line:
            if lets_the_next_go(part.state):
                continue
            with stumbling.over(part):
                step = self._step_of(session, part, now)
            if step is not None:
                break
            if part.state != "pending" and not lets_the_next_go(part.state):  # it was one, and is dropped or waits
                left_long_ago.append(part)
        due = next((part for part in left_long_ago if part.due_at <= now), None)
        if due is None or isinstance(step, OutboundPart):
            return step
        parts.change(session, due, expected=(due.state,), due_at=now + timedelta(seconds=POLL_AFTER_S))
        return due

    def _step_of(self, session: Session, part: OutboundPart, now: datetime) -> OutboundPart | float | None:
        """The part, when it is to be worked on; seconds, when it and those behind it wait; None: the next may go."""
        if part.state in ("dispatching", "unknown") and part.dispatched_at:
            wait_s = self._attempts.wait_or_take_over(session, part, now)
            return part if wait_s is None else wait_s
        if part.state == "pending":
            wait = _left(part.due_at, now)
            return wait if wait > 0 else self._claimed(session, part, now)
        if part.dispatched_at is None:
            return None
        wait = _left(part.dispatched_at + timedelta(seconds=self.part_wait_s), now)
        return wait if 0 < wait < 2 * self.part_wait_s else None  # for this one's arrival, or for its time

    def _claimed(self, session: Session, part: OutboundPart, now: datetime) -> OutboundPart | float | None:
        """The part, ours to send; None when its address has opted out and it is dropped, or it waits for its owner."""
        if part.channel != EMAIL and held_parts.wait_for_owner(session, part, now):
            return None
        transport = self.transports.of(part.channel)
        due_at = now + timedelta(seconds=transport.lost_after_s)  # nobody need look at it before
        taken = parts.claim(
            session, part, state="dispatching", attempts=part.attempts + 1, claimed_by=self.worker_id,
            dispatched_at=now, first_dispatched_at=part.first_dispatched_at or now, due_at=due_at,
            **transport.claiming(session, part, now),
        )  # fmt: skip
        if taken is None:
            return None if self._refused(session, part, now) else 0.1
        return taken

    def _refused(self, session: Session, part: OutboundPart, now: datetime) -> bool:
        """Drop a part nobody may send: its address has opted out since it was written."""
        dropped = addresses.is_silent(session, part.address) and parts.change(
            session, part, expected=("pending",), state="dropped", closed_at=now
        )
        if dropped and part.kind == codes.KIND:
            codes.tell(session, part, "otp_not_delivered", now)
        return dropped

    def _unclaim(self, session: Session, part_id: int, claimed_at: datetime) -> None:
        parts.undo_claim(session, part_id, self.worker_id, claimed_at, self.clock.now())

    def _dispatch(self, part: OutboundPart, since: float) -> bool:
        """Send it, which was claimed after a moment (monotonic). True: it was accepted."""
        body: str | None = part.body
        attached: Sequence[StoredFile] = ()
        if not is_plain(part) or self.clock.monotonic() - since > FRESH_S:
            with self.database.read() as session:
                if not parts.is_ours(session, part):
                    return False  # this process was taken for lost, and another one has the part now
                attached = files.of_part(session, part)
                body = body_of(session, self.codes, part, self.clock.now())
        if body is None:
            self._drop(part)
            return False
        try:
            accepted = self.transports.of(part.channel).send(Outgoing(part, body, attached))
        except ProviderError as error:
            if not tapping.refused_at_once(part, error):
                self._outcomes.failed(part, error)
            elif self._without_template(part, error):
                return self._dispatch(part, since)
            return False
        self._outcomes.accepted(part, accepted)
        return True

    def _without_template(self, part: OutboundPart, error: ProviderError) -> bool:
        """Make a part go by its numbered text after all."""
        log.warning("a template was refused", extra={"part": part.id, "code": error.code})
        with self.database.write() as session:
            return tapping.leave_template(session, part, error.code)

    def _drop(self, part: OutboundPart) -> None:
        now = self.clock.now()
        with self.database.write() as session:
            lock_order.enter_by_part(session, part.id)
            if parts.change(session, part, expected=("dispatching",), state="dropped", closed_at=now):
                tell_dropped(session, part, now, self.links, self.default_language)


def _left(moment: datetime, now: datetime) -> float:
    return (moment - now).total_seconds()
