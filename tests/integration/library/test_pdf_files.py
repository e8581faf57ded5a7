"""PDFs as people fill them in and scan them with their phones."""

import io
from collections.abc import Callable

import fpdf
import pypdf
import pytest
from PIL import Image, ImageStat
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    StreamObject,
    TextStringObject,
)

from bot.errors import FileUnreadable
from bot.isolation.page_pictures import page_pictures
from bot.isolation.readers.pdf_marks import MOST_LETTERS
from bot.refusals import Unreadable
from tests.integration.library.test_files import read, saved

STAMP = "Scanned with CamScanner"
Mark = dict[str, str | int]


def printed(*texts: str, picture: tuple[int, int] | None = None) -> bytes:
    """A page a text, each with a picture of so many pixels that fills it."""
    made = fpdf.FPDF()
    made.set_font("helvetica", size=9)
    for text in texts:
        made.add_page()
        if picture:
            made.image(Image.new("L", picture, 200), 0, 0, 210, 297)
        made.text(20, 280, text)
    return bytes(made.output())


def with_marks(body: bytes, *marks: Mark) -> bytes:
    """The same with fields and notes on its first page: names begin with a slash, as everywhere in a PDF."""
    written, out = pypdf.PdfWriter(io.BytesIO(body)), io.BytesIO()
    place = ArrayObject([FloatObject(side) for side in (100, 700, 300, 720)])
    made = ArrayObject()
    for mark in marks:
        given = {NameObject("/Type"): NameObject("/Annot"), NameObject("/Rect"): place}
        given |= {NameObject(f"/{key}"): value_of(value) for key, value in mark.items()}
        made.append(written._add_object(DictionaryObject(given)))
    written.pages[0][NameObject("/Annots")] = made
    written.write(out)
    return out.getvalue()


def value_of(value: str | int) -> NameObject | NumberObject | TextStringObject:
    if isinstance(value, int):
        return NumberObject(value)
    return NameObject(value) if value.startswith("/") else TextStringObject(value)


def field(**given: str | int) -> Mark:
    return {"Subtype": "/Widget", **given}


FIELDS = (
    field(FT="/Tx", T="nom", V="Koné Awa"),
    field(FT="/Ch", T="f17", TU="Ville de naissance", V="Bouaké"),
    field(FT="/Btn", T="mariée", V="/Yes", AS="/Yes"),
    field(FT="/Btn", T="veuve", AS="/Off"),
    field(FT="/Tx", T="vide"),
    field(FT="/Tx", T="caché", V="rien", F=2),
    field(FT="/Tx", T="code", V="4321", Ff=1 << 13),
    {"Subtype": "/FreeText", "Contents": "À refaire, voir la page 2"},
    {"Subtype": "/Link", "Contents": "un lien"},
)


def test_pages_that_are_pictures_among_pages_of_text_are_not_taken_for_empty() -> None:
    """A cover that was typed, and behind it what was photographed."""
    mixed, out = pypdf.PdfWriter(io.BytesIO(printed("Composition de mathématiques"))), io.BytesIO()
    mixed.append(io.BytesIO(printed(STAMP, "", picture=(1_240, 1_754))))
    mixed.write(out)
    cover, stamped, bare = (piece.text for piece in read(out.getvalue()).pieces)
    assert cover.strip() == "Composition de mathématiques"
    assert stamped.split("\n") == [STAMP, "[No text on this page: it is a picture, or blank]"]
    assert bare == "[No text on this page: it is a picture, or blank]"


def test_a_form_is_read_with_what_was_filled_in() -> None:
    text = read(with_marks(printed("Demande de bourse"), *FIELDS))
    assert text.pieces[0].text.split("\n") == [
        "Demande de bourse",
        "[Field] nom: Koné Awa",
        "[Field] Ville de naissance: Bouaké",
        "[Field] mariée: x",
        "[Note] À refaire, voir la page 2",
    ]
    assert read(with_marks(printed(""), *FIELDS)).pieces[0].text.strip().startswith("[Field] nom: Koné Awa")


def test_what_was_filled_in_counts_as_what_is_read_and_is_bounded() -> None:
    form = with_marks(printed("Page 1", "Page 2"), *[field(FT="/Tx", T=f"f{at}", V="a" * 9_000) for at in range(200)])
    text = read(form)
    assert [piece.place for piece in text.pieces] == [1]
    assert max(map(len, text.pieces[0].text.split("\n"))) == MOST_LETTERS


@pytest.mark.parametrize("mark", [{"Subtype": "/Widget", "FT": "/Tx", "F": "x", "V": "y"}, {"T": 3}, {}])
def test_a_broken_field_costs_no_page(mark: Mark) -> None:
    text = read(with_marks(printed("Demande de bourse"), mark, *FIELDS))
    assert "[Field] nom: Koné Awa" in text.pieces[0].text


def test_a_scan_whose_maker_signs_each_page_is_a_scan() -> None:
    with pytest.raises(FileUnreadable) as told:
        read(printed(STAMP, STAMP, picture=(800, 1_100)))
    assert told.value.reason == Unreadable.NO_TEXT


def filled_scan() -> bytes:
    """A form that was scanned, and made to be filled in: one field covers the page, and is blacked."""
    form = pypdf.PdfWriter(io.BytesIO(printed("", picture=(800, 1_100))))
    box = ArrayObject([FloatObject(side) for side in (0, 0, 600, 850)])
    shown = StreamObject()
    shown.set_data(b"0 g 0 0 600 850 re f")
    shown |= {
        NameObject("/Type"): NameObject("/XObject"),
        NameObject("/Subtype"): NameObject("/Form"),
        NameObject("/BBox"): box,
    }
    given = {NameObject(f"/{key}"): value_of(value) for key, value in field(FT="/Tx", T="nom", V="Koné", F=4).items()}
    look = DictionaryObject({NameObject("/N"): form._add_object(shown)})
    mark = form._add_object(DictionaryObject(given | {NameObject("/Rect"): box, NameObject("/AP"): look}))
    form.pages[0][NameObject("/Annots")] = ArrayObject([mark])
    form.root_object[NameObject("/AcroForm")] = DictionaryObject({NameObject("/Fields"): ArrayObject([mark])})
    return saved(form)


def test_what_was_filled_in_on_a_scan_is_on_its_picture() -> None:
    """The form was shown empty, and its words are nowhere else."""
    with pytest.raises(FileUnreadable):
        read(filled_scan())
    (picture,) = page_pictures(filled_scan(), most=1, timeout_s=20).pictures
    assert ImageStat.Stat(Image.open(io.BytesIO(picture)).convert("L")).mean[0] < 20


def test_few_words_beside_a_logo_and_a_page_of_text_among_pictures_are_read() -> None:
    assert read(printed("Merci", picture=(300, 300))).pieces[0].text == "Merci"
    both = read(printed(STAMP, "Le rendement du cacao " * 5, picture=(800, 1_100)))
    assert [piece.place for piece in both.pieces] == [1, 2]


def changed(body: bytes, place: int, change: Callable[[pypdf.PdfWriter, pypdf.PageObject], None]) -> bytes:
    """The same with one page otherwise."""
    written = pypdf.PdfWriter(clone_from=io.BytesIO(body))
    change(written, written.pages[place])
    return saved(written)


def broken(written: pypdf.PdfWriter, page: pypdf.PageObject) -> None:
    stream = StreamObject()
    stream.set_data(b"\xff\0((((<<<< BT Tj ET")
    page[NameObject("/Contents")] = written._add_object(stream)


def veiled(first: str) -> Callable[[pypdf.PdfWriter, pypdf.PageObject], None]:
    """A page whose font says other letters than it shows: from this one on, in the place of a space."""

    def change(written: pypdf.PdfWriter, page: pypdf.PageObject) -> None:
        said = StreamObject()
        said.set_data(f"begincmap 1 beginbfrange <20> <7E> <{first}> endbfrange endcmap".encode())
        for font in page["/Resources"]["/Font"].values():
            font.get_object()[NameObject("/ToUnicode")] = written._add_object(said)

    return change


TEXT = "Le rendement du cacao en 2026"


@pytest.mark.parametrize("change", [broken, veiled("E020"), veiled("0003")])
def test_a_page_that_cannot_be_read_keeps_nobody_from_the_others(
    change: Callable[[pypdf.PdfWriter, pypdf.PageObject], None],
) -> None:
    """A broken page made the whole file « damaged »; of letters without names what was read was nonsense."""
    both = pypdf.PdfWriter(clone_from=io.BytesIO(printed(TEXT)))
    both.append(io.BytesIO(changed(printed(TEXT), 0, change)))
    assert [piece.text for piece in read(saved(both)).pieces] == [
        TEXT,
        "[No text on this page: it is a picture, or blank]",
    ]
    with pytest.raises(FileUnreadable) as told:
        read(changed(printed(TEXT), 0, change))
    assert told.value.reason == Unreadable.NO_TEXT


def test_a_few_signs_without_a_name_hide_no_page() -> None:
    def change(written: pypdf.PdfWriter, page: pypdf.PageObject) -> None:
        said = StreamObject()
        said.set_data(b"begincmap 2 beginbfchar <75> <F0B7> <32> <0001> endbfchar endcmap")
        for font in page["/Resources"]["/Font"].values():
            font.get_object()[NameObject("/ToUnicode")] = written._add_object(said)

    assert "rendement" in read(changed(printed(TEXT), 0, change)).pieces[0].text
