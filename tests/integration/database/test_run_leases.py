"""A run in the background has a lease of its own, beside the lane of its conversation: each fences its writes."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sqlmodel import col, select, update

from bot.agent.spec import Completion, ToolCall, ToolOutcome, Usage
from bot.conversation.turn.journal import DatabaseJournal
from bot.dao import conversations, inbound
from bot.dao.admin import users
from bot.dao.database import Database
from bot.dao.money import ledger
from bot.dao.work import background_runs, run_leases, runs, workers
from bot.errors import LeaseLost
from bot.models import Conversation, Run, TranscriptMessage, User, Worker
from bot.models.base import utc_now
from bot.services.quiz.sealing import sealer_of
from bot.services.work.lanes import Lane
from bot.services.work.leases import Lease, RunLease, claim_run
from bot.tools.secrets import CallSecrets
from bot.types import Background
from tests.fakes.clock import FakeClock
from tests.fakes.product import make_settings
from tests.fakes.threads import at_once
from tests.integration.database.test_lanes import KEY, LOST_AFTER_S, claim, forget, worker, write_to

ROOT = Path(__file__).resolve().parents[3]
CHILD = """
import sys
from bot.dao.work import runs
from bot.services.work.leases import claim_run
from tests.fakes.keys import open_database

database = open_database(sys.argv[1])
lease = claim_run(database, int(sys.argv[2]), "mortal", 8)
with lease.write() as session:
    runs.append(session, lease.run_id, lease.conversation_id, {"role": "assistant", "content": "stored"})
with lease.write() as session:
    runs.append(session, lease.run_id, lease.conversation_id, {"role": "assistant", "content": "not yet"})
    session.flush()
    print(lease.epoch, flush=True)
    sys.stdin.read()
"""


def journal_of(lease: Lease, run_id: int) -> DatabaseJournal:
    secrets = CallSecrets(sealer_of(make_settings()), ())
    return DatabaseJournal(lease=lease, run_id=run_id, clock=FakeClock(), secrets=secrets, leaving=lambda: False)


def say(journal: DatabaseJournal, number: int) -> None:
    """One checkpoint with a tool call, and its result."""
    call = ToolCall(f"c{number}", "calculate", "{}")
    journal.completed(
        number, Completion(f"{journal.run_id} {number}", (call,), "tool_calls", "m", Usage(1, 1, 0, 0.0), 1)
    )
    journal.dispatched(number, call)
    journal.finished(number, call, ToolOutcome("success", "{}", 1, 1))


@pytest.fixture
def lane(database: Database) -> Lane:
    """A lane whose holder has a user, with nothing in the background yet."""
    worker(database, "front")
    write_to(database)
    claimed = claim(database, "front")
    assert claimed
    with claimed.write() as session:
        session.add(User(id=1, mode="student"))
    return claimed


def begin(lane: Lane, *, background: bool = True) -> int:
    with lane.write() as session:
        run = runs.start(session, Run(conversation_id=KEY, user_id=1, mode="student", language="fr"))
        runs.append(session, run.id, KEY, {"role": "user", "content": "question"})
        if background:
            assert run_leases.hand_over(session, run.id, utc_now())
        return run.id


def take(database: Database, run_id: int, name: str) -> RunLease | None:
    return claim_run(database, run_id, name, LOST_AFTER_S)


def taken(database: Database, run_id: int, name: str = "back") -> RunLease:
    lease = take(database, run_id, worker(database, name))
    assert lease
    return lease


def texts(database: Database, run_id: int) -> list[object]:
    with database.read() as session:
        said = [row.message for row in runs.own_transcript(session, run_id)]
    return [message.get("content") for message in said if message["role"] == "assistant"]


def needing(database: Database, lost_after_s: float = LOST_AFTER_S) -> list[int]:
    with database.read() as session:
        return list(run_leases.needing_a_worker(session, lost_after_s))


def test_a_place_that_was_given_out_meanwhile_is_not_given_again(database: Database, lane: Lane) -> None:
    """Whoever looked at a user's runs before, be it in the same transaction, sees them as they are under the lock."""
    if database.is_sqlite:
        pytest.skip("one transaction at a time writes there")
    first, second, third = (begin(lane) for _ in range(3))
    with database.write() as session:
        session.execute(update(Run).where(col(Run.id) != first).values(background=Background.WAITING))
    with database.write() as late:
        seen = {run.id: run for run in late.exec(select(Run))}
        with database.write() as session:
            assert background_runs.start_waiting(session, 1) == [second]
        assert background_runs.place(late, seen[third]) == Background.WAITING


def test_two_runs_of_one_conversation_work_at_once(database: Database, lane: Lane) -> None:
    direct, other = begin(lane, background=False), begin(lane)
    journals = [journal_of(lane, direct), journal_of(taken(database, other), other)]
    at_once(2, lambda index: [say(journals[index], number) for number in range(5)])
    for run_id in (direct, other):
        assert texts(database, run_id) == [f"{run_id} {number}" for number in range(5)]
    with database.read() as session:
        rows = session.exec(select(TranscriptMessage).order_by(col(TranscriptMessage.id))).all()
        assert runs.direct(session, KEY).id == direct  # type: ignore[union-attr]
    assert len(rows) == 2 + 20


def test_a_run_that_is_taken_over_fences_its_ghost_and_nobody_else(database: Database, lane: Lane) -> None:
    direct, other = begin(lane, background=False), begin(lane)
    here, ghost = journal_of(lane, direct), journal_of(taken(database, other), other)
    say(ghost, 1)
    forget(database, "back")
    heir = journal_of(taken(database, other, "heir"), other)
    with pytest.raises(LeaseLost):
        say(ghost, 2)
    assert not ghost.lease.is_held()
    say(here, 1)
    say(heir, 2)
    assert texts(database, other) == [f"{other} 1", f"{other} 2"]
    assert texts(database, direct) == [f"{direct} 1"]


@pytest.mark.parametrize("jump_s", [86_400, -86_400], ids=["ahead", "back"])
def test_no_run_is_taken_over_by_a_clock_ones_own_heart_has_not_beaten_by(
    database: Database, lane: Lane, jump_s: int
) -> None:
    """Free ones are still taken: whose heart cannot beat at all works on."""
    held, free = begin(lane), begin(lane)
    assert taken(database, held, "holder")
    worker(database, "other")
    with database.write() as session:
        session.connection().exec_driver_sql(f"UPDATE worker SET heartbeat = heartbeat - {jump_s}")
    assert held in needing(database)
    assert not any(take(database, held, name) for name in ("other", "holder", "swept away by that clock"))
    assert take(database, free, "other")
    with database.write() as session:
        workers.beat(session, "other")
    assert take(database, held, "other"), "by the clock that is, nobody has heard of the holder"
    assert take(database, held, "holder") is None


def test_a_lane_that_is_taken_over_stops_no_run_beside_it(database: Database, lane: Lane) -> None:
    direct, other = begin(lane, background=False), begin(lane)
    here, back = journal_of(lane, direct), journal_of(taken(database, other), other)
    forget(database, "front")
    assert claim(database, worker(database, "heir"))
    with pytest.raises(LeaseLost):
        say(here, 1)
    assert not lane.is_held()
    say(back, 1)
    assert back.lease.is_held()
    assert (texts(database, direct), texts(database, other)) == ([], [f"{other} 1"])


def test_one_of_many_gets_a_run(database: Database, lane: Lane) -> None:
    run_id = begin(lane)
    names = [worker(database, f"w{number}") for number in range(8)]
    won = [lease for lease in at_once(8, lambda index: take(database, run_id, names[index])) if lease]
    assert len(won) == 1
    assert won[0].epoch == 2


def test_the_lane_is_free_as_soon_as_its_run_works_in_the_background(database: Database, lane: Lane) -> None:
    with lane.write() as session:
        run = runs.start(session, Run(conversation_id=KEY, user_id=1, mode="student", language="fr"))
        conversations.attach(session, inbound.waiting(session, KEY), run.id)
    assert lane.release_if_idle() is False
    with lane.write() as session:
        assert run_leases.hand_over(session, run.id, utc_now())
        assert not run_leases.hand_over(session, run.id, utc_now()), "it is handed over once"
    assert lane.release_if_idle() is True
    with database.read() as session:
        assert list(conversations.needing_a_worker(session, LOST_AFTER_S)) == []
        assert [message.outcome for message in conversations.of_run(session, run.id)] == ["background"]


def test_what_a_run_has_begun_to_answer_is_not_answered_beside_it_too(database: Database, lane: Lane) -> None:
    """Whoever looks beside the lane has seen it wait a moment before."""
    with lane.write() as session:
        (message,) = inbound.waiting(session, KEY)
        run = runs.start(session, Run(conversation_id=KEY, user_id=1, mode="student", language="fr"))
        conversations.attach(session, [message], run.id)
    with database.write() as session:
        assert not conversations.take_urgent(session, message.id, utc_now(), 1)
        assert inbound.of_run(session, run.id) != []


def test_only_what_nobody_has_begun_goes_back_to_the_lane(database: Database, lane: Lane) -> None:
    at_work, offered, ended = begin(lane), begin(lane, background=False), begin(lane, background=False)
    with lane.write() as session:
        assert run_leases.hand_over(session, offered, utc_now(), Background.OFFERED)
        runs.end(session, ended, utc_now(), status="done")
        assert not run_leases.hand_over(session, ended, utc_now()), "nothing of it is left to do"
        assert [run_leases.hand_back(session, run_id) for run_id in (at_work, offered, ended)] == [False, True, False]
    assert needing(database) == [at_work]


def test_what_waits_for_whoever_is_blocked_begins_when_they_are_free_again(database: Database, lane: Lane) -> None:
    run_id = begin(lane, background=False)
    with lane.write() as session:
        assert run_leases.hand_over(session, run_id, utc_now(), Background.WAITING)
        users.block(session, 1, utc_now())
    with database.write() as session:
        assert (background_runs.who_waits(session), background_runs.start_waiting(session, 1)) == ([], ())
        users.block(session, 1, None)
        assert (background_runs.who_waits(session), background_runs.start_waiting(session, 1)) == ([1], [run_id])


def test_a_direct_run_is_nobodys_but_the_lanes(database: Database, lane: Lane) -> None:
    run_id = begin(lane, background=False)
    assert take(database, run_id, worker(database, "back")) is None
    with pytest.raises(LeaseLost), RunLease(KEY, 0, database, run_id).write():
        raise AssertionError
    assert needing(database, -1) == []


def test_a_run_ends_once(database: Database, lane: Lane) -> None:
    run_id = begin(lane)
    lease = taken(database, run_id)
    with lease.write() as session:
        runs.end(session, run_id, utc_now(), status="done")
    with pytest.raises(LeaseLost), lease.write():
        raise AssertionError
    lease.release()
    forget(database, "back")
    assert take(database, run_id, worker(database, "heir")) is None
    assert not lease.is_held()


def test_runs_nobody_works_on_are_found_and_no_others(database: Database, lane: Lane) -> None:
    free, lost, held, ended = (begin(lane) for _ in range(4))
    begin(lane, background=False)
    taken(database, lost, "mortal")
    kept = taken(database, held)
    over = taken(database, ended, "third")
    with over.write() as session:
        runs.end(session, ended, utc_now(), status="done")
    forget(database, "mortal")
    assert needing(database) == [free, lost]
    assert needing(database, -1) == [free, lost, held]  # as if all hearts had stopped
    with database.read() as session:
        ours = [list(run_leases.leases_of(session, name)) for name in ("back", "third", "mortal")]
    assert ours == [[(held, 2)], [], [(lost, 2)]]
    kept.release()
    assert needing(database) == [free, lost, held]
    assert take(database, held, "front")


@pytest.mark.parametrize("state", [Background.OFFERED, Background.WAITING])
def test_a_run_that_may_not_begin_yet_is_nobodys(database: Database, lane: Lane, state: str) -> None:
    run_id = begin(lane, background=False)
    with lane.write() as session:
        assert run_leases.hand_over(session, run_id, utc_now(), state)
    assert needing(database) == []
    assert take(database, run_id, worker(database, "back")) is None


def test_a_ghost_gives_back_nothing_of_its_heirs_nor_of_a_run_beside_its_own(database: Database, lane: Lane) -> None:
    run_id = begin(lane)
    ghost, beside = taken(database, run_id, "mortal"), taken(database, begin(lane))
    forget(database, "mortal")
    heir = taken(database, run_id, "heir")
    ghost.release()
    assert heir.is_held()
    assert ghost.epoch == beside.epoch
    assert (ghost.is_held(), beside.is_held()) == (False, True)
    taken(database, begin(lane), "third").release()
    assert beside.is_held()


def test_who_signs_out_everywhere_ends_what_works_for_them(database: Database, lane: Lane) -> None:
    mine = taken(database, begin(lane))
    with lane.write() as session:
        session.add(User(id=2, mode="student"))
        session.flush()
        session.execute(update(Run).where(col(Run.id) != mine.run_id).values(user_id=2))
    with lane.write() as session:
        conversations.take_leases(session, 2, KEY)
    assert mine.is_held()
    with lane.write() as session:  # in the very conversation it works in
        conversations.take_leases(session, 1, KEY)
    assert not mine.is_held()
    assert needing(database) == [mine.run_id]
    assert lane.is_held()


def test_writers_of_one_conversation_never_block_each_other_for_good(database: Database, lane: Lane) -> None:
    """A turn locks its conversation, then a run (to cancel it) and the user; a run's checkpoint locks the run, the
    conversation (to taint it) and the user: in one order, or each would wait for the other."""
    run_id = begin(lane)
    lease = taken(database, run_id)

    def of_lane(number: int) -> None:
        with lane.write() as session:
            ledger.post(session, 1, 1, "grant", f"lane{number}")
            session.execute(update(Run).where(col(Run.id) == run_id).values(cancelled_at=utc_now()))
            session.execute(update(Conversation).where(col(Conversation.id) == KEY).values(tainted_upto=number))

    def of_run(number: int) -> None:
        with lease.write() as session:
            runs.taint(session, run_id, KEY)
            ledger.post(session, 1, 1, "grant", f"run{number}")
            runs.append(session, run_id, KEY, {"role": "assistant", "content": str(number)})

    at_once(4, lambda index: [(of_lane, of_run)[index % 2](10 * index + number) for number in range(8)])
    with database.read() as session:
        assert session.get_one(User, 1).credits == 32
    assert len(texts(database, run_id)) == 16


def test_a_killed_worker_leaves_its_run_to_the_next(database: Database, lane: Lane) -> None:
    run_id = begin(lane)
    worker(database, "mortal")
    url = database.engine.url.render_as_string(hide_password=False)
    command = [sys.executable, "-c", CHILD, url, str(run_id)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        epoch = int(child.stdout.readline())
        child.send_signal(signal.SIGKILL)
        child.wait(10)
    heir_id = worker(database, "heir")
    assert claim_run(database, run_id, heir_id, 3600) is None, "its heart may still beat"
    with database.write() as session:
        session.execute(update(Worker).where(col(Worker.id) == "mortal").values(heartbeat=0.0))
    assert needing(database) == [run_id]
    with database.write() as session:
        workers.beat(session, heir_id)
    heir = take(database, run_id, heir_id)
    assert heir
    assert heir.epoch == epoch + 1
    with heir.write() as session:
        runs.append(session, run_id, KEY, {"role": "assistant", "content": "the rest"})
    assert texts(database, run_id) == ["stored", "the rest"]
    with database.write() as session:
        workers.forget(session, "mortal")
    assert heir.is_held()
