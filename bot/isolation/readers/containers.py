"""Files of Microsoft's that hold others in folders (OLE, [MS-CFB]), as Office wrote them before 2007 and Outlook does.
xlrd's own reader of them fails from the 250th entry on, and a letter to twenty people has as many."""

import contextlib
import struct
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from struct import calcsize, iter_unpack, unpack_from
from typing import Final, NamedTuple

SIGN: Final = bytes.fromhex("d0cf11e0a1b11ae1")
NAME: Final = 64  # bytes
FOLDER: Final = 1  # an entry that holds others
ENTRY: Final = "<64sHBxIII36xIQ"
ENTRY_BYTES: Final = calcsize(ENTRY)
MOST_ENTRIES: Final = 50_000
SECTORS: Final = (9, 12)  # powers of two
SMALL: Final = 64  # bytes of a sector of the stream in which small ones stand
IN_HEAD: Final = 109  # sectors of the table that the head itself names
NOWHERE: Final = 0xFFFFFFFA  # and all above

BROKEN: Final = (ValueError, struct.error, IndexError)

Folder = dict[str, int]  # numbers of entries by their names in small letters


class Entry(NamedTuple):
    """A part or a folder: as it is written down."""

    name: bytes
    length: int
    kind: int
    left: int
    right: int
    child: int
    start: int
    size: int


class Container:
    """One of them. Raises what BROKEN names for what is broken. Whatever it says of its
    sectors and entries, each of these is looked at once, and no part is longer than the file."""

    def __init__(self, body: bytes) -> None:
        (power,) = unpack_from("<H", body, 30)
        if power not in SECTORS:
            raise ValueError("no sectors of a known size")
        self._body, self._size = body, 1 << power
        self._table = list(chain.from_iterable(self._numbers(at) for at in dict.fromkeys(self._sectors_of_table())))
        first, self._least, small = unpack_from("<I4xII", body, 48)
        most = MOST_ENTRIES * ENTRY_BYTES
        listed = b"".join(self._sectors(first, most))
        self._entries = [
            Entry(*each) for each in iter_unpack(ENTRY, listed[: len(listed) // ENTRY_BYTES * ENTRY_BYTES])
        ]
        self._folders = self._read_folders()
        root = self._entries[0]
        self._small = self._large(root.start, min(root.size, len(body))) if root.size else b""
        packed = b"".join(self._sectors(small, len(self._small) // SMALL * 4 + 4))
        self._small_table = [number for (number,) in iter_unpack("<I", packed)]

    def folder(self, number: int = 0) -> Folder:
        """What stands in a folder, the outermost if none is named."""
        return self._folders.get(number, {})

    def is_folder(self, number: int) -> bool:
        """Whether an entry is one."""
        return number in self._folders

    def part(self, number: int, most: int = 1 << 30) -> bytes:
        """Its first `most` bytes, or all of it. Raises ValueError if it is not there whole."""
        entry = self._entries[number]
        size = min(entry.size & 0xFFFFFFFF, most)
        if size > len(self._body):
            raise ValueError("longer than its file")
        if entry.size & 0xFFFFFFFF >= self._least:
            return self._large(entry.start, size)
        places = islice(_chain(self._small_table, entry.start), -(-size // SMALL))
        return _whole(b"".join(self._small[at * SMALL : (at + 1) * SMALL] for at in places), size)

    def _large(self, start: int, size: int) -> bytes:
        return _whole(b"".join(self._sectors(start, size)), size)

    def _sectors(self, start: int, size: int) -> Iterator[bytes]:
        return map(self._sector, islice(_chain(self._table, start), -(-size // self._size)))

    def _sector(self, at: int) -> bytes:
        return self._body[(at + 1) * self._size : (at + 2) * self._size]

    def _numbers(self, at: int) -> Sequence[int]:
        sector = self._sector(at)
        return unpack_from(f"<{len(sector) // 4}I", sector)

    def _sectors_of_table(self) -> Iterator[int]:
        """Those that the head names, and behind them a chain of sectors of which each ends with the next."""
        yield from (at for at in unpack_from(f"<{IN_HEAD}I", self._body, 76) if at < NOWHERE)
        (following,) = unpack_from("<I", self._body, 68)
        seen = set[int]()
        while following < NOWHERE and following not in seen:
            seen.add(following)
            *named, following = self._numbers(following) or (NOWHERE,)
            yield from (at for at in named if at < NOWHERE)

    def _read_folders(self) -> dict[int, Folder]:
        """The entries of each folder, which hang together as a tree: one that was met already is in no other."""
        folders, seen, left = dict[int, Folder](), {0}, [(0, self._entries[0].child)]
        folders[0] = {}
        while left:
            folder, number = left.pop()
            if number >= len(self._entries) or number in seen:
                continue
            seen.add(number)
            entry = self._entries[number]
            folders[folder][_name(entry)] = number
            left += [(folder, entry.left), (folder, entry.right)]
            if entry.kind == FOLDER:
                folders[number] = {}
                left.append((number, entry.child))
        return folders


def parts_of(body: bytes, *names: str) -> list[bytes]:
    """Some parts of the outermost folder, each whole; empty where there is none. Raises as Container does."""
    container = Container(body)
    found = container.folder()
    return [container.part(found[name.lower()]) if name.lower() in found else b"" for name in names]


def names_in(body: bytes) -> frozenset[str]:
    """What the outermost folder holds, in small letters; nothing if it is broken."""
    with contextlib.suppress(*BROKEN):
        return frozenset(Container(body).folder())
    return frozenset()


def _name(entry: Entry) -> str:
    return entry.name[: max(0, min(entry.length, NAME) - 2)].decode("utf-16-le", "replace").lower()


def _chain(table: Sequence[int], start: int) -> Iterator[int]:
    """Never longer than the table, whatever stands in it."""
    for _ in range(len(table)):
        if start >= len(table):
            return
        yield start
        start = table[start]


def _whole(found: bytes, size: int) -> bytes:
    if len(found) < size:
        raise ValueError("not all of it is there")
    return found[:size]
