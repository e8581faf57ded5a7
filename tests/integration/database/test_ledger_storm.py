"""The ledger in a storm of threads: a few seconds of what `python -m tests.chaos.ledger` does at length."""

from sqlalchemy import text

from bot.dao.database import Database
from tests.chaos.ledger import blow


def test_whatever_threads_do_at_once_adds_up(database: Database) -> None:
    storm = blow(database, threads=8, operations=30, seed=7)
    assert storm.differences() == []
    assert set(storm.counts) >= {"post", "shared", "turn", "refund", "merge", "erase"}


def test_a_single_credit_too_many_would_be_seen(database: Database) -> None:
    storm = blow(database, threads=2, operations=10, seed=8)
    with database.write() as session:
        session.execute(text("UPDATE user_account SET credits = credits + 1 WHERE id = 5"))
    assert len(storm.differences()) == 1
