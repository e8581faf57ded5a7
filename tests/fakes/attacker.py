"""A stranger's web server that writes down every byte people send it: pages, an open redirector at /go?to=…"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from urllib.parse import unquote, urlsplit

from tests.fakes.serving import HandlerServer, Served


@dataclass
class Attacker(Served):
    """`pages` by path, whole or the text of one, whatever the query; `log`: request lines and headers as they came."""

    pages: Mapping[str, str] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._server = HandlerServer(self._handler())
        self.port, self.url = self._server.port, self._server.url

    def paths(self) -> list[str]:
        """What was asked for, in order."""
        return [entry.split(" ")[1] for entry in list(self.log)]

    def learned(self, secret: str) -> bool:
        """Whether a word arrived, however it was spelt."""
        heard = " ".join(self.log)
        return any(secret.lower() in text.lower() for text in (heard, unquote(heard), unquote(unquote(heard))))

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        attacker = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                attacker.log.append(f"{self.requestline}\n{self.headers}")
                path, _, query = self.path.partition("?")
                if path == "/go":
                    self.send_response(302)
                    self.send_header("Location", unquote(query.removeprefix("to=")))
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                text = attacker.pages.get(urlsplit(self.path).path, "Merci.")
                page = f"<html><title>Page</title><body><main><p>{text}</p></main></body></html>"
                body = (text if text.startswith("<html") else page).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_arguments: object) -> None:
                """Say nothing."""

        return Handler
