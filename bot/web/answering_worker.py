"""gunicorn's threaded worker as its threads see it: they get requests whose bytes are all there. Twilio's webhooks,
four of each turn, go past the server's parser and past WSGI."""

from functools import lru_cache
from http import HTTPStatus
from queue import SimpleQueue
from socket import socket
from time import time
from typing import Any

from gunicorn import SERVER
from gunicorn.http import errors, get_parser
from gunicorn.util import http_date

from bot.web.connections import Connection
from bot.web.handing_worker import HandingWorker
from bot.web.hooks import Hooks, Request
from bot.web.plain import PlainPost, plain_post
from bot.web.sockets import give, say
from bot.web.threads import Threads

# Of what the parser refuses; all else is 400.
UNREADABLE = {
    errors.ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
}
OUR_FAULT = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)


class AnsweringWorker(HandingWorker):
    """Its threads wait for no byte of a request, and for the readers of answers for so long and no longer."""

    send_s = 30.0  # a reader who takes not 32 KB of the answer in so long has gone
    _hooks: Hooks | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._finished: SimpleQueue[tuple[Connection, Any]] = SimpleQueue()  # for the loop

    def get_thread_pool(self) -> Threads[Connection]:
        """As stock's."""
        return Threads(self.cfg.threads, self._answer_next)

    def run(self) -> None:
        """As stock's. However it ends, its threads do."""
        try:
            super().run()
        finally:
            self.tpool.shutdown()

    def _answer_next(self, conn: Connection) -> None:
        """In a thread."""
        result: Any = False
        try:
            result = self.handle(conn)
        finally:
            self._answered(conn, result)

    def _answered(self, conn: Connection, result: Any) -> None:
        """In the thread that has answered. The loop is woken only where it has something to do at once: on a connection
        that is kept it hears of the next request, which may be long in coming."""
        self._finished.put((conn, result))
        if not (result is True and conn.is_heard and self.alive) or conn.rest:
            self.method_queue.defer(lambda: None)

    def load_wsgi(self) -> None:
        """As stock's. Where each request is to be written down or counted, all are answered the long way."""
        super().load_wsgi()
        hooks = getattr(self.wsgi.args[0], "wsgi_app", None)
        by_each = self.log.access_log_enabled or self.cfg.statsd_host or self.cfg.max_requests
        if isinstance(hooks, Hooks) and self.cfg.keepalive and not by_each:
            self._hooks = hooks

    def handle(self, conn: Connection) -> Any:
        """Answer a request all of whose bytes are here. Whoever reads them is given these and not the socket, so that
        whatever they say, it waits for nobody."""
        received = bytes(conn.request.received)
        if self._hooks is not None and (post := plain_post(received)) and self._hooks.knows(post.path):
            try:
                return self._answer(conn, self._hooks, post)
            except Exception as error:
                self.handle_error(None, conn.sock, conn.client, error)
                return False
        conn.parser = get_parser(self.cfg, [received], conn.client)
        conn.initialized = True
        result = super().handle(conn)
        conn.rest, conn.parser = conn.parser.unreader.take_buffered(), None
        return result

    def _answer(self, conn: Connection, hooks: Hooks, post: PlainPost) -> bool:
        """As stock's `handle_request`, in one piece. Whether the connection is kept."""
        kind, signature = post.fields.get("content-type", ""), post.fields.get("x-twilio-signature", "")
        request = Request("POST", post.path, post.query, kind, signature, lambda: post.body)
        status, fields, body = hooks.answer(request)
        is_kept = self.alive and not post.is_last and len(self.keepalived_conns) < self.max_keepalived
        head = _head(int(time()), status, "keep-alive" if is_kept else "close", fields)
        try:
            give(conn.sock, head + body, self.send_s)
        except OSError:
            return False
        return is_kept

    def handle_request(self, req: Any, conn: Connection) -> Any:
        """As stock's, for clients that read the answer. Stock closes the connection on an answer that breaks off."""
        conn.sock.settimeout(self.send_s)
        conn.sock.is_lent = True
        try:
            return super().handle_request(req, conn)
        except TimeoutError:
            self.log.info("a client stopped reading its answer")
            return False
        finally:
            conn.sock.is_lent = False

    def handle_error(self, req: Any, client: socket, addr: Any, exc: Exception) -> None:  # noqa: ARG002 - stock's
        """What nobody can read is refused without a word of it. Stock writes the request's line into the log, and into
        its answer: where that line is a link, whoever reads the log can open it."""
        if isinstance(exc, errors.ParseException) and not isinstance(exc, OUR_FAULT):
            self.log.warning("a request that cannot be read was refused: %s", type(exc).__name__)
            say(client, UNREADABLE.get(type(exc), HTTPStatus.BAD_REQUEST))
        else:
            self.log.error("a request failed", exc_info=exc)
            say(client, HTTPStatus.INTERNAL_SERVER_ERROR)


@lru_cache(8)
def _head(second: int, status: str, connection: str, fields: tuple[tuple[str, str], ...]) -> bytes:
    """The head of an answer, as the server writes it."""
    lines = [f"HTTP/1.1 {status}", f"Server: {SERVER}", f"Date: {http_date(second)}", f"Connection: {connection}"]
    return "\r\n".join([*lines, *map(": ".join, fields), "\r\n"]).encode("latin-1")
