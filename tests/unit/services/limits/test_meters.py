"""A sender's meters: the bucket, the day, the reserve, what was said, the same sentence over and over."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services.limits.meters import MOST_SAME, RESERVE, RESERVE_BACK_S, Limits, Meters

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
TODAY, DAY = NOON.date(), timedelta(days=1)
LIMITS = Limits(per_minute=20, per_day=300)
HOUR = timedelta(hours=1)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def fits(meters: Meters, moment: datetime, limits: Limits = LIMITS) -> bool:
    return meters.room_at(moment, limits) <= moment


def test_twenty_in_a_breath_and_one_more_every_three_seconds() -> None:
    meters = Meters()
    for _ in range(20):
        assert fits(meters, NOON)
        meters = meters.took(1, NOON, LIMITS)
    assert not fits(meters, NOON)
    assert not fits(meters, after(2.9))
    assert fits(meters, after(3.1))
    assert meters.room_at(NOON, LIMITS) == after(3)
    assert fits(meters.took(1, after(60), LIMITS), after(60))


def test_fragments_that_are_one_question_fill_it_and_no_more() -> None:
    meters = Meters().took(200, NOON, LIMITS)
    assert not fits(meters, NOON)
    assert fits(meters, after(3.1))
    assert meters.messages == 200


def test_a_clock_that_ran_ahead_locks_nobody_out() -> None:
    meters = Meters().took(20, NOON + 5 * HOUR, LIMITS).drew_reserve(NOON + 5 * HOUR)
    assert fits(meters, NOON)
    assert meters.has_reserve(NOON)
    again = meters.took(20, NOON, LIMITS)
    assert not fits(again, after(2))
    assert fits(again, after(4))


@given(st.lists(st.tuples(st.floats(0, 30), st.integers(1, 5)), max_size=80), st.integers(1, 60))
def test_no_minute_holds_more_than_twice_the_limit(gaps: list[tuple[float, int]], per_minute: int) -> None:
    """A full bucket and what leaks meanwhile; the last turn let in may have some fragments more."""
    limits, meters, moment, taken = Limits(per_minute, 10_000), Meters(), NOON, []
    for gap, count in gaps:
        moment += timedelta(seconds=gap)
        if fits(meters, moment, limits):
            meters = Meters.of(meters.stored()).took(count, moment, limits)
            taken.append((moment, 1))
    for start, _ in taken:
        assert sum(n for when, n in taken if start <= when < start + timedelta(minutes=1)) <= 2 * per_minute + 1


def test_the_reserve_comes_back_one_by_one() -> None:
    meters = Meters()
    for _ in range(RESERVE):
        assert meters.has_reserve(NOON)
        meters = meters.drew_reserve(NOON)
    assert not meters.has_reserve(NOON)
    assert not meters.has_reserve(after(RESERVE_BACK_S - 1))
    assert meters.has_reserve(after(RESERVE_BACK_S + 1))


def test_counts_are_a_days_and_a_day_begins_once() -> None:
    today = Meters().on(TODAY).took(3, NOON, LIMITS).telling("day")
    assert (today.messages, today.said("day"), today.said("minute")) == (3, 1, 0)
    assert today.on(TODAY) == today
    tomorrow = today.on(TODAY + DAY)
    assert (tomorrow.messages, tomorrow.said("day")) == (0, 0)
    told = tomorrow.telling("day")
    assert told.on(TODAY) == told  # a machine whose clock is behind
    assert told.on(TODAY - DAY).said("day") == 0  # a clock that was wrong by days


def test_what_is_stored_is_read_back() -> None:
    meters = Meters().on(TODAY).took(3, NOON, LIMITS).telling("day").heard("je suis absent", NOON)
    assert Meters.of(meters.stored()) == meters
    assert Meters.of({}) == Meters()
    assert Meters.of({"messages": 2, "from a later version": 1}) == Meters(messages=2)


@pytest.mark.parametrize(
    "text", ["Je suis absent", "I am away. It is 10:{0:02} now", "Message reçu le {0}/11/2026 à {0} h 30, merci"]
)
def test_an_automatic_reply_repeats_itself(text: str) -> None:
    meters = Meters()
    for number in range(MOST_SAME):
        meters = meters.heard(text.format(number), after(number))
        assert not meters.repeats
    assert meters.heard(text.format(20), after(30)).repeats
    assert not meters.heard("autre chose cette fois", after(30)).repeats
    assert not meters.heard(text.format(20), after(4_000)).repeats


@pytest.mark.parametrize("text", ["2", "oui", "continue", "la b", "Combien font {0} fois 7 ?"])
def test_pupils_repeat_themselves_too(text: str) -> None:
    meters = Meters()
    for number in range(3 * MOST_SAME):
        meters = meters.heard(text.format(number), after(number))
        assert not meters.repeats
