"""Text out of people's files. Parsing happens in a child process with bounds (bot.isolation.readers); what lives here
is the asking."""

from dataclasses import dataclass

from bot.errors import DocumentError, FileUnreadable
from bot.isolation.asking import ask_about
from bot.isolation.extraction import visible
from bot.refusals import Unreadable
from bot.types import JSON

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
    """What was read. `unit` is page, slide or part; `total` how many of them the file has; `sheets` and `words`
    are known of what has no pages; `sums` are bot.isolation.readers.columns' of the column that was asked for.
    `is_cut` and `unread` are bot.isolation.readers.outline's: more than can be read, and what else is not."""

    kind: str
    unit: str
    total: int
    pieces: tuple[Piece, ...]
    sheets: int = 0
    words: int = 0
    sums: tuple[dict[str, JSON], ...] = ()
    is_cut: bool = False
    unread: tuple[str, ...] = ()


def described(description: str) -> FileText:
    """A picture, as what is known to be on it."""
    return FileText("picture", "picture", 1, (Piece(1, "", visible(description)),))


def read_file(
    body: bytes, *, place: int = 1, sheet: str = "", column: str = "", chars: int, timeout_s: float
) -> FileText:
    """The text of a file from a place on, at least `chars` characters if it has as many, and the sums of a column.
    Raises FileUnreadable."""
    if len(body) > MAX_BYTES:
        raise FileUnreadable(Unreadable.TOO_LARGE)
    wanted = {"place": place, "sheet": sheet, "chars": chars, "seconds": timeout_s * 0.6, "column": column}
    try:
        answer, _ = ask_about(body, MODULE, wanted, timeout_s=timeout_s, memory_mib=MEMORY_MIB)
    except DocumentError:  # it did not survive its bounds
        raise FileUnreadable(Unreadable.TOO_LARGE) from None
    if "error" in answer:
        raise FileUnreadable(Unreadable(answer["error"]))
    pieces = tuple(
        Piece(each["place"], " ".join(visible(each["sheet"]).split())[:64], visible(each["text"]))
        for each in answer["sections"]
    )
    counted = answer["sheets"], answer["words"], tuple(map(_seen, answer["sums"]))
    return FileText(
        answer["kind"], answer["unit"], answer["total"], pieces, *counted, answer["is_cut"], tuple(answer["unread"])
    )


def _seen(found: dict[str, JSON]) -> dict[str, JSON]:
    """Its words, which are the file's, without what nobody sees."""
    return {
        name: " ".join(visible(value).split()) if isinstance(value, str) else value for name, value in found.items()
    }
