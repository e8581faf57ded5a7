"""gunicorn's threaded worker, with one difference: a thread is taken only for a request that has arrived whole.

In the stock worker a thread reads the request and waits for its bytes: a few dozen connections at a byte a second take
every thread there is. Here the loop that waits for connections anyway collects their bytes, up to a bound and a
deadline; who only waits costs a socket. One address holds so many connections and no more."""

import errno
import time
from collections import defaultdict
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from selectors import EVENT_READ
from socket import SHUT_WR, socket
from typing import Any

from gunicorn.http import errors, get_parser
from gunicorn.workers.gthread import TConn

from bot.web.arrival import Arrival, Collector
from bot.web.handing_worker import HandingWorker
from bot.web.sockets import go_on, has_arrived, say, share_of_descriptors, unhurried, untaken

CHUNK = 64 * 1024
MOST_UNTAKEN = 4 * 1024  # bytes of answers, with which the next one still finds room in the kernel
MOST_IDLE, CROWDED_S = 100, 5  # of idle connections beyond so many each is kept for so long
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
REFUSALS = {
    Arrival.HEAD_TOO_LARGE: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    Arrival.BODY_TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Arrival.MALFORMED: HTTPStatus.BAD_REQUEST,
}
# Of what the parser refuses; all else is 400.
UNREADABLE = {
    errors.ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
}
OUR_FAULT = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)


class Connection(TConn):  # type: ignore[misc]  # gunicorn is not typed for us
    """A connection and the request it is sending. Stock closes by waiting up to 2 s for the client to close first, in
    the loop's own thread: a few clients that do not would stop everybody."""

    deadline = 0.0  # of the request being collected, monotonic seconds
    request = Collector(bytearray())

    @property
    def address(self) -> str:
        """The network address of the other side."""
        return str(self.client[0]) if isinstance(self.client, tuple) and self.client else ""

    def expect(self, within_s: float) -> bytes:
        """Begin to collect a request. Returns what came of it behind the one before."""
        self.sock.setblocking(False)
        self.deadline, self.request = time.monotonic() + within_s, Collector(bytearray())
        return self.parser.unreader.take_buffered() if self.parser is not None else b""

    def close(self, graceful: bool = False) -> None:  # noqa: ARG002 - stock's signature
        """Close without waiting. What has arrived is taken first: unread bytes would make the kernel cut our answer."""
        with suppress(OSError):
            self.sock.setblocking(False)
            self.sock.shutdown(SHUT_WR)
            self.sock.recv(CHUNK)
        super().close()


class WholeRequestWorker(HandingWorker):
    """`gunicorn --worker-class bot.web.gunicorn_worker.WholeRequestWorker`, as gunicorn.conf.py says."""

    request_s = 10.0  # from the first wait for a request to its last byte; Twilio sends a webhook in one piece
    send_s = 30.0  # a reader who takes not 32 KB of the answer in so long has gone
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

    # -- in the thread of the loop

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
            self.enqueue_req(conn)
        return True

    def _rest(self) -> None:
        """Let nobody in for a moment: they wait in the kernel's line."""
        self._closed_until = time.monotonic() + self.rest_s
        if self.alive:
            self.set_accept_enabled(False)

    def enqueue_req(self, conn: Connection) -> None:
        """A connection is open for its next request, unless its client asks on and leaves the answers where they are:
        a thread would wait for room, and a few such connections took them all. Stock: a thread reads it."""
        if conn.parser is not None and untaken(conn.sock) > MOST_UNTAKEN:
            self._end(conn)
            return
        if self._is_partial(conn, conn.expect(self.request_s)):
            self._arriving.append(conn)
            self.poller.register(conn.sock, EVENT_READ, partial(self._on_bytes, conn))

    def murder_pending(self) -> None:
        """Close what has run out of time, besides stock's own. Called once a second or more often. Who is told to leave
        still takes in whole what has begun to arrive: Twilio repeats no webhook that was refused."""
        super().murder_pending()
        now = time.monotonic()
        for late in [conn for conn in self._arriving if self._deadline(conn) <= now]:
            self._arriving.remove(late)
            self.poller.unregister(late.sock)
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
            self.poller.unregister(conn.sock)
            self._end(conn)

    def finish_request(self, conn: Connection, fs: Any) -> None:
        """The answer is given."""
        before = self.nr_conns
        super().finish_request(conn, fs)
        if self.nr_conns < before:
            self._forget(conn)

    def _on_bytes(self, conn: Connection, _sock: Any) -> None:
        try:
            data = conn.sock.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data and self._is_partial(conn, data):
            return
        self._arriving.remove(conn)
        self.poller.unregister(conn.sock)
        if not data:
            self._end(conn)

    def _is_partial(self, conn: Connection, data: bytes) -> bool:
        """Take bytes in; True while there is more to wait for. A whole request goes to a thread."""
        stands = conn.request.add(data)
        if stands is Arrival.PARTIAL and conn.request.asks_to_go_on():
            go_on(conn.sock)
        if stands is Arrival.WHOLE:
            super().enqueue_req(conn)
        elif stands is not Arrival.PARTIAL:
            self._refuse(conn, REFUSALS[stands])
        return stands is Arrival.PARTIAL

    def _refuse(self, conn: Connection, status: HTTPStatus) -> None:
        say(conn.sock, status)
        self._end(conn)

    def _end(self, conn: Connection) -> None:
        self.nr_conns -= 1
        self._forget(conn)
        conn.close()

    def _forget(self, conn: Connection) -> None:
        """It counts no more, however often that is said: what is refused behind an answer ends within its end."""
        theirs = self._open[conn.address]
        theirs.discard(conn)
        if not theirs:
            del self._open[conn.address]

    # -- in the threads of the requests

    def handle(self, conn: Connection) -> Any:
        """Answer a request all of whose bytes are here. The parser is given these and not the socket, so that whatever
        they say, it waits for nobody."""
        conn.parser = get_parser(self.cfg, [bytes(conn.request.received)], conn.client)
        conn.initialized = True
        return super().handle(conn)

    def handle_request(self, req: Any, conn: Connection) -> Any:
        """As stock's, for clients that read the answer."""
        conn.sock.settimeout(self.send_s)
        try:
            return super().handle_request(req, conn)
        except TimeoutError:
            self.log.info("a client stopped reading its answer")
            return False

    def handle_error(self, req: Any, client: socket, addr: Any, exc: Exception) -> None:  # noqa: ARG002 - stock's
        """What nobody can read is refused without a word of it. Stock writes the request's line into the log, and into
        its answer: where that line is a link, whoever reads the log can open it."""
        if isinstance(exc, errors.ParseException) and not isinstance(exc, OUR_FAULT):
            self.log.warning("a request that cannot be read was refused: %s", type(exc).__name__)
            say(client, UNREADABLE.get(type(exc), HTTPStatus.BAD_REQUEST))
        else:
            self.log.error("a request failed", exc_info=exc)
            say(client, HTTPStatus.INTERNAL_SERVER_ERROR)
