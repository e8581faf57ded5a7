"""Threads that answer: as many as are needed, none of them lost, nothing done twice."""

import threading
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from bot.web import threads
from bot.web.threads import Threads

PATIENCE_S = 10


class Team:
    """Threads that say who does what, and do it only when they may."""

    def __init__(self, most: int) -> None:
        self.threads = Threads[str](most, self._do)
        self.begun: SimpleQueue[tuple[str, threading.Thread]] = SimpleQueue()
        self.may = threading.Semaphore(0)

    def _do(self, work: str) -> None:
        self.begun.put((work, threading.current_thread()))
        assert self.may.acquire(timeout=PATIENCE_S)
        if work == "breaks":
            raise SystemExit("for a test")

    def give(self, *works: str) -> None:
        for work in works:
            self.threads.submit(work)
        self.threads.go()

    def next(self) -> tuple[str, threading.Thread]:
        return self.begun.get(timeout=PATIENCE_S)

    def end(self) -> None:
        self.may.release(100)
        self.threads.shutdown()


@pytest.fixture
def team() -> Iterator[Team]:
    made = Team(2)
    yield made
    made.end()


def test_a_second_thread_begins_only_where_the_first_is_not_free(team: Team) -> None:
    team.give("one")
    _, first = team.next()
    team.may.release()
    team.threads.is_done()
    team.give("two")
    assert team.next() == ("two", first)
    assert team.threads._begun == 1
    team.give("three")
    assert team.next()[1] is not first


def test_there_are_no_more_than_so_many_and_each_work_is_done_once(team: Team) -> None:
    works = [f"{number}" for number in range(9)]
    team.give(*works)
    team.may.release(len(works))
    done = [team.next() for _ in works]
    assert sorted(work for work, _ in done) == works
    assert len({thread for _, thread in done}) <= 2
    assert team.begun.empty()


def test_nothing_begins_before_its_giver_is_about_to_wait(team: Team) -> None:
    team.threads.submit("one")
    assert team.threads._begun == 0
    team.threads.go()
    assert team.next()[0] == "one"
    team.threads.go()
    team.may.release()
    assert team.begun.empty()


def test_what_breaks_costs_no_thread(caplog: pytest.LogCaptureFixture) -> None:
    team = Team(1)
    team.may.release(2)
    team.give("breaks", "one")
    (_, broken), (work, then) = team.next(), team.next()
    assert (work, then) == ("one", broken)
    assert "nobody foresaw" in caplog.text
    team.end()


def test_at_the_end_what_is_due_is_done_first(team: Team) -> None:
    team.give("one", "two")
    team.threads.submit("three")
    team.may.release(3)
    team.threads.shutdown()
    lived = [team.next() for _ in range(3)]
    assert {work for work, _ in lived} == {"one", "two", "three"}
    for _, thread in lived:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def test_one_whose_beginning_was_interrupted_ends_too(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a signal that ends the process: it would wait for that thread until it is killed."""
    begun: list[threading.Thread] = []

    class Begun(threading.Thread):
        def start(self) -> None:
            super().start()
            begun.append(self)
            if len(begun) == 1:
                raise SystemExit("for a test")

    monkeypatch.setattr(threads, "Thread", Begun)
    with pytest.raises(SystemExit):
        team.give("one")
    team.end()
    assert team.next()[0] == "one"
    assert len(begun) == 2
    for thread in begun:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


def test_where_the_machine_has_no_thread_left_those_there_are_do_it(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    class NoThread:
        def __init__(self, **_options: object) -> None:
            pass

        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    team.give("one")
    _, first = team.next()
    monkeypatch.setattr(threads, "Thread", NoThread)
    team.give("two")
    team.may.release(2)
    assert team.next() == ("two", first)
    monkeypatch.undo()
    with monkeypatch.context() as none:
        none.setattr(threads, "Thread", NoThread)
        with pytest.raises(RuntimeError, match="thread"):
            Team(2).give("one")
