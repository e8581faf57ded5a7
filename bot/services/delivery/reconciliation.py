"""Finding out what became of a part nobody told us about: the provider's own log is asked before anything is
repeated."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import assert_never

from sqlmodel import Session

from bot.clock import Clock
from bot.dao import alerts, clock_jumps, lock_order
from bot.dao.database import Database
from bot.dao.delivery import part_sids, parts
from bot.errors import ProviderError
from bot.models import OutboundPart
from bot.services.delivery import codes, mails, refusals, reminders, tapping
from bot.services.delivery.states import ARRIVED, FINAL, REFUSED, below
from bot.services.delivery.transport import Found, NobodyKnows, NotSent, Refusal, Sought, Transports
from bot.services.library.files import Links
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import Language

AROUND = timedelta(minutes=2)
AROUND_A_JUMP = timedelta(hours=2)  # of a clock
GIVE_UP_AFTER = timedelta(minutes=5)
POLL_EVERY = timedelta(hours=1)
STOP_POLLING_AFTER = timedelta(hours=12)
TRY_AGAIN, LATER_AGAIN = timedelta(seconds=10), timedelta(minutes=1)
TAKEN_LATELY = timedelta(minutes=2)
HOLDS_BACK_AT_MOST = timedelta(minutes=30)
QUICK_ATTEMPTS = 4  # beyond them each waits twice as long as the one before …
SEND_AGAIN, SLOWEST = timedelta(seconds=15), clock_jumps.LONGEST_WAIT - timedelta(minutes=1)
STOP_SENDING_AFTER = timedelta(hours=6)  # … until here: longer than Twilio has ever been away …
FEWEST_ATTEMPTS = 20  # … by a clock that was right: one that jumps makes no hours of seconds

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """What a worker needs to find out about parts."""

    database: Database
    transports: Transports
    links: Links
    clock: Clock
    codes: OneTimeCodes
    default_language: Language

    def find_out(self, part: OutboundPart) -> None:
        """Ask the provider about one part and write down the answer."""
        transport = self.transports.of(part.channel)
        try:
            fate = transport.find(self._sought(part))
        except ProviderError as error:
            log.warning("the provider's log cannot be read", extra={"part": part.id, "error": str(error)})
            _postpone(self.database, part, self.clock.now())
            return
        now = self.clock.now()
        with self.database.write() as session:
            lock_order.enter_by_part(session, part.id)
            match fate:
                case Found():
                    _write_down(session, part, fate, transport.refusal(fate.code), now, self.links)
                case NotSent():
                    _send_again(session, part, now)
                case NobodyKnows():
                    self._leave_unknown(session, part, now)
                case _:
                    assert_never(fate)

    def _sought(self, part: OutboundPart) -> Sought:
        now = self.clock.now()
        left_at = part.first_dispatched_at or now
        around = AROUND if left_at <= now + AROUND else AROUND_A_JUMP  # it left by a clock that has gone back since
        return Sought(
            part,
            said=self._said(part),
            taken=self._taken,
            since=min(left_at, now) - around,
            until=now + AROUND,
        )

    def _said(self, part: OutboundPart) -> Callable[[str], bool]:
        if part.kind == reminders.KIND:
            return lambda _body: True  # what Meta has approved, word for word, only they know
        if part.kind != codes.KIND:
            return partial(tapping.may_have_said, part)
        with self.database.read() as session:
            bodies = codes.texts_of(session, self.codes, part)
        return lambda body: body.strip() in bodies

    def _taken(self, sids: Sequence[str]) -> set[str]:
        with self.database.read() as session:
            return part_sids.known(session, sids)

    def _leave_unknown(self, session: Session, part: OutboundPart, now: datetime) -> None:
        """Never repeated after a doubt that nobody can end; said, to the person and an operator."""
        if not parts.change(session, part, expected=("unknown",), closed_at=now):
            return
        if part.kind == mails.KIND:
            mails.give_up(session, part, "mail_unknown", now, self.links, self.default_language)
        else:
            _tell_unknown(session, part, now)


def _write_down(
    session: Session, part: OutboundPart, found: Found, refusal: Refusal, now: datetime, links: Links
) -> None:
    if not part_sids.bind(session, part.id, found.sid):  # it is another part's since it was looked for
        parts.change(session, part, expected=(part.state,), due_at=now + TRY_AGAIN)
        return
    state = found.state
    old = part.dispatched_at is not None and now - part.dispatched_at > STOP_POLLING_AFTER
    closed = now if state in FINAL or old else None
    was = part.state
    values = {"state": state, "error_code": found.code, "closed_at": closed, "due_at": now + POLL_EVERY}
    risen = parts.advance(session, part.id, below(state), **values)
    if risen and state in REFUSED:
        refusals.handle(session, part, refusal, now, links)
    elif risen and state in ARRIVED:
        refusals.take_back(session, part, was, now)
    elif not risen and old:  # nothing new for hours: nobody asks any more
        parts.advance(session, part.id, (state,), closed_at=now)


def _send_again(session: Session, part: OutboundPart, now: datetime) -> None:
    """It never left: soon, then ever more slowly while no call is answered; in the end those behind it go on without
    it."""
    if part.attempts > FEWEST_ATTEMPTS and now - (part.first_dispatched_at or now) > STOP_SENDING_AFTER:
        if parts.change(session, part, expected=("unknown",), state="failed", closed_at=now):
            _tell_unknown(session, part, now)
        return
    pause = SEND_AGAIN * 2 ** min(part.attempts - QUICK_ATTEMPTS, 16) if part.attempts > QUICK_ATTEMPTS else timedelta()
    due = now + min(pause, SLOWEST)
    parts.change(session, part, expected=("unknown",), state="pending", due_at=due)


def _postpone(database: Database, part: OutboundPart, now: datetime) -> None:
    """Ask again, soon where the conversation is held back by it; past the limit stop holding it back and say so, to the
    person and an operator."""
    waited = now - (part.first_dispatched_at or now)
    with database.write() as session:
        lock_order.enter_by_part(session, part.id)
        if part.state == "unknown" and _is_given_up(session, part, waited, now):
            if parts.change(session, part, expected=("unknown",), state="failed", closed_at=now):
                _tell_unknown(session, part, now)
        elif part.state != "unknown" and waited > STOP_POLLING_AFTER:
            parts.change(session, part, expected=(part.state,), closed_at=now)
        else:
            soon = TRY_AGAIN if waited <= GIVE_UP_AFTER else LATER_AGAIN
            again = soon if part.state == "unknown" else POLL_EVERY
            parts.change(session, part, expected=(part.state,), due_at=now + again)


def _is_given_up(session: Session, part: OutboundPart, waited: timedelta, now: datetime) -> bool:
    """Whether nobody asks any more about a part whose provider's log cannot be read. The line that tells of such a part
    is not lost to the same outage: while the provider takes nothing from anybody it is asked for until the provider is
    back, unless somebody has waited behind it for long."""
    if waited <= GIVE_UP_AFTER:
        return False
    if waited > STOP_SENDING_AFTER or not refusals.tells_doubt(part):
        return True
    if parts.any_taken_behind(session, part, since=now - TAKEN_LATELY):
        return True
    return waited > HOLDS_BACK_AT_MOST and parts.any_waits(session, part.conversation_id)


def _tell_unknown(session: Session, part: OutboundPart, now: datetime) -> None:
    refusals.tell_unknown(session, part, now)
    alerts.add(session, "delivery_unknown", f"part {part.id}", part.run_id)
