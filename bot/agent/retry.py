"""The one place that knows how often and when something is tried again, for tools and model alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bot.clock import Clock
from bot.errors import ErrorType, ProviderError, ProviderTimeout, ToolFailed, ToolRetry, ToolTimedOut, TransientError

LONGEST_RETRY_AFTER_S = 30.0
MOST_WAITING_S = 60.0  # between the tries of one completion, all models together …
MOST_OF_A_CALL_S = 45.0  # … and of one call of a tool: a page that is away for an hour holds nobody up for long
CANCEL_CHECK_S = 1.0  # a wait notices a cancellation this soon
NOT_TAKEN = (425, 429)  # statuses that say the request was turned away before anything was done


class Kind(StrEnum):
    """How one try failed, as far as another try is concerned."""

    TRANSIENT = "transient"
    TIMEOUT = "timeout"
    PERMANENT = "permanent"
    AUTH = "auth"


WAITS_S = {Kind.TRANSIENT: (1.0, 2.0, 4.0), Kind.TIMEOUT: (2.0, 5.0), Kind.PERMANENT: (), Kind.AUTH: ()}


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed try. `untouched`: nothing can have happened at the other end. `final`: another would end alike."""

    kind: Kind
    message: str = ""
    retry_after_s: float = 0.0
    untouched: bool = False
    final: bool = False

    @property
    def error_type(self) -> ErrorType | None:
        """What a tool result names; a timeout has a status of its own instead."""
        return None if self.kind is Kind.TIMEOUT else ErrorType(self.kind)


def failure_of(error: ProviderError | ToolFailed | ToolRetry | ToolTimedOut) -> Failure:
    """The failure an exception stands for."""
    match error:
        case ProviderTimeout():
            return Failure(Kind.TIMEOUT, str(error))
        case TransientError():
            return Failure(Kind.TRANSIENT, str(error), error.retry_after_s or 0.0, untouched=error.code in NOT_TAKEN)
        case ProviderError() | ToolFailed():
            return Failure(Kind(error.error_type), str(error))
        case ToolTimedOut():
            return Failure(Kind.TIMEOUT, str(error), final=True)
        case ToolRetry():
            return Failure(Kind.PERMANENT, str(error))


def wait_s(failures: Sequence[Failure], most_s: float = MOST_WAITING_S) -> float | None:
    """Seconds before the next try after these failures, oldest first; None when there must not be one, also because it
    would be more than `most_s` with the waits before it."""
    wait = _wait_s(failures)
    if wait is None:
        return None
    waited = sum(_wait_s(failures[:count]) or 0.0 for count in range(1, len(failures)))
    return wait if waited + wait <= most_s else None


def _wait_s(failures: Sequence[Failure]) -> float | None:
    last = failures[-1]
    waits, nth = WAITS_S[last.kind], sum(failure.kind is last.kind for failure in failures)
    if last.final or nth > len(waits):
        return None
    return max(waits[nth - 1], min(last.retry_after_s, LONGEST_RETRY_AFTER_S))


def pause(clock: Clock, seconds: float, cancelled: Callable[[], bool]) -> None:
    """Let `seconds` pass, less when the run is cancelled meanwhile."""
    while seconds > 0 and not cancelled():
        clock.wait(min(seconds, CANCEL_CHECK_S))
        seconds -= CANCEL_CHECK_S
