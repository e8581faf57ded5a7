"""What Outlook says of a letter, of one who received it, of a file that came along: properties by their numbers, each a
part of its folder or, where it is short, in a list of them."""

from datetime import UTC, datetime, timedelta
from struct import unpack, unpack_from
from typing import Final

from bot.isolation.markup import decoded
from bot.isolation.readers.containers import Container

PROPERTIES: Final = "__properties_version1.0"
PART: Final = "__substg1.0_"
WIDE, NARROW, BYTES, FOLDER = "001f", "001e", "0102", "000d"
ONE: Final = 16  # bytes of a property in the list
OF_PAGES, OF_TEXTS = 0x3FDE, 0x3FFD  # numbers of charsets
CHARSETS: Final = {65001: "utf-8", 20127: "us-ascii", 28591: "iso-8859-1", 28605: "iso-8859-15", 20866: "koi8-r"}
MOST_LISTED: Final = 65_536  # bytes
MOST_LINE: Final = 4_000  # bytes of a name, say
EPOCH: Final = datetime(1601, 1, 1, tzinfo=UTC)


class Item:
    """One of them, at a place of its container. What is missing is empty."""

    def __init__(self, container: Container, place: int) -> None:
        self.container, self.place = container, place
        self._parts = container.folder(place)
        self._listed = dict[int, bytes]()
        packed = container.part(self._parts[PROPERTIES], MOST_LISTED) if PROPERTIES in self._parts else b""
        for at in range(len(packed) % ONE, len(packed) - ONE + 1, ONE):  # a head of 8, 24 or 32 bytes may be read along
            self._listed[unpack_from("<H", packed, at + 2)[0]] = packed[at + 8 : at + ONE]

    def number(self, name: int) -> int:
        """A small number, or a yes (1)."""
        return int(unpack("<I", self._listed.get(name, bytes(8))[:4])[0])

    def moment(self, name: int) -> datetime | None:
        """A moment, in UTC."""
        (ticks,) = unpack("<Q", self._listed.get(name, bytes(8)))  # of a ten millionth of a second
        return EPOCH + timedelta(microseconds=ticks // 10) if 0 < ticks < 1 << 60 else None

    def packed(self, name: int, most: int = 1 << 30) -> bytes:
        """The first bytes of what is no text."""
        return self._part(name, BYTES, most)

    def folder(self, name: int) -> int | None:
        """The place of what is a folder itself."""
        inside = self._parts.get(f"{PART}{name:04x}{FOLDER}")
        return inside if inside is not None and self.container.is_folder(inside) else None

    def text(self, name: int, most: int) -> str:
        """A text of so many bytes at most: in letters of two bytes, or in the charset that the letter names."""
        if wide := self._part(name, WIDE, most):
            return wide.decode("utf-16-le", "replace").replace("\0", "")
        narrow, charset = self._part(name, NARROW, most), self.number(OF_TEXTS)
        if not narrow:
            narrow, charset = self._part(name, BYTES, most), self.number(OF_PAGES)
        named = f"text/plain; charset={CHARSETS.get(charset, f'cp{charset}')}" if charset else ""
        return decoded(narrow, named).replace("\0", "")

    def line(self, name: int) -> str:
        """A text on one line."""
        return " ".join(self.text(name, MOST_LINE).split())

    def _part(self, name: int, kind: str, most: int) -> bytes:
        place = self._parts.get(f"{PART}{name:04x}{kind}")
        return self.container.part(place, most) if place is not None else b""
