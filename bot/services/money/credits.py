"""Credits taken before a turn and given back when it failed through no fault of the user; gifts. What a turn cost
beside its price is settled at its end: bot.services.money.settling."""

from collections.abc import Sequence

from sqlmodel import Session

from bot.dao.money import ledger
from bot.dao.work import runs
from bot.errors import InsufficientCredits
from bot.models import Run, User
from bot.types import EntryKind


def reserve(session: Session, user_id: int | None, price: int, run_id: int) -> int:
    """Take the price of a turn and return it, in credits. Raises InsufficientCredits. Guests pay nothing."""
    if user_id is None or not price:
        return 0
    key, actor = f"run:{run_id}:reserve", f"user:{user_id}"
    if not ledger.post(session, user_id, -price, EntryKind.TURN, key, run_id, actor=actor):
        raise InsufficientCredits
    return price


def reserve_quoted(session: Session, run: Run, price: int, tool: str, call_id: str) -> None:
    """Take what a person has agreed to, before the call that costs it. Raises InsufficientCredits."""
    if run.user_id is None:
        return
    key, actor = f"run:{run.id}:reserve", f"user:{run.user_id}"
    said = {"reason": tool, "call_id": call_id, "actor": actor}
    if not ledger.post(session, run.user_id, -price, EntryKind.TOOL, key, run.id, **said):
        raise InsufficientCredits
    run.price = run.budget = price
    run.quoted = True


def reserve_more(session: Session, run: Run, price: int, step: str) -> None:
    """Raise what is reserved for a run to `price` credits; `step` says once for what. Raises InsufficientCredits."""
    more = price - run.price
    if run.user_id is None or more <= 0:
        return
    key, actor = f"run:{run.id}:{step}", f"user:{run.user_id}"
    if not ledger.post(session, run.user_id, -more, EntryKind.TURN, key, run.id, actor=actor):
        raise InsufficientCredits
    run.price = price


def refund(session: Session, user_id: int | None, price: int, run_id: int) -> None:
    """Give what was reserved for a turn back, whole, once: to whoever the run is now, for `user_id` may have become
    one with another user since."""
    if user_id is not None and price:
        owner = runs.owner(session, run_id) or user_id
        ledger.post(session, owner, price, EntryKind.REFUND, f"run:{run_id}:refund", run_id)


def welcome(session: Session, user_id: int, amount: int, tokens: Sequence[str]) -> None:
    """The gift of a first sign-in, once for all of `tokens`, each of which stands for a number and outlives its user;
    the first names a new gift."""
    keys = [f"welcome:{token}" for token in tokens]
    if amount and not ledger.has_any(session, keys):
        ledger.post(session, user_id, amount, EntryKind.WELCOME, keys[0])


def top_up(session: Session, user: User, amount: int) -> None:
    """Raise a balance to `amount`; an operator's gift, one ledger entry each time something was missing."""
    missing = amount - user.credits
    if missing > 0:
        key = f"grant:{user.id}:{ledger.count(session, user.id)}"
        ledger.post(session, user.id, missing, EntryKind.GRANT, key, reason="command line")
        session.refresh(user)
