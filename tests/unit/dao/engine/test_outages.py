"""Which errors of SQLite are outages, which pass, and which are mistakes of ours."""

import sqlite3

import pytest
from sqlalchemy.exc import OperationalError

from bot.dao.engine.outages import Outage, outage_of

AWAY = (
    *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_SNAPSHOT, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL),
    *(sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL),
)
OURS = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_MISUSE, sqlite3.SQLITE_RANGE)


def error_of(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "outage"), [*((code, Outage.AWAY) for code in AWAY), *((code, None) for code in OURS)]
)
def test_whose_fault_an_error_is(code: int, outage: Outage | None) -> None:
    error = error_of(code)
    assert outage_of(error) is outage
    assert outage_of(OperationalError("BEGIN", {}, error)) is outage
