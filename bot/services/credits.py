"""What turns cost. Credits are reserved before a turn, settled after it, refunded when it failed through no
fault of the user."""

from sqlmodel import Session

from bot.dao import ledger
from bot.errors import InsufficientCredits
from bot.models import User
from bot.types import Mode

FLAT_PRICE = {Mode.GUEST: 0, Mode.STUDENT: 1, Mode.PRO: 2}  # credits a turn


def reserve(session: Session, user_id: int | None, mode: Mode, run_id: int) -> None:
    """Take the price of a turn. Raises InsufficientCredits. Guests pay nothing."""
    price = FLAT_PRICE[mode]
    if user_id is None or not price:
        return
    if not ledger.post(session, user_id, -price, "turn", f"run:{run_id}:reserve", run_id):
        raise InsufficientCredits


def refund(session: Session, user_id: int | None, mode: Mode, run_id: int) -> None:
    """Give the price of a turn back, whole."""
    price = FLAT_PRICE[mode]
    if user_id is not None and price:
        ledger.post(session, user_id, price, "refund", f"run:{run_id}:refund", run_id)


def top_up(session: Session, user: User, amount: int) -> None:
    """Raise a balance to `amount`; an operator's gift, one ledger entry each time something was missing."""
    missing = amount - user.credits
    if missing > 0:
        ledger.post(session, user.id or 0, missing, "grant", f"grant:{user.id}:{ledger.count(session, user.id or 0)}")
        session.refresh(user)
