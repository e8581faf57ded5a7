"""gunicorn's threaded worker as its threads see it: they get requests whose bytes are all there."""

from http import HTTPStatus
from socket import socket
from typing import Any

from gunicorn.http import errors, get_parser

from bot.web.connections import Connection
from bot.web.handing_worker import HandingWorker
from bot.web.sockets import say

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

    def handle(self, conn: Connection) -> Any:
        """Answer a request all of whose bytes are here. Whoever reads them is given these and not the socket, so that
        whatever they say, it waits for nobody."""
        conn.parser = get_parser(self.cfg, [bytes(conn.request.received)], conn.client)
        conn.initialized = True
        result = super().handle(conn)
        conn.rest, conn.parser = conn.parser.unreader.take_buffered(), None
        return result

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
