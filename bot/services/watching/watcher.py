"""One connection of somebody who watches: what is still to be sent, and when they have gone."""

from collections.abc import Set
from contextlib import suppress
from dataclasses import dataclass, field
from socket import SHUT_WR, SO_SNDBUF, SOL_SOCKET, socket
from typing import Final

from bot.queue.progress import Told
from bot.services.watching import wire

MOST_UNSENT: Final = 64 * 1024  # bytes a reader may be behind; then it is let go
SEND_BUFFER: Final = 16 * 1024  # the kernel's: it would keep megabytes for somebody who does not read
STUCK_S: Final = 30.0  # a reader who takes nothing of what waits for so long has gone
HEARTBEAT_S: Final = 15.0


@dataclass(frozen=True, slots=True)
class Watch:
    """What is watched: a stream, and by whom. `run_id`: the run whose end is the end of the watch; `session_id`: the
    session of an administrator, whose end is it too; `conversations`: if not empty, no others are told of."""

    key: str
    run_id: int | None = None
    session_id: int | None = None
    conversations: Set[str] = frozenset()

    def wants(self, told: Told) -> bool:
        """Whether an event of the stream is for them."""
        return not self.conversations or told.conversation_id in self.conversations


@dataclass(frozen=True, slots=True)
class Coming:
    """Somebody who begins to watch, behind a place of the stream; None: from now on."""

    watch: Watch
    at: str | None
    chunked: bool


@dataclass(eq=False, slots=True)
class Watcher:
    """A connection; used by the hub's thread alone. Times are monotonic seconds."""

    sock: socket
    watch: Watch
    chunked: bool
    at: str | None
    now: float
    unsent: bytearray = field(default_factory=bytearray)
    is_over: bool = False
    moved_at: float = 0.0
    beat_at: float = 0.0

    def __post_init__(self) -> None:
        self.sock.setblocking(False)
        with suppress(OSError):
            self.sock.setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER)
        self.moved_at, self.beat_at = self.now, self.now + HEARTBEAT_S

    def tell(self, told: Told, now: float) -> None:
        """Send an event, unless they know it or it is not for them. That of the end of their run is the last one."""
        if self.is_over or (self.at is not None and wire.order(told.at) <= wire.order(self.at)):
            return
        self.at = told.at
        if self.watch.wants(told):
            self.send(wire.block(told), now)
            if told.kind == "done" and self.watch.run_id is not None:
                self.end(now)

    def end(self, now: float) -> None:
        """Nothing more is sent behind what was."""
        if not self.is_over and self.chunked:
            self._put(wire.LAST_CHUNK, now)
        self.is_over = True

    def send(self, data: bytes, now: float) -> None:
        """Send as much as the reader takes now, and keep the rest."""
        self.beat_at = now + HEARTBEAT_S
        self._put(wire.framed(data, chunked=self.chunked), now)

    def flush(self, now: float) -> None:
        """Send what was kept. Raises OSError for a reader who has gone."""
        with suppress(BlockingIOError):
            while self.unsent:
                del self.unsent[: self.sock.send(self.unsent)]
                self.moved_at = now

    def has_gone(self, now: float) -> bool:
        """Whether nothing is to be had from waiting on: all is sent, or they do not read."""
        if not self.unsent:
            return self.is_over
        return len(self.unsent) > MOST_UNSENT or now - self.moved_at > STUCK_S

    def close(self) -> None:
        """What has arrived is taken first: unread bytes would make the kernel cut what was sent."""
        with suppress(OSError):
            self.sock.shutdown(SHUT_WR)
            self.sock.recv(64 * 1024)
        self.sock.close()

    def _put(self, data: bytes, now: float) -> None:
        if not self.unsent:
            self.moved_at = now
        self.unsent += data
