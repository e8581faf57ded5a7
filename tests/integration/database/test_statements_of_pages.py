"""The statements that docs/ gives operators work on the tables there are."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot.dao.database import Database
from bot.models import ProviderBreaker
from bot.models.base import utc_now

ROOT = Path(__file__).resolve().parents[3]
TEXT = "\n".join(page.read_text() for page in sorted((ROOT / "docs").glob("*.md")))
STATEMENTS = re.findall(r"`((?:SELECT|UPDATE|DELETE|INSERT) [^`]+)`", TEXT)


def test_there_are_some() -> None:
    assert len(STATEMENTS) >= 3


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_statement_of_a_page_is_understood(database: Database, statement: str) -> None:
    with database.write() as session:
        session.connection().exec_driver_sql(statement)


def test_a_provider_may_be_tried_at_once_behind_the_statement_that_says_so(database: Database) -> None:
    (statement,) = [each for each in STATEMENTS if "provider_breaker" in each]
    later = utc_now() + timedelta(minutes=10)
    with database.write() as session:
        session.add(ProviderBreaker(name="model", opened_at=utc_now(), probe_at=later))
    with database.write() as session:
        session.connection().exec_driver_sql(statement)
    with database.read() as session:
        at = session.get_one(ProviderBreaker, "model").probe_at
    assert at is not None
    assert abs(at - utc_now()) < timedelta(minutes=1)
