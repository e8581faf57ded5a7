"""Text out of people's files. Parsing happens in a child process with bounds (bot.isolation.readers); what lives here
is the asking."""

import json
from dataclasses import dataclass

from bot.errors import DocumentError, FileUnreadable, Unreadable
from bot.isolation.children import run_child
from bot.isolation.extraction import visible

MODULE = "bot.isolation.readers.child"
MAX_BYTES = 25 * 1024 * 1024  # more than any messenger carries
MEMORY_MIB = 640


@dataclass(frozen=True, slots=True)
class Piece:
    """The text of one page, slide or part, without what nobody sees."""

    place: int
    sheet: str
    text: str


@dataclass(frozen=True, slots=True)
class FileText:
    """What was read. `unit` is page, slide or part; `total` how many of them the file has."""

    kind: str
    unit: str
    total: int
    pieces: tuple[Piece, ...]


def read_file(body: bytes, *, place: int = 1, sheet: str = "", chars: int, timeout_s: float) -> FileText:
    """The text of a file from a place on, at least `chars` characters if it has as many. Raises FileUnreadable."""
    if len(body) > MAX_BYTES:
        raise FileUnreadable(Unreadable.TOO_LARGE)
    wanted = {"place": place, "sheet": sheet, "chars": chars, "seconds": timeout_s * 0.6}
    try:
        answer = json.loads(
            run_child(MODULE, json.dumps(wanted).encode() + b"\n" + body, timeout_s=timeout_s, memory_mib=MEMORY_MIB)
        )
    except DocumentError:  # it did not survive its bounds
        raise FileUnreadable(Unreadable.TOO_LARGE) from None
    if "error" in answer:
        raise FileUnreadable(Unreadable(answer["error"]))
    pieces = tuple(
        Piece(each["place"], " ".join(visible(each["sheet"]).split())[:64], visible(each["text"]))
        for each in answer["sections"]
    )
    return FileText(answer["kind"], answer["unit"], answer["total"], pieces)
