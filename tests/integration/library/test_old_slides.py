"""Slides of PowerPoint 97 to 2003 that people send: what an audience sees of them, told as that of later ones is."""

import contextlib
import io
import random
import struct
from collections.abc import Callable

import pytest
from pptx import Presentation as presentation

from bot.errors import FileUnreadable
from bot.isolation.readers.child import read as read_here
from bot.isolation.readers.outline import HIDDEN_SLIDE, Wanted
from bot.refusals import Unreadable
from tests.fakes.office import Office
from tests.fakes.old_slides import BODY, LOCKED, TITLE, Show, Slide, box, group, picture, record, table
from tests.fakes.other_files import compound
from tests.fakes.outlook import container
from tests.integration.library.test_files import read

COURSE = [
    Slide([box(0), box(1, BODY), box("*")], ["Le cacao", "Prix : 5 €\rl’été\x0bالعربية"], "Dire bonjour\rà tous"),
    Slide([box("Notes", TITLE), table([["Nom", "Note"], ["Awa", ""], ["Koffi", "12"]]), picture()]),
    Slide([group(0xF003, group(0xF004), box("Dans un groupe"))], is_hidden=True),
    Slide(),
]


def test_slides_are_read_as_those_of_today() -> None:
    found = read(Show().save(COURSE).file())
    assert (found.kind, found.unit, found.total, found.unread) == ("ppt", "slide", 4, ("1 picture",))
    assert [piece.text for piece in found.pieces] == [
        "Le cacao\nPrix : 5 €\nl’été\nالعربية\n[Notes] Dire bonjour\nà tous",
        "Notes\nNom | Note\nAwa | \nKoffi | 12",
        f"{HIDDEN_SLIDE}\nDans un groupe",
        "",
    ]


def test_slides_that_a_program_saved_anew_say_the_same(libreoffice: Office) -> None:
    show = presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "Le cacao : 5 €", "Premier point\nالعربية"
    slide.notes_slide.notes_text_frame.text = "Dire bonjour à tous"
    slide = show.slides.add_slide(show.slide_layouts[6])
    slide._element.set("show", "0")
    cells = slide.shapes.add_table(2, 2, 914_400, 914_400, 4_572_000, 914_400).table
    for place, text in enumerate(("Nom", "Note", "Awa", "12")):
        cells.cell(place // 2, place % 2).text = text
    out = io.BytesIO()
    show.save(out)
    before, after = read(out.getvalue()), read(libreoffice.converted(out.getvalue(), "pptx", "ppt"))
    assert (before.kind, after.kind) == ("pptx", "ppt")
    assert [piece.text for piece in after.pieces] == [piece.text for piece in before.pieces]


def test_boxes_are_those_of_the_list_where_one_of_it_is_empty() -> None:
    slide = Slide([box("", TITLE), box(1, BODY), box(2, BODY)], ["", "GAUCHE", "DROITE"])
    assert read(Show().save([slide]).file()).pieces[0].text == "GAUCHE\nDROITE"


def test_a_place_among_them_is_read_and_pictures_are_those_of_all() -> None:
    _, found = read_here(Show().save(COURSE).file(), Wanted(1, "", 10, 5))
    assert ([section.place for section in found.sections], found.unread) == ([1], ("1 picture",))
    _, found = read_here(Show().save(COURSE).file(), Wanted(3, "", 10, 5))
    assert ([section.place for section in found.sections], found.unread) == ([3], ("1 picture",))


def test_what_was_left_out_in_a_later_save_is_not_read() -> None:
    show = Show().save(COURSE).save([Slide([box("Nouveau")]), Slide([box("Le cacao")])])
    assert [piece.text for piece in read(show.file()).pieces] == ["Nouveau", "Le cacao"]


def nested(depth: int) -> bytes:
    inside = box("x")
    for _ in range(depth):
        inside = group(0xF003, inside)
    return Show().save([Slide([inside])]).file()


def looped() -> bytes:
    """A save that tells of itself as the one before, with a place that tells of all places of it again and again."""
    body = group(0x03E8) + record(0x1772, struct.pack("<II", 1 << 20 | 1, 0) * 100_000)
    edit = len(body)
    body += record(0x0FF5, struct.pack("<IIIIIIHH", 256, 0, edit, 8, 1, 99, 1, 0))
    user = record(0x0FF6, struct.pack("<III", 20, 0xE391C05F, edit))
    return container({"PowerPoint Document": body, "Current User": user})


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Show().save(COURSE).file(LOCKED), Unreadable.PASSWORD),
        (lambda: Show().save(COURSE, bytes(4)).file(), Unreadable.PASSWORD),
        (lambda: Show().save([Slide([picture()])]).file(), Unreadable.ONLY_PICTURES),
        (lambda: Show().save([]).file(), Unreadable.EMPTY),
        (lambda: Show().save(COURSE).file()[:2_000], Unreadable.CORRUPT),
        (lambda: compound("PowerPoint Document", b"rien"), Unreadable.CORRUPT),
        (lambda: compound("PP40", b"rien"), Unreadable.OLD_FORMAT),
        (looped, Unreadable.EMPTY),
        (lambda: nested(100), Unreadable.TOO_LARGE),
        (lambda: Show().save([Slide()] * 6_000).file(), Unreadable.TOO_LARGE),
        (lambda: Show().save([Slide([record(0xF00A)] * 1_100_000)]).file(), Unreadable.TOO_LARGE),
    ],
)
def test_shows_that_are_not_read_say_why(make: Callable[[], bytes], reason: Unreadable) -> None:
    with pytest.raises(FileUnreadable) as told:
        read(make())
    assert told.value.reason is reason


def mangled(seed: int) -> bytes:
    """A show whose records say anything."""
    chance = random.Random(seed)
    body = bytearray(Show().save(COURSE).file())
    for _ in range(20):
        body[chance.randrange(512, len(body) // 2)] = chance.choice((0, 1, 0x0F, 0x7F, 0xFF))
    return bytes(body)


def test_a_broken_show_is_told_or_read_as_far_as_it_goes() -> None:
    for seed in range(300):
        with contextlib.suppress(FileUnreadable):
            read_here(mangled(seed), Wanted(1, "", 6_000, 5))
