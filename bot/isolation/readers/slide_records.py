"""Records of PowerPoint files of before 2007, each with its kind and length before it, many with others within; and
what they say of the texts on a slide."""

from collections import defaultdict
from collections.abc import Iterator
from struct import unpack_from
from typing import Final, NamedTuple

from bot.errors import FileUnreadable
from bot.isolation.readers.outline import CELLS, MOST_CHARS
from bot.refusals import Unreadable

HEAD: Final = 8  # bytes
MOST_RECORDS: Final = 1_000_000  # looked at of a file
MOST_DEPTH: Final = 40
MOST_BYTES: Final = MOST_CHARS // 5  # of one text
WITH_OTHERS: Final = 0xF  # what the lower bits of such a record are
WIDE, NARROW, KIND_OF_TEXT, IN_OUTLINE = 0x0FA0, 0x0FA8, 0x0F9F, 0x0F9E
DRAWING, SHAPE, GROUP, ABOUT_SHAPE, BOX, ANCHOR = 0x040C, 0xF004, 0xF003, 0xF00A, 0xF00D, 0xF00F
LOOKS, TABLE = 0xF122, 0x039F  # of a group that is a table
LOOK_BYTES: Final = 6
PICTURE: Final = 75  # a kind of shape
NUMBER: Final = "*"  # where a slide's number, or the day, is put
SIGNS: Final = str.maketrans({"\r": "\n", "\x0b": "\n", "\0": None})


class Record(NamedTuple):
    """Where what it says begins and ends."""

    kind: int
    instance: int
    start: int
    end: int
    is_group: bool


class Records:
    """Of one file. Raises FileUnreadable where more of them are looked at than any show has."""

    def __init__(self, body: bytes) -> None:
        self.body, self._left = body, MOST_RECORDS

    def at(self, place: int, end: int = 0) -> Record:
        """The one at a place, as far as what it stands in goes. Raises struct.error if none does."""
        self._left -= 1
        if self._left < 0:
            raise FileUnreadable(Unreadable.TOO_LARGE)
        about, kind, size = unpack_from("<HHI", self.body, place)
        start = place + HEAD
        return Record(kind, about >> 4, start, min(start + size, end or len(self.body)), about & 15 == WITH_OTHERS)

    def inside(self, record: Record) -> Iterator[Record]:
        """Those that stand in one, not in those again."""
        place = record.start
        while place + HEAD <= record.end:
            found = self.at(place, record.end)
            yield found
            place = found.end

    def numbers(self, record: Record) -> list[int]:
        """What it says, if that is numbers of four bytes each."""
        size = (record.end - record.start) // 4
        self._left -= size
        return list(unpack_from(f"<{size}I", self.body, record.start)) if self._left >= 0 else []

    def text(self, record: Record) -> str | None:
        """What it says if it is a text."""
        if record.kind not in (WIDE, NARROW):
            return None
        packed = self.body[record.start : min(record.end, record.start + MOST_BYTES)]
        return packed.decode("utf-16-le" if record.kind == WIDE else "latin-1", "replace").translate(SIGNS).strip()


class Drawing:
    """What is drawn on a slide, or on its notes. `texts`: each with its kind, in their order; `outline`: what the list
    of slides says of this one, to which boxes point; `pictures`: how many."""

    def __init__(self, records: Records, outline: list[str]) -> None:
        self.texts, self.pictures = list[tuple[int, str]](), 0
        self._records, self._outline, self._kind = records, outline, 0

    def add(self, record: Record, depth: int = 0) -> None:
        """What a record and those within it say."""
        if depth > MOST_DEPTH:
            raise FileUnreadable(Unreadable.TOO_LARGE)
        self.pictures += record.kind == ABOUT_SHAPE and record.instance == PICTURE
        if record.kind == KIND_OF_TEXT:
            (self._kind,) = unpack_from("<I", self._records.body, record.start)
        elif record.kind == GROUP and self._is_table(record):
            self._add_table(record)
        elif record.is_group:
            for inside in self._records.inside(record):
                self.add(inside, depth + 1)
        elif (text := self._said(record)) and text != NUMBER:
            self.texts.append((self._kind, text))

    def _said(self, record: Record) -> str | None:
        if record.kind != IN_OUTLINE:
            return self._records.text(record)
        (place,) = unpack_from("<I", self._records.body, record.start)
        return self._outline[place] if place < len(self._outline) else None

    def _is_table(self, group: Record) -> bool:
        first = next(self._records.inside(group), None)
        looks = [each for each in self._records.inside(first) if each.kind == LOOKS] if first is not None else []
        return any(
            unpack_from("<H", self._records.body, at)[0] & 0x3FFF == TABLE
            for each in looks
            for at in range(each.start, min(each.end, each.start + each.instance * LOOK_BYTES) - 1, LOOK_BYTES)
        )

    def _add_table(self, group: Record) -> None:
        """Its cells, which are boxes, by how far from the top and from the left they stand."""
        rows = defaultdict[int, dict[int, str]](dict)
        for shape in self._records.inside(group):
            left = top = 0
            for about in self._records.inside(shape) if shape.kind == SHAPE else ():
                if about.kind == ANCHOR:
                    left, top = unpack_from("<ii", self._records.body, about.start)
                elif about.kind == BOX:
                    said = filter(None, map(self._said, self._records.inside(about)))
                    rows[top][left] = " ".join(" ".join(said).split())
        for _, row in sorted(rows.items()):
            self.texts.append((0, CELLS.join(text for _, text in sorted(row.items()))))
