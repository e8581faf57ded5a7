"""Letters that somebody saved in Outlook (.msg), as Microsoft's [MS-OXMSG] lays them out: read as any other that was
saved (bot.isolation.readers.letters)."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from email.utils import format_datetime
from typing import Final

from bot.isolation.markup import visible_of
from bot.isolation.readers.containers import BROKEN, SIGN, Container, names_in
from bot.isolation.readers.letters import MOST_DEPTH
from bot.isolation.readers.outline import MOST_CHARS, Outline, Wanted, bounded, in_parts
from bot.isolation.readers.outlook_items import PROPERTIES, Item
from bot.isolation.readers.packed_text import unpacked
from bot.isolation.readers.rich_text import read as read_rich
from bot.text.counted import counted

RECEIVER, ATTACHED = "__recip_version1.0_", "__attach_version1.0_"
SUBJECT, PLAIN, HTML, RICH = 0x0037, 0x1000, 0x1013, 0x1009
MOMENTS: Final = (0x0039, 0x0E06)  # sent, arrived
SENDERS: Final = ((0x0042, 0x5D02, 0x0065), (0x0C1A, 0x5D01, 0x0C1F))  # for whom it was written, and who wrote it:
RECEIVED: Final = (0x3001, 0x39FE, 0x3003)  # a name, an address, another that may be of an office's own kind
KIND: Final = 0x0C15
TO, CC = ("To", 1, 0x0E04), ("Cc", 2, 0x0E03)  # with what a letter says of all of them
NAMES: Final = (0x3707, 0x3704, 0x3001)
CONTENT, HIDDEN, LOOKS, WITHIN = 0x3701, 0x7FFE, 0x3714, 4  # the last: shown where the letter speaks of it
MOST_BYTES: Final = MOST_CHARS * 4  # of what a letter says
MOST_RECEIVERS, MOST_NAMED, MOST_LETTERS = 100, 500, 30


def read(body: bytes, wanted: Wanted) -> Outline:
    """Its fields, its words, those of letters in it, the names of its files. Raises as Container does."""
    reading = _Reading()
    outline = in_parts([("", bounded(reading.lines(Container(body), 0, 0)))], wanted)
    files = reading.files
    return replace(outline, unread=(counted(files, "attached file"),) if files else ())


class _Reading:
    """Of one letter and those in it."""

    def __init__(self) -> None:
        self.files = self._letters = 0

    def lines(self, container: Container, number: int, depth: int) -> Iterator[str]:
        self._letters += 1
        letter = Item(container, number)
        yield from _head(letter)
        yield from ("", _words(letter))
        for inside in _folders(container, number, ATTACHED):
            yield from self._attached(Item(container, inside), depth)

    def _attached(self, item: Item, depth: int) -> Iterator[str]:
        found = _letter_in(item) if depth < MOST_DEPTH and self._letters < MOST_LETTERS else None
        if found is not None:
            yield "\n[Attached e-mail]"
            try:
                yield from self.lines(*found, depth + 1)
            except BROKEN:
                yield "[The rest of it is damaged]"
        elif not item.number(HIDDEN) and not item.number(LOOKS) & WITHIN:
            self.files += 1
            if self.files <= MOST_NAMED:
                yield f"[Attached] {next(filter(None, map(item.line, NAMES)), '?')}"


def _letter_in(item: Item) -> tuple[Container, int] | None:
    """The one that is passed on: as a letter, or as the file that somebody saved it to. None of a file
    of another kind, or one that is broken."""
    inside = item.folder(CONTENT)
    if inside is not None:
        return (item.container, inside) if PROPERTIES in item.container.folder(inside) else None
    if item.packed(CONTENT, len(SIGN)) != SIGN:
        return None
    packed = item.packed(CONTENT)
    return (Container(packed), 0) if PROPERTIES in names_in(packed) else None


def _folders(container: Container, number: int, beginning: str) -> list[int]:
    found = sorted(container.folder(number).items())
    return [inside for name, inside in found if name.startswith(beginning)]


def _head(letter: Item) -> Iterator[str]:
    yield from (f"From: {who}" for who in [next(filter(None, (_person(letter, each) for each in SENDERS)), "")] if who)
    people = defaultdict[int, list[str]](list)
    for inside in _folders(letter.container, letter.place, RECEIVER)[:MOST_RECEIVERS]:
        item = Item(letter.container, inside)
        people[item.number(KIND)].append(_person(item, RECEIVED))
    for name, kind, all_of_them in (TO, CC):
        if who := ", ".join(filter(None, people[kind])) or letter.line(all_of_them):
            yield f"{name}: {who}"
    if (moment := next(filter(None, map(letter.moment, MOMENTS)), None)) is not None:
        yield f"Date: {format_datetime(moment)}"
    if subject := letter.line(SUBJECT):
        yield f"Subject: {subject}"


def _person(item: Item, about: tuple[int, int, int]) -> str:
    name, *addresses = map(item.line, about)
    address = next((each for each in addresses if "@" in each), "")
    return f"{name} <{address}>" if name and address and name != address else address or name


def _words(letter: Item) -> str:
    """What it says: in Outlook's own way of packing RTF alone where nothing else does."""
    if (text := letter.text(PLAIN, MOST_BYTES)).strip():
        return text
    if (page := letter.text(HTML, MOST_BYTES)).strip():
        return visible_of(page)
    rich = unpacked(letter.packed(RICH, MOST_BYTES), MOST_BYTES)
    outline = read_rich(rich, Wanted(1, "", MOST_CHARS, 0))
    return "\n".join(section.text for section in outline.sections)
