"""Ledgers of any length, made up and written in bulk: many people over a year, in the proportions of a real one."""

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from sqlalchemy import bindparam, insert, update
from sqlmodel import col

from bot.dao.database import Database
from bot.dao.money import ledger_days
from bot.models import LedgerEntry, User

END = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
BATCH = 10_000
TOOLS = "generate_pdf generate_xlsx generate_docx generate_pptx web_search bash_execute send_email_to_user".split()
PACKS = {100: "Pack Découverte", 500: "Pack Famille", 2_000: "Pack Bureau"}
GESTURES = ("Geste après la panne du 3 mai", "Remboursement d’un document illisible", "Concours de dictée", "=1+1")


def fill(
    database: Database, number: int, *, users: int = 2_000, days: int = 365, end: datetime = END, closed: bool = True
) -> None:
    """Write `number` entries of `users` over `days` before `end`, and close the days that are over. The balances after
    them are right; one in a thousand is a gift with a reason."""
    step = timedelta(days=days) / number
    chance = random.Random(7)
    balances = [0] * (users + 1)
    rows = (_row(chance, place, end - step * (number - place), balances) for place in range(number))
    with database.write() as session:
        people = [{"id": user, "mode": "student", "phone": f"+2250700{user:06}", "credits": 0,
                   "last_seen_at": end, "created_at": end} for user in range(1, users + 1)]  # fmt: skip
        session.execute(insert(User), people)
    for some in _batches(rows):
        with database.write() as session:
            session.execute(insert(LedgerEntry.__table__), some)  # type: ignore[attr-defined]
    _balance(database, balances)
    if closed:
        close(database, end)


def close(database: Database, now: datetime) -> None:
    """What the chore does."""
    while True:
        with database.write() as session:
            if not ledger_days.close_next(session, now):
                return


def _balance(database: Database, balances: Sequence[int]) -> None:
    with database.write() as session:
        values = [{"number": user, "credits": balance} for user, balance in enumerate(balances) if balance]
        same = update(User.__table__).where(col(User.id) == bindparam("number"))  # type: ignore[attr-defined]
        session.connection().execute(same, values)


def _row(chance: random.Random, place: int, at: datetime, balances: list[int]) -> dict[str, Any]:
    user = min(int(chance.paretovariate(1.2) * 3), len(balances) - 1) if chance.random() < 0.5 else chance.randrange(
        1, len(balances))  # fmt: skip
    kind, amount, reason = _what(chance, balances[user])
    balances[user] += amount
    return {"user_id": user, "amount": amount, "balance": balances[user], "kind": kind, "reason": reason,
            "run_id": place // 2 + 1 if kind in ("turn", "tool") else None, "call_id": None, "actor": "system",
            "idempotency_key": f"made:{place}", "created_at": at}  # fmt: skip


def _what(chance: random.Random, balance: int) -> tuple[str, int, str]:
    if balance < 4:
        amount = chance.choice(list(PACKS))
        return "purchase", amount, PACKS[amount]
    at = chance.random()
    if at < 0.75:
        return "turn", chance.choice((-1, -1, -2)), ""
    if at < 0.92:
        return "tool", -chance.choice((1, 1, 2, 3)), chance.choice(TOOLS)
    if at < 0.96:
        return "segments", -1, ""
    if at < 0.99:
        return "bonus", chance.randint(1, 5), ""
    if at < 0.999:
        return "refund", chance.choice((1, 2)), ""
    return "grant", chance.randint(1, 60), chance.choice(GESTURES)


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    while some := list(islice(rows, BATCH)):
        yield some
