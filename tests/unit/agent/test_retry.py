"""How often and when something is tried again."""

import pytest

from bot.agent.retry import Failure, Kind, failure_of, pause, wait_s
from bot.errors import (
    AddressRefused,
    AuthError,
    ErrorType,
    PermanentError,
    ProviderError,
    ProviderTimeout,
    ToolFailed,
    ToolRetry,
    TransientError,
)
from tests.fakes.clock import FakeClock

TRANSIENT, TIMEOUT = Failure(Kind.TRANSIENT), Failure(Kind.TIMEOUT)


@pytest.mark.parametrize(
    ("failures", "wait"),
    [
        ([TRANSIENT], 1),
        ([TRANSIENT] * 2, 2),
        ([TRANSIENT] * 3, 4),
        ([TRANSIENT] * 4, None),
        ([TIMEOUT], 2),
        ([TIMEOUT] * 2, 5),
        ([TIMEOUT] * 3, None),
        ([TRANSIENT, TIMEOUT], 2),
        ([TIMEOUT, TRANSIENT], 1),
        ([Failure(Kind.PERMANENT)], None),
        ([Failure(Kind.AUTH)], None),
        ([Failure(Kind.TRANSIENT, retry_after_s=12)], 12),
        ([Failure(Kind.TRANSIENT, retry_after_s=0.1)], 1),
        ([Failure(Kind.TRANSIENT, retry_after_s=3600)], 30),
        ([Failure(Kind.TRANSIENT, retry_after_s=3600)] * 2, 30),
        ([TIMEOUT, *[Failure(Kind.TRANSIENT, retry_after_s=3600)] * 2], None),
    ],
)
def test_waits_follow_the_kind_of_failure(failures: list[Failure], wait: float | None) -> None:
    assert wait_s(failures) == wait


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (TransientError("busy", retry_after_s=3), Failure(Kind.TRANSIENT, "busy", 3)),
        (TransientError("slow down", code=429), Failure(Kind.TRANSIENT, "slow down", untouched=True)),
        (TransientError("oops", code=502), Failure(Kind.TRANSIENT, "oops")),
        (ProviderTimeout("late"), Failure(Kind.TIMEOUT, "late")),
        (PermanentError("no"), Failure(Kind.PERMANENT, "no")),
        (AddressRefused("no"), Failure(Kind.PERMANENT, "no")),
        (AuthError("key"), Failure(Kind.AUTH, "key")),
        (ToolRetry("other words"), Failure(Kind.PERMANENT, "other words")),
        (ToolFailed("cannot"), Failure(Kind.PERMANENT, "cannot")),
        (ToolFailed("later", ErrorType.TRANSIENT), Failure(Kind.TRANSIENT, "later")),
    ],
)
def test_errors_have_a_kind(error: ProviderError | ToolFailed | ToolRetry, failure: Failure) -> None:
    assert failure_of(error) == failure


def test_a_pause_lasts_as_long_as_asked() -> None:
    clock = FakeClock()
    pause(clock, 2.5, lambda: False)
    assert clock.waited == 2.5


def test_a_pause_notices_a_cancellation_within_a_second() -> None:
    clock = FakeClock()
    pause(clock, 30, lambda: clock.waited >= 3)
    assert clock.waited == 3
