"""A wall clock that jumps is noticed by the one that never does."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import Jumps, SystemClock

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def steady(jumps: Jumps, passed_s: float, ahead_s: float = 0.0) -> bool:
    return jumps.none_within(15, NOON + timedelta(seconds=passed_s + ahead_s), 100 + passed_s)


@pytest.mark.parametrize("jump_s", [3_600, -3_600, 6])
def test_a_clock_that_jumped_is_not_steady_until_enough_time_has_passed(jump_s: float) -> None:
    jumps = Jumps()
    assert steady(jumps, 0)
    assert steady(jumps, 10)
    assert not steady(jumps, 11, jump_s)
    assert not steady(jumps, 25, jump_s)
    assert steady(jumps, 27, jump_s)
    assert not steady(jumps, 28)


def test_a_clock_that_is_set_right_slowly_is_steady() -> None:
    jumps = Jumps()
    assert all(steady(jumps, 10 * number, number) for number in range(20))


def test_the_machines_clock_is_steady() -> None:
    assert SystemClock().is_steady(60)
