"""What work costs that ends before its answer because its person wished so, a turn or a run in the background: what it
had finished, and that only. Whoever stops it in the last moment, with the documents made, has stopped nothing."""

from dataclasses import dataclass
from math import ceil
from typing import Final

from sqlmodel import Session

from bot.agent.control import plan_in
from bot.dao.library import files
from bot.dao.money import ledger
from bot.dao.work import background_runs, runs
from bot.models import Run
from bot.services.money.prices import Prices
from bot.services.money.settling import Settled, Used, billed, settle
from bot.types import EntryKind

SENDING: Final = "send_"  # how the tools are called whose work arrives at once, without a file
MAKING: Final = "generate_"  # … and those that make one


@dataclass(frozen=True, slots=True)
class Ready:
    """Of the price that was reserved, what is `kept` and what goes `back`; `tools`: what its calls cost beside it. All
    in credits."""

    kept: int
    back: int
    tools: int

    @property
    def cost(self) -> int:
        """In all."""
        return self.kept + self.tools


def reckoned(session: Session, prices: Prices, run: Run) -> Ready:
    """What a run comes to that is stopped as it stands. Without a document its price goes back whole; with one, the
    share of the steps of its plan that it has not begun. Without a plan nobody can tell: nothing goes back. Of a call
    that was quoted its own price is kept, and only if it was made."""
    is_ready = bool(files.of_run(session, run.id))
    items = billed(session, prices, run, Used(), named=_named(is_ready=is_ready))
    due = sum(item.amount for item in items)
    if run.quoted:
        return Ready(min(due, run.price), max(0, run.price - due), 0)
    kept = _share(session, run) if is_ready else 0
    return Ready(kept, run.price - kept, min(due, max(0, run.budget - run.price)))


def leaves_something(session: Session, prices: Prices, run: Run) -> bool:
    """Whether who stops a run now may get, and pay, something: it is ready, or a tool that makes or sends it is at
    work."""
    tool = runs.tool_under_way(session, run.id) or ""
    at_work = tool.startswith((MAKING, SENDING)) or tool in prices.tools
    return at_work or bool(files.of_run(session, run.id)) or reckoned(session, prices, run).cost > 0


def settle_stopped(session: Session, prices: Prices, run: Run) -> Settled:
    """Post it, in the transaction that ends the run. May be called again: each line has its key."""
    ready = reckoned(session, prices, run)
    is_ready = bool(files.of_run(session, run.id))
    settled = settle(session, prices, run, Used(), called=True, named=_named(is_ready=is_ready))
    if run.quoted:
        return settled  # the rest of the quote has gone back
    owner = runs.owner(session, run.id)
    if owner is not None and ready.back:
        key = f"run:{run.id}:{'rest' if ready.kept else 'refund'}"
        ledger.post(session, owner, ready.back, EntryKind.REFUND, key, run.id, reason="stopped")
    return Settled(settled.charged - ready.back, settled.waived)


def _share(session: Session, run: Run) -> int:
    steps = plan_in(background_runs.plan(session, run.id) or "{}")
    begun = sum(step.state != "todo" for step in steps)
    return ceil(run.price * begun / len(steps)) if steps else run.price


def _named(*, is_ready: bool) -> str:
    """Which calls are paid, by how their tools are called: all that led to a document, else what was sent."""
    return "" if is_ready else SENDING
