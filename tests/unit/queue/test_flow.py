"""How long whoever comes last will wait, told from how many were added and how many are left."""

from collections.abc import Callable

import pytest

from bot.queue import flow
from bot.queue.flow import LOOKS_BACK_S, SEEN_LATELY_S, STANDS_AFTER_S, SURE_AFTER_S, Flow
from tests.fakes.clock import stand_still


@pytest.fixture
def skip(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    return stand_still(monkeypatch, flow)


def test_a_queue_of_a_hundred_of_which_five_go_a_second_takes_twenty_seconds(skip: Callable[[float], None]) -> None:
    queue = Flow()
    for second in range(11):
        queue.note(added=100 + 10 * second, waiting=100 + 5 * second)
        skip(1)
    assert queue.length == 150
    assert queue.wait_s == pytest.approx(30)


def test_what_is_not_known_yet_or_no_more_is_not_told(skip: Callable[[float], None]) -> None:
    queue = Flow()
    assert (queue.length, queue.wait_s) == (0, None)
    queue.note(added=200, waiting=100)
    skip(SURE_AFTER_S - 1)
    queue.note(added=300, waiting=150)
    assert (queue.length, queue.wait_s) == (150, None)
    skip(1)
    queue.note(added=400, waiting=200)
    assert queue.wait_s == pytest.approx(2 * SURE_AFTER_S)
    skip(SEEN_LATELY_S)
    assert (queue.length, queue.wait_s) == (0, None)


def test_where_nobody_takes_anything_nothing_is_told_for_a_while(skip: Callable[[float], None]) -> None:
    queue = Flow()
    for second in range(int(STANDS_AFTER_S)):
        queue.note(added=100 + second, waiting=100 + second)
        assert queue.wait_s is None
        skip(1)
    queue.note(added=112, waiting=112)
    assert queue.wait_s == pytest.approx(112 * STANDS_AFTER_S)


def test_a_queue_that_was_empty_was_not_slow(skip: Callable[[float], None]) -> None:
    """Whoever came behind a quiet while was told that it takes long, and was answered at once."""
    queue = Flow()
    queue.note(added=1, waiting=1)
    skip(14)
    for waiting in range(1, 101):
        queue.note(added=1 + waiting, waiting=waiting)
    assert (queue.length, queue.wait_s) == (100, None)
    skip(SURE_AFTER_S)
    queue.note(added=102, waiting=51)
    assert queue.wait_s == pytest.approx(51 * SURE_AFTER_S / 50)


def test_only_the_last_while_counts(skip: Callable[[float], None]) -> None:
    queue = Flow()
    for second in range(40):  # a hundred a second, and from the twentieth on one
        taken = min(second, 20) * 100 + max(0, second - 20)
        queue.note(added=taken + 500, waiting=500)
        skip(1)
    assert LOOKS_BACK_S < 19
    assert queue.wait_s == pytest.approx(500)


def test_an_answer_that_was_overtaken_costs_nothing_of_what_is_known(skip: Callable[[float], None]) -> None:
    """Of two threads that add at once the second may hear first; and a worker that leaves puts back what it took."""
    queue = Flow()
    for second in range(11):
        queue.note(added=100 + 10 * second, waiting=100 + 5 * second)
        queue.note(added=98 + 10 * second, waiting=101 + 5 * second)
        skip(1)
    assert (queue.length, queue.wait_s) == (150, pytest.approx(30))
    queue.note(added=201, waiting=152)
    assert (queue.length, queue.wait_s) == (152, pytest.approx(33, rel=0.05))


def test_a_redis_that_was_emptied_counts_anew(skip: Callable[[float], None]) -> None:
    queue = Flow()
    for second in range(11):
        queue.note(added=1_000 + 100 * second, waiting=100)
        skip(1)
    queue.note(added=100, waiting=100)
    assert (queue.length, queue.wait_s) == (100, None)
    for second in range(1, 11):
        skip(1)
        queue.note(added=100 + second, waiting=100)
    assert queue.wait_s == pytest.approx(100)
