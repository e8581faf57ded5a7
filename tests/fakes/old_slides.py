"""A show of PowerPoint 97 (.ppt), made by hand: slides in their list, what is drawn on them, saved once or again."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from tests.fakes.outlook import container

TITLE, BODY, NOTES, OTHER = range(4)
MOST_AT_ONCE = 4_095
OPEN, LOCKED = 0xE391C05F, 0xF3D1C4DF


def record(kind: int, content: bytes = b"", instance: int = 0) -> bytes:
    return struct.pack("<HHI", instance << 4, kind, len(content)) + content


def group(kind: int, *inside: bytes, instance: int = 0) -> bytes:
    content = b"".join(inside)
    return struct.pack("<HHI", instance << 4 | 0xF, kind, len(content)) + content


def words(text: str) -> bytes:
    """A text in letters of one byte, if they do."""
    try:
        return record(0x0FA8, text.encode("latin-1"))
    except UnicodeEncodeError:
        return record(0x0FA0, text.encode("utf-16-le"))


def box(text: str | int, kind: int = OTHER, at: tuple[int, int] | None = None) -> bytes:
    """A box with a text, or that points to one in the list; in a group so far from left and top."""
    anchor = record(0xF00F, struct.pack("<iiii", *at, *at)) if at is not None else b""
    said = record(0x0F9E, struct.pack("<I", text)) if isinstance(text, int) else words(text) if text else b""
    inside = group(0xF00D, record(0x0F9F, struct.pack("<I", kind)), said)
    return group(0xF004, record(0xF00A, bytes(8), 202), anchor, inside)


def picture() -> bytes:
    return group(0xF004, record(0xF00A, bytes(8), 75))


def table(rows: Sequence[Sequence[str]]) -> bytes:
    """Column by column: where its cells stand tells their rows."""
    looks = record(0xF122, struct.pack("<HIHI", 0x0123, 1, 0x039F, 1), 2)
    cells = [box(rows[y][x], at=(x * 100, y * 50)) for x in range(len(rows[0])) for y in range(len(rows))]
    return group(0xF003, group(0xF004, record(0xF00A, bytes(8)), looks), *cells)


def drawing(*shapes: bytes) -> bytes:
    return group(0x040C, group(0xF002, group(0xF003, group(0xF004), *shapes)))


@dataclass(frozen=True)
class Slide:
    """One: what is drawn on it, what the list says of it, its notes."""

    shapes: Sequence[bytes] = ()
    listed: Sequence[str] = ()
    notes: str = ""
    is_hidden: bool = False


class Show:
    """Saves stand one behind the other."""

    def __init__(self) -> None:
        self._body, self._edit = b"", 0

    def save(self, slides: Sequence[Slide], edit: bytes = b"") -> Self:
        """All of them, in this order. `edit`: more of what is said of this save."""
        noted = [(place, slide) for place, slide in enumerate(slides) if slide.notes]
        numbers = [_listed(0, [(2 + place, 256 + place, slide.listed) for place, slide in enumerate(slides)])]
        numbers.append(_listed(2, [(2 + len(slides) + at, at, ()) for at, _ in enumerate(noted)]))
        pages = [group(0x03E8, _listed(1, [(999, 1, ["Modifiez le titre"])]), *numbers)]
        for slide in slides:
            show = record(0x03F9, struct.pack("<10xHI", 4 if slide.is_hidden else 0, 0))
            pages.append(group(0x03EE, record(0x03EF, bytes(24)), show, drawing(*slide.shapes)))
        for place, slide in noted:
            about = record(0x03F1, struct.pack("<IHH", 256 + place, 0, 0))
            pages.append(group(0x03F0, about, drawing(box("*", OTHER), box("Entête"), box(slide.notes, NOTES))))
        places = []
        for page in pages:
            places.append(len(self._body))
            self._body += page
        at = len(self._body)
        told = b""
        for first in range(0, len(places), MOST_AT_ONCE):
            some = places[first : first + MOST_AT_ONCE]
            told += struct.pack(f"<I{len(some)}I", len(some) << 20 | first + 1, *some)
        self._body += record(0x1772, told)
        last, self._edit = self._edit, len(self._body)
        self._body += record(0x0FF5, struct.pack("<IIIIIIHH", 256, 0, last, at, 1, 99, 1, 0) + edit)
        return self

    def file(self, sign: int = OPEN) -> bytes:
        """What was saved."""
        user = record(0x0FF6, struct.pack("<III", 20, sign, self._edit))
        return container({"PowerPoint Document": self._body, "Current User": user, "Pictures": b"WordDocument"})


def _listed(instance: int, slides: Sequence[tuple[int, int, Sequence[str]]]) -> bytes:
    inside = b""
    for number, identity, texts in slides:
        inside += record(0x03F3, struct.pack("<IIIII", number, 0, len(texts), identity, 0))
        inside += b"".join(record(0x0F9F, bytes(4)) + (words(text) if text else b"") for text in texts)
    return group(0x0FF0, inside, instance=instance)
