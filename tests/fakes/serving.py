"""Servers of a test, behind real sockets, each served by a thread of the test's process."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from io import BytesIO
from typing import Self

from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.test import run_wsgi_app

LOOKS_EVERY_S = 0.01  # for whether it is to end: every test waits for that much


class QuietHandler(WSGIRequestHandler):
    """Writes no lines: requests are not news here, and broken pipes are part of the tests."""

    def log(self, type: str, message: str, *args: object) -> None:
        """Say nothing."""


class KeepingHandler(QuietHandler):
    """Leaves a connection open for the next request, as Twilio does. Stock closes behind each answer, whatever its
    protocol: it looks for what is left of a request, and would take the next one for that. Here none is left."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # an answer leaves in one piece: behind the first of two the kernel waits for its reader

    def run_wsgi(self) -> None:
        """Answer a request whose body has a length."""
        connected, body = self.rfile, BytesIO(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        try:
            self.rfile = body
            blocks, status, headers = run_wsgi_app(self.server.app, self.make_environ(), buffered=True)
        finally:
            self.rfile = connected
        answer = b"".join(blocks)
        code, _, phrase = status.partition(" ")
        self.send_response(int(code), phrase)
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer)


class Threaded:
    """`with` serves it at `url`, which is known before it begins."""

    def __init__(self, server: HTTPServer) -> None:
        self._server = server
        self._thread = threading.Thread(target=server.serve_forever, args=(LOOKS_EVERY_S,), daemon=True)
        self.port = server.server_port
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Who is being answered is no longer waited for."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()


class AppServer(Threaded):
    """Serves `app`, the WSGI application, which may be replaced."""

    def __init__(self, app: object, port: int = 0, handler: type[WSGIRequestHandler] = QuietHandler) -> None:
        self._wsgi = make_server("127.0.0.1", port, app, threaded=True, request_handler=handler)  # type: ignore[arg-type]
        super().__init__(self._wsgi)

    @property
    def app(self) -> object:
        return self._wsgi.app

    @app.setter
    def app(self, app: object) -> None:
        self._wsgi.app = app  # type: ignore[assignment]


class HandlerServer(Threaded):
    """Serves by a handler of the standard library, where a test decides about bytes."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        super().__init__(server)


class Served:
    """A stand-in that has a server of its own: `with` begins and ends that."""

    _server: Threaded

    def let_go(self) -> None:
        """What has to be let go before the server ends, so that no answer hangs."""

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.let_go()
        self._server.stop()
