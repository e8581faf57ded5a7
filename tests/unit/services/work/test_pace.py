"""Places for those who compute: so many, in order of arrival, left while somebody waits elsewhere."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from bot.services.work.pace import MOST_AT_ONCE, TRIES_AGAIN_S, Pace, _Place
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


def test_no_place_is_given_while_somebody_hurries() -> None:
    pace, was_in = Pace(1, LONG_S), threading.Event()

    def turn() -> None:
        with pace.computing():
            was_in.set()

    with pace.hurrying():
        pace._stands_back_until = time.monotonic() + LONG_S
        beside = threading.Thread(target=turn)
        beside.start()
        eventually(lambda: len(pace._line) == 1)
        assert not was_in.is_set()
    assert was_in.wait(10)
    beside.join(10)


def test_who_hurries_for_long_or_again_and_again_holds_nobody_up() -> None:
    pace = Pace(1, LONG_S)
    with pace.hurrying(), pace.computing():  # when its quarter of a second is over
        assert time.monotonic() >= pace._stands_back_until
    pace._may_hurry_at = time.monotonic() + LONG_S
    with pace.hurrying(), pace.computing():  # the other half of the time is the turns'
        assert time.monotonic() < pace._may_hurry_at
    assert not pace._hurrying


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


def let_in(pace: Pace, *busy: float) -> list[int]:
    """How many are let in after each of these looks, a second apart, each with its share of a core computed."""
    found = []
    for share in busy:
        pace._look(pace._looked_at + 1, pace._cpu_s + share)
        found.append(pace._let_in)
    return found


@pytest.fixture
def pace() -> Pace:
    """One in front of which somebody waits."""
    made = Pace(2, LONG_S)
    made._line.append(_Place(threading.current_thread()))
    return made


def test_more_are_let_in_while_more_is_computed_for_it_and_few_when_they_compute(pace: Pace) -> None:
    assert let_in(pace, 0.05, 0.1, 0.2, 0.4, 0.9, 0.1) == [4, 8, 16, 16, 2, 4]


def test_no_more_are_let_in_where_the_processor_is_what_is_slow(pace: Pace) -> None:
    assert let_in(pace, 0.2, 0.22) == [4, 2]
    assert let_in(pace, *[0.2] * int(TRIES_AGAIN_S - 1)) == [2] * int(TRIES_AGAIN_S - 1)
    assert let_in(pace, 0.2) == [4]


def test_what_paid_once_is_tried_again(pace: Pace) -> None:
    assert let_in(pace, 0.1, 0.3) == [4, 4]
    assert let_in(pace, *[0.3] * int(TRIES_AGAIN_S))[-3:] == [4, 2, 2]


def test_there_is_a_most(pace: Pace) -> None:
    assert let_in(pace, *[0.0001 * 2**number for number in range(10)])[-1] == MOST_AT_ONCE
    few = Pace(4, LONG_S, most=4)
    few._line.append(_Place(threading.current_thread()))
    assert let_in(few, 0.01, 0.01) == [4, 4]


def test_an_idle_process_lets_no_more_in_than_usual() -> None:
    pace = Pace(2, LONG_S)
    pace._look(pace._looked_at + 5, pace._cpu_s)
    assert pace._let_in == 2


def test_an_hour_in_which_nobody_came_says_nothing_of_the_crowd_behind_it() -> None:
    pace = Pace(2, LONG_S)
    pace._looked_at -= 3600
    with pace.computing():
        pace._line.append(_Place(threading.current_thread()))
        pace._look(time.monotonic(), time.process_time())
        assert pace._let_in == 2
        pace._line.clear()
