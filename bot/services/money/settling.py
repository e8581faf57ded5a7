"""What a run costs in the end, in the transaction that ends it: beside the price reserved before it the calls that
succeeded, the length of an SMS, tokens and files, as far as they have a price; never more than was shown, nor than
there is."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session

from bot.dao import users
from bot.dao.money import ledger
from bot.dao.work import runs
from bot.models import Run
from bot.services.money.prices import Prices
from bot.types import EntryKind


@dataclass(frozen=True, slots=True)
class Used:
    """What an answer took beside its tools: `segments` of the SMS it is, `size` of files handed over, in bytes."""

    model: str = ""
    tokens: int = 0
    segments: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the bill."""

    kind: EntryKind
    amount: int
    key: str
    reason: str
    call_id: str | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """What a run cost in all, in credits, and what nobody paid: beyond what was shown, or what there was."""

    charged: int
    waived: int


def settle(session: Session, prices: Prices, run: Run, used: Used, *, called: bool, named: str = "") -> Settled:
    """Post what a run cost. May be called again: each line has its key. `called`: it may have called tools; `named`:
    only those whose name begins so are paid."""
    bill = billed(session, prices, run, used, called=called, named=named)
    due = sum(item.amount for item in bill)
    owner = run.user_id if run.quoted or due else None
    if owner is None:
        return Settled(run.price, due)
    owner = runs.owner(session, run.id) or owner  # locked: what is left stays as it is until we are done
    if run.quoted:
        kept = _keep(session, run, owner, due)
        return Settled(kept, due - kept)
    taken = _take(session, run, owner, bill)
    return Settled(run.price + taken, due - taken)


def billed(
    session: Session, prices: Prices, run: Run, used: Used, *, called: bool = True, named: str = ""
) -> list[Item]:
    """The lines of a bill that cost something; the arguments as of `settle`."""
    return [item for item in _bill(session, prices, run, used, named if called else None) if item.amount]


def _bill(session: Session, prices: Prices, run: Run, used: Used, named: str | None) -> Iterator[Item]:
    for call in runs.tool_calls(session, run.id) if named is not None else ():
        is_made = call.status == "success" and call.dispatches  # one that is held was never made
        if is_made and call.tool.startswith(named or ""):
            amount = prices.of_call(call.tool, call.arguments)
            yield Item(EntryKind.TOOL, amount, f"run:{run.id}:call:{call.id}", call.tool, call.call_id)
    yield from _used(prices, run, used)


def _used(prices: Prices, run: Run, used: Used) -> Iterator[Item]:
    key = f"run:{run.id}"
    yield Item(EntryKind.SEGMENTS, prices.of_segments(used.segments), f"{key}:segments", "segments")
    yield Item(EntryKind.SEGMENTS, prices.of_bytes(used.size), f"{key}:files", "files")
    yield Item(EntryKind.TURN, prices.of_tokens(used.model, used.tokens), f"{key}:tokens", "tokens")


def _keep(session: Session, run: Run, owner: int, due: int) -> int:
    """Of what the person agreed to, keep what it cost, and give the rest back."""
    rest = max(0, run.price - due)
    if rest:
        key = f"run:{run.id}:rest"
        ledger.post(session, owner, rest, EntryKind.REFUND, key, run.id, reason="quote")
    return run.price - rest


def _take(session: Session, run: Run, owner: int, bill: list[Item]) -> int:
    """Take each line as far as the budget and the balance reach; what nobody pays is ours."""
    left = max(0, run.budget - run.price)
    taken = 0
    for item in bill:
        found = ledger.amount_of(session, item.key)
        if found is None:
            amount = min(item.amount, left, users.balance(session, owner))
            if amount:
                ledger.post(session, owner, -amount, item.kind, item.key, run.id,
                            reason=item.reason, call_id=item.call_id, actor=f"user:{owner}")  # fmt: skip
        else:
            amount = -found
        left, taken = left - amount, taken + amount
    return taken
