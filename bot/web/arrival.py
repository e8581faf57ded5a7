"""Collects the bytes of one HTTP request until all are there, or can never be. Pure.

The server's own parser reads the request afterwards; here only its end is found, so that no thread waits for it."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

MOST_HEAD_BYTES: Final = 32 * 1024
MOST_BODY_BYTES: Final = 64 * 1024  # as MAX_CONTENT_LENGTH of the application
_HEAD_ENDS: Final = b"\r\n\r\n"
_LENGTH: Final = re.compile(rb"\r\ncontent-length[ \t]*:[ \t]*([0-9]+)[ \t]*(?=\r\n)", re.IGNORECASE)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding[ \t]*:[^\r\n]*chunked", re.IGNORECASE)
_EXPECTS: Final = re.compile(
    rb"[^\r\n]* HTTP/1\.1\r\n(?:.*\r\n)?expect[ \t]*:[ \t]*100-continue[ \t]*\r\n", re.I | re.S
)
_TOKEN: Final = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_CHUNK_SIZE: Final = re.compile(
    rb"([0-9A-Fa-f]{1,8})(?=[!-~]{0,200}\r\n)(?:;" + _TOKEN + rb"(?:=" + _TOKEN + rb")?)*\r\n"
)
_TRAILERS: Final = re.compile(rb"(?:" + _TOKEN + rb":[\t -~\x80-\xff]*\r\n)*(?=\r\n)")
_NINE_DIGITS: Final = 9


class Arrival(Enum):
    """How a request stands."""

    PARTIAL = auto()
    WHOLE = auto()
    HEAD_TOO_LARGE = auto()
    BODY_TOO_LARGE = auto()
    MALFORMED = auto()


@dataclass(slots=True)
class Collector:
    """`received` are the bytes so far. A head the parser will refuse counts as whole: refusing is the parser's part."""

    received: bytearray
    _body_at: int = -1
    _whole_at: int = -1  # how many bytes it has in all; -1 for chunks, whose end is looked for …
    _chunk_at: int = 0  # … from the last whole one on
    _asks: bool = False

    def add(self, data: bytes) -> Arrival:
        """Take more bytes in and say how it stands. Each byte is looked at a few times at most."""
        seen = max(0, len(self.received) - len(_HEAD_ENDS) + 1)
        self.received += data
        if self._body_at < 0:
            end = self.received.find(_HEAD_ENDS, seen)
            if end < 0:
                return Arrival.HEAD_TOO_LARGE if len(self.received) > MOST_HEAD_BYTES else Arrival.PARTIAL
            self._body_at = self._chunk_at = end + len(_HEAD_ENDS)
            head = bytes(self.received[: end + 2])
            self._whole_at, self._asks = self._end(head), _EXPECTS.match(head) is not None
        return self._stands()

    def asks_to_go_on(self) -> bool:
        """Whether its client waits to be told so before it sends the body (RFC 9110, section 10.1.1). Once: it is."""
        asks, self._asks = self._asks, False
        return asks

    def _end(self, head: bytes) -> int:
        """Where the request ends. A head without a length has no body (RFC 9112, section 6.3)."""
        if _CHUNKED.search(head):
            return -1
        lengths = [found[1].lstrip(b"0") for found in _LENGTH.finditer(head)]
        if any(len(length) > _NINE_DIGITS for length in lengths):
            return self._body_at + MOST_BODY_BYTES + 1
        return self._body_at + max((int(length or b"0") for length in lengths), default=0)

    def _stands(self) -> Arrival:
        if self._whole_at < 0:
            return self._chunks()
        if self._whole_at - self._body_at > MOST_BODY_BYTES:
            return Arrival.BODY_TOO_LARGE
        return Arrival.WHOLE if len(self.received) >= self._whole_at else Arrival.PARTIAL

    def _chunks(self) -> Arrival:
        """Go on behind the last whole chunk. What is no chunk is refused here: the parser meets it only when the
        application reads the body, and a stranger's slip would be a failure of ours."""
        while (size := _CHUNK_SIZE.match(self.received, self._chunk_at)) is not None:
            end = size.end() + int(size[1], 16) + len(b"\r\n")
            if int(size[1], 16) == 0:
                return self._trailers(size.end())
            if end - self._body_at > 2 * MOST_BODY_BYTES:
                return Arrival.BODY_TOO_LARGE
            if len(self.received) < end:
                return Arrival.PARTIAL
            if not self.received.startswith(b"\r\n", end - 2):
                return Arrival.MALFORMED
            self._chunk_at = end
        return Arrival.MALFORMED if b"\n" in self.received[self._chunk_at :] else self._unless_too_large()

    def _trailers(self, at: int) -> Arrival:
        """Behind the last chunk come fields, if any, and an empty line. Nobody here reads the fields, so they are left
        out (RFC 9112, section 7.1.2): the parser refuses some, once the application reads the body."""
        if not self.received.startswith(b"\r\n", at) and self.received.find(_HEAD_ENDS, at) < 0:
            return self._unless_too_large()
        fields = _TRAILERS.match(self.received, at)
        if fields is None:
            return Arrival.MALFORMED
        del self.received[at : fields.end()]
        return Arrival.WHOLE

    def _unless_too_large(self) -> Arrival:
        too_large = len(self.received) - self._chunk_at > MOST_HEAD_BYTES
        return Arrival.BODY_TOO_LARGE if too_large else Arrival.PARTIAL
