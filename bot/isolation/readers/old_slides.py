"""The text of PowerPoint files of 1997 to 2003 (.ppt), as Microsoft's [MS-PPT] lays them out: what they say of slides,
in their order, with their notes. Each save may stand behind the one before: what was left out since is not read."""

from collections.abc import Iterator
from struct import unpack_from
from typing import Final, NamedTuple

from bot.errors import FileUnreadable
from bot.isolation.readers.containers import parts_of
from bot.isolation.readers.outline import HIDDEN_SLIDE, MOST_CHARS, Outline, Section, Wanted, bounded, up_to
from bot.isolation.readers.slide_records import DRAWING, KIND_OF_TEXT, Drawing, Record, Records
from bot.refusals import Unreadable
from bot.text.counted import counted

LOCKED: Final = 0xF3D1C4DF  # what stands at the beginning of who was last here
EDIT, EDIT_OF_LOCKED = 0x0FF5, 0x20  # the latter: its bytes
LIST, IN_LIST = 0x0FF0, 0x03F3
SLIDE_SHOW, HIDDEN = 0x03F9, 4
ABOUT_NOTES, KIND_OF_NOTES = 0x03F1, 2
MOST_SLIDES: Final = 5_000  # with their notes
OF_SLIDES, OF_NOTES = 0, 2  # lists


def read(body: bytes, wanted: Wanted) -> Outline:
    """Slides, and the speaker's notes. Raises FileUnreadable, struct.error, KeyError, or what Container does."""
    user, body = parts_of(body, "Current User", "PowerPoint Document")
    sign, last_edit = unpack_from("<II", user, 12)
    if sign == LOCKED:
        raise FileUnreadable(Unreadable.PASSWORD)
    show = _Show(Records(body), last_edit)
    total = len(show.slides)
    sections = (Section(place, bounded(show.lines(place))[: MOST_CHARS // 10]) for place in range(1, total + 1))
    shown = tuple(up_to((section for section in sections if section.place >= wanted.place), wanted.chars))
    for _ in sections:
        """Pictures are counted on all of them."""
    return Outline("slide", total, shown, unread=(counted(show.pictures, "picture"),) if show.pictures else ())


class Slide(NamedTuple):
    """One, or its notes. `said`: what the list of them says of it, to which it may point: as many
    as there are boxes for it, empty where one is."""

    record: Record
    identity: int
    said: list[str]


class _Show:
    """What was saved last. `pictures`: on the slides read so far."""

    def __init__(self, records: Records, last_edit: int) -> None:
        self._records, self.pictures = records, 0
        self._places, document = self._read_places(last_edit)
        self.slides, notes = list[Slide](), list[Slide]()
        for part in records.inside(records.at(self._places[document])):
            if part.kind == LIST and part.instance in (OF_SLIDES, OF_NOTES):
                (self.slides if part.instance == OF_SLIDES else notes).extend(self._listed(part))
        if len(self.slides) + len(notes) > MOST_SLIDES:
            raise FileUnreadable(Unreadable.TOO_LARGE)
        self._notes = {self._of_which(each.record): each.record for each in notes}

    def _read_places(self, edit: int) -> tuple[dict[int, int], int]:
        """Where things stand, by their numbers: as the last save says, else one before. And the document's number."""
        found, document, seen = dict[int, int](), 0, set[int]()
        while edit and edit not in seen:
            seen.add(edit)
            record = self._records.at(edit)
            if record.kind != EDIT:
                raise ValueError("no save is told of there")
            if record.end - record.start >= EDIT_OF_LOCKED:
                raise FileUnreadable(Unreadable.PASSWORD)
            edit, places, number = unpack_from("<III", self._records.body, record.start + 8)
            document = document or number
            self._add_places(self._records.at(places), found)
        return found, document

    def _add_places(self, record: Record, found: dict[int, int]) -> None:
        numbers, at = self._records.numbers(record), 0
        while at < len(numbers):
            first, count = numbers[at] & 0xFFFFF, numbers[at] >> 20
            for number, place in enumerate(numbers[at + 1 : at + 1 + count], first):
                found.setdefault(number, place)
            at += 1 + count

    def _listed(self, listing: Record) -> Iterator[Slide]:
        said: list[str] = []
        for record in self._records.inside(listing):
            if record.kind == IN_LIST:
                said = []
                number, identity = unpack_from("<I8xI", self._records.body, record.start)
                yield Slide(self._records.at(self._places[number]), identity, said)
            elif record.kind == KIND_OF_TEXT:  # what stands before a text, also before one that is empty and left out
                said.append("")
            elif said and (text := self._records.text(record)) is not None:
                said[-1] = text

    def _of_which(self, notes: Record) -> int:
        about = next((each for each in self._records.inside(notes) if each.kind == ABOUT_NOTES), None)
        return int(unpack_from("<I", self._records.body, about.start)[0]) if about is not None else 0

    def lines(self, place: int) -> Iterator[str]:
        """What a slide says."""
        slide = self.slides[place - 1]
        for record in self._records.inside(slide.record):
            if record.kind == SLIDE_SHOW and unpack_from("<H", self._records.body, record.start + 10)[0] & HIDDEN:
                yield HIDDEN_SLIDE
        drawing = self._drawn(slide.record, slide.said)
        self.pictures += drawing.pictures
        yield from (text for _, text in drawing.texts)
        if slide.identity in self._notes:
            notes = self._drawn(self._notes[slide.identity], []).texts
            yield from (f"[Notes] {text}" for kind, text in notes if kind == KIND_OF_NOTES)

    def _drawn(self, page: Record, said: list[str]) -> Drawing:
        drawing = Drawing(self._records, said)
        for record in self._records.inside(page):
            if record.kind == DRAWING:
                drawing.add(record)
        return drawing
