"""The answer to somebody who wants to watch: its head and first bytes are sent by the server, the rest by the hub."""

from typing import Final

from flask import Response, request

from bot.services.watching import wire
from bot.services.watching.handover import WILLING, Handing
from bot.services.watching.hub import Hub
from bot.services.watching.watcher import Coming, Watch

RETRY_AFTER_S: Final = 30
HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # nginx would keep the events to itself
}


def watching(hub: Hub, watch: Watch, from_start: bool) -> Response:
    """What is told from now on, or behind the last event that the browser has seen; `from_start`: one that has seen
    none is told all that is known. 503 where nobody can be taken over: by a server of another kind, when there are
    enough of them, when this process is about to end. Pages then ask by themselves as they did before."""
    close_behind = request.environ.get(WILLING)
    if close_behind is None or not hub.has_room():
        return Response(status=503, headers={"Retry-After": str(RETRY_AFTER_S)})
    seen = request.headers.get("Last-Event-ID", "")
    at = seen if wire.is_place(seen) else wire.START if from_start else None
    chunked = request.environ.get("SERVER_PROTOCOL") not in ("HTTP/1.0", "HTTP/0.9")
    close_behind()
    body = Handing(wire.BEGINNING, hub, Coming(watch, at, chunked))
    return Response(body, headers=HEADERS, content_type=wire.TYPE, direct_passthrough=True)
