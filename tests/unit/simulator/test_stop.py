"""`make run` is told to end: the second time, which make or an impatient person adds, changes nothing."""

import signal
from collections.abc import Iterator

import pytest

from bot.simulator import stack

BOTH = (signal.SIGINT, signal.SIGTERM)


@pytest.fixture
def heard() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in BOTH}
    for number in BOTH:
        signal.signal(number, stack._raise_stop)
    yield
    for number, does in before.items():
        signal.signal(number, does)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize("first", BOTH)
@pytest.mark.parametrize("second", BOTH)
def test_a_second_signal_is_not_heard(first: signal.Signals, second: signal.Signals) -> None:
    with pytest.raises(stack.Stop):
        signal.raise_signal(first)
    signal.raise_signal(second)
