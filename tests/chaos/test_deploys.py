"""A rolling deployment: the newer process comes first, and of the older one is told what it must not have done."""

import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from bot.dao.database import Database
from bot.dao.work import workers
from tests.chaos.deploys import Deploys, Hands
from tests.chaos.fates import WEB, WORKER, Life
from tests.chaos.tally import Tally
from tests.fakes.keys import migrate, open_database

OLD, NEWER = 100, 101


class Stage:
    """The storm's side: two lives at most, and the actions it was asked to do later, which it does when told."""

    def __init__(self, database: Database, module: str) -> None:
        self.alive = {OLD: Life(module, None, spared=True, at_work_at=0.0)}
        self.sent: list[tuple[int, int]] = []
        self.outages = 0
        self.later: list[Callable[[], None]] = []
        hands = Hands(
            self.alive,
            self.begin,
            lambda pid, signum: self.sent.append((pid, signum)),
            lambda _seconds, action: self.later.append(action),
            lambda _note: None,
            lambda: self.outages,
        )
        self.tally = Tally()
        self.deploys = Deploys(database, self.tally, Random(1), hands, grace_s=0)

    def begin(self, module: str) -> int:
        self.alive[NEWER] = Life(module, None, spared=True)
        return NEWER

    def next(self) -> None:
        self.later.pop(0)()

    def old_is_told(self) -> None:
        self.deploys.start()
        self.next()
        assert self.sent == [], "not before the newer one is at work"
        self.alive[NEWER].at_work_at = 0.0
        self.next()
        assert self.sent == [(OLD, signal.SIGTERM)]

    def kinds(self) -> list[str]:
        return [violation.kind for violation in self.deploys.violations]


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = open_database(f"sqlite:///{tmp_path}/palabre.db")
    migrate(made)
    with made.write() as session:
        workers.register(session, "w", f"{socket.gethostname()}:{OLD}")
    yield made
    made.close()


def leave(database: Database) -> None:
    with database.write() as session:
        workers.forget(session, "w")


def test_who_leaves_in_good_order_is_blamed_for_nothing(database: Database) -> None:
    stage = Stage(database, WORKER)
    stage.old_is_told()
    leave(database)
    stage.deploys.ended(OLD, 0)
    assert stage.kinds() == []
    assert len(stage.tally.leaves_s["worker"]) == 1
    assert stage.deploys.under_way == 0


def test_who_is_still_said_to_live_has_left_with_its_hands_full(database: Database) -> None:
    stage = Stage(database, WORKER)
    stage.old_is_told()
    stage.deploys.ended(OLD, 1)
    assert stage.kinds() == ["left with its hands full"]


def test_what_an_outage_kept_it_from_is_not_its_fault(database: Database) -> None:
    stage = Stage(database, WORKER)
    stage.old_is_told()
    stage.outages += 2
    stage.deploys.ended(OLD, 1)
    assert stage.kinds() == []
    stage = Stage(database, WORKER)
    stage.outages = 1  # it has begun before, and is not over
    stage.old_is_told()
    stage.deploys.ended(OLD, 1)
    assert stage.kinds() == []


@pytest.mark.parametrize("has_begun", [False, True])
def test_who_still_waits_for_its_database_may_end_by_the_signal(database: Database, has_begun: bool) -> None:
    if not has_begun:
        leave(database)
    stage = Stage(database, WORKER)
    stage.old_is_told()
    leave(database)
    stage.deploys.ended(OLD, -signal.SIGTERM)
    assert stage.kinds() == ["left badly"] * has_begun


@pytest.mark.parametrize(("module", "code"), [(WORKER, 70), (WEB, 1)])
def test_a_web_process_leaves_nothing_behind_and_nobody_breaks(database: Database, module: str, code: int) -> None:
    stage = Stage(database, module)
    stage.old_is_told()
    leave(database)
    stage.deploys.ended(OLD, code)
    assert stage.kinds() == ["left badly"]


def test_who_does_not_leave_is_killed_and_told_of(database: Database) -> None:
    stage = Stage(database, WORKER)
    stage.old_is_told()
    stage.next()
    assert stage.kinds() == ["does not leave"]
    assert stage.sent[-1] == (OLD, signal.SIGKILL)


def test_a_newer_one_that_does_not_come_up_is_tried_again(database: Database) -> None:
    stage = Stage(database, WORKER)
    stage.deploys.start()
    stage.next()
    del stage.alive[NEWER]
    stage.next()
    stage.next()
    assert NEWER in stage.alive
    assert stage.sent == []
