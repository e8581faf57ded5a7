"""What can be made to go wrong at the stand-in, so that tests and people can watch the application cope."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from bot.simulator.records import Refusal, Sent


@dataclass(frozen=True, slots=True)
class Late:
    """The request is accepted only after `delay_s` seconds, whether or not the client still waits."""

    delay_s: float


@dataclass(frozen=True, slots=True)
class Silent:
    """The message is accepted and goes out, but the answer is held for `hold_s` seconds and then dropped."""

    hold_s: float = 0.0


T = TypeVar("T")
CreateFault = Refusal | Late | Silent


@dataclass(slots=True)
class CallbackFaults:
    """What happens to status callbacks. `only` chooses the messages that get any."""

    off: bool = False
    backwards: bool = False  # the last status first
    copies: int = 1
    delay_s: float = 0.0
    only: Callable[[Sent], bool] = lambda _sent: True


@dataclass(slots=True)
class Faults:
    """Queues of faults to come, each used up by one request. Thread-safe."""

    callbacks: CallbackFaults = field(default_factory=CallbackFaults)
    _creates: deque[CreateFault] = field(default_factory=deque)
    _deliveries: deque[int] = field(default_factory=deque)
    _downloads: deque[int] = field(default_factory=deque)
    _uploads: deque[int | Late] = field(default_factory=deque)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def refuse(self, times: int, http_status: int, code: int, message: str = "Injected by a test") -> None:
        """The next `times` creates are answered with this error and nothing is sent (429, 20429; 500, 20500)."""
        self._push(self._creates, times, Refusal(http_status, code, message))

    def late(self, times: int, delay_s: float) -> None:
        """The next `times` creates are accepted `delay_s` seconds after they came in."""
        self._push(self._creates, times, Late(delay_s))

    def silent(self, times: int, hold_s: float = 0.0) -> None:
        """The next `times` creates are accepted but never answered: the connection drops after `hold_s` seconds."""
        self._push(self._creates, times, Silent(hold_s))

    def undelivered(self, times: int, code: int = 30003) -> None:
        """The next `times` accepted messages end as failed with this code."""
        self._push(self._deliveries, times, code)

    def media_not_fetched(self, times: int) -> None:
        """The next `times` downloads of the application's media fail as if its host could not be reached."""
        self._push(self._downloads, times, 63019)

    def media_missing(self, times: int) -> None:
        """The next `times` downloads of a person's media answer 404, as Twilio briefly does after the webhook."""
        self._push(self._uploads, times, 404)

    def media_late(self, times: int, delay_s: float) -> None:
        """The next `times` downloads of a person's media are answered only `delay_s` seconds later."""
        self._push(self._uploads, times, Late(delay_s))

    def is_media_asked_for(self) -> bool:
        """Whether all that was to go wrong with a person's media has begun to."""
        return not self._uploads

    def next_create(self) -> CreateFault | None:
        return self._pop(self._creates)

    def next_delivery(self) -> int | None:
        return self._pop(self._deliveries)

    def next_download(self) -> int | None:
        return self._pop(self._downloads)

    def next_upload(self) -> int | Late | None:
        return self._pop(self._uploads)

    def _push(self, queue: deque[T], times: int, fault: T) -> None:
        with self._lock:
            queue.extend([fault] * times)

    def _pop(self, queue: deque[T]) -> T | None:
        with self._lock:
            return queue.popleft() if queue else None
