"""What the server's own tests serve: a view that answers with the body it got, one at length, one that is late."""

import os
from collections.abc import Iterator
from pathlib import Path

from flask import Flask, Response, request

from bot.web.gunicorn_worker import WholeRequestWorker
from bot.web.hooks import Answer, Hooks, Post
from tests.fakes import jobs
from tests.fakes.waiting import eventually

app = Flask(__name__)
PAGE_BYTES = 16 * 1024
PIECE_BYTES = 384 * 1024
LARGE_BYTES = 64 * 1024 * 1024
HOOK, SIGNED = "/webhooks/echo", "genuine"


class HurriedWorker(WholeRequestWorker):  # type: ignore[misc]
    """Ours, with bounds a test can wait for."""

    request_s = 3.0
    send_s = 2.0
    most_per_address = 90


class PatientWorker(WholeRequestWorker):  # type: ignore[misc]
    """Ours, for tests in which a request takes as long as a busy machine lets it."""

    request_s = 30.0

    def run(self) -> None:
        """Leave a file where BEGUN says: gunicorn loses the signal to leave that comes before this."""
        if folder := os.environ.get("BEGUN"):
            Path(folder, str(self.pid)).touch()
        super().run()


@app.route("/starve")
def starve() -> Response:
    """Begins a thread that has not even the memory to say that it has begun."""
    jobs.starve()
    return Response("begun")


@app.route("/echo", methods=["GET", "POST"])
def echo() -> Response:
    """The request's body."""
    return Response(request.get_data() or b"nothing", mimetype="text/plain")


@app.get("/page")
def page() -> Response:
    """As much as the largest of what strangers may ask for."""
    return Response(bytes(PAGE_BYTES), mimetype="text/css")


@app.get("/piece")
def piece() -> Response:
    """One piece, as of a file that is handed out."""
    return Response(bytes(PIECE_BYTES), mimetype="application/octet-stream")


@app.get("/large")
def large() -> Response:
    """More than the kernel keeps for a client that does not read."""

    def pieces() -> Iterator[bytes]:
        for _ in range(LARGE_BYTES // 65536):
            yield bytes(65536)

    return Response(pieces(), mimetype="application/octet-stream")


@app.post("/held/<path:file>")
def held(file: str) -> Response:
    """Answers when a file is there."""
    Path(f"/{file}.begun").touch()
    eventually(Path(f"/{file}").exists, 30)
    return Response("at last", mimetype="text/plain")


def _hook(post: Post) -> Answer:
    """What was said and asked for; nothing for an empty message."""
    said = post.fields["Body"]
    if said == "broken":
        raise RuntimeError("for a test")
    if said == "unspeakable":
        return 200, "\ud800"
    return (200, f"{said}{dict(post.parameters)}") if said else (204, "")


app.wsgi_app = Hooks(app.wsgi_app, {HOOK: _hook}, lambda _place, _fields, signature: signature == SIGNED)  # type: ignore[method-assign]
