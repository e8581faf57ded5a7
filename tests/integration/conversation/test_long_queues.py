"""What a message costs does not depend on how many wait behind it: statements and rows are counted, plans are read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event, insert
from sqlmodel import Session, update

from bot.conversation import care
from bot.conversation.care import PIECES
from bot.conversation.inbox import YIELD_AFTER_S
from bot.dao import conversations, inbound, standings
from bot.dao.database import Database
from bot.dao.delivery import held_parts, part_sids, parts
from bot.dao.delivery import mails as waiting_mails
from bot.dao.money import spending
from bot.dao.work import runs, workers
from bot.models import InboundMessage, OutboundPart
from bot.reading.incoming.priority import Priority
from tests.fakes import crowd
from tests.fakes.engines import hear, hear_no_more
from tests.fakes.keys import conversation_id
from tests.fakes.model import next_number, says
from tests.integration.conversation.conftest import PUPIL, Line

KEY = conversation_id(PUPIL)
NOW = datetime(2026, 11, 22, tzinfo=UTC)
PLENTY = {"sender_per_minute": 100_000, "sender_per_day": 100_000}


@dataclass
class Cost:
    """Statements sent and rows of messages made into objects."""

    statements: int = 0
    rows: int = 0


@contextmanager
def counted(database: Database) -> Iterator[Cost]:
    """What happens on an engine inside the block."""
    cost = Cost()

    def sent(*_: object) -> None:
        cost.statements += 1

    def loaded(*_: object) -> None:
        cost.rows += 1

    hear(database, "before_cursor_execute", sent)
    event.listen(InboundMessage, "load", loaded)
    event.listen(OutboundPart, "load", loaded)
    try:
        yield cost
    finally:
        hear_no_more(database, "before_cursor_execute", sent)
        event.remove(InboundMessage, "load", loaded)
        event.remove(OutboundPart, "load", loaded)


def queue(database: Database, count: int, body: str = "/aide", since: datetime | None = None) -> None:
    """So many messages that wait, as the webhook leaves them; « # » in their body is the number of each. They came in
    a millisecond apart."""
    row = {
        "conversation_id": KEY, "sender": PUPIL, "channel": "whatsapp", "kind": "text", "details": {}, "recipient": "",
        "priority": None,
    }  # fmt: skip
    since, each = since or datetime.now(UTC), timedelta(milliseconds=1)
    own = [
        {"body": body.replace("#", str(n)), "message_sid": f"SM{next_number():032x}", "received_at": since + n * each}
        for n in range(count)
    ]
    with database.write() as session:
        session.execute(insert(InboundMessage), [row | values for values in own])


@pytest.fixture
def cost_of_a_turn(open_line: Callable[..., Line]) -> Callable[[int], Cost]:
    """Drains a queue of some length by a worker that is asked to leave during its first turn."""

    def measure(waiting: int) -> Cost:
        line = open_line(**PLENTY)
        with line.database.write() as session:
            session.execute(update(InboundMessage).values(processed_at=NOW))

        def rule(_request: object) -> Any:
            line.runtime.shutdown.ask()
            return says("Oui.")

        line.model.script(rule)
        queue(line.database, 1, "Une vraie question")
        queue(line.database, waiting)
        with counted(line.runtime.database) as cost:
            line.runtime.inbox.drain(KEY)
        assert line.outcomes().count("done_signal") >= 1
        return cost

    return measure


def test_a_turn_costs_the_same_with_ten_and_a_thousand_behind_it(cost_of_a_turn: Callable[[int], Cost]) -> None:
    cost_of_a_turn(60)  # a first turn says more: the conversation is made, the person is welcomed
    few, many = cost_of_a_turn(60), cost_of_a_turn(1_000)
    assert many == few
    assert many.rows <= 2 * inbound.AT_ONCE


def test_each_turn_reads_for_distress_only_what_is_new(open_line: Callable[..., Line]) -> None:
    line = open_line(fragment_window_s=0, **PLENTY)

    def one_turn(_request: object) -> Any:
        line.clock.skip(2 * YIELD_AFTER_S)  # so that a drain is one turn
        return says("Oui.")

    line.model.script(one_turn)
    queue(line.database, 60, "Une vraie question (#)")
    read = []
    for _ in range(3):
        line.runtime.inbox.drain(KEY)
        read.append(care._read.cache_info().misses)
    assert read[2] - read[1] <= 2 * PIECES, "the message that came within reach, and what it says with those before it"


def test_a_wake_up_beside_the_lane_looks_at_three_marks(open_line: Callable[..., Line]) -> None:
    costs = []
    for waiting in (10, 1_000):
        line = open_line(**PLENTY)
        with line.database.write() as session:
            conversations.ensure(session, PUPIL)
            session.execute(update(InboundMessage).values(processed_at=NOW))
            workers.register(session, f"other {waiting}", "other")
            session.connection().exec_driver_sql("UPDATE conversation SET lane_worker = NULL")
            assert conversations.claim(session, KEY, f"other {waiting}", 60)
        queue(line.database, waiting)
        with counted(line.runtime.database) as cost:
            line.runtime.inbox.drain(KEY)
        costs.append(cost)
    assert costs[0] == costs[1]
    assert costs[1].rows <= 3 + PIECES  # the last ones may be pieces of one sentence


def test_a_flood_over_the_limit_is_closed_by_a_bounded_number_of_statements(open_line: Callable[..., Line]) -> None:
    costs = []
    for waiting in (50, 1_000):
        line = open_line(sender_per_minute=1)
        line.model.script(lambda _request: says("Oui."))
        with line.database.write() as session:
            session.execute(update(InboundMessage).values(processed_at=NOW))
            session.connection().exec_driver_sql("UPDATE address SET meters = '{}'")
        queue(line.database, waiting)
        with counted(line.runtime.database) as cost:
            while conversations_left(line):
                line.runtime.inbox.drain(KEY)
        costs.append(cost)
    assert costs[1].statements <= costs[0].statements + 30  # a slow machine gives the lane back in between
    assert costs[1].rows <= costs[0].rows + 2 * inbound.AT_ONCE


def conversations_left(line: Line) -> bool:
    """Whether anything waits, asked without making objects."""
    with line.database.read() as session:
        return inbound.first_sender(session, KEY) is not None


PLANS: dict[str, Callable[[Session], object]] = {
    "the first sender": lambda session: inbound.first_sender(session, KEY),
    "the first few": lambda session: inbound.waiting(session, KEY),
    "of a run": lambda session: inbound.of_run(session, 1),
    "a mark": lambda session: inbound.first_marked(session, KEY, Priority.STOP),
    "closing": lambda session: inbound.close_untouched(session, KEY, "over_minute", NOW, None, kept=("stop",)),
    "idle": lambda session: conversations.release_if_idle(session, KEY, 1),
    "who needs a worker": lambda session: conversations.needing_a_worker(session, 8),
    "the oldest": conversations.oldest_waiting,
    "open parts": lambda session: parts.open_parts(session, KEY, NOW, timedelta(seconds=10)).parts,
    "mails": lambda session: waiting_mails.due(session, KEY, NOW),
    "work": lambda session: parts.conversations_with_work(session, NOW),
    "the open run": lambda session: runs.direct(session, KEY),
    "a lane": lambda session: conversations.ensure(session, PUPIL) and standings.of_lane(session, KEY),
    "messages": lambda session: standings.of_messages(session, KEY, [InboundMessage(id=1)], Priority.DISTRESS, NOW),
    "a callback": lambda session: part_sids.advance(session, 1, f"SM{1:032x}", ("queued",), state="sent"),
    "what is spent": lambda session: spending.so_far(session, NOW, "student", 1, NOW),
    "held parts": lambda session: held_parts.release(session, PUPIL, NOW, None),
}
GROWING = ("inbound_message", "outbound_part", "run", "transcript_message")


def explained(database: Database, question: str, *, prepare: str = "SELECT 1") -> list[str]:
    """The lines of the plans of what a question asks, `prepare` said before."""
    plans: list[str] = []

    def explain(connection: Any, cursor: Any, statement: str, parameters: Any, _context: Any, _many: bool) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "UPDATE")) and "EXPLAIN" not in statement:
            other = connection.connection.cursor()
            other.execute(f"EXPLAIN {'QUERY PLAN ' if database.is_sqlite else ''}{statement}", parameters)
            plans.extend(str(row[-1]) for row in other.fetchall())

    hear(database, "before_cursor_execute", explain)
    try:
        with database.write() as session:
            session.connection().exec_driver_sql(prepare)
            plans.clear()
            PLANS[question](session)
    finally:
        hear_no_more(database, "before_cursor_execute", explain)
    return plans


@pytest.mark.parametrize("question", PLANS)
def test_no_question_reads_a_growing_table_from_end_to_end(database: Database, question: str) -> None:
    # Empty tables would be read whole, whatever indexes there are.
    whole = "SELECT 1" if database.is_sqlite else "SET LOCAL enable_seqscan = off"
    plans = explained(database, question, prepare=whole)
    assert plans
    for plan in plans:
        for table in GROWING:
            assert not (plan.startswith(f"SCAN {table}") and "USING" not in plan), plans
            assert f"Seq Scan on {table}" not in plan, plans


@pytest.mark.parametrize("question", ["the first few", "idle"])
def test_what_waits_in_a_flood_is_not_looked_for_among_old_messages(database: Database, question: str) -> None:
    """PostgreSQL, which knows that a third of all wait, would go by the key from the first message there ever was."""
    queue(database, 2_000)
    with database.write() as session:
        conversations.ensure(session, PUPIL)
        session.execute(update(InboundMessage).values(processed_at=NOW))
    queue(database, 1_000)
    crowd.analyse(database)
    plans = explained(database, question)
    assert any("ix_inbound_message_open" in plan for plan in plans), plans
    assert not any("pk_inbound_message" in plan or "Seq Scan on inbound_message" in plan for plan in plans), plans
