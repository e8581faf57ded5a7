"""Threads beside the jobs: what they call may fail, they go on."""

import threading
from collections.abc import Iterator

import pytest

from jobs.periodic import Every, Timers


@pytest.fixture
def timers() -> Iterator[Timers]:
    made = Timers()
    made.start()
    yield made
    made.stop()


class Counter:
    """Something to call; `reached(n)` waits until it was called so often. Fails the first `failures` times."""

    def __init__(self, failures: int = 0) -> None:
        self.calls = 0
        self._failures = failures
        self._changed = threading.Condition()

    def __call__(self) -> None:
        with self._changed:
            self.calls += 1
            self._changed.notify_all()
            if self.calls <= self._failures:
                raise ZeroDivisionError("by a test")

    def reached(self, count: int) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self.calls >= count, 10)


def test_every_goes_on_after_an_exception(caplog: pytest.LogCaptureFixture) -> None:
    counter = Counter(failures=2)
    every = Every("bell", 0.001, counter)
    every.start()
    assert counter.reached(5)
    every.stop()
    assert caplog.text.count("bell failed") == 2


def test_every_begins_at_once_and_hurries_when_asked_to() -> None:
    counter, hurry = Counter(), threading.Event()
    every = Every("bell", 3600, counter, hurry)
    every.start()
    assert counter.reached(1)
    hurry.set()
    assert counter.reached(2)
    every.stop()


def test_an_action_may_say_when_it_is_called_again() -> None:
    counter = Counter()

    def soon_then_late() -> float:
        counter()
        return 0.0 if counter.calls == 1 else 3600.0

    every = Every("bell", 3600, soon_then_late)
    every.start()
    assert counter.reached(2)
    every.stop()
    assert counter.calls == 2


def test_a_stopped_every_calls_no_more() -> None:
    counter = Counter()
    every = Every("bell", 3600, counter)
    every.start()
    assert counter.reached(1)
    every.stop()
    assert counter.calls == 1
    assert "bell" not in {thread.name for thread in threading.enumerate()}


def test_a_timer_that_fails_does_not_take_the_others_with_it(timers: Timers, caplog: pytest.LogCaptureFixture) -> None:
    failing, good = Counter(failures=9), Counter()
    timers.after(0, failing, "a")
    timers.after(0.001, good, "b")
    assert good.reached(1)
    assert failing.calls == 1
    assert "a timer failed" in caplog.text


def test_what_is_looked_at_by_many_rings_once(timers: Timers) -> None:
    """A part that waits: whoever looks at it asks for another look. Later for one is no look more, sooner is."""
    rung: list[int] = []
    done = threading.Event()
    for number in range(100):
        timers.after(0.05 + number / 1000, lambda: rung.append(1), "one")
    timers.after(0.01, lambda: rung.append(0), "one")
    timers.after(0.3, done.set, "other")
    assert done.wait(5)
    assert rung == [0, 1]
    again = Counter()
    timers.after(0, again, "one")
    assert again.reached(1), "it may be looked at anew behind that"


def test_timers_ring_by_their_time_not_by_their_order(timers: Timers) -> None:
    rung, done = [], threading.Event()
    timers.after(3600, lambda: rung.append("never"), "a")
    timers.after(0.05, lambda: (rung.append("late"), done.set()), "b")
    timers.after(0.001, lambda: rung.append("early"), "c")
    assert done.wait(10)
    assert rung == ["early", "late"]


def test_stopped_timers_ring_no_more() -> None:
    made, counter = Timers(), Counter()
    made.start()
    made.after(3600, counter, "a")
    made.stop()
    assert counter.calls == 0
    assert "timers" not in {thread.name for thread in threading.enumerate()}
