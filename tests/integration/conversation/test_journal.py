"""The journal: every checkpoint one fenced transaction, a result and its effect together, nothing twice."""

import json
from dataclasses import replace

import pytest
from sqlalchemy import func
from sqlmodel import Session, select

from bot.agent.spec import Completion, Effect, Tool, ToolCall, ToolOutcome, ToolOutput, Usage
from bot.conversation.turn.journal import DatabaseJournal
from bot.dao import contexts
from bot.dao.database import Database
from bot.dao.work import runs, workers
from bot.errors import LeaseLost, ShuttingDown, ToolFailed
from bot.models import Alert, Iteration, Run, ToolCallRecord, TranscriptMessage
from bot.services.quiz.sealing import sealer_of
from bot.text.storable import storable
from bot.tools.arithmetic import calculate
from bot.tools.secrets import CallSecrets
from bot.tools.toolsets import TOOLS
from tests.fakes import lanes
from tests.fakes.clock import FakeClock
from tests.fakes.product import make_settings
from tests.integration.database.test_lanes import KEY, write_to

CALL = ToolCall("call_1", "calculate", '{"expression": "6*7"}')
DONE = ToolOutcome("success", '{"status":"success","data":42}', 3, output=ToolOutput(42))


@pytest.fixture
def journal(database: Database) -> DatabaseJournal:
    """The journal of a run that has just begun."""
    write_to(database)
    with database.write() as session:
        workers.register(session, "w", "w")
    lane = lanes.claim(database, KEY, "w", 8)
    assert lane
    with lane.write() as session:
        run = runs.start(session, Run(conversation_id=KEY, mode="student", language="fr"))
    secrets = CallSecrets(sealer_of(make_settings()), TOOLS.values())
    return DatabaseJournal(lease=lane, run_id=run.id, clock=FakeClock(), secrets=secrets, leaving=lambda: False)


def completion(text: str = "", *calls: ToolCall, **changes: str) -> Completion:
    return replace(Completion(text, calls, "stop", "m", Usage(100, 20, 40, 0.5), 7), **changes)


def record(journal: DatabaseJournal) -> ToolCallRecord:
    with journal.lease.database.read() as session:
        found = runs.tool_call(session, journal.run_id, CALL.id)
    assert found
    return found


def transcript(journal: DatabaseJournal) -> list[dict[str, object]]:
    with journal.lease.database.read() as session:
        return [row.message for row in runs.transcript(session, KEY, None, 0)]


def leave_an_alert(session: Session) -> None:
    """An effect inside the database."""
    session.add(Alert(kind="effect"))


def effects(journal: DatabaseJournal) -> int:
    with journal.lease.database.read() as session:
        return session.exec(select(func.count()).select_from(Alert)).one()


def test_a_completion_is_stored_with_what_it_used(journal: DatabaseJournal) -> None:
    journal.completed(1, completion("Je calcule.", CALL))
    assert transcript(journal) == [], "it waits for what is written next"
    journal.settle()
    assert transcript(journal)[0]["tool_calls"][0]["id"] == CALL.id  # type: ignore[index]
    with journal.lease.database.read() as session:
        run = session.get_one(Run, journal.run_id)
        assert (run.prompt_tokens, run.completion_tokens, run.cached_tokens, run.cost) == (100, 20, 40, 0.5)
        assert [iteration.number for iteration in runs.iterations(session, journal.run_id)] == [1]


def test_a_completion_is_stored_before_the_first_of_its_calls_runs(journal: DatabaseJournal) -> None:
    journal.completed(1, completion("Je calcule.", CALL))
    journal.dispatched(1, CALL)
    assert [message["role"] for message in transcript(journal)] == ["assistant"]
    journal.finished(1, CALL, DONE)
    journal.settle()
    assert [message["role"] for message in transcript(journal)] == ["assistant", "tool"]


def test_a_completion_outlives_a_write_that_failed(journal: DatabaseJournal) -> None:
    def commit(session: Session) -> None:
        session.flush()
        raise ToolFailed("no")

    journal.completed(1, completion("Je calcule.", CALL))
    with pytest.raises(ToolFailed):
        journal.finished(1, CALL, replace(DONE, output=ToolOutput(42, commit=commit)))
    assert transcript(journal) == []
    journal.finished(1, CALL, DONE)
    assert [message["role"] for message in transcript(journal)] == ["assistant", "tool"]


def test_a_result_and_its_effect_are_stored_together(journal: DatabaseJournal) -> None:
    journal.dispatched(1, CALL)
    journal.finished(1, CALL, replace(DONE, output=ToolOutput(42, commit=leave_an_alert)))
    assert (record(journal).state, record(journal).status, record(journal).dispatches) == ("done", "success", 1)
    assert transcript(journal) == [{"role": "tool", "tool_call_id": CALL.id, "content": DONE.content}]
    assert effects(journal) == 1


def test_a_call_that_is_finished_twice_has_its_effect_once(journal: DatabaseJournal) -> None:
    journal.dispatched(1, CALL)
    for content in (DONE.content, "something else"):
        journal.finished(1, CALL, replace(DONE, content=content, output=ToolOutput(42, commit=leave_an_alert)))
    assert effects(journal) == 1
    assert record(journal).result == DONE.content
    assert len(transcript(journal)) == 1


@pytest.mark.parametrize("error", [ToolFailed("no"), ZeroDivisionError()])
def test_an_effect_that_fails_leaves_nothing_behind(journal: DatabaseJournal, error: Exception) -> None:
    def commit(session: Session) -> None:
        leave_an_alert(session)
        session.flush()
        raise error

    journal.dispatched(1, CALL)
    with pytest.raises(type(error)):
        journal.finished(1, CALL, replace(DONE, output=ToolOutput(42, commit=commit)))
    assert effects(journal) == 0
    assert transcript(journal) == []
    assert record(journal).state == "dispatched"


def test_every_life_that_dispatches_a_call_is_counted(journal: DatabaseJournal) -> None:
    for _ in range(3):
        journal.dispatched(1, CALL)
    assert record(journal).dispatches == 3


def test_a_call_refused_before_it_ran_is_a_row_too(journal: DatabaseJournal) -> None:
    journal.finished(1, CALL, replace(DONE, status="error", output=None))
    assert (record(journal).status, record(journal).dispatches) == ("error", 0)


@pytest.mark.parametrize("effect", list(Effect))
def test_only_what_may_have_happened_outside_is_not_run_again(journal: DatabaseJournal, effect: Effect) -> None:
    tool: Tool = replace(calculate, effect=effect)
    assert journal.recover(CALL, tool) is None  # never sent
    journal.dispatched(1, CALL)
    outcome = journal.recover(CALL, tool)
    if effect in (Effect.LISTED, Effect.BLIND):
        assert outcome
        assert outcome.status == "error"
        assert "unknown" in outcome.content
    else:
        assert outcome is None


def test_a_ghost_writes_no_checkpoint(journal: DatabaseJournal) -> None:
    database = journal.lease.database
    with database.write() as session:
        workers.forget(session, "w")
        workers.register(session, "heir", "heir")
    assert lanes.claim(database, KEY, "heir", 8)
    for write in (
        lambda: (journal.completed(1, completion("x")), journal.settle()),
        lambda: journal.dispatched(1, CALL),
        lambda: journal.finished(1, CALL, replace(DONE, output=ToolOutput(42, commit=leave_an_alert))),
        lambda: journal.note({"role": "user", "content": "x"}),
        lambda: journal.alert("x", "y"),
    ):
        with pytest.raises(LeaseLost):
            write()
    assert transcript(journal) == []
    assert effects(journal) == 0
    with database.read() as session:
        assert session.exec(select(func.count()).select_from(Iteration)).one() == 0


def test_a_worker_that_must_leave_stops_behind_its_checkpoint(journal: DatabaseJournal) -> None:
    leaving = replace(journal, leaving=lambda: True)
    leaving.dispatched(1, CALL)
    with pytest.raises(ShuttingDown):
        leaving.completed(1, completion("Je calcule.", CALL))
    with pytest.raises(ShuttingDown):
        leaving.finished(1, CALL, DONE)
    assert [message["role"] for message in transcript(journal)] == ["assistant", "tool"]


def test_notes_and_alerts_are_rows(journal: DatabaseJournal) -> None:
    journal.note({"role": "user", "content": "Use final_answer."})
    journal.alert("max_iterations", "after 10")
    with journal.lease.database.read() as session:
        assert session.exec(select(Alert)).one().run_id == journal.run_id
        assert session.exec(select(TranscriptMessage)).one().run_id == journal.run_id


@pytest.mark.parametrize(
    ("odd", "kept"),
    [
        ("a\x00b", "ab"),
        ("a\ud800b", "ab"),
        ("\x00", ""),
        ("\udfff\ud800", ""),
        ("é😀\u2028", "é😀\u2028"),
    ],
)
def test_what_no_database_takes_is_stored_without_it(journal: DatabaseJournal, odd: str, kept: str) -> None:
    call = replace(CALL, arguments=odd)
    journal.completed(1, completion(odd, call))
    journal.dispatched(1, call)
    journal.finished(1, call, replace(DONE, content=odd))
    journal.note({"role": "user", "content": odd, odd: [odd]})
    with journal.lease.write() as session:
        contexts.store_summary(session, KEY, None, storable(odd), 1)
    assert record(journal).arguments == record(journal).result == kept
    assert [message["content"] for message in transcript(journal)] == [kept] * 3


@pytest.mark.parametrize("odd", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_numbers_that_are_none_cost_no_turn(journal: DatabaseJournal, odd: str) -> None:
    """Servers written in Python send them beside what was thought; PostgreSQL took the message for no JSON."""
    thought = json.loads(f'{{"type": "reasoning.text", "score": {odd}, "index": 0}}')
    journal.note({"role": "assistant", "content": "Oui.", "reasoning_details": [thought]})
    assert transcript(journal)[0]["reasoning_details"] == [{"type": "reasoning.text", "score": None, "index": 0}]


def test_names_longer_than_their_columns_are_cut(journal: DatabaseJournal) -> None:
    journal.completed(1, completion("Oui.", finish_reason="x" * 50, model="m" * 200))
    journal.dispatched(1, replace(CALL, name="n" * 200))
    assert record(journal).tool == "n" * 64
