"""Deliberately broken runtimes: the campaign must see through each. Applied in a child at its start, nowhere else."""

import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col

from bot.agent.spec import ToolCall, ToolOutcome
from bot.conversation.inbox import Inbox
from bot.conversation.turn import paying, runner
from bot.conversation.turn.journal import DatabaseJournal
from bot.conversation.turn.runner import TurnRunner
from bot.dao import conversations, parts, runs
from bot.models import OutboundPart, Run
from bot.services.delivery import by_twilio
from bot.services.delivery.by_twilio import ByTwilio
from bot.services.delivery.sender import Delivery
from bot.services.delivery.transport import NotSent
from bot.services.money import credits
from bot.services.money.settling import Settled
from bot.services.work.holds import Holds
from jobs.sweeper import Sweeper
from tests.chaos.weathers import GENTLE


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

    parts.advance = advance


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
    Sweeper.sweep = lambda _: None  # type: ignore[method-assign, assignment]


BROKEN: Mapping[str, Broken] = {
    "fence": Broken(
        "writes are not fenced by the epoch", _no_fence, ("freeze", "behind commit of Inbox._take"), "slow"
    ),
    "settle": Broken("Twilio's log is asked at once, before a late request can have arrived", _no_settling),
    "reconcile": Broken("a part without an answer is sent again, Twilio's log unasked", _no_question_to_twilio),
    "effect": Broken("a tool's effect is committed before its result", _effect_apart(first=True)),
    "lost": Broken("a tool's result is committed before its effect", _effect_apart(first=False)),
    "charge": Broken(
        "the charge is committed after the run",
        lambda: _put_off(credits, "reserve", Inbox, "_begun", _price),
        ("kill", "after commit of Inbox._begun"),
    ),
    "outbox": Broken(
        "the answer's parts are committed after the end of the run",
        lambda: _put_off(runner.replies, "write", TurnRunner, "_end"),
    ),
    "close": Broken(
        "messages are closed after the end of their run",
        lambda: _put_off(conversations, "close_inbound", TurnRunner, "_end"),
    ),
    "resume": Broken("a run that died is not gone on with", _no_resuming),
    "rank": Broken("callbacks overwrite a state whatever it was", _no_ranks),
    "order": Broken("a part does not wait for the one before it", _no_order),
    "ready": Broken("documents of what is stopped in the background cost nothing", _given_away, play="recalled"),
    "held": Broken("lanes that an outage left behind are kept", _no_giving_back, weathers=("restarts", "full")),
    "sweeper": Broken("nobody looks for what was forgotten", _no_sweeper),
}
