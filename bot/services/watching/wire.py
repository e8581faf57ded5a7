"""Server-sent events as bytes (html.spec.whatwg.org, "Server-sent events"). Pure."""

import re
from typing import Final

from bot.queue.progress import Told

TYPE: Final = "text/event-stream; charset=utf-8"
BEGINNING: Final = b"retry: 2000\n\n"  # milliseconds before a browser that was cut off comes back
HEARTBEAT: Final = b":\n\n"  # a comment: proxies see that the connection lives
LAST_CHUNK: Final = b"0\r\n\r\n"
START: Final = "0-0"
_PLACE: Final = re.compile(r"[0-9]{1,20}-[0-9]{1,20}", re.ASCII)


def is_place(given: str) -> bool:
    """Whether a Last-Event-ID is one of ours; anything may be sent as one."""
    return _PLACE.fullmatch(given) is not None


def order(at: str) -> tuple[int, int]:
    """Places of a stream in the order in which things were told."""
    first, _, second = at.partition("-")
    return int(first), int(second)


def block(told: Told) -> bytes:
    """An event. Its data is one line of JSON, its kind one of ours: nothing in them can begin another one."""
    return f"id: {told.at}\nevent: {told.kind}\ndata: {told.data}\n\n".encode()


def framed(data: bytes, *, chunked: bool) -> bytes:
    """As it goes over the wire: HTTP/1.0 has no chunks."""
    return b"%X\r\n%b\r\n" % (len(data), data) if chunked else data
