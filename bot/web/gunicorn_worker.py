"""gunicorn's threaded worker, with one difference: a thread is taken only for a request that has arrived whole.

In the stock worker a thread reads the request and waits for its bytes: a few dozen connections at a byte a second take
every thread there is. Here the loop that waits for connections anyway collects their bytes, up to a bound and a
deadline; who only waits costs a socket. One address holds so many connections and no more."""

import errno
import time
from collections import defaultdict
from functools import partial
from http import HTTPStatus
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER

from bot.services.watching.handover import HandedOver
from bot.web.answering_worker import AnsweringWorker
from bot.web.arrival import Arrival
from bot.web.connections import CHUNK, Connection, Stands
from bot.web.sockets import go_on, has_arrived, say, share_of_descriptors, unhurried, untaken

MOST_UNTAKEN = 4 * 1024  # bytes of answers, with which the next one still finds room in the kernel
MOST_IDLE, CROWDED_S = 100, 5  # of idle connections beyond so many each is kept for so long
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
REFUSALS = {
    Arrival.HEAD_TOO_LARGE: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    Arrival.BODY_TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Arrival.MALFORMED: HTTPStatus.BAD_REQUEST,
}


class WholeRequestWorker(AnsweringWorker):
    """`gunicorn --worker-class bot.web.gunicorn_worker.WholeRequestWorker`, as gunicorn.conf.py says."""

    request_s = 10.0  # from the first wait for a request to its last byte; Twilio sends a webhook in one piece
    most_per_address = 200  # of `worker_connections`; the platform's proxy is one address too
    rest_s = 0.5  # where the system has no descriptor left for a connection
    linger_s = 2.0  # told to leave, it waits so long for a request to begin where somebody has connected; as stock does

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._arriving: list[Connection] = []
        self._open: defaultdict[str, set[Connection]] = defaultdict(set)  # by address
        self._leave_by = float("inf")  # for connections on which nothing has come
        self._closed_until = float("-inf")
        self.worker_connections: float = min(self.cfg.worker_connections, share_of_descriptors())

    def set_accept_enabled(self, enabled: bool) -> None:
        """As stock's; told to leave, it takes whoever has connected already, then closes the door. Stock leaves it open
        with nobody behind it: who comes while it answers the others waits for nothing instead of asking elsewhere."""
        if enabled and time.monotonic() < self._closed_until:
            return
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        self._leave_by = time.monotonic() + self.linger_s
        for listener in self.sockets:
            listener.setblocking(False)
            while self.accept(listener):
                pass
            listener.close()

    def is_parent_alive(self) -> bool:
        """As stock's; whose master died leaves like who is told to. Stock leaves the door open with nobody behind."""
        self.alive: bool = self.alive and super().is_parent_alive()
        return self.alive

    def accept(self, listener: Any) -> bool:
        """Take one connection, unless its address holds too many; False when there was none."""
        try:
            sock, client = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return False
        except OSError as error:
            if error.errno not in NO_ROOM:
                raise
            self._rest()  # who is inside is answered; stock ends the process, and them with it
            return False
        conn = Connection(self.cfg, unhurried(sock), client, listener.getsockname())
        self.nr_conns += 1
        theirs = self._open[conn.address]
        theirs.add(conn)
        if len(theirs) > self.most_per_address:
            self._refuse(conn, HTTPStatus.TOO_MANY_REQUESTS)
        else:
            self._expect(conn)
            self._take(conn)
        return True

    def _rest(self) -> None:
        """Let nobody in for a moment: they wait in the kernel's line."""
        self._closed_until = time.monotonic() + self.rest_s
        if self.alive:
            self.set_accept_enabled(False)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """As stock's, but again and again while nothing calls for more: behind this it looks after its master, its time
        and who has run out of theirs, which takes as long as a request and is due once a second."""
        end = time.monotonic() + timeout
        while True:
            self._dispatch(timeout)
            timeout = end - time.monotonic()
            has_room = self.nr_conns < self.worker_connections
            if timeout <= 0 or not self.alive or has_room != self._accepting:
                return

    def _dispatch(self, timeout: float) -> None:
        """What threads have answered since is finished before it waits, and before it looks at what has come, which is
        mostly on those connections."""
        self._finish()
        self.tpool.go()
        events = self.poller.select(timeout)
        self._finish()
        for key, _ in events:
            key.data(key.fileobj)

    def _finish(self) -> None:
        while not self._finished.empty():
            self.tpool.is_done()
            self.finish_request(*self._finished.get())

    def finish_request(self, conn: Connection, result: Any) -> None:
        """The answer is given: the connection is kept, ends, or is somebody else's."""
        if isinstance(result, HandedOver):
            self._deafen(conn)
            self._forget(conn)
            self.give_away(conn, result)
        elif not result:
            self._end(conn)
        elif conn.rest:
            rest, conn.rest = conn.rest, b""
            if self._goes_on(conn):
                self._collect(conn, rest)
        else:
            conn.stands = Stands.IDLE
            kept_s = self.cfg.keepalive
            conn.timeout = time.monotonic() + (kept_s if self.alive else min(kept_s, STOP_KEEPALIVE_LINGER))
            self.keepalived_conns.append(conn)
            self._hear(conn)

    def _expect(self, conn: Connection) -> None:
        conn.expect(self.request_s)
        self._arriving.append(conn)

    def _goes_on(self, conn: Connection) -> bool:
        """A connection is open for its next request, unless its client asks on and leaves the answers where they are:
        a thread would wait for room, and a few such connections took them all."""
        if untaken(conn.sock) > MOST_UNTAKEN:
            self._end(conn)
            return False
        self._expect(conn)
        return True

    def murder_pending(self) -> None:
        """Close what has run out of time, besides stock's own. Called once a second or more often. Who is told to leave
        still takes in whole what has begun to arrive: Twilio repeats no webhook that was refused."""
        super().murder_pending()
        now = time.monotonic()
        for late in [conn for conn in self._arriving if self._deadline(conn) <= now]:
            self._arriving.remove(late)
            if late.request.received:
                self._refuse(late, HTTPStatus.REQUEST_TIMEOUT)
            else:
                self._end(late)

    def _deadline(self, conn: Connection) -> float:
        return conn.deadline if conn.request.received else min(conn.deadline, self._leave_by)

    def murder_keepalived(self, force: bool = False) -> None:
        """Close what nobody has used for long, sooner where many lie idle, unless all is about to be closed. What has
        just arrived there is left to the loop: stock closes on it, and the proxy says 502."""
        now, sooner_s = time.monotonic(), max(0, self.cfg.keepalive - CROWDED_S) if self.alive else 0
        while self.keepalived_conns:
            conn = self.keepalived_conns[0]  # the one that has lain there longest
            due = now + sooner_s if len(self.keepalived_conns) > MOST_IDLE else now
            if not force and (conn.timeout > due or has_arrived(conn.sock)):
                break
            self.keepalived_conns.popleft()
            self._end(conn)

    def _on_readable(self, conn: Connection, _sock: Any) -> None:
        """Something has come, or its client has closed. While it is answered that waits, and is not told again."""
        if conn.stands is Stands.ANSWERED:
            self._deafen(conn)
        elif conn.stands is not Stands.ENDED:
            self._take(conn)

    def _take(self, conn: Connection) -> None:
        if conn.stands is Stands.IDLE:
            self.keepalived_conns.remove(conn)
            if not self._goes_on(conn):
                return
        try:
            data = conn.sock.recv(CHUNK)
        except BlockingIOError:
            self._hear(conn)
            return
        except OSError:
            data = b""
        if data:
            self._collect(conn, data)
        else:
            self._arriving.remove(conn)
            self._end(conn)

    def _collect(self, conn: Connection, data: bytes) -> None:
        """A whole request goes to a thread."""
        stands = conn.request.add(data)
        if stands is Arrival.PARTIAL:
            if conn.request.asks_to_go_on():
                go_on(conn.sock)
            self._hear(conn)
            return
        self._arriving.remove(conn)
        if stands is Arrival.WHOLE:
            conn.stands = Stands.ANSWERED
            self.tpool.submit(conn)
        else:
            self._refuse(conn, REFUSALS[stands])

    def _hear(self, conn: Connection) -> None:
        if not conn.is_heard:
            conn.is_heard = True
            self.poller.register(conn.sock, EVENT_READ, partial(self._on_readable, conn))

    def _deafen(self, conn: Connection) -> None:
        if conn.is_heard:
            conn.is_heard = False
            self.poller.unregister(conn.sock)

    def _refuse(self, conn: Connection, status: HTTPStatus) -> None:
        say(conn.sock, status)
        self._end(conn)

    def _end(self, conn: Connection) -> None:
        self.nr_conns -= 1
        self._deafen(conn)
        self._forget(conn)
        conn.close()

    def _forget(self, conn: Connection) -> None:
        conn.stands = Stands.ENDED
        theirs = self._open[conn.address]
        theirs.discard(conn)
        if not theirs:
            del self._open[conn.address]
