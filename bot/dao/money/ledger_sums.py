"""Whether the ledger adds up: balances beside the sums of their entries, and each entry beside those before it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import CTE, ScalarSelect, case, func, select, update
from sqlmodel import Session, col

from bot.models import LedgerEntry, User


@dataclass(frozen=True, slots=True)
class Sum:
    """One user's: the balance kept beside the ledger, what the entries come to, and how many entries say another
    balance than the entries up to them come to. `known`: the difference that an alert was raised for already."""

    user_id: int
    balance: int
    total: int
    astray: int
    known: str

    @property
    def difference(self) -> str:
        """What is wrong, the same as long as nothing is put right; empty when nothing is."""
        off = self.balance - self.total
        if off:  # then whatever is posted later stands astray as well: nothing new
            return f"{off:+d}"
        return f"{self.astray} astray" if self.astray else ""


def sums(session: Session, after: int, limit: int) -> Sequence[Sum]:
    """Those of the next users behind an id, by id: one statement, so that nobody's turn stands half in it."""
    batch = (
        select(col(User.id), col(User.credits), col(User.ledger_off))
        .where(col(User.id) > after)
        .order_by(col(User.id))
        .limit(limit)
        .cte("batch")
    )
    chain = (
        select(
            col(LedgerEntry.user_id),
            col(LedgerEntry.amount),
            col(LedgerEntry.balance),
            func.sum(LedgerEntry.amount)
            .over(partition_by=col(LedgerEntry.user_id), order_by=col(LedgerEntry.id))
            .label("running"),
        )
        # They are neighbours. As a range their entries are found by one look at an index; for a list of unknown length
        # PostgreSQL would rather read the whole ledger.
        .where(col(LedgerEntry.user_id).between(_end(func.min, batch), _end(func.max, batch)))
        .cte("chain")
    )
    rows = session.execute(
        select(
            batch.c.id,
            batch.c.credits,
            func.coalesce(func.sum(chain.c.amount), 0),
            func.coalesce(func.sum(case((chain.c.running != chain.c.balance, 1), else_=0)), 0),
            batch.c.ledger_off,
        )
        .select_from(batch.outerjoin(chain, chain.c.user_id == batch.c.id))
        .group_by(batch.c.id, batch.c.credits, batch.c.ledger_off)
        .order_by(batch.c.id)
    )
    return [Sum(row[0], row[1], int(row[2]), int(row[3]), row[4]) for row in rows]


def _end(least_or_most: Any, batch: CTE) -> ScalarSelect[Any]:
    return select(least_or_most(batch.c.id)).scalar_subquery()


def remember(session: Session, found: Sum) -> None:
    """Note which difference is known, or that there is none any more."""
    session.execute(update(User).where(col(User.id) == found.user_id).values(ledger_off=found.difference))
