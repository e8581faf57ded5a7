"""Lanes: one worker at a time, ghosts can write nothing, nothing that waits is forgotten."""

import pytest
from sqlalchemy.exc import OperationalError, ProgrammingError

from bot.dao import census, contexts, conversations, inbound
from bot.dao.database import Database
from bot.dao.inbound import NewInbound, insert_inbound
from bot.dao.work import workers
from bot.errors import LeaseLost
from bot.services.work.lanes import Lane
from bot.types import Channel
from tests.fakes import lanes
from tests.fakes.keys import conversation_id
from tests.fakes.threads import at_once

AWA = "whatsapp:+2250700000001"
KEY = conversation_id(AWA)
LOST_AFTER_S = 8.0


def write_to(database: Database, number: int = 0, body: str = "Bonjour", priority: str | None = None) -> bool:
    with database.write_connection() as connection:
        return insert_inbound(
            connection,
            NewInbound(
                message_sid=f"SM{number:032x}",
                conversation_id=KEY,
                sender=AWA,
                recipient="whatsapp:+14155238886",
                channel=Channel.WHATSAPP,
                kind="text",
                body=body,
                priority=priority,
            ),
        )


def worker(database: Database, name: str) -> str:
    with database.write() as session:
        workers.register(session, name, name)
    return name


def claim(database: Database, name: str) -> Lane | None:
    return lanes.claim(database, KEY, name, LOST_AFTER_S)


def forget(database: Database, name: str) -> None:
    with database.write() as session:
        workers.forget(session, name)


def test_one_message_sid_is_one_row_whoever_delivers_it(database: Database) -> None:
    results = at_once(20, lambda _: write_to(database))
    assert results.count(True) == 1
    with database.read() as session:
        assert len(inbound.waiting(session, KEY)) == 1


def test_of_many_claims_one_wins(database: Database) -> None:
    write_to(database)
    names = [worker(database, f"w{index}") for index in range(12)]
    won = [lane for lane in at_once(12, lambda index: claim(database, names[index])) if lane]
    assert len(won) == 1


def test_nobody_claims_what_nobody_wrote(database: Database) -> None:
    assert claim(database, worker(database, "w")) is None


def test_a_living_worker_keeps_its_lane_and_a_dead_one_loses_it(database: Database) -> None:
    write_to(database)
    worker(database, "first"), worker(database, "second")
    assert claim(database, "first")
    assert claim(database, "second") is None
    assert claim(database, "first") is None  # not even from another thread of the same process
    forget(database, "first")
    second = claim(database, "second")
    assert second is not None
    assert second.epoch == 2


def test_a_ghost_writes_nothing(database: Database) -> None:
    write_to(database)
    worker(database, "ghost"), worker(database, "heir")
    ghost = claim(database, "ghost")
    forget(database, "ghost")
    assert claim(database, "heir")
    assert ghost is not None
    with pytest.raises(LeaseLost), ghost.write() as session:
        contexts.forget(session, KEY, None, 99)
    with database.read() as session:
        assert contexts.of(session, KEY, None).context_from == 0


def test_no_lane_is_taken_from_under_a_write(database: Database) -> None:
    """What a worker writes that was taken for lost stands before its heir begins, or not at all."""
    write_to(database)
    worker(database, "ghost"), worker(database, "heir")
    ghost = claim(database, "ghost")
    forget(database, "ghost")
    assert ghost is not None
    if not database.is_sqlite:  # where one writes at a time
        with ghost.write(), database.write() as session:
            assert not conversations.lock(session, KEY, unless_locked=True)
            assert conversations.claim(session, KEY, "heir", LOST_AFTER_S, if_waiting=True, unless_locked=True) is None
    heir = claim(database, "heir")
    assert heir is not None
    assert heir.epoch == ghost.epoch + 1


def test_a_ghost_does_not_give_its_heirs_lane_away(database: Database) -> None:
    write_to(database)
    worker(database, "ghost"), worker(database, "heir"), worker(database, "third")
    ghost = claim(database, "ghost")
    forget(database, "ghost")
    heir = claim(database, "heir")
    assert ghost
    assert heir
    ghost.release()
    assert claim(database, "third") is None
    with heir.write() as session:
        found = inbound.waiting(session, KEY)
        conversations.close_inbound(session, found, "done", found[0].received_at)
    assert ghost.release_if_idle() is False
    assert heir.release_if_idle() is True


def test_what_waits_is_read_in_order_of_arrival(database: Database) -> None:
    for number in (5, 3, 9, 1):
        write_to(database, number, str(number))
    with database.read() as session:
        assert [message.body for message in inbound.waiting(session, KEY)] == ["5", "3", "9", "1"]


def test_a_worker_whose_heart_stopped_is_lost(database: Database) -> None:
    write_to(database)
    worker(database, "w")
    assert claim(database, "w")
    with database.read() as session:
        assert list(conversations.needing_a_worker(session, LOST_AFTER_S)) == []
        assert list(conversations.needing_a_worker(session, -1)) == [KEY]  # as if all hearts had stopped


def test_a_heart_that_beat_in_a_time_to_come_is_lost(database: Database) -> None:
    """The database's clock has gone back since; who lives beats again at once."""
    write_to(database)
    worker(database, "w")
    assert claim(database, "w")
    with database.write() as session:
        session.connection().exec_driver_sql("UPDATE worker SET heartbeat = heartbeat + 3600")
    with database.read() as session:
        assert workers.lost(session, LOST_AFTER_S) == {"w"}
        assert census.take(session, LOST_AFTER_S).lost == 1
        assert list(conversations.needing_a_worker(session, LOST_AFTER_S)) == [KEY]
    with database.write() as session:
        assert workers.beat(session, "w")
    with database.read() as session:
        assert list(conversations.needing_a_worker(session, LOST_AFTER_S)) == []


@pytest.mark.parametrize("jump_s", [86_400, -86_400], ids=["ahead", "back"])
def test_nobody_takes_over_by_a_clock_their_own_heart_has_not_beaten_by(database: Database, jump_s: int) -> None:
    """Two workers that live took a lane from each other, a life each time, until both had beaten again."""
    write_to(database)
    for name in ("holder", "other", "third"):
        worker(database, name)
    assert claim(database, "holder")
    with database.write() as session:
        session.connection().exec_driver_sql(f"UPDATE worker SET heartbeat = heartbeat - {jump_s}")
    assert [claim(database, name) for name in ("other", "swept away by that clock")] == [None, None]
    with database.write() as session:
        workers.beat(session, "other")
    assert claim(database, "other"), "by the clock that is, nobody has heard of the holder"
    assert [claim(database, name) for name in ("holder", "third")] == [None, None]


def test_a_lane_is_not_given_back_while_something_waits(database: Database) -> None:
    write_to(database)
    worker(database, "w")
    lane = claim(database, "w")
    assert lane is not None
    assert lane.release_if_idle() is False
    with lane.write() as session:
        found = inbound.waiting(session, KEY)
        conversations.close_inbound(session, found, "done", found[0].received_at)
    assert lane.release_if_idle() is True


def ends(lane: Lane) -> bool:
    """The last write of a turn, which gives the lane back with it. Whether it did."""
    with lane.write() as session:
        found = inbound.waiting(session, KEY)[:1]
        conversations.close_inbound(session, found, "done", found[0].received_at)
        lane.ends(session)
    with lane.database.read() as session:
        return not conversations.lane_is_held(session, KEY, lane.epoch)


def test_the_last_write_gives_the_lane_back_unless_something_waits(database: Database) -> None:
    for number in range(2):
        write_to(database, number)
    worker(database, "w")
    lane = claim(database, "w")
    assert lane is not None
    assert [ends(lane), ends(lane)] == [False, True]
    assert lane.release_if_idle() is True, "it is given back already"
    assert claim(database, "w") is None, "nothing waits"


def test_what_is_rolled_back_gives_no_lane_back(database: Database) -> None:
    write_to(database)
    worker(database, "w")
    lane = claim(database, "w")
    assert lane is not None

    def fails() -> None:
        with lane.write() as session:
            lane.ends(session)
            session.connection().exec_driver_sql("SELECT nothing FROM nowhere")

    with pytest.raises(OperationalError if database.is_sqlite else ProgrammingError):
        fails()
    assert lane.is_held()


@pytest.mark.parametrize("with_the_last_write", [True, False])
def test_no_wake_up_is_lost_between_the_last_look_and_the_release(
    database: Database, *, with_the_last_write: bool
) -> None:
    """A message and a release race: either the release sees the message, or the message's own claim succeeds."""
    worker(database, "a"), worker(database, "b")
    for number in range(30):
        write_to(database, 2 * number)
        lane = claim(database, "a")
        assert lane is not None
        if not with_the_last_write:
            with lane.write() as session:
                found = inbound.waiting(session, KEY)
                conversations.close_inbound(session, found, "done", found[0].received_at)

        def race(index: int, number: int = number, lane: Lane = lane) -> object:
            if index:
                return ends(lane) if with_the_last_write else lane.release_if_idle()
            write_to(database, 2 * number + 1)
            return claim(database, "b")

        claimed, released = at_once(2, race)
        assert claimed or not released
        held = claimed or lane
        assert isinstance(held, Lane)
        with held.write() as session:
            found = inbound.waiting(session, KEY)
            conversations.close_inbound(session, found, "done", found[0].received_at)
        assert held.release_if_idle()


def test_first_contact_from_many_sides_makes_one_conversation(database: Database) -> None:
    def ensure(_: int) -> str:
        with database.write() as session:
            return conversations.ensure(session, AWA).id

    assert set(at_once(10, ensure)) == {KEY}
