"""Letters as Outlook saves them (.msg), and the containers in which they are, made by hand."""

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Union

from tests.fakes.other_files import END, FREE

SECTOR, SMALL, LEAST, IN_HEAD = 512, 64, 4_096, 109
FAT, DIFAT = 0xFFFFFFFD, 0xFFFFFFFC
WIDE, NARROW, BYTES, FOLDER, NUMBER, YES, MOMENT = 0x1F, 0x1E, 0x102, 0x0D, 0x03, 0x0B, 0x40
Tree = Mapping[str, Union[bytes, "Tree"]]


@dataclass
class _Entry:
    name: str
    kind: int
    content: bytes = b""
    child: int = FREE
    right: int = FREE
    start: int = END


def container(tree: Tree) -> bytes:
    """A compound file (OLE) of folders and parts, small ones in the stream that is made for those."""
    entries = [_Entry("Root Entry", 5)]
    _add(entries, entries[0], tree)
    small, small_table = bytearray(), list[int]()
    for entry in entries[1:]:
        if entry.kind == 2 and 0 < len(entry.content) < LEAST:
            entry.start = len(small) // SMALL
            small += entry.content.ljust(-(-len(entry.content) // SMALL) * SMALL, b"\0")
            small_table += [*range(len(small_table) + 1, len(small) // SMALL), END]
    sectors, table = bytearray(), list[int]()

    def kept(content: bytes) -> int:
        if not content:
            return END
        start = len(table)
        sectors.extend(content.ljust(-(-len(content) // SECTOR) * SECTOR, b"\0"))
        table.extend([*range(start + 1, len(sectors) // SECTOR), END])
        return start

    for entry in entries[1:]:
        if len(entry.content) >= LEAST:
            entry.start = kept(entry.content)
    entries[0].content, entries[0].start = bytes(small), kept(bytes(small))
    first_small = kept(struct.pack(f"<{len(small_table)}I", *small_table))
    first = kept(b"".join(map(_packed, entries)))
    return _with_table(sectors, table, first, first_small)


def _add(entries: list[_Entry], folder: _Entry, tree: Tree) -> None:
    """What stands in a folder, each the right neighbour of the one before."""
    before: _Entry | None = None
    for name, content in tree.items():
        entry = _Entry(name, 2, content) if isinstance(content, bytes) else _Entry(name, 1)
        if before is None:
            folder.child = len(entries)
        else:
            before.right = len(entries)
        entries.append(entry)
        before = entry
        if not isinstance(content, bytes):
            _add(entries, entry, content)


def _packed(entry: _Entry) -> bytes:
    written = (entry.name + "\0").encode("utf-16-le")
    head = struct.pack("<64sHBBIII", written, len(written), entry.kind, 1, FREE, entry.right, entry.child)
    return head + bytes(36) + struct.pack("<IQ", entry.start, len(entry.content))


def _with_table(sectors: bytearray, table: list[int], first: int, first_small: int) -> bytes:
    """All of it behind its head, and the table of what follows what, itself told of in the head or in a chain."""
    number = tables = 0
    while tables * (SECTOR // 4) < len(table) + tables + number:
        tables += 1
        number = max(0, -(-(tables - IN_HEAD) // (SECTOR // 4 - 1)))
    places = [len(table) + place for place in range(tables + number)]
    table += [FAT] * tables + [DIFAT] * number
    named, beyond = places[:tables][:IN_HEAD], places[:tables][IN_HEAD:]
    sectors += struct.pack(f"<{len(table)}I", *table).ljust(tables * SECTOR, b"\xff")
    for place in range(number):
        some = beyond[place * 127 : (place + 1) * 127]
        following = places[tables + place + 1] if place + 1 < number else END
        sectors += struct.pack(f"<{len(some)}I", *some).ljust(SECTOR - 4, b"\xff") + struct.pack("<I", following)
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + struct.pack(
        "<HHHHH6xIIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, tables, first, 0, LEAST, first_small, 0,
        places[tables] if number else END, number, 0,
    )[:-4]  # fmt: skip
    return (head + struct.pack(f"<{len(named)}I", *named)).ljust(SECTOR, b"\xff") + bytes(sectors)


Value = str | bytes | int | bool | datetime | Tree


def item(head: int, values: Mapping[int, Value], charset: str = "") -> dict[str, bytes | Tree]:
    """The properties of a letter, a receiver or an attachment, behind a head of so many bytes; texts in a charset, or
    in letters of two bytes."""
    parts: dict[str, bytes | Tree] = {}
    listed = bytes(head)
    for name, value in values.items():
        kind, packed = _value(value, charset)
        listed += (
            struct.pack("<HHI", kind, name, 6) + (packed if isinstance(packed, bytes) else b"").ljust(8, b"\0")[:8]
        )
        if kind in (WIDE, NARROW, BYTES, FOLDER):
            parts[f"__substg1.0_{name:04X}{kind:04X}"] = packed
    return {"__nameid_version1.0": {}, **parts, "__properties_version1.0": listed}


def _value(value: Value, charset: str) -> tuple[int, bytes | Tree]:
    if isinstance(value, str):
        return (NARROW, value.encode(charset)) if charset else (WIDE, value.encode("utf-16-le"))
    if isinstance(value, bytes):
        return BYTES, value
    if isinstance(value, bool):
        return YES, struct.pack("<Q", value)
    if isinstance(value, int):
        return NUMBER, struct.pack("<Q", value)
    if isinstance(value, datetime):
        seconds = (value - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds()
        return MOMENT, struct.pack("<Q", int(seconds) * 10_000_000)
    return FOLDER, value


def letter(
    values: Mapping[int, Value],
    people: Sequence[Mapping[int, Value]] = (),
    files: Sequence[Mapping[int, Value]] = (),
    *,
    charset: str = "",
    head: int = 32,
) -> dict[str, bytes | Tree]:
    """A letter as a tree: `container` makes a file of it, and with a head of 24 it stands in another."""
    receivers = {f"__recip_version1.0_#{place:08X}": item(8, each, charset) for place, each in enumerate(people)}
    attached = {f"__attach_version1.0_#{place:08X}": item(8, each, charset) for place, each in enumerate(files)}
    return {**item(head, values, charset), **receivers, **attached}
