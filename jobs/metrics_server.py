"""`/metrics` of a worker process: what it counts is in its memory, so it is asked itself; and `/healthz`, without
a token. Off unless METRICS_PORT is set; without METRICS_TOKEN it answers its own machine only."""

import hmac
import logging
import sys
import threading
from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from bot.config import Settings
from bot.obs.metrics import Metrics

CONTENT = "text/plain; version=0.0.4; charset=utf-8"
PATIENCE_S = 5.0  # with one who connects and says nothing …
AT_ONCE = 8  # … while others are answered

log = logging.getLogger(__name__)


class Handler(WSGIRequestHandler):
    """Says nothing in the log, and waits for nobody for long."""

    timeout = PATIENCE_S

    def log_message(self, *_args: Any) -> None:
        """No line a request."""


class Server(ThreadingMixIn, WSGIServer):
    """A thread for each of the few who ask at once: the platform, which asks whether we are well, waits behind nobody
    who connects and says nothing. That, or who hangs up, is no failure of ours: stock writes a trace and their
    address."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._places = threading.BoundedSemaphore(AT_ONCE)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Waits for a place, where all are taken."""
        self._places.acquire()
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread to be had
            self._places.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Leaves its place to the next."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - stock's signature
        """Called while what went wrong is being handled."""
        log.info("a connection to the metrics port came to nothing: %s", type(sys.exception()).__name__)


class MetricsServer:
    """Serves in a thread of its own. `port` is where, 0 while it does not."""

    def __init__(self, settings: Settings, metrics: Metrics, is_well: Callable[[], bool]) -> None:
        self._wanted = settings.metrics_port
        token = settings.metrics_token
        self._expected = f"Bearer {token.get_secret_value()}" if token else ""
        self._metrics, self._is_well = metrics, is_well
        self._server: WSGIServer | None = None

    @property
    def port(self) -> int:
        return self._server.server_port if self._server else 0

    def start(self) -> None:
        """A port that is taken costs the worker nothing but its metrics."""
        if self._wanted is None:
            return
        host = "0.0.0.0" if self._expected else "127.0.0.1"  # noqa: S104  # Prometheus asks from elsewhere
        try:
            self._server = make_server(host, self._wanted, self._answer, server_class=Server, handler_class=Handler)
        except OSError as error:
            log.warning("no metrics on port %s: %s", self._wanted, error.strerror)
            return
        threading.Thread(target=self._server.serve_forever, name="metrics", daemon=True).start()
        log.info("metrics on %s:%s", host, self.port)

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

    def _answer(self, request: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if request.get("PATH_INFO") == "/healthz":
            is_well = self._is_well()
            start("200 OK" if is_well else "503 Service Unavailable", [("Content-Type", "text/plain")])
            return [b"well" if is_well else b"not well"]
        if request.get("PATH_INFO") != "/metrics":
            start("404 Not Found", [])
            return [b""]
        given = str(request.get("HTTP_AUTHORIZATION", ""))
        if self._expected and not hmac.compare_digest(given.encode(), self._expected.encode()):
            start("403 Forbidden", [])
            return [b""]
        start("200 OK", [("Content-Type", CONTENT)])
        return [self._metrics.render()]
