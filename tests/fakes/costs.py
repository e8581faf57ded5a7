"""What something asks of a database, and what the database itself does for that: on SQLite instructions of its machine,
on PostgreSQL the rows that it reads. Neither depends on how busy the machine is."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import event, text

from bot.dao.database import Database
from tests.fakes.engines import hear

UNIT = 10  # instructions
# Rows that an index alone tells of are fetched as well, and so counted, as long as nothing has been vacuumed.
READ = "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables"
TELL = "SELECT pg_stat_force_next_flush()"


@dataclass(frozen=True, slots=True)
class Cost:
    """Statements, and the database's own work; on SQLite that of each statement too."""

    statements: int
    work: int
    of_each: Mapping[str, int]

    def dearer(self, other: "Cost", times: float) -> str:
        """What costs more than so many times what it did there, statement by statement."""
        more = {sql: (other.of_each.get(sql, 0), steps) for sql, steps in self.of_each.items()}
        return "\n".join(f"{few} {many} {sql}" for sql, (few, many) in more.items() if many > few * times + UNIT)


class Meter:
    """Counts what one engine is asked, and what is done for it. `judge`: another way to the same database, which is not
    counted. Make it before what is to be measured has opened its connections."""

    def __init__(self, database: Database, judge: Database) -> None:
        self.database, self.judge = database, judge
        self.statements, self.of_each, self._asked = 0, Counter[str](), ""
        hear(database, "before_cursor_execute", self._sent)
        event.listen(database.engine, "checkout", self._taken)
        if not database.is_sqlite:
            for engine in (database.engine, judge.engine):
                for end in ("commit", "rollback"):
                    event.listen(engine, end, _tell)

    def of(self, act: Callable[[], object]) -> Cost:
        """What an act takes."""
        rows, self.statements = self._rows(), 0
        self.of_each.clear()
        act()
        work = self.of_each.total() if self.database.is_sqlite else self._rows() - rows
        return Cost(self.statements, work, dict(self.of_each))

    def _sent(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        self.statements, self._asked = self.statements + 1, " ".join(statement.split())

    def _taken(self, connection: Any, *_: Any) -> None:
        if self.database.is_sqlite:
            connection.set_progress_handler(self._step, UNIT)

    def _step(self) -> int:
        self.of_each[self._asked] += UNIT
        return 0

    def _rows(self) -> int:
        """Each time in a transaction of its own: within one, PostgreSQL shows what it was at the first look."""
        if self.database.is_sqlite:
            return 0
        with self.judge.read() as session:
            return int(session.execute(text(READ)).scalar_one())


def _tell(connection: Any) -> None:
    """Have a transaction that ends count at once; by itself PostgreSQL gathers its counts for seconds."""
    driver = connection.connection.driver_connection
    if driver.info.transaction_status.name == "INTRANS":
        driver.execute(TELL)
