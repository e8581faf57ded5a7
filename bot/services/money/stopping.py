"""What work in the background costs that ends before its answer because its person wished so: what it had finished, and
that only. Whoever stops it in the last moment, with the documents made, has stopped nothing."""

from dataclasses import dataclass
from math import ceil
from typing import Final

from sqlmodel import Session

from bot.agent.control import plan_in
from bot.dao import background_runs, files, ledger, runs
from bot.models import Run
from bot.services.money.prices import Prices
from bot.services.money.settling import Settled, Used, billed, settle
from bot.types import EntryKind

SENDING: Final = "send_"  # how the tools are called whose work arrives at once, without a file


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
    share of the steps of its plan that it has not begun. Without a plan nobody can tell: nothing goes back."""
    is_ready = bool(files.of_run(session, run.id))
    kept = _share(session, run) if is_ready else 0
    items = billed(session, prices, run, Used(), named=_named(is_ready=is_ready))
    tools = min(sum(item.amount for item in items), max(0, run.budget - run.price))
    return Ready(kept, run.price - kept, tools)


def settle_stopped(session: Session, prices: Prices, run: Run) -> Settled:
    """Post it, in the transaction that ends the run. May be called again: each line has its key."""
    ready = reckoned(session, prices, run)
    is_ready = bool(files.of_run(session, run.id))
    settled = settle(session, prices, run, Used(), called=True, named=_named(is_ready=is_ready))
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
