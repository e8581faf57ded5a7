"""Places for those who compute: so many, in order of arrival, left while somebody waits elsewhere."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from bot.services.work.pace import MOST_AT_ONCE, Pace, _Place
from tests.fakes.waiting import eventually

LONG_S = 60.0


@contextmanager
def another(work: Callable[[], None]) -> Iterator[threading.Thread]:
    """A thread at work beside the block, waited for."""
    thread = threading.Thread(target=work)
    thread.start()
    yield thread
    thread.join(10)
    assert not thread.is_alive()


def test_no_more_than_so_many_compute_and_whoever_came_first_is_next() -> None:
    pace, begun, go_on = Pace(1, LONG_S), list[int](), threading.Event()

    def turn(number: int) -> None:
        with pace.computing():
            begun.append(number)
            go_on.wait(10)

    with ExitStack() as stack:
        for number in range(4):
            stack.enter_context(another(lambda number=number: turn(number)))  # type: ignore[misc]
            eventually(lambda number=number: len(pace._line) == number if number else begun == [0])
        assert begun == [0]
        go_on.set()
    assert begun == [0, 1, 2, 3]


def test_who_waits_elsewhere_leaves_the_place_to_others() -> None:
    pace, was_in = Pace(1, LONG_S), threading.Event()

    def turn() -> None:
        with pace.computing():
            was_in.set()

    with pace.computing():
        with another(turn):
            assert not was_in.wait(0.05)
            with pace.elsewhere():
                assert was_in.wait(10)
        assert len(pace._taken) == 1
    assert not pace._taken


def test_who_has_no_place_is_elsewhere_without_one() -> None:
    pace = Pace(1, LONG_S)
    with pace.computing(), another(lambda: pace.elsewhere().__enter__()):
        pass
    with pace.elsewhere():
        assert not pace._taken


def test_one_that_stands_still_does_not_stop_the_others() -> None:
    pace, over = Pace(1, 0.05), threading.Event()

    def turn() -> None:
        with pace.computing():
            over.set()

    with pace.computing(), another(turn):
        assert over.wait(10)
    assert not pace._taken
    assert not pace._line


def test_the_place_of_a_thread_that_has_died_is_free_again() -> None:
    pace = Pace(1, 0.05)
    with another(pace._enter):  # and never leaves
        pass
    with pace.computing():
        assert len(pace._taken) == 1


def test_who_is_interrupted_in_the_line_leaves_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pace = Pace(1, LONG_S)

    def interrupted(*_: object) -> bool:
        raise TimeoutError

    with pace.computing():
        place = pace._mine.place
        monkeypatch.setattr(threading.Event, "wait", interrupted)
        with pytest.raises(TimeoutError):
            pace._enter()
        monkeypatch.undo()
        assert not pace._line
        pace._mine.place = place
    assert not pace._taken


def test_more_are_let_in_while_those_inside_wait_for_something_slow_and_few_when_they_compute() -> None:
    pace = Pace(2, LONG_S)
    pace._line.append(_Place(threading.current_thread()))
    now, cpu_s = pace._looked_at, pace._cpu_s
    let_in = []
    for busy in (0.1, 0.1, 0.5, 0.9, 0.1):
        now, cpu_s = now + 2, cpu_s + 2 * busy
        pace._look(now, cpu_s)
        let_in.append(pace._let_in)
    assert let_in == [4, 8, 8, 2, 4]
    for _ in range(10):
        now += 2
        pace._look(now, cpu_s)
    assert pace._let_in == MOST_AT_ONCE


def test_an_idle_process_lets_no_more_in_than_usual() -> None:
    pace = Pace(2, LONG_S)
    pace._look(pace._looked_at + 5, pace._cpu_s)
    assert pace._let_in == 2
