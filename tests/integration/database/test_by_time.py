"""The first row of a time, found without reading the table."""

from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import select

from bot.dao.by_time import first_id_since
from bot.dao.database import Database
from bot.models import Alert
from bot.models.base import utc_now


@pytest.mark.parametrize("gaps", [False, True])
def test_the_first_row_of_a_time_is_found(database: Database, gaps: bool) -> None:
    now = utc_now().replace(microsecond=0)
    with database.write() as session:
        assert first_id_since(session, Alert, Alert.created_at, now) == 1
        for minute in range(200):
            session.add(Alert(kind="x", created_at=now + timedelta(minutes=minute // 2)))
            session.flush()
        if gaps:
            for alert in session.exec(select(Alert)).all():
                if alert.id % 7 < 5 or 50 < alert.id < 120:
                    session.delete(alert)
    with database.read() as session:
        rows = session.exec(select(Alert).order_by(Alert.id)).all()
        for minute in (-1, 0, 1, 37, 60, 98, 99, 100, 500):
            since = now + timedelta(minutes=minute)
            expected = next((row.id for row in rows if row.created_at >= since), rows[-1].id + 1)
            found = first_id_since(session, Alert, Alert.created_at, since)
            assert [row.id for row in rows if row.id >= found] == [row.id for row in rows if row.id >= expected], minute


def test_it_takes_few_looks_and_never_reads_the_table(database: Database) -> None:
    now = utc_now()
    with database.write() as session:
        for number in range(2_000):
            session.add(Alert(kind="x", created_at=now + timedelta(seconds=number)))
    asked: list[str] = []
    event.listen(database.engine, "before_cursor_execute", lambda _c, _k, said, *_more: asked.append(said))
    with database.read() as session:
        first_id_since(session, Alert, Alert.created_at, now + timedelta(seconds=777))
    looks = [said for said in asked if "alert" in said]
    assert len(looks) <= 14
    assert not any("min(" in said and "max(" in said for said in looks), "SQLite reads every row for both at once"
