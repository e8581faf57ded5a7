"""A web site on the loopback interface whose every path does what a test says."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

Answer = Callable[[BaseHTTPRequestHandler], None]


class Site:
    """`pages[path]` answers requests; `asked` holds (path, headers) of each, in order."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.bodies: list[bytes] = []
        self.closing = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.port = self._server.server_port
        self.authority = f"127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def url(self, path: str) -> str:
        return f"http://{self.authority}{path}"

    def page(self, path: str, body: bytes | str, content_type: str = "text/html; charset=utf-8", **headers: str) -> str:
        """Serve `body` at `path`; returns its address."""
        self.pages[path] = lambda request: respond(request, 200, body, {"Content-Type": content_type} | headers)
        return self.url(path)

    def redirect(self, path: str, target: str, status: int = 302) -> str:
        self.pages[path] = lambda request: respond(request, status, b"", {"Location": target})
        return self.url(path)

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked.append((self.path, dict(self.headers)))
                site.bodies.append(self.rfile.read(int(self.headers.get("Content-Length", 0))))
                try:
                    site.pages.get(self.path, lambda request: respond(request, 404, b"none"))(self)
                except (ConnectionError, BrokenPipeError):
                    self.close_connection = True

            do_POST = do_GET

            def log_message(self, *_arguments: object) -> None:
                """Tests read their own results."""

        return Handler


def respond(
    request: BaseHTTPRequestHandler, status: int, body: bytes | str, headers: dict[str, str] | None = None
) -> None:
    """One whole response."""
    data = body.encode() if isinstance(body, str) else body
    request.send_response(status)
    for name, value in (headers or {}).items():
        request.send_header(name.replace("_", "-"), value)
    request.send_header("Content-Length", str(len(data)))
    request.end_headers()
    request.wfile.write(data)


@pytest.fixture
def site() -> Iterator[Site]:
    """A fresh site."""
    made = Site()
    yield made
    made.close()
