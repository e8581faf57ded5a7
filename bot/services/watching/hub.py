"""Whoever watches runs, held by one thread a process however many they are: one selector for their connections, one
connection to Redis, and one look at the database now and then. The thread lives from the first of them on."""

import logging
import socket
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Collection
from contextlib import ExitStack, suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import Final

from redis.exceptions import RedisError

from bot.errors import DatabaseAway
from bot.queue.progress import ProgressReader, Told
from bot.services.watching import wire
from bot.services.watching.lookout import Seen
from bot.services.watching.watcher import Coming, Watch, Watcher

READ_EVERY_S: Final = 0.25
LOOK_EVERY_S: Final = 5.0
REST_S: Final = 1.0  # after a failure of Redis
CHUNK: Final = 4096

log = logging.getLogger(__name__)


class Hub:
    """A `Host` of connections (bot.services.watching.handover). `most` of them at once; 0: nobody watches here."""

    def __init__(self, reader: ProgressReader, look: Callable[[Collection[Watch]], Seen], most: int) -> None:
        self._reader, self._look, self._most = reader, look, most
        self._lock = threading.Lock()
        self._coming: deque[tuple[socket.socket, Coming]] = deque()
        self._watchers: set[Watcher] = set()
        self._thread: threading.Thread | None = None
        self._leaving = False
        self._is_down = False
        self._read_at = self._look_at = 0.0

    # -- in any thread

    def has_room(self) -> bool:
        """Whether one more may watch."""
        return not self._leaving and len(self._watchers) + len(self._coming) < self._most

    def take(self, sock: socket.socket, guest: Coming) -> None:
        """Somebody begins to watch."""
        with self._lock:
            if not self.has_room() or not self._runs():
                sock.close()
                return
            self._coming.append((sock, guest))
        self._wake()

    def _runs(self) -> bool:
        """Begin the thread for the first who comes; where the machine has none left, the next one tries again."""
        if self._thread is None:
            try:
                self._begin()
            except (OSError, RuntimeError) as error:
                log.error("nobody can watch: %s", error)
                return False
        return True

    def _begin(self) -> None:
        with ExitStack() as unless_begun:
            self._ear, self._bell = map(unless_begun.enter_context, socket.socketpair())
            self._ear.setblocking(False)
            self._bell.setblocking(False)
            thread = threading.Thread(target=self._run, name="hub", daemon=True)
            thread.start()
            unless_begun.pop_all()
        self._thread = thread

    def leave(self) -> None:
        """End every connection in good order: browsers come back, to another process, and miss nothing."""
        self._leaving = True
        self._wake()

    def wait(self, seconds: float) -> None:
        """Wait until all have left."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _wake(self) -> None:
        if self._thread is not None:
            with suppress(OSError):  # full: it is awake anyway; closed: it has left
                self._bell.send(b"!")

    # -- in the hub's thread

    def _run(self) -> None:
        with self._ear, self._bell, DefaultSelector() as self._selector:
            self._selector.register(self._ear, EVENT_READ)
            while not self._leaving:
                try:
                    self._turn()
                except Exception as error:
                    log.error("the hub failed, and lets everybody go", exc_info=error)
                    self._let_go(list(self._watchers))
            self._part()

    def _turn(self) -> None:
        for key, mask in self._selector.select(READ_EVERY_S if self._watchers or self._coming else None):
            if isinstance(key.data, Watcher):
                self._on_event(key.data, mask)
            else:
                self._ear.recv(CHUNK)
        self._admit()
        now = monotonic()
        if self._watchers and now >= self._read_at:
            self._read(now)
        if self._watchers and now >= self._look_at:
            self._look_after(now)
        self._tidy(now)

    def _on_event(self, watcher: Watcher, mask: int) -> None:
        try:
            if mask & EVENT_READ and not watcher.sock.recv(CHUNK):  # what they say besides is of no interest
                self._let_go([watcher])
            elif mask & EVENT_WRITE:
                watcher.flush(monotonic())
        except BlockingIOError:
            return
        except OSError:
            self._let_go([watcher])

    def _admit(self) -> None:
        while self._coming:
            sock, coming = self._coming.popleft()
            watcher = Watcher(sock, coming.watch, coming.chunked, coming.at, monotonic())
            self._watchers.add(watcher)
            self._selector.register(sock, EVENT_READ, watcher)
            self._read_at = 0.0

    def _read(self, now: float) -> None:
        """Ask Redis once what is new for all. What it does not know any more is lost."""
        self._read_at = now + READ_EVERY_S
        try:
            for watcher in self._watchers:
                if watcher.at is None:
                    watcher.at = self._reader.newest(watcher.watch.key)
            by_key: defaultdict[str, list[Watcher]] = defaultdict(list)
            for watcher in self._watchers:
                by_key[watcher.watch.key].append(watcher)
            places = {
                key: min((each.at or wire.START for each in some), key=wire.order) for key, some in by_key.items()
            }
            found = self._reader.behind(places)
        except RedisError as error:
            if not self._is_down:
                log.warning("Redis is away, who watches runs sees nothing new: %s", type(error).__name__)
            self._is_down, self._read_at = True, monotonic() + REST_S
            return
        self._is_down = False
        for key, events in found.items():
            for told in events:
                for watcher in by_key[key]:
                    watcher.tell(told, now)

    def _look_after(self, now: float) -> None:
        """Who may not watch any more is sent away; who waits for an end that got lost is told of it."""
        self._look_at = now + LOOK_EVERY_S
        try:
            seen = self._look([watcher.watch for watcher in self._watchers])
        except DatabaseAway:
            return
        for watcher in self._watchers:
            if not seen.may_go_on(watcher.watch):
                watcher.end(now)
            elif seen.is_over(watcher.watch) and not watcher.is_over:
                place = watcher.at or wire.START
                watcher.send(wire.block(Told(place, "done", "", f'{{"run": {watcher.watch.run_id}}}')), now)
                watcher.end(now)

    def _tidy(self, now: float) -> None:
        """Hearts beat; what could not be sent waits for its reader; who has gone is let go."""
        gone = []
        for watcher in self._watchers:
            if now >= watcher.beat_at and not watcher.is_over:
                watcher.send(wire.HEARTBEAT, now)
            try:
                watcher.flush(now)
            except OSError:
                gone.append(watcher)
                continue
            if watcher.has_gone(now):
                gone.append(watcher)
            else:
                wanted = EVENT_READ | EVENT_WRITE if watcher.unsent else EVENT_READ
                if self._selector.get_key(watcher.sock).events != wanted:
                    self._selector.modify(watcher.sock, wanted, watcher)
        self._let_go(gone)

    def _let_go(self, some: Collection[Watcher]) -> None:
        for watcher in some:
            self._watchers.discard(watcher)
            with suppress(KeyError, ValueError):
                self._selector.unregister(watcher.sock)
            watcher.close()

    def _part(self) -> None:
        with self._lock:  # who comes now is not taken
            self._admit()
        now = monotonic()
        for watcher in self._watchers:
            watcher.end(now)
            with suppress(OSError):
                watcher.flush(now)
        self._let_go(list(self._watchers))
        self._reader.close()
