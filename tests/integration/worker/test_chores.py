"""A chore is done by one worker at a time, and by somebody else when that one dies."""

import contextlib
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import Session, select

from bot.dao.database import Database
from bot.dao.work import chores as leases
from bot.errors import DatabaseAway, ProviderError, StorageError
from bot.models import Alert
from bot.services.work.chores import AGAIN_S, FAILED, GAVE_WAY_S, Chore, ChoreEnded, Chores, Turn
from tests.fakes.threads import at_once

YEAR_S = 365 * 86_400.0


def shift(database: Database, holder: str, act: Callable[[Turn], None], every_s: float = 3600) -> Chores:
    return Chores(database, holder, [Chore("sweep", every_s, act)])


def later(database: Database, seconds: float) -> None:
    """So much time passes on the database's clock."""
    with database.write() as session:
        session.connection().exec_driver_sql(
            f"UPDATE chore SET due = due - {seconds}, expires = CASE expires WHEN 0 THEN 0 ELSE expires - {seconds} END"
        )


def test_one_worker_of_many_does_it_and_only_when_it_is_due(database: Database) -> None:
    done: list[str] = []
    workers = [shift(database, f"w{number}", lambda turn: done.append(turn.holder)) for number in range(6)]
    at_once(6, lambda number: workers[number].tick())
    assert len(done) == 1
    later(database, 3599)
    workers[0].tick()
    assert len(done) == 1
    later(database, 2)
    at_once(6, lambda number: workers[number].tick())
    assert len(done) == 2


def test_while_one_is_at_it_nobody_else_begins_and_when_it_dies_another_goes_on(database: Database) -> None:
    def begin(turn: Turn) -> None:
        turn.position = "here"
        with turn.step():
            pass
        shift(database, "other", lambda _turn: pytest.fail("two at once")).tick()
        raise SystemExit("killed: it writes nothing more")

    with pytest.raises(SystemExit):
        shift(database, "dies", begin).tick()
    found: list[str] = []
    heir = shift(database, "heir", lambda turn: found.append(turn.position))
    heir.tick()
    assert found == []
    later(database, 121)
    heir.tick()
    assert found == ["here"]


def test_whoever_was_taken_for_dead_changes_nothing_any_more(database: Database) -> None:
    def freeze(turn: Turn) -> None:
        later(database, 121)
        shift(database, "heir", lambda _turn: None).tick()
        with pytest.raises(ChoreEnded), turn.step() as session:
            session.connection().exec_driver_sql("UPDATE chore SET position = 'a ghost was here'")
        raise ChoreEnded

    shift(database, "frozen", freeze).tick()
    with database.read() as session:
        assert session.connection().exec_driver_sql("SELECT position FROM chore").scalar_one() == ""
        assert leases.due(session, {"sweep": 3600}, 60) == [], "the heir has done it"


def test_a_worker_that_leaves_stops_and_another_goes_on_at_once(database: Database) -> None:
    steps: list[str] = []

    def walk(turn: Turn) -> None:
        for _ in range(3):
            turn.position += "x"
            with turn.step():
                steps.append(turn.holder)
            if turn.holder == "leaves":
                leaves.stop()

    leaves = shift(database, "leaves", walk)
    leaves.tick()
    assert steps == ["leaves"]
    shift(database, "next", walk).tick()
    assert steps == ["leaves", "next", "next", "next"]


def test_a_failure_is_tried_again_soon_and_goes_on_where_it_stood(database: Database) -> None:
    stood: list[str] = []

    def fail(turn: Turn) -> None:
        stood.append(turn.position)
        turn.position += "x"
        raise StorageError("the store is away")

    worker = shift(database, "w", fail)
    worker.tick()
    worker.tick()
    later(database, AGAIN_S + 1)
    worker.tick()
    assert stood == ["", "x"]


def test_a_step_that_gave_way_is_done_again_at_once_and_not_when_its_lease_is_over(database: Database) -> None:
    """A deadlock, a lock that somebody held for too long: nobody waits two minutes for their reminder."""
    stood: list[str] = []

    def give_way(turn: Turn) -> None:
        stood.append(turn.position)
        turn.position += "x"
        if len(stood) == 1:
            raise DatabaseAway("the database gave way")

    shift(database, "w", give_way).tick()
    later(database, GAVE_WAY_S + 1)
    shift(database, "other", give_way).tick()
    assert stood == ["", "x"]


class Reached:
    """A database that is there or not, whatever is asked of it."""

    def __init__(self, database: Database) -> None:
        self._database, self.is_there = database, True

    def __getattr__(self, name: str) -> object:
        if not self.is_there:
            raise DatabaseAway("it is away")
        return getattr(self._database, name)


@pytest.mark.parametrize("is_claimed", [True, False])
def test_an_outage_leaves_no_chore_in_the_hands_of_who_lives(
    database: Database, monkeypatch: pytest.MonkeyPatch, *, is_claimed: bool
) -> None:
    """Reminders came two minutes late, and longer than the database was away."""
    reached, stood = Reached(database), list[str]()
    claim = leases.claim

    def go() -> None:
        reached.is_there = len(stood) > 1
        if not reached.is_there:
            raise DatabaseAway("it is away")

    def act(turn: Turn) -> None:
        stood.append(turn.position)
        turn.position += "x"
        if is_claimed:
            go()

    def claimed(session: Session, *how: Any) -> leases.Claim | None:
        found = claim(session, *how)
        if found and not is_claimed and not stood:
            session.commit()
            stood.append("the answer of the commit is lost")
            go()
        return found

    monkeypatch.setattr(leases, "claim", claimed)
    worker = Chores(reached, "w", [Chore("sweep", 3600, act)])  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(DatabaseAway):
            worker.tick()
    reached.is_there = True
    worker.tick()
    assert len(stood) == 2


def test_what_fails_over_one_row_keeps_no_other_waiting_and_is_told_once_a_day(database: Database) -> None:
    done: list[int] = []

    def act_on(number: int) -> None:
        if number == 2:
            raise ValueError("a word of a newer release")
        done.append(number)

    def act(turn: Turn) -> None:
        assert [turn.alone(f"row {number}", lambda n=number: act_on(n)) for number in (1, 2, 3)] == [True, False, True]

    def told() -> list[str]:
        with database.read() as session:
            return list(session.exec(select(Alert.detail).where(Alert.kind == FAILED)))

    for _ in range(2):
        shift(database, "w", act).tick()
        later(database, 3601)
    assert done == [1, 3, 1, 3]
    assert told() == ["sweep: row 2"]
    shift(database, "w", lambda _turn: act_on(2)).tick()
    assert told() == ["sweep: row 2", "sweep: all that was left"]


@pytest.mark.parametrize("error", [StorageError("away"), DatabaseAway("away"), ChoreEnded("over"), ProviderError("no")])
def test_what_is_no_fault_of_a_row_ends_the_turn(database: Database, error: Exception) -> None:
    def fail() -> None:
        raise error

    reached: list[Turn] = []

    def act(turn: Turn) -> None:
        turn.alone("row 1", fail)
        reached.append(turn)

    shift(database, "w", act).tick()
    with database.read() as session:
        assert session.exec(select(Alert)).all() == reached == []


def test_a_turn_is_told_the_databases_time(database: Database) -> None:
    """A worker whose own clock is wrong throws nothing away."""
    told: list[float] = []
    shift(database, "w", lambda turn: told.append(turn.now.timestamp())).tick()
    with database.read() as session:
        sql = "SELECT (julianday('now') - 2440587.5) * 86400.0"
        if not database.is_sqlite:
            sql = "SELECT extract(epoch from clock_timestamp())"
        assert abs(float(session.connection().exec_driver_sql(sql).scalar_one()) - told[0]) < 30


@pytest.mark.parametrize("held", [False, True], ids=["done", "held by one who died"])
def test_what_a_clock_ahead_put_off_for_years_is_done_when_it_is_back(database: Database, *, held: bool) -> None:
    done: list[str] = []

    def act(turn: Turn) -> None:
        done.append(turn.holder)
        if held and turn.holder == "ahead":
            raise SystemExit("killed: it writes nothing more")

    with contextlib.suppress(SystemExit):
        shift(database, "ahead", act).tick()
    later(database, -10 * YEAR_S)
    shift(database, "back", act).tick()
    assert done == ["ahead", "back"]


def test_what_cannot_be_taken_back_waits_when_the_clock_is_suddenly_years_ahead(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever was off for long, and whose clock is right, does it a day later."""
    done: list[str] = []
    chore = Chore("sweep", 3600, lambda turn: done.append(turn.holder), unsure_s=86_400)
    worker = Chores(database, "w", [chore])
    worker.tick()
    later(database, 10 * YEAR_S)
    worker.tick()
    worker.tick()
    assert done == ["w"]
    assert "sweep waits: by this clock nothing was done here for 3650 days" in caplog.messages
    later(database, 86_401)
    worker.tick()
    assert done == ["w", "w"]


def test_a_pause_ends_when_the_process_leaves(database: Database) -> None:
    stopping = threading.Event()
    with database.write() as session:
        leases.ensure(session, ["sweep"])
        assert leases.claim(session, "sweep", "w", 3600, 60)
    turn = Turn(database, "sweep", "w", "", None, stopping, pause_s=3600)  # type: ignore[arg-type]
    threading.Timer(0.2, stopping.set).start()
    with turn.step():
        pass
    with pytest.raises(ChoreEnded), turn.step():
        pytest.fail("begun after the end")
