"""Deliberately broken runtimes: the campaign must see through each. Applied in a child at its start, nowhere else."""

import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import delete, update
from sqlmodel import Session, col

from bot.agent.spec import ToolCall, ToolOutcome
from bot.conversation.inbox import Inbox
from bot.conversation.turn import paying, runner
from bot.conversation.turn.journal import DatabaseJournal
from bot.conversation.turn.runner import TurnRunner
from bot.dao import conversations
from bot.dao.delivery import part_sids, parts
from bot.dao.work import runs, workers
from bot.errors import ShuttingDown
from bot.models import OutboundPart, Run, TranscriptMessage
from bot.services.delivery import by_twilio
from bot.services.delivery.by_twilio import ByTwilio
from bot.services.delivery.sender import Delivery
from bot.services.delivery.states import RANKS
from bot.services.delivery.transport import NotSent
from bot.services.money import credits
from bot.services.money.settling import Settled
from bot.services.work.holds import Holds
from bot.services.work.leases import Lease
from bot.types import StopReason
from jobs.sweeper import Sweeper
from tests.chaos.weathers import GENTLE

DEPLOYS = ("deploys", "twilio")


@dataclass(frozen=True, slots=True)
class Broken:
    """One way to break the product."""

    what: str
    apply: Callable[[], None]
    aim: tuple[str, str] | None = None  # action and instant of most lives, where chance alone would take long
    play: str = ""  # of everybody, for the same reason
    weathers: Collection[str] = GENTLE


def _no_fence() -> None:
    conversations.fence = lambda *_: None  # type: ignore[assignment]


def _no_settling() -> None:
    by_twilio.HTTP_TIMEOUT_S = by_twilio.SETTLE_S = 0.0


def _no_question_to_twilio() -> None:
    ByTwilio.find = lambda _self, _sought: NotSent()  # type: ignore[method-assign]


def _effect_apart(*, first: bool) -> Callable[[], None]:
    def apply() -> None:
        original = DatabaseJournal.finished

        def finished(self: DatabaseJournal, iteration: int, call: ToolCall, outcome: ToolOutcome) -> None:
            commit = outcome.output.commit if outcome.output else None
            if outcome.output is None or commit is None:
                original(self, iteration, call, outcome)
                return
            bare = replace(outcome, output=replace(outcome.output, commit=None))
            if not first:
                original(self, iteration, call, bare)
            with self.lease.write() as session:
                commit(session)
            if first:
                original(self, iteration, call, bare)

        DatabaseJournal.finished = finished  # type: ignore[method-assign]

    return apply


def _put_off(module: Any, name: str, owner: Any, method: str, meanwhile: Callable[..., Any] = lambda *_: None) -> None:
    """Take a step out of the transaction of `owner`.`method` and do it in one of its own, afterwards."""
    step, outer = getattr(module, name), getattr(owner, method)
    mine = threading.local()

    def collected(session: Session, *args: Any, **options: Any) -> Any:
        if getattr(mine, "calls", None) is None:
            return step(session, *args, **options)
        mine.calls.append((args, options))
        return meanwhile(*args)

    def wrapped(self: Any, *args: Any, **options: Any) -> Any:
        mine.calls = todo = []
        try:
            outcome = outer(self, *args, **options)
        finally:
            mine.calls = None
        for given, named in todo:
            with self.database.write() as session:
                step(session, *given, **named)
        return outcome

    setattr(module, name, collected)
    setattr(owner, method, wrapped)


def _price(user_id: int | None, price: int, _run_id: int) -> int:
    return price if user_id is not None else 0


def _no_resuming() -> None:
    runs.direct = lambda *_: None  # type: ignore[assignment]


def _no_ranks() -> None:
    def advance(session: Session, part_id: int, _lower_states: Any, **values: Any) -> bool:
        session.execute(update(OutboundPart).where(col(OutboundPart.id) == part_id).values(**values))
        return True

    tied = part_sids.advance
    parts.advance = advance
    part_sids.advance = lambda session, part_id, sid, _lower, **values: tied(
        session, part_id, sid, tuple(RANKS), **values
    )  # type: ignore[assignment, arg-type]


def _no_order() -> None:
    def next_in(self: Delivery, session: Session, line: Any, now: datetime) -> OutboundPart | float | None:
        free = [part for part in line if part.state == "pending" and part.due_at <= now]
        return self._claimed(session, free[0], now) if free else original(self, session, line, now)

    original = Delivery._next_in
    Delivery._next_in = next_in  # type: ignore[method-assign]


def _given_away() -> None:
    def settle_stopped(session: Session, _prices: Any, run: Run) -> Settled:
        credits.refund(session, run.user_id, run.price, run.id)
        return Settled(0, 0)

    paying.settle_stopped = settle_stopped  # type: ignore[attr-defined]


def _no_giving_back() -> None:
    Holds.give_back = lambda _: []  # type: ignore[method-assign]


def _no_sweeper() -> None:
    Sweeper.sweep = Sweeper.wake_waiting = lambda _: None  # type: ignore[method-assign, assignment]


def _stopped_is_done() -> None:
    original = TurnRunner.execute

    def execute(self: TurnRunner, lease: Lease, person: Any, messages: Any, run: Run) -> Any:
        try:
            return original(self, lease, person, messages, run)
        except ShuttingDown:
            with lease.write() as session:
                now = self.clock.now()
                runs.end(session, run.id, now, status="done", stop_reason=StopReason.DONE_SIGNAL)
                conversations.close_inbound(session, messages, str(StopReason.DONE_SIGNAL), now)
            return ()

    TurnRunner.execute = execute  # type: ignore[method-assign]


def _no_checkpoint() -> None:
    def leave_if_asked(self: DatabaseJournal) -> None:
        if self.leaving():
            with self.lease.write() as session:
                mine = (col(TranscriptMessage.run_id) == self.run_id, col(TranscriptMessage.role) != "user")
                session.execute(delete(TranscriptMessage).where(*mine))
            raise ShuttingDown

    DatabaseJournal._leave_if_asked = leave_if_asked  # type: ignore[method-assign]


def _no_life_back() -> None:
    conversations.give_lives_back = lambda *_: None  # type: ignore[assignment]


def _no_farewell() -> None:
    workers.forget = lambda *_: None  # type: ignore[assignment]


BROKEN: Mapping[str, Broken] = {
    "fence": Broken(
        "writes are not fenced by the epoch", _no_fence, ("freeze", "behind commit of Inbox._take"), "slow"
    ),
    "settle": Broken("Twilio's log is asked at once, before a late request can have arrived", _no_settling),
    "reconcile": Broken("a part without an answer is sent again, Twilio's log unasked", _no_question_to_twilio),
    "effect": Broken(
        "a tool's effect is committed before its result",
        _effect_apart(first=True),
        ("kill", "after commit of ToolRunner.record"),
        "write",
    ),
    "lost": Broken("a tool's result is committed before its effect", _effect_apart(first=False)),
    "charge": Broken(
        "the charge is committed after the run",
        lambda: _put_off(credits, "reserve", Inbox, "_begun", _price),
        ("kill", "after commit of Inbox._begin"),
    ),
    "outbox": Broken(
        "the answer's parts are committed after the end of the run",
        lambda: _put_off(runner.reply, "write", TurnRunner, "_end"),
        ("kill", "after commit of TurnRunner._end"),
    ),
    "close": Broken(
        "messages are closed after the end of their run",
        lambda: _put_off(conversations, "close_inbound", TurnRunner, "_end"),
        ("kill", "after commit of TurnRunner._end"),
    ),
    "resume": Broken("a run that died is not gone on with", _no_resuming),
    "rank": Broken("callbacks overwrite a state whatever it was", _no_ranks),
    "order": Broken("a part does not wait for the one before it", _no_order, play="long"),
    "ready": Broken("documents of what is stopped in the background cost nothing", _given_away, play="recalled"),
    "held": Broken("lanes that an outage left behind are kept", _no_giving_back, weathers=("restarts", "full")),
    "sweeper": Broken("nobody looks for what was forgotten", _no_sweeper),
    "over": Broken("a run that must stop is taken for one that is done", _stopped_is_done, weathers=DEPLOYS),
    "amnesia": Broken("a run that must stop loses its checkpoints", _no_checkpoint, weathers=DEPLOYS),
    "toll": Broken("a deployment costs a life", _no_life_back, weathers=DEPLOYS),
    "grip": Broken("whoever leaves does not say so", _no_farewell, weathers=DEPLOYS),
}
