"""A Word file of 1997 (.doc), made by hand: runs of letters with what is said of their looks and paragraphs."""

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tests.fakes.other_files import compound_of

FIRST, PAGE, SMALL = 0x800, 512, 1 << 30
DELETED, HIDDEN = b"\0\x08\x01", b"\x3c\x08\x01"
BOLD, RED = b"\x35\x08\x01", b"\x42\x2a\x06"
ROW_ENDS = b"\x16\x24\x01\x17\x24\x01"  # in a table, and where a row of it ends


@dataclass(frozen=True)
class Letters:
    """A run: some letters of one width, with signs of their looks and of their paragraph's."""

    text: str
    looks: bytes = b""
    paragraph: bytes = b""

    @property
    def packed(self) -> bytes:
        return self.text.encode("cp1252" if self.is_small else "utf-16-le")

    @property
    def is_small(self) -> bool:
        return self.text.isascii() or self.text.encode("cp1252", "replace").decode("cp1252") == self.text


def old_text(runs: Sequence[Letters], beyond: Sequence[int] = (), flags: int = 0, version: int = 0xC1) -> bytes:
    """`beyond`: how many letters at the end are footnotes, heads of pages, (nothing,) comments and so on."""
    bounds = list(accumulate((len(run.packed) for run in runs), initial=FIRST))
    letters = list(accumulate((len(run.text) for run in runs), initial=0))
    places = [at * 2 | SMALL if run.is_small else at for run, at in zip(runs, bounds, strict=False)]
    pieces = struct.pack(f"<{len(letters)}I", *letters) + b"".join(struct.pack("<HIH", 0, at, 0) for at in places)
    table = b"\x01\x03\0abc\x02" + struct.pack("<I", len(pieces)) + pieces
    at_looks, first_page = len(table), -(-bounds[-1] // PAGE)
    table += struct.pack("<III", FIRST, bounds[-1], first_page) + struct.pack("<III", FIRST, bounds[-1], first_page + 1)
    head = bytearray(FIRST)
    struct.pack_into("<HH6xH", head, 0, 0xA5EC, version, flags)
    struct.pack_into("<8i", head, 0x4C, letters[-1] - sum(beyond), *beyond, *[0] * (7 - len(beyond)))
    struct.pack_into("<IIII", head, 0xFA, at_looks, 12, at_looks + 12, 12)
    struct.pack_into("<II", head, 0x1A2, 0, at_looks)
    main = (bytes(head) + b"".join(run.packed for run in runs)).ljust(first_page * PAGE, b"\0")
    main += _page(bounds, [run.looks for run in runs], 1, lambda looks: bytes([len(looks)]) + looks)
    main += _page(bounds, [run.paragraph for run in runs], 13, _of_paragraph)
    return compound_of({"WordDocument": main, "0Table": table})


def _of_paragraph(signs: bytes) -> bytes:
    """Its length counts words, in one of two ways; the number of its style comes first."""
    looks = b"\x05\0" + signs
    return bytes([(len(looks) + 1) // 2]) + looks if len(looks) % 2 else bytes([0, len(looks) // 2]) + looks


def _page(bounds: Sequence[int], looks: Sequence[bytes], width: int, packed: Callable[[bytes], bytes]) -> bytes:
    page = bytearray(struct.pack(f"<{len(bounds)}I", *bounds).ljust(PAGE, b"\0"))
    page[-1], end = len(looks), PAGE - 2
    for number, each in enumerate(looks):
        if each:
            body = packed(each)
            end = (end - len(body)) & ~1
            page[end : end + len(body)] = body
            page[len(bounds) * 4 + number * width] = end // 2
    return bytes(page)
