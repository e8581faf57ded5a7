"""The text of Word files of 1997 to 2003 (.doc), as Microsoft's [MS-DOC] lays them out: what is written in them stands
in pieces, in two kinds of letters; a table says which, and others what of it is hidden, or was deleted by a reviser."""

import re
from bisect import bisect
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, count, pairwise
from struct import unpack_from
from typing import Final

from bot.errors import FileUnreadable
from bot.isolation.readers.containers import parts_of
from bot.isolation.readers.outline import CELLS, Outline, Wanted, bounded, in_parts
from bot.refusals import Unreadable
from bot.text.counted import counted

SIGN: Final = 0xA5EC  # of Word 97 and later
FIRST_VERSION: Final = 0xC0
LOCKED, SECOND_TABLE = 0x0100, 0x0200  # flags at FLAGS
FLAGS, LENGTHS, LETTERS, PARAGRAPHS, PIECES = 0x0A, 0x4C, 0xFA, 0x102, 0x1A2  # where these stand
HEADER: Final = "Header"
NAMES: Final = ("", "Footnotes", HEADER, "", "Comments", "Endnotes", "Box", "Box")  # what follows what, in letters
SMALL: Final = 1 << 30  # of a place: a byte a letter, counted double
PAGE: Final = 512
DELETED, HIDDEN, ROW_ENDS, COLUMNS = 0x0800, 0x083C, 0x2417, 0xD608
SIZES: Final = (1, 1, 2, 4, 2, 2, 0, 3)  # of what follows a sign of looks, by its upper bits; 0: told by its first byte

FIELD: Final = re.compile("\x13[^\x13\x14\x15]*(?:\x14([^\x13\x14\x15]*))?\x15")  # what it does, and what is shown
MOST_DEPTH: Final = 20  # of fields in fields
PICTURES: Final = re.compile("[\x01\x08]")
SIGNS: Final = str.maketrans(
    {"\r": "\n", "\x0b": "\n", "\x0c": "\n", "\x0e": "\n", "\x1e": "-", "\xa0": " "}
    | dict.fromkeys("\0\x01\x02\x03\x04\x05\x06\x08\x13\x14\x15\x1f", None)
)
COMMENT: Final = "\x05"
UNSEEN, END_OF_ROW = "\ufffe", "\x0e"

Span = tuple[int, int, str]  # from where to where in the file something else is to be read
Looks = Callable[[bytes, int, int], bytes]  # of a run, on a page of so many, by its place


def read(body: bytes, wanted: Wanted) -> Outline:
    """Paragraphs and tables in their order, behind them notes, comments and boxes. Raises FileUnreadable."""
    (main,) = parts_of(body, "WordDocument")
    sign, version = unpack_from("<HH", main)
    (flags,) = unpack_from("<H", main, FLAGS)
    if sign != SIGN or version < FIRST_VERSION:
        raise FileUnreadable(Unreadable.OLD_FORMAT)
    if flags & LOCKED:
        raise FileUnreadable(Unreadable.PASSWORD)
    (table,) = parts_of(body, "1Table" if flags & SECOND_TABLE else "0Table")
    letters = "".join(_pieces(main, table, _spans(main, table)))
    outline = in_parts([("", bounded(_lines(main, letters)))], wanted)
    pictures = len(PICTURES.findall(_shown(letters)))
    return replace(outline, unread=(counted(pictures, "picture"),) if pictures else ())


def _lines(main: bytes, letters: str) -> Iterator[str]:
    """What the file says, text by text, what stands at the pages' heads and feet first."""
    lengths = unpack_from(f"<{len(NAMES)}i", main, LENGTHS)
    bounds = pairwise(accumulate(lengths, initial=0))
    shown = [_shown(letters[start:end]) for start, end in bounds]
    if shown[0].count(COMMENT) == shown[NAMES.index("Comments")].count(COMMENT):  # else some were deleted
        shown = list(map(_marked, shown))
    texts = [(name, _text(its)) for name, its in zip(NAMES, shown, strict=True)]
    for name, text in sorted(texts, key=lambda each: each[0] != HEADER):
        if text and name:
            yield f"[{name}] " + "\n".join(dict.fromkeys(filter(None, text.splitlines())))
        elif text:
            yield text


def _marked(shown: str) -> str:
    """With numbers for the marks of comments, which are in the same order in the text and beside it."""
    numbers = count(1)
    return re.sub(COMMENT, lambda _: f"[c{next(numbers)}]", shown)


def _text(shown: str) -> str:
    rows = shown.replace(f"\x07{END_OF_ROW}", "\n").replace("\x07", CELLS)
    return rows.translate(SIGNS).strip()


def _shown(letters: str) -> str:
    """What is seen; of fields what they show, not what they are made of."""
    letters = letters.replace(UNSEEN, "")
    for _ in range(MOST_DEPTH):
        letters, found = FIELD.subn(lambda field: field[1] or "", letters)
        if not found:
            break
    return letters


def _pieces(main: bytes, table: bytes, spans: Sequence[Span]) -> Iterator[str]:
    """The letters, in their order, each in its place."""
    start, size = unpack_from("<II", main, PIECES)
    about = _table_of_pieces(table[start : start + size])
    number = (len(about) - 4) // 12
    bounds = unpack_from(f"<{number + 1}I", about)
    for place, (first, last) in enumerate(pairwise(bounds)):
        (at,) = unpack_from("<I", about, (number + 1) * 4 + place * 8 + 2)
        width, at = (1, (at & ~SMALL) // 2) if at & SMALL else (2, at)
        yield from _piece(main, spans, (at, at + (last - first) * width), width)


def _table_of_pieces(found: bytes) -> bytes:
    """Behind any number of other things."""
    place = 0
    while found[place] == 1:
        place += 3 + int(unpack_from("<H", found, place + 1)[0])
    (size,) = unpack_from("<I", found, place + 1)
    return found[place + 5 : place + 5 + size]


def _piece(main: bytes, spans: Sequence[Span], bounds: tuple[int, int], width: int) -> Iterator[str]:
    at, end = bounds
    charset = "cp1252" if width == 1 else "utf-16-le"
    inside = spans[bisect(spans, at, key=lambda span: span[1]) : bisect(spans, end, key=lambda span: span[0])]
    for start, stop, letter in (*inside, (end, end, "")):
        first, last = max(start, at), min(stop, end)
        if first <= last:
            yield main[at:first].decode(charset, "replace")
            yield letter * ((last - first) // width)
            at = last


def _spans(main: bytes, table: bytes) -> Sequence[Span]:
    """Where letters stand that nobody sees, and where rows of tables end; in their order."""
    unseen = _runs(main, table, LETTERS, _of_letters, (DELETED, HIDDEN))
    ends = _runs(main, table, PARAGRAPHS, _of_paragraph, (ROW_ENDS,))
    return sorted([*((*run, UNSEEN) for run in unseen), *((*run, END_OF_ROW) for run in ends)])


def _runs(main: bytes, table: bytes, where: int, looks: Looks, signs: Collection[int]) -> Iterator[tuple[int, int]]:
    """The runs of letters, or paragraphs, that have one of some signs: they are told of a page at a time."""
    start, size = unpack_from("<II", main, where)
    number = max(0, (size - 4) // 8)
    for at in unpack_from(f"<{number}I", table, start + (number + 1) * 4):
        page = main[at * PAGE : (at + 1) * PAGE]
        runs = page[-1]
        for place, run in enumerate(pairwise(unpack_from(f"<{runs + 1}I", page))):
            if _has(looks(page, runs, place), signs):
                yield run


def _of_letters(page: bytes, runs: int, place: int) -> bytes:
    at = page[(runs + 1) * 4 + place] * 2
    return page[at + 1 : at + 1 + page[at]] if at else b""


def _of_paragraph(page: bytes, runs: int, place: int) -> bytes:
    """Behind the number of its style."""
    at = page[(runs + 1) * 4 + place * 13] * 2
    if not at:
        return b""
    return page[at + 3 : at + page[at] * 2] if page[at] else page[at + 4 : at + 2 + page[at + 1] * 2]


def _has(looks: bytes, signs: Collection[int]) -> bool:
    place = 0
    while place + 3 <= len(looks):
        (sign,) = unpack_from("<H", looks, place)
        if sign in signs and looks[place + 2] == 1:
            return True
        size = SIZES[sign >> 13] or looks[place + 2] + 1
        place += 2 + (size if sign != COLUMNS else int(unpack_from("<H", looks, place + 2)[0]) + 1)
    return False
