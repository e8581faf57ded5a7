"""The web for tests: pages, and a Tavily, behind one real HTTP server that can be told to be slow or to break."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.fakes.serving import LOOKS_EVERY_S

MOST_HELD_S = 60.0


@dataclass
class FakeWeb:
    """`pages` by path, `results` of every search. `together` is the most requests that were open at once."""

    pages: Mapping[str, str] = field(default_factory=dict)
    results: list[dict[str, Any]] = field(default_factory=list)
    hold: bool = False  # pages are not answered until `release`
    held: dict[str, threading.Event] = field(default_factory=dict)  # single pages, each until its event is set
    requests: list[str] = field(default_factory=list)
    together: int = 0

    def __post_init__(self) -> None:
        self._open = 0
        self._lock = threading.Lock()
        self._released = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(LOOKS_EVERY_S,), daemon=True)
        self.host = f"127.0.0.1:{self._server.server_port}"
        self.url = f"http://{self.host}"

    def release(self) -> None:
        """Answer what is held, and hold nothing more."""
        self.hold = False
        self._released.set()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _page(self, path: str) -> tuple[int, str]:
        with self._lock:
            self.requests.append(path)
            self._open += 1
            self.together = max(self.together, self._open)
        if self.hold:
            self._released.wait(MOST_HELD_S)
        if path in self.held:
            self.held[path].wait(MOST_HELD_S)
        with self._lock:
            self._open -= 1
        return (200, self.pages[path]) if path in self.pages else (404, "not here")

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, html = web._page(self.path)
                self._answer(status, "text/html; charset=utf-8", html.encode())

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                web.requests.append(f"search {body['query']}")
                answer = {"query": body["query"], "answer": None, "images": [], "results": web.results}
                self._answer(200, "application/json", json.dumps(answer).encode())

            def _answer(self, status: int, kind: str, body: bytes) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_arguments: object) -> None:
                """Say nothing."""

        return Handler
