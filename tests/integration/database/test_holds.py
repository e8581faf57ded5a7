"""Lanes left behind by an outage: given back by their own process, never while a thread is at them."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

import pytest
from sqlmodel import Session, col, select

from bot.dao import conversations, inbound
from bot.dao.database import Database
from bot.dao.engine.limits import Limits
from bot.dao.work import workers
from bot.errors import DatabaseAway
from bot.models import Conversation
from bot.models.base import utc_now
from bot.services.delivery.unwritten import Unwritten
from bot.services.work.holds import MOST_INTERRUPTIONS, Holds
from bot.services.work.lanes import Lane
from tests.fakes import lanes
from tests.fakes.cuts import cut
from tests.fakes.keys import migrate, open_database
from tests.fakes.postgres import Postgres
from tests.integration.database.test_lanes import AWA, KEY, LOST_AFTER_S, claim, forget, worker, write_to


@pytest.fixture
def holds(database: Database) -> Holds:
    worker(database, "w")
    write_to(database)
    return Holds(database, "w")


@pytest.fixture
def remote(postgres: Postgres) -> Iterator[Database]:
    """PostgreSQL alone: a file has no connection to cut."""
    url = postgres.database_url()
    made = open_database(url)
    migrate(made)
    yield made
    made.close()
    postgres.give_back(url)


def attempts(database: Database) -> int:
    with database.read() as session:
        return inbound.waiting(session, KEY)[0].attempts


def take(holds: Holds, *, fails: bool = True) -> Lane:
    """Claim the lane and count a life; then, unless told otherwise, the database goes away."""
    with holds.enter(KEY) as hold:
        lane = claim(holds.database, "w")
        assert lane is not None
        hold.epoch = lane.epoch
        with lane.write() as session:
            chosen = inbound.waiting(session, KEY)
            hold.takes(chosen)
            conversations.count_life(session, chosen)
        assert holds.give_back() == []  # a thread is at it
        if fails:
            raise DatabaseAway
    return lane


def interrupt(holds: Holds) -> None:
    with pytest.raises(DatabaseAway):
        take(holds)


def test_what_an_outage_left_is_given_back_with_the_life_it_cost(holds: Holds) -> None:
    interrupt(holds)
    assert attempts(holds.database) == 1
    assert holds.give_back() == [KEY]
    assert attempts(holds.database) == 0
    assert holds.give_back() == []
    assert claim(holds.database, "w")


def test_other_failures_cost_a_life(holds: Holds) -> None:
    take(holds, fails=False)
    assert holds.give_back() == [KEY]
    assert attempts(holds.database) == 1


def test_a_life_that_was_never_counted_is_not_given_back(holds: Holds) -> None:
    """The database went away before it was: the message would have one life more each time, without end."""
    lane = claim(holds.database, "w")
    assert lane is not None
    with suppress(DatabaseAway), holds.enter(KEY) as hold:
        hold.epoch = lane.epoch
        with lane.write() as session:
            hold.takes(inbound.waiting(session, KEY))
            conversations.count_life(session, inbound.waiting(session, KEY))
            raise DatabaseAway
    assert holds.give_back() == [KEY]
    assert attempts(holds.database) == 0


def test_interruptions_without_end_cost_lives_at_last(holds: Holds) -> None:
    for _ in range(MOST_INTERRUPTIONS):
        interrupt(holds)
        holds.give_back()
    assert attempts(holds.database) == 0
    interrupt(holds)
    holds.give_back()
    assert attempts(holds.database) == 1


def test_an_outage_behind_an_answer_is_no_longer_in_a_row(holds: Holds) -> None:
    """Somebody who has written for years has met more outages than one message may."""
    for _ in range(MOST_INTERRUPTIONS):
        interrupt(holds)
        holds.give_back()
    take(holds, fails=False)
    holds.give_back()
    before = attempts(holds.database)
    interrupt(holds)
    holds.give_back()
    assert attempts(holds.database) == before


def test_the_life_comes_back_also_when_another_has_taken_over(holds: Holds) -> None:
    interrupt(holds)
    worker(holds.database, "heir")
    forget(holds.database, "w")
    heir = claim(holds.database, "heir")
    assert heir is not None
    assert holds.give_back() == []
    assert attempts(holds.database) == 0
    with heir.write():
        pass  # it is still the heir's


def test_a_claim_that_is_just_being_made_is_not_given_back(holds: Holds) -> None:
    with holds.enter(KEY):  # it has committed, and its thread does not know yet
        assert claim(holds.database, "w")
        assert holds.give_back() == []
    assert holds.give_back() == [KEY]


def test_who_leaves_between_the_two_looks_has_left_nothing_behind(
    holds: Holds, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lane = claim(holds.database, "w")
    assert lane is not None
    look = conversations.lanes_of

    def look_and_leave(session: Session, worker_id: str) -> Sequence[tuple[str, int]]:
        found = look(session, worker_id)
        lane.release()
        return found

    monkeypatch.setattr(conversations, "lanes_of", look_and_leave)
    assert holds.give_back() == []
    assert not caplog.records


def test_lanes_of_other_workers_are_left_alone(holds: Holds) -> None:
    worker(holds.database, "other")
    assert claim(holds.database, "other")
    assert holds.give_back() == []
    assert claim(holds.database, "w") is None


def test_a_claim_that_was_committed_although_its_answer_was_lost(remote: Database) -> None:
    holds = Holds(remote, "w")
    with remote.write() as session:
        workers.register(session, "w", "w")
    write_to(remote)

    def claim_and_hear_nothing() -> None:
        with holds.enter(KEY), cut(remote, committed=True):
            lanes.claim(remote, KEY, "w", LOST_AFTER_S)

    with pytest.raises(DatabaseAway):
        claim_and_hear_nothing()
    assert claim(remote, "w") is None
    assert holds.give_back() == [KEY]
    assert claim(remote, "w")


def test_who_is_locked_by_a_stranger_keeps_no_other_lane(remote: Database) -> None:
    hurried = open_database(remote.url, limits=Limits(lock_s=0.2))
    holds, told = Holds(hurried, "w"), Unwritten(hurried)
    worker(remote, "w")
    with remote.write() as session:
        for sender in (AWA, "+2250700000002"):
            made = conversations.ensure(session, sender)
            conversations.claim(session, made.id, "w", LOST_AFTER_S)
        both = {made.id for made in session.exec(select(Conversation))}
    for key in both:
        told.later(partial(conversations.take_over, key=key, now=utc_now()))
    for locked in both:  # whichever comes first
        with remote.engine.connect() as stranger, stranger.begin() as begun:
            stranger.execute(select(Conversation.id).where(col(Conversation.id) == locked).with_for_update())
            told.retry()
            assert set(holds.give_back()) <= both - {locked}
            begun.rollback()
    assert holds.give_back() == []
    with remote.read() as session:
        rows = session.exec(select(Conversation)).all()
    assert {(row.lane_worker, row.owner_since is None) for row in rows} == {(None, False)}
    hurried.close()


def test_what_is_laid_down_costs_no_life_and_is_free_at_once(holds: Holds) -> None:
    """As a process does that must leave, with threads still at work."""
    with holds.enter(KEY) as hold:
        lane = claim(holds.database, "w")
        assert lane is not None
        hold.epoch = lane.epoch
        with lane.write() as session:
            chosen = inbound.waiting(session, KEY)
            hold.takes(chosen)
            conversations.count_life(session, chosen)
        worker(holds.database, "heir")
        assert claim(holds.database, "heir") is None
        holds.lay_down_all()
        assert attempts(holds.database) == 0
        assert claim(holds.database, "heir")
