"""The HTTP side of the scripted model: threads, chunks, connections. What to say is decided in model.py."""

import json
import select
import socket
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class ModelServer(ThreadingHTTPServer):
    """Serves one scripted model on a free port of 127.0.0.1."""

    daemon_threads = False  # server_close waits for them
    request_queue_size = 128

    def __init__(self, model: Any) -> None:
        self.model = model
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        super().__init__(("127.0.0.1", 0), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            self._open.add(request)
            self.model.connections += 1
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def end_connections(self) -> None:
        """Break what clients keep open, so that the threads behind it end."""
        with self._lock:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that leave early are part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: ModelServer

    def do_POST(self) -> None:
        if self.path.startswith("/v1/audio/") and self.server.model.speech is not None:
            self.server.model.speech.serve(self)
            return
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/v1/chat/completions" or not request.get("stream"):
            self.send_error(404)
            return
        step = self.server.model.step_for(request, dict(self.headers))
        if step.hangs_first:
            self._hang(step.hangs_s)
        if step.status != 200:
            self._refuse(step)
        else:
            self._stream(step)

    def _refuse(self, step: Any) -> None:
        body = step.body if isinstance(step.body, bytes) else json.dumps(step.body).encode()
        self.send_response(step.status)
        for name, value in {"Content-Type": "application/json", **step.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, step: Any) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self._event(b": PROCESSING\n\n")
        for piece in step.chunks:
            data = piece if isinstance(piece, bytes) else json.dumps(piece, ensure_ascii=False).encode()
            self._event(b"data: " + data + b"\n\n")
            if step.hangs_between:
                self.server.model.closing.wait(step.hangs_s)
        if step.hangs_s and not (step.hangs_between or step.hangs_first):
            self._hang(step.hangs_s)
        if step.complete:
            self._event(b"data: [DONE]\n\n")
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.close_connection = True

    def _hang(self, seconds: float) -> None:
        """Say nothing for so long, or until the client has gone: that is noted, and nobody is spoken to any more."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self.server.model.closing.is_set():
            readable, _, _ = select.select([self.connection], [], [], 0.05)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                self.server.model.left += 1
                raise ConnectionAbortedError

    def _event(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Say nothing."""
