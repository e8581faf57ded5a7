"""What a turn asks of the database does not grow with what waits or with what was: statements, and what the database
itself does for them, within a fifth. `make bench ARGS=flat` tells it of ten times as many messages, and the CPU."""

from collections.abc import Callable
from functools import partial
from typing import Any

from sqlmodel import update

from bot.dao.database import Database
from bot.models import InboundMessage
from tests.fakes import crowd
from tests.fakes.costs import UNIT, Cost, Meter
from tests.fakes.keys import conversation_id
from tests.fakes.model import says
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_long_queues import NOW, PLENTY, queue

KEY = conversation_id(PUPIL)
OLD = 20_000  # messages; a thousand of them this person's
PAST = ("user_account", "address", "conversation", "inbound_message", "run", "iteration", "transcript_message",
        "outbound_part", "ledger_entry")  # fmt: skip
SAME = 1.2
FEW = {
    True: 50 * UNIT,
    False: 20,
}  # of SQLite's instructions, of PostgreSQL's rows: what comes and goes with the minute


def is_same(database: Database, one: Cost, other: Cost) -> bool:
    """Whether neither is dearer than the other by more than a fifth."""
    return is_no_dearer(database, one, other) and is_no_dearer(database, other, one)


def is_no_dearer(database: Database, many: Cost, few: Cost) -> bool:
    """Whether the first is dearer by a fifth at most. It may be cheaper: PostgreSQL reads a table of twenty rows whole,
    where it takes the index of one of a thousand."""
    pairs = ((many.statements, few.statements, 0), (many.work, few.work, FEW[database.is_sqlite]))
    return all(more <= less * SAME + some for more, less, some in pairs)


def test_a_turn_costs_as_much_with_20_000_old_messages_as_with_none(line: Line, database: Database) -> None:
    line.model.script(lambda _request: says("Oui."))
    meter, costs = Meter(line.runtime.database, database), []
    for rows in (0, OLD):
        if rows:
            crowd.fill(database, rows, KEY, PAST)
        line.says("/nouveau")  # the model is shown nothing of what was
        line.says("Une question")
        crowd.analyse(database)
        line.stores("Encore une question")
        costs.append(meter.of(lambda: line.runtime.inbox.drain(KEY)))
    few, many = costs
    assert is_same(database, many, few), f"{few.work} {many.work}\n{many.dearer(few, SAME)}"


def test_a_turn_costs_as_much_with_1_000_waiting_as_with_10(open_line: Callable[..., Line], database: Database) -> None:
    costs = []
    for waiting in (10, 10, 1_000):  # the first turn of a conversation says more
        line = open_line(**PLENTY)
        meter = Meter(line.runtime.database, database)
        line.model.script(partial(last_answer, line))
        with database.write() as session:
            session.execute(update(InboundMessage).values(processed_at=NOW))
        queue(database, 1, "Une vraie question")
        queue(database, waiting)
        crowd.analyse(database)
        costs.append(meter.of(lambda line=line: line.runtime.inbox.drain(KEY)))
    _, few, many = costs
    assert is_no_dearer(database, many, few), f"{few.work} {many.work}\n{many.dearer(few, SAME)}"


def last_answer(line: Line, _request: object) -> Any:
    """The worker is asked to leave during the turn: it takes up nothing more."""
    line.runtime.shutdown.ask()
    return says("Oui.")
