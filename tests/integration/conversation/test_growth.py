"""What a turn leaves in the database: the figures of docs/scale.md. `pytest -s` prints them."""

from collections import Counter
from collections.abc import Mapping

from sqlmodel import SQLModel, func, select

from bot.dao.database import Database
from tests.fakes.model import ScriptedModel, says
from tests.integration.conversation.conftest import Line

TURNS = 40
QUESTION = "Peux-tu m’expliquer comment on additionne deux fractions qui n’ont pas le même dénominateur ?"
ANSWER = "On cherche un dénominateur commun, puis on additionne les numérateurs. " * 6
# Rows that a question and its answer may add. Whoever adds one says here what for.
MOST = {
    "inbound_message": 1,  # the Sid, for ever
    "run": 1,
    "iteration": 1,
    "transcript_message": 2,
    "outbound_part": 1,
    "ledger_entry": 1,
    "spending": 0.2,  # a few a mode and day, however many turns
}


def rows(database: Database) -> Mapping[str, int]:
    with database.read() as session:
        tables = SQLModel.metadata.sorted_tables
        return Counter({t.name: session.execute(select(func.count()).select_from(t)).scalar_one() for t in tables})


def size(database: Database) -> int:
    """Bytes of tables and indexes."""
    with database.read() as session:
        connection = session.connection()
        if database.is_sqlite:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            return int(pages) * int(connection.exec_driver_sql("PRAGMA page_size").scalar_one())
        return sum(
            int(connection.exec_driver_sql(f"SELECT pg_total_relation_size('{table.name}')").scalar_one())
            for table in SQLModel.metadata.sorted_tables
        )


def test_a_plain_turn_leaves_few_rows(line: Line, model: ScriptedModel) -> None:
    model.script(lambda _request: says(ANSWER))
    line.says(QUESTION)
    rows_before, bytes_before = rows(line.database), size(line.database)
    for _ in range(TURNS):
        line.says(QUESTION)
    grown = Counter(rows(line.database)) - Counter(rows_before)
    each = {name: number / TURNS for name, number in sorted(grown.items())}
    kind = "SQLite" if line.database.is_sqlite else "PostgreSQL"
    print(f"\n{kind}: {sum(each.values()):.1f} rows, {(size(line.database) - bytes_before) / TURNS:.0f} bytes: {each}")  # noqa: T201
    assert {name: number for name, number in each.items() if number > MOST.get(name, 0)} == {}
