"""A server that hears and speaks: OpenAI's `/audio/transcriptions` and `/audio/speech` over real HTTP.

    with SpeechServer() as server:
        server.hears(440, "Bonjour")          # what is said in a sound of that pitch (tests.fakes.sounds.voice)
        … OPENAI_BASE_URL = server.url, MODEL_TRANSCRIBE = "ears" …
    assert server.heard[0].language == "fr"

`model.speech = Speech()` gives the same to a ScriptedModel. What it is sent it really decodes: the format that the
file's name promises, its length and its pitch.
"""

import io
import json
import select
import socket
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import av
from werkzeug.formparser import parse_form_data

from tests.fakes.serving import Served, Threaded
from tests.fakes.sounds import heard, voice

MODELS = ("ears", "tongue")
FORMATS = {"ogg": "ogg", "mp3": "mp3", "m4a": "mp4", "wav": "wav"}  # what OpenAI lists, of what telephones send
SPEAKS_AT = 15.0  # characters a second


@dataclass(frozen=True)
class Heard:
    """One transcription that was asked for."""

    model: str
    language: str
    ending: str
    seconds: float
    pitch: float
    sound: bytes = field(repr=False)


@dataclass(frozen=True)
class Spoken:
    """One text that was to be said."""

    model: str
    voice: str
    text: str
    response_format: str


@dataclass(frozen=True)
class Trouble:
    """What happens instead of an answer. `hangs_s`: silence before it; `drips_s`: a pause after each byte;
    `cookie`: what it sets."""

    status: int = 200
    body: bytes | None = None
    hangs_s: float = 0.0
    drips_s: float = 0.0
    cookie: str = ""


class Speech:
    """What it hears and says, for whichever server carries it: `serve` answers one POST. `trouble` is used up one a
    request, in order."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.spoken: list[Spoken] = []
        self.requests = 0
        self.left = 0  # clients that went while it said nothing
        self.speaks_as = "ogg"
        self.seconds: float | None = None  # how long what it says lasts; by the text unless told
        self.trouble: deque[Trouble] = deque()
        self.closing = threading.Event()
        self.release = threading.Event()  # ends the silence of whatever hangs
        self._words: dict[float, str] = {}

    def hears(self, pitch: float, words: str) -> None:
        """What is said in sounds of about that pitch."""
        self._words[pitch] = words

    def serve(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer the POST that a handler has in hand."""
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        self.requests += 1
        trouble = self.trouble.popleft() if self.trouble else Trouble()
        status, answer = trouble.status, trouble.body
        if status == 200 and answer is None:
            status, answer = self._answered(handler, body)
        self._wait(handler, trouble.hangs_s)
        self._send(handler, status, answer if answer is not None else _error(f"status {status}"), trouble)

    def _answered(self, handler: BaseHTTPRequestHandler, body: bytes) -> tuple[int, bytes]:
        if handler.headers.get("Authorization", "") in ("", "Bearer "):
            return 401, _error("no key")
        if handler.path == "/v1/audio/transcriptions":
            return self._transcribed(handler.headers["Content-Type"], body)
        return self._said(json.loads(body)) if handler.path == "/v1/audio/speech" else (404, _error("no such path"))

    def _transcribed(self, content_type: str, body: bytes) -> tuple[int, bytes]:
        environ = {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": content_type}
        _, form, files = parse_form_data(environ | {"REQUEST_METHOD": "POST"})
        sound, ending = files["file"].stream.read(), (files["file"].filename or "").rpartition(".")[2]
        files["file"].close()
        if form["model"] not in MODELS:
            return 404, _error("no such model")
        try:
            with av.open(io.BytesIO(sound), format=FORMATS[ending]):
                seconds, pitch = heard(sound)
        except (KeyError, av.FFmpegError):
            return 400, _error("Invalid file format")
        self.heard.append(Heard(form["model"], form["language"], ending, seconds, pitch, sound))
        return 200, json.dumps({"text": self._words_at(pitch)}, ensure_ascii=False).encode()

    def _words_at(self, pitch: float) -> str:
        nearest = min(self._words, key=lambda known: abs(known - pitch), default=None)
        return self._words[nearest] if nearest is not None and abs(nearest - pitch) < 0.15 * nearest else ""

    def _said(self, asked: dict[str, str]) -> tuple[int, bytes]:
        if asked["model"] not in MODELS or len(asked["input"]) > 4_096:
            return 400, _error("refused")
        self.spoken.append(Spoken(asked["model"], asked["voice"], asked["input"], asked["response_format"]))
        seconds = self.seconds or max(1.0, len(asked["input"]) / SPEAKS_AT)
        return 200, voice(300, round(seconds, 1), self.speaks_as)

    def _wait(self, handler: BaseHTTPRequestHandler, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not (self.closing.is_set() or self.release.is_set()):
            readable, _, _ = select.select([handler.connection], [], [], 0.05)
            if readable and not handler.connection.recv(1, socket.MSG_PEEK):
                self.left += 1
                raise ConnectionAbortedError

    def _send(self, handler: BaseHTTPRequestHandler, status: int, answer: bytes, trouble: Trouble) -> None:
        handler.send_response(status)
        if trouble.cookie:
            handler.send_header("Set-Cookie", trouble.cookie)
        handler.send_header("Content-Length", str(len(answer)))
        handler.end_headers()
        with suppress(OSError):
            if not trouble.drips_s:
                handler.wfile.write(answer)
                return
            for at in range(len(answer)):
                handler.wfile.write(answer[at : at + 1])
                handler.wfile.flush()
                if self.closing.wait(trouble.drips_s):
                    return


class SpeechServer(Speech, Served):
    """One with a server of its own. Closing it releases whatever hangs."""

    def __init__(self) -> None:
        super().__init__()
        server = _Server(("127.0.0.1", 0), _Handler)
        server.speech = self
        self._server = Threaded(server)

    @property
    def url(self) -> str:
        """The base URL to give to the client."""
        return f"{self._server.url}/v1"

    def let_go(self) -> None:
        self.closing.set()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    speech: Speech

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that leave early are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    disable_nagle_algorithm = True
    server: _Server

    def do_POST(self) -> None:
        self.server.speech.serve(self)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def _error(words: str) -> bytes:
    return json.dumps({"error": {"message": words, "type": "test", "code": None}}).encode()
