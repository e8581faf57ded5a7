"""What a turn asks of the database does not grow with what waits or with what was: statements, and what the database
itself does for them, within a fifth. SQLite counts instructions of its machine, PostgreSQL the rows it reads."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlmodel import update

from bot.dao.database import Database
from bot.models import InboundMessage
from tests.fakes import crowd
from tests.fakes.keys import conversation_id
from tests.fakes.model import says
from tests.fakes.waiting import eventually
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_long_queues import NOW, PLENTY, queue

pytestmark = pytest.mark.one_database

KEY = conversation_id(PUPIL)
OLD = 20_000  # messages; a thousand of them this person's
PAST = ("user_account", "address", "conversation", "inbound_message", "run", "iteration", "transcript_message",
        "outbound_part", "ledger_entry")  # fmt: skip
READ = "SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables"
OTHERS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
SAME = 1.2
UNIT = 10  # instructions
FEW = 50 * UNIT  # of those, or rows: what comes and goes with the minute (a heartbeat, another shard of a day's sums)


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one turn: statements, and the database's own work; on SQLite that of each statement too."""

    statements: int
    work: int
    of_each: Mapping[str, int]

    def is_as(self, other: "Cost") -> bool:
        """Whether neither is dearer than the other by more than a fifth."""
        pairs = ((self.statements, other.statements, 0), (self.work, other.work, FEW))
        return all(max(pair) <= min(pair) * SAME + few for *pair, few in pairs)

    def dearer(self, other: "Cost") -> str:
        """What costs more than in another turn, statement by statement."""
        more = {sql: (other.of_each.get(sql, 0), steps) for sql, steps in self.of_each.items()}
        return "\n".join(f"{few} {many} {sql}" for sql, (few, many) in more.items() if many > few * SAME + UNIT)


class Meter:
    """Counts what one engine is asked and what is done for it."""

    def __init__(self, database: Database, judge: Database) -> None:
        self.database, self.judge = database, judge
        self.statements, self.of_each, self._asked = 0, Counter[str](), ""
        event.listen(database.engine, "before_cursor_execute", self._sent)
        event.listen(database.engine, "checkout", self._taken)

    def of(self, act: Callable[[], None]) -> Cost:
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
        """As PostgreSQL has counted them: each connection tells at its end."""
        if self.database.is_sqlite:
            return 0
        self.database.engine.dispose()
        self.judge.engine.dispose()
        eventually(lambda: self._number(OTHERS) == 0, 20)
        return self._number(READ)

    def _number(self, query: str) -> int:
        """Each in a transaction of its own: within one, PostgreSQL shows what it was at the first look."""
        with self.judge.read() as session:
            return int(session.execute(text(query)).scalar_one())


def test_a_turn_costs_as_much_with_20_000_old_messages_as_with_none(line: Line, database: Database) -> None:
    line.model.script(lambda _request: says("Oui."))
    meter, costs = Meter(line.runtime.database, database), []
    for rows in (0, OLD):
        if rows:
            crowd.fill(database, rows, KEY, PAST)
        line.says("/nouveau")  # the model is shown nothing of what was
        line.says("Une question")
        crowd.analyse(database)
        costs.append(meter.of(lambda: line.says("Encore une question")))
    assert costs[1].is_as(costs[0]), f"{costs[0].work} {costs[1].work}\n{costs[1].dearer(costs[0])}"


def test_a_turn_costs_as_much_with_1_000_waiting_as_with_60(open_line: Callable[..., Line], database: Database) -> None:
    costs = []
    for waiting in (60, 60, 1_000):  # the first turn of a conversation says more
        line = open_line(**PLENTY)
        line.model.script(partial(last_answer, line))
        with database.write() as session:
            session.execute(update(InboundMessage).values(processed_at=NOW))
        queue(database, 1, "Une vraie question")
        queue(database, waiting)
        crowd.analyse(database)
        costs.append(Meter(line.runtime.database, database).of(lambda line=line: line.runtime.inbox.drain(KEY)))
    assert costs[2].is_as(costs[1]), f"{costs[1].work} {costs[2].work}\n{costs[2].dearer(costs[1])}"


def last_answer(line: Line, _request: object) -> Any:
    """The worker is asked to leave during the turn: it takes up nothing more."""
    line.runtime.shutdown.ask()
    return says("Oui.")
