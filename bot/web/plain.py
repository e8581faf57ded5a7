"""Reads a form that is posted, as Twilio's webhooks come: a head that can be read in one way only, and a body of the
length that it names. The server's own parser, which reads all else, takes eight times as long. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

MOST_HEAD_BYTES: Final = 8_000  # no field is longer than the server's parser lets it be
_HEAD: Final = re.compile(
    rb"POST (/[!\"$->@-~]*)(?:\?([!\"$-~]*))? HTTP/1\.1\r\n((?:[0-9A-Za-z-]+:[ -~]*\r\n){1,90})\r\n"
)
# What says how a request ends, what its client expects, or, in two ways, how it has come to the proxy.
_UNUSUAL: Final = frozenset({"transfer-encoding", "expect", "upgrade", "x-forwarded-protocol", "x-forwarded-ssl"})
_LENGTH: Final = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class PlainPost:
    """`fields` of its head by names in lower case, each once."""

    path: str
    query: str
    fields: Mapping[str, str]
    body: bytes

    @property
    def is_last(self) -> bool:
        """Whether its client wants the connection closed behind the answer."""
        return "connection" in self.fields and self.fields["connection"].lower() == "close"


def plain_post(received: bytes) -> PlainPost | None:
    """What these bytes say, all of them one request; None for what only the server's parser may read, or refuse."""
    head = _HEAD.match(received, 0, MOST_HEAD_BYTES)
    if head is None:
        return None
    lines = head[3].decode().split("\r\n")[:-1]
    fields = {name.lower(): value.strip(" ") for name, _, value in [line.partition(":") for line in lines]}
    body = received[head.end() :]
    length = fields.get("content-length", "")
    if len(fields) < len(lines) or not _UNUSUAL.isdisjoint(fields) or not _LENGTH.fullmatch(length):
        return None
    if int(length) != len(body) or fields.get("connection", "close").lower() not in ("close", "keep-alive"):
        return None
    return PlainPost(head[1].decode(), (head[2] or b"").decode(), fields, body)
