"""Teaching and cost: counted right, named nobody, bounded."""

import itertools
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.dao import conversations
from bot.dao.admin import teaching
from bot.dao.admin.teaching import Emptied
from bot.dao.database import Database
from bot.models import ExerciseResult, LedgerEntry, Run, ToolCallRecord, User
from bot.web.admin.teaching import Shown, shown
from tests.fakes import ledger
from tests.fakes.admin import Browser, text_of
from tests.fakes.clock import FakeClock
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import Web

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
SINCE = NOW - timedelta(days=30)
number = itertools.count(1)


def people(database: Database, many: int, level: str | None = "high") -> list[int]:
    with database.write() as session:
        made = [User(mode="student", level=level, credits=0) for _ in range(many)]
        session.add_all(made)
        session.flush()
        return [user.id for user in made]


def answer(database: Database, user: int, subject: str, correct: int, total: int, at: datetime = NOW) -> None:
    with database.write() as session:
        key = conversations.ensure(session, "+2250700000001").id
        session.add(ExerciseResult(user_id=user, conversation_id=key, subject=subject, correct=correct, total=total,
                                   source="quiz", key=f"k{next(number)}", created_at=at))  # fmt: skip


def run(database: Database, stop: str, cost: float, model: str = "m", mode: str = "student", at: datetime = NOW) -> int:
    with database.write() as session:
        key = conversations.ensure(session, "+2250700000001").id
        made = Run(conversation_id=key, mode=mode, language="fr", model=model, cost=cost, stop_reason=stop,
                   status="done", started_at=at, ended_at=at)  # fmt: skip
        session.add(made)
        session.flush()
        return made.id


def entry(database: Database, user: int, amount: int, balance: int, kind: str, at: datetime, reason: str = "") -> None:
    with database.write() as session:
        session.add(LedgerEntry(user_id=user, amount=amount, balance=balance, kind=kind, reason=reason,
                                idempotency_key=f"e{next(number)}", created_at=at))  # fmt: skip


def test_results_are_counted_by_subject_and_level(database: Database) -> None:
    first, second = people(database, 2)
    (third,) = people(database, 1, level="primary")
    answer(database, first, "Maths", 0, 1, NOW - timedelta(days=31))
    for user, right in ((first, 3), (second, 4), (third, 5)):
        answer(database, user, "Maths", right, 5)
    answer(database, first, "SVT", 1, 1)
    with database.read() as session:
        found = teaching.learnt(session, SINCE)
    assert [(each.subject, each.level, each.pupils, each.correct, each.total) for each in found] == [
        ("Maths", "high", 2, 7, 10), ("Maths", "primary", 1, 5, 5), ("SVT", "high", 1, 1, 1),
    ]  # fmt: skip


def test_a_useful_turn_costs_what_lost_ones_cost_as_well(database: Database) -> None:
    run(database, "done_signal", 9.0, at=NOW - timedelta(days=40))
    for stop, cost in (("done_signal", 0.01), ("awaiting_user", 0.02), ("error", 0.03)):
        run(database, stop, cost)
    run(database, "confidence_threshold", 0.5, "large", "pro")
    with database.read() as session:
        by_mode = teaching.spent_by_mode(session, SINCE)
        by_model = teaching.spent_by_model(session, SINCE)
    assert [(each.name, each.turns, each.useful) for each in by_mode] == [("student", 3, 2), ("pro", 1, 1)]
    assert by_mode[0].each == pytest.approx(0.03)
    assert [(each.name, each.each) for each in by_model] == [("m", pytest.approx(0.03)), ("large", 0.5)]


def test_tools_say_how_often_how_well_how_long_and_for_how_much(database: Database) -> None:
    (user,) = people(database, 1)
    made = run(database, "done_signal", 0.1)
    with database.write() as session:
        for place, status in enumerate(("success", "success", "error")):
            session.add(ToolCallRecord(run_id=made, call_id=f"c{place}", iteration=1, tool="generate_pdf", arguments="",
                                       status=status, latency_ms=100 * place, created_at=NOW))  # fmt: skip
    entry(database, user, -2, 8, "tool", NOW, "generate_pdf")
    entry(database, user, -2, 6, "tool", NOW, "generate_pdf")
    entry(database, user, -1, 5, "turn", NOW)
    with database.read() as session:
        (tool,) = teaching.tools(session, SINCE)
    assert (tool.name, tool.calls, tool.successes, tool.mean_ms, tool.credits) == ("generate_pdf", 3, 2, 100.0, 4)


def test_who_runs_out_and_who_comes_back(database: Database) -> None:
    back, bought, away, never, long_ago, united = people(database, 6)
    for user in (back, bought, away):
        entry(database, user, -1, 0, "turn", NOW - timedelta(days=3))
    entry(database, back, 5, 5, "grant", NOW - timedelta(days=2))
    entry(database, back, -1, 4, "turn", NOW - timedelta(days=1))
    entry(database, bought, 100, 100, "purchase", NOW - timedelta(days=2))
    entry(database, bought, -1, 99, "turn", NOW - timedelta(days=2))
    entry(database, bought, -99, 0, "adjustment", NOW)
    entry(database, never, -1, 7, "turn", NOW)
    entry(database, long_ago, -1, 0, "turn", NOW - timedelta(days=60))
    entry(database, united, -20, 0, "merge", NOW)
    with database.read() as session:
        assert teaching.emptied(session, SINCE) == Emptied(3, 2, 1)


@pytest.mark.parametrize(
    ("counted", "told"),
    [
        (Emptied(0, 0, 0), Shown(0, 0, 0, 0)),
        (Emptied(4, 2, 1), Shown(None, None, None, None)),
        (Emptied(20, 10, 5), Shown(20, 10, 10, 5)),
        (Emptied(20, 18, 9), Shown(20, None, None, 9)),
        (Emptied(20, 3, 2), Shown(20, None, None, None)),
        (Emptied(20, 20, 6), Shown(20, 20, 0, 6)),
    ],
)
def test_few_people_are_no_number_and_cannot_be_reckoned(counted: Emptied, told: Shown) -> None:
    assert shown(counted) == told


def test_only_the_last_rows_are_read(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "MOST", 10)
    for _ in range(15):
        run(database, "done_signal", 1.0)
    with database.read() as session:
        (student,) = teaching.spent_by_mode(session, SINCE)
    assert student.turns == 10


def test_no_question_reads_the_ledger_whole(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path}/palabre.db")
    migrate(database)
    ledger.fill(database, 3_000, users=30, days=60, end=NOW)
    plans: list[str] = []

    @event.listens_for(database.engine, "before_cursor_execute")
    def _explain(connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if statement.startswith("SELECT"):
            plan = connection.connection.driver_connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.extend(line[3] for line in plan)

    with database.read() as session:
        teaching.tools(session, SINCE)
        teaching.emptied(session, SINCE)
    assert len(plans) > 5
    assert [line for line in plans if line.startswith("SCAN ledger_entry")] == []
    database.close()


def test_the_page_shows_groups_and_names_nobody(web: Web, admin: Browser, clock: FakeClock) -> None:
    now = clock.now()
    for user in people(web.database, 5):
        answer(web.database, user, "<b>Maths</b>", 1, 2, now)
    answer(web.database, people(web.database, 1)[0], "Chant rare", 1, 1, now)
    run(web.database, "done_signal", 0.25, at=now)
    page = admin.get("/admin/teaching")
    said = text_of(page)
    assert page.status_code == 200
    assert "<b>Maths</b>" not in page.get_data(as_text=True)
    assert "<b>Maths</b> Lycée 5 10 50" in said
    assert "Chant rare" not in said
    assert "Une ligne n’est pas montrée" in said
    assert "gpt" not in said
    assert len(page.data) < 60_000


def test_an_empty_service_and_a_wrong_period_are_said(admin: Browser) -> None:
    said = text_of(admin.get("/admin/teaching?days=365"))
    assert "Ce choix n’existe pas" in said
    assert "Aucune demande dans cette période" in said
    assert "Aucune matière" in said


def test_nobody_else_sees_it(browser: Browser) -> None:
    assert browser.get("/admin/teaching").status_code == 303
