"""The web for tests: pages, and a Tavily, behind one real HTTP server that can be told to be slow or to break."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.fakes.serving import HandlerServer, Served

MOST_HELD_S = 60.0


@dataclass
class FakeWeb(Served):
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
        self._server = HandlerServer(self._handler())
        self.host, self.url = self._server.host, self._server.url

    def release(self) -> None:
        """Answer what is held, and hold nothing more."""
        self.hold = False
        self._released.set()

    def let_go(self) -> None:
        self._released.set()

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
