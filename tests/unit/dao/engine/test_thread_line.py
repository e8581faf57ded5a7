"""The line of threads: one at a time, nobody is overtaken for long, and what is urgent goes first."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from bot.dao.engine.thread_line import ThreadLine
from tests.fakes.waiting import eventually

LONG_S = 60.0


def nothing(_is_awaited: bool) -> None:
    """Nothing is done before the place is given away."""


@contextmanager
def another(work: Callable[[], None]) -> Iterator[None]:
    """A thread at work beside the block, waited for."""
    thread = threading.Thread(target=work)
    thread.start()
    yield
    thread.join(10)
    assert not thread.is_alive()


@contextmanager
def waiting(stack: ExitStack, line: ThreadLine, *names: str, urgent: str = "") -> Iterator[list[str]]:
    """Threads that wait in a line, in this order, whose place is taken for the length of the block; the list says in
    which order they had it."""
    order: list[str] = []

    def come(name: str) -> None:
        assert line.enter(LONG_S, is_urgent=name == urgent)
        order.append(name)
        line.leave(nothing)

    assert line.enter(LONG_S)
    for count, name in enumerate(names, 1):
        stack.enter_context(another(lambda name=name: come(name)))  # type: ignore[misc]
        eventually(lambda count=count: len(line._waiting) + len(line._urgent) == count)
    yield order
    line.leave(nothing)


def test_who_has_waited_for_long_is_overtaken_no_more() -> None:
    line = ThreadLine(overtaken_for_s=0.0)
    with ExitStack() as stack, waiting(stack, line, "first", "second") as order:
        assert order == []
        line.leave(nothing)
        assert line.enter(LONG_S)  # behind both of them, although it comes at once
        assert order == ["first", "second"]


def test_who_comes_when_the_place_is_free_does_not_wait_for_a_thread_that_sleeps() -> None:
    line = ThreadLine(overtaken_for_s=LONG_S)
    with ExitStack() as stack, waiting(stack, line, "first") as order:
        with line._lock:  # the first is woken, and not yet there
            line._pass_on()
            assert not line._is_taken
            line._is_taken = True
        assert order == []
    assert order == ["first"]


def test_what_is_urgent_goes_first() -> None:
    line = ThreadLine(overtaken_for_s=0.0)
    with ExitStack() as stack, waiting(stack, line, "first", "second", "urgent", urgent="urgent") as order:
        pass
    assert order == ["urgent", "first", "second"]


def test_who_has_waited_in_vain_leaves_the_line() -> None:
    line = ThreadLine()
    assert line.enter(0)
    assert not line.enter(0.01)
    assert not line._waiting
    line.leave(nothing)
    assert line.enter(0)


def test_a_place_is_not_given_to_a_thread_whose_job_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    line = ThreadLine(overtaken_for_s=0.0)

    def interrupted(event: threading.Event, _seconds: float) -> bool:
        line.leave(nothing)  # which gives the place to the one that is interrupted
        assert event.is_set()
        raise TimeoutError

    assert line.enter(0)
    monkeypatch.setattr(threading.Event, "wait", interrupted)
    with pytest.raises(TimeoutError):
        line.enter(LONG_S)
    monkeypatch.undo()
    assert line.enter(0)


def test_before_the_place_is_given_away_it_is_told_whether_anybody_waits() -> None:
    line, told = ThreadLine(overtaken_for_s=0.0), list[bool]()
    with ExitStack() as stack, waiting(stack, line, "first"):
        line.leave(told.append)
        assert line.enter(LONG_S)
    assert line.enter(0)
    line.leave(told.append)
    assert told == [True, False]
