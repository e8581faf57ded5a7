"""Text out of people's files: each kind, each place, and a clear outcome for whatever cannot be read."""

import io
import os
import re
import zipfile
from collections.abc import Callable
from copy import deepcopy
from datetime import date, datetime, timedelta
from pathlib import Path

import docx
import openpyxl
import pptx
import pypdf
import pytest
from lxml import etree
from openpyxl.worksheet.formula import ArrayFormula
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE

from bot.errors import FileUnreadable
from bot.isolation.file_text import FileText, read_file
from bot.isolation.readers.child import MOST_OF_A_PAGE
from bot.refusals import Unreadable
from tests.fakes.other_files import compound
from tests.fakes.strangers_files import made

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
ONE_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)
BITMAP = b"BM" + bytes(12) + b"(\0\0\0"
OLE = bytes.fromhex("d0cf11e0a1b11ae1")


def saved(document: object) -> bytes:
    """A document as its library writes it."""
    out = io.BytesIO()
    save: Callable[[io.BytesIO], None] = getattr(document, "save", None) or getattr(document, "write")  # noqa: B009
    save(out)
    return out.getvalue()


def word() -> bytes:
    document = docx.Document()
    document.add_heading("La lumière", 1)
    document.add_paragraph("Elle va tout droit.\u200b")
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "vitesse", "300 000 km/s"
    document.add_paragraph("Fin.")
    return saved(document)


def word_of_a_picture() -> bytes:
    document = docx.Document()
    document.add_picture(io.BytesIO(ONE_PIXEL))
    return saved(document)


def slides_of_a_picture() -> bytes:
    show = pptx.Presentation()
    show.slides.add_slide(show.slide_layouts[6]).shapes.add_picture(io.BytesIO(ONE_PIXEL), 0, 0)
    return saved(show)


def workbook() -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Mai"
    for row in (["Poste", "Montant"], ["Loyer", 350000.0], ["Total", "=SUM(B2:B2)"]):
        book.active.append(row)
    book.create_sheet("Juin").append(["Eau", 12500])
    book.create_sheet("Caché").append(["secret"])
    book["Caché"].sheet_state = "hidden"
    return saved(book)


def slides() -> bytes:
    show = pptx.Presentation()
    for title in ("Le cacao", "Le café"):
        slide = show.slides.add_slide(show.slide_layouts[1])
        slide.shapes.title.text = title
    show.slides[1].notes_slide.notes_text_frame.text = "parler du prix"
    return saved(show)


def pages(number: int, **encryption: str) -> bytes:
    writer = pypdf.PdfWriter()
    for _ in range(number):
        writer.add_blank_page(200, 200)
    if encryption:
        writer.encrypt(**encryption)
    return saved(writer)


def written_pages() -> bytes:
    """A PDF of 2,000 pages, each with its number, written by hand: no library is quick enough."""
    out, places = io.BytesIO(), []

    def add(number: int, body: str) -> None:
        places.append(out.tell())
        out.write(f"{number} 0 obj {body} endobj\n".encode())

    out.write(b"%PDF-1.4\n")
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(2_000))
    add(1, "<</Type/Catalog/Pages 2 0 R>>")
    add(2, f"<</Type/Pages/Kids[{kids}]/Count 2000>>")
    add(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    for page in range(2_000):
        stream = f"BT /F1 12 Tf 20 100 Td (page numero {page + 1}) Tj ET"
        font = "<</Font<</F1 3 0 R>>>>"
        add(
            4 + 2 * page,
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources{font}/Contents {5 + 2 * page} 0 R>>",
        )
        add(5 + 2 * page, f"<</Length {len(stream)}>> stream\n{stream}\nendstream")
    start = out.tell()
    out.write(f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n".encode())
    out.write("".join(f"{place:010} 00000 n \n" for place in places).encode())
    out.write(f"trailer <</Size {len(places) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF".encode())
    return out.getvalue()


def bomb(name: str, size: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(name, bytes(size))
    return out.getvalue()


def without_an_end(body: bytes, part: str) -> bytes:
    """An archive of which one part breaks off."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content[: len(content) * 2 // 3] if name == part else content)
    return out.getvalue()


def changed(body: bytes, part: str, pattern: bytes, other: bytes) -> bytes:
    """An archive of which one part is written otherwise."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, re.sub(pattern, other, content) if name == part else content)
    return out.getvalue()


def strict(body: bytes) -> bytes:
    """An Office file under the names of « Strict Open XML »."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            usual = rb"http://schemas\.openxmlformats\.org/(\w+)/2006/(main|relationships|chart)"
            new.writestr(name, re.sub(usual, rb"http://purl.oclc.org/ooxml/\1/\2", old.read(name)))
    return out.getvalue()


def read(body: bytes, **where: object) -> FileText:
    return read_file(body, chars=8_000, timeout_s=30, **where)  # type: ignore[arg-type]


def test_word_is_read_in_its_order_without_what_nobody_sees() -> None:
    text = read(word())
    assert (text.kind, text.unit, text.total) == ("docx", "part", 1)
    assert text.pieces[0].text == "## La lumière\nElle va tout droit.\nvitesse | 300 000 km/s\nFin."


@pytest.mark.parametrize("kind", ["docx", "xlsx", "pptx"])
def test_what_was_saved_as_strict_open_xml_is_read_as_any_other(kind: str) -> None:
    """Excel offers it right below the usual kind; such a workbook was said to be empty, the others to be damaged."""
    body = made(kind, "Le cacao monte.")[1]
    assert b"purl.oclc.org" in zipfile.ZipFile(io.BytesIO(strict(body))).read("_rels/.rels")
    assert read(strict(body)).pieces == read(body).pieces


def test_a_workbook_is_read_sheet_by_sheet_with_what_nobody_has_calculated_yet() -> None:
    text = read(workbook())
    assert [(piece.sheet, piece.text) for piece in text.pieces] == [
        ("Mai", "Poste | Montant\nLoyer | 350000\nTotal | =SUM(B2:B2)"),
        ("Juin", "Eau | 12500"),
    ]
    assert [piece.sheet for piece in read(workbook(), sheet="JUIN").pieces] == ["Juin"]


def test_formulas_over_several_cells_and_those_that_show_nothing_are_read_as_such() -> None:
    """An invoice's lines are often filled beforehand, with =IF(A3="","",A3*B3): they are empty, not uncalculated."""
    book = openpyxl.Workbook()
    book.active.append(["Riz", ArrayFormula("B1", "=SUM(A1:A9*2)"), "=1+1"])
    book.active["A2"] = '=IF(B9="","",B9)'
    cell = rb'<c r="A2"><f>(.*?)</f><v></v></c>'
    body = changed(saved(book), "xl/worksheets/sheet1.xml", cell, rb'<c r="A2" t="str"><f>\1</f><v></v></c>')
    assert read(body).pieces[0].text == "Riz | =SUM(A1:A9*2) | =1+1"


def test_days_and_amounts_are_read_as_they_are_shown() -> None:
    book = openpyxl.Workbook()
    book.active.append([date(2026, 3, 1), datetime(2026, 3, 1, 8, 30), 0.1 + 0.2, 375105.00000000006, 1e-7, 0.5])
    assert read(saved(book)).pieces[0].text == "2026-03-01 | 2026-03-01 08:30:00 | 0.3 | 375105 | 1e-07 | 0.5"


def test_shares_codes_and_hours_are_read_as_their_formats_show_them() -> None:
    book = openpyxl.Workbook()
    book.active.append([0.185, 701, timedelta(hours=30, minutes=5), 0.07, 701, "néant"])
    for place, code in (("A1", "0.0%"), ("B1", "00000"), ("C1", "[h]:mm"), ("D1", "0\\ %"), ("F1", "0%")):
        book.active[place].number_format = code
    assert read(saved(book)).pieces[0].text == "18.5 % | 00701 | 30:05 | 7 % | 701 | néant"


def test_charts_of_slides_and_what_is_raised_on_them_are_read() -> None:
    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    paragraph = slide.placeholders[1].text_frame.paragraphs[0]
    for text, baseline in (("x", "0"), ("2", "30000"), (" et H", "0"), ("2", "-25000"), ("O", "0")):
        run = paragraph.add_run()
        run.text = text
        run.font._element.set("baseline", baseline)
    figures = CategoryChartData()
    figures.categories = ["Mars", "Avril"]
    figures.add_series("Ventes", (10, None))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, 9_000, 9_000, figures)
    assert read(saved(show)).pieces[0].text.split("\n") == ["x² et H₂O", "[Chart]", " | Ventes", "Mars | 10", "Avril |"]


def boxed_equation() -> bytes:
    """A slide as PowerPoint keeps one: for other programs there is a picture beside a box that holds an equation."""
    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text = "Devoir"
    box = slide.placeholders[1]
    box.text_frame.text = "Résous "
    half = "<m:f><m:num><m:r><m:t>x</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
    drawing, compatible = "microsoft.com/office/drawing/2010/main", "openxmlformats.org/markup-compatibility/2006"
    equation = etree.fromstring(
        f'<a14:m xmlns:a14="http://schemas.{drawing}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/'
        f'math"><m:oMathPara><m:oMath>{half}<m:r><m:t>=3</m:t></m:r></m:oMath></m:oMathPara></a14:m>'
    )
    box.text_frame.paragraphs[0]._p.append(equation)
    wrapped = etree.fromstring(
        f'<mc:AlternateContent xmlns:mc="http://schemas.{compatible}"><mc:Choice xmlns:a14="http://schemas.{drawing}" '
        'Requires="a14"/><mc:Fallback/></mc:AlternateContent>'
    )
    box._element.addprevious(wrapped)
    other = deepcopy(box._element)
    wrapped[0].append(box._element)
    wrapped[1].append(other)
    return saved(show)


def test_equations_of_slides_are_read_with_the_box_that_holds_them() -> None:
    """The whole box was missing, and nobody was told so."""
    assert read(boxed_equation()).pieces[0].text == "Devoir\nRésous x/2=3"


def test_a_page_keeps_what_is_raised_in_it() -> None:
    page = (
        "<html><body><p>x<sup>2</sup>, CO<sub><i>2</i></sub>, le 1<sup>er</sup><sup><a>[1]</a></sup></p></body></html>"
    )
    assert read(page.encode()).pieces[0].text == "x², CO₂, le 1er[1]"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("Élève évalué à Yopougon : noté".encode()[:-1], "Élève évalué à Yopougon : not\ufffd"),
        ("Élève évalué à Yopougon".encode() + b"\n\xe9crit", "Élève évalué à Yopougon\n\ufffdcrit"),
        ("Élève évalué à Yopougon".encode("cp1252"), "Élève évalué à Yopougon"),
        ("É» à".encode("cp1252"), "É» à"),
        *((text.encode(charset), text) for charset in ("cp850", "mac_roman") for text in ("Traoré;Noël", "DÉCÈS à Bè")),
        ("TRAORÉ;NOËL".encode("cp1252"), "TRAORÉ;NOËL"),
        ("“Hello”, it’s — fine…".encode("cp1252"), "“Hello”, it’s — fine…"),
    ],
)
def test_a_letter_that_is_cut_in_two_makes_no_other_text_of_the_rest(body: bytes, text: str) -> None:
    assert [piece.text for piece in read(body).pieces] == [text]


def test_a_column_of_a_long_text_is_summed_to_its_end() -> None:
    """More is added up than is shown: the sum is told as exact."""
    rows = "Nom;Montant;Observation\n" + f"Awa;100;{'x' * 600}\n" * 6_000
    (found,) = read_file(rows.encode(), column="Montant", chars=600, timeout_s=20).sums
    assert (found["numbers"], found["sum"], found["rows_left_out"]) == (6_000, 600_000, False)


@pytest.mark.parametrize("around", ["%s", "<html><body><p>Relevé</p>%s</body></html>"])
def test_a_table_that_a_bank_calls_a_workbook_is_one(around: str) -> None:
    """Web pages whose name ends in .xls, which Excel opens after a question."""
    rows = "".join(
        f"<tr><td>{day}</td><td>{sum_}</td></tr>" for day, sum_ in (("Jour", "Montant"), ("03/03", "5 000 F"))
    )
    found = read((around % f"<table>{rows}</table>").encode(), column="Montant")
    assert "03/03 | 5 000 F" in found.pieces[0].text
    assert [(each["sum"], each["numbers"]) for each in found.sums] == [(5_000, 1)]


@pytest.mark.parametrize(
    ("rows", "wanted", "told"),
    [
        ("<tr><td>Jour<td><div>Débit</div><td>Crédit<tr><td>3<td><p>1 000</p><td>2", "Débit", ("B", "Débit", 1_000, 1)),
        ("<tr><td>a<td>1,5<tr><td>b<br>c<td>2,5<tr><td>d | e<td>3", "B", ("B", "", 7, 3)),
        ("<tr><td>Nom<td>Débit<tr><td>x<td>10 000<tr><td><p>Frais</p><td>500", "Débit", ("B", "Débit", 10_500, 2)),
        ('<tr><td>Nom<td>Prix<tr><td>"Chez Awa<td>5<tr><td>y<td>6', "Prix", ("B", "Prix", 11, 2)),
        ("<tr><td>Nom<td>Prix<tr><td rowspan=2>x<td rowspan=2>5<tr><tr><td>y<td>6", "Prix", ("B", "Prix", 11, 2)),
        ("<tr><td>Nom<td>Prix<tr hidden><td>x<td>9<tr><td>y<td>6", "Prix", ("B", "Prix", 6, 1)),
        ("<tr><td><table><tr><td>Nom<td>Prix<tr><td>x<td>5</table>", "B", ("B", "Prix", 5, 1)),
        ("<tr><td>Nom<td>Prix<tr><td>x<td>1 000<br>2 000<tr><td>y<td><b>6</b><i>,5</i>", "B", ("B", "Prix", 6.5, 1)),
    ],
)
def test_the_sum_of_a_pages_column_is_that_of_its_cells(rows: str, wanted: str, told: tuple[object, ...]) -> None:
    """However many lines a cell has, and whatever else stands in it: text that divides nothing."""
    (found,) = read(f"<table>{rows}</table>".encode(), column=wanted).sums
    assert (found["column"], found["heading"], found["sum"], found["numbers"]) == told


def test_of_a_page_that_is_cut_the_sum_says_so() -> None:
    """Nor is half a number added."""
    rows, style = "<tr><td>x<td>1000" * 200, f"<style>{'x' * (MOST_OF_A_PAGE - 1_006)}</style>"
    (found,) = read(f"<table>{style}{rows}</table>".encode(), column="B").sums
    assert (found["rows_left_out"], found["smallest"]) == (True, 1_000)
    assert found["numbers"] < 100


def test_of_a_long_sheet_that_does_not_state_its_size_no_more_is_parsed_than_is_read() -> None:
    """Programs that write row by row do not know it beforehand. Nobody waits for a bank's 60,000 rows twice."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Mouvements")
    for number in range(300):
        sheet.append([f"Mouvement {number} " + "x" * 4_000])
    assert "Mouvement 0 x" in read(without_an_end(saved(book), "xl/worksheets/sheet1.xml")).pieces[0].text


def test_a_chart_on_a_sheet_of_its_own_keeps_nobody_from_the_cells() -> None:
    book = openpyxl.Workbook()
    book.active.append(["Loyer", 350_000])
    book.create_chartsheet("Graphique", 0)
    assert [piece.text for piece in read(saved(book)).pieces] == ["Loyer | 350000"]


def test_slides_come_with_their_notes() -> None:
    assert [piece.text for piece in read(slides(), place=2).pieces] == ["Le café\n[Notes] parler du prix"]


MAIN = "application/vnd.openxmlformats-officedocument."
WORD, BOOK, SHOW = "wordprocessingml.document", "spreadsheetml.sheet", "presentationml.presentation"


def retyped(body: bytes, was: str, is_now: str) -> bytes:
    """The same file, as its own list of contents calls it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name == "[Content_Types].xml":
                assert f"{MAIN}{was}.main+xml".encode() in part
                part = part.replace(f"{MAIN}{was}.main+xml".encode(), f"{is_now}.main+xml".encode())
            new.writestr(name, part)
    return out.getvalue()


@pytest.mark.parametrize(
    ("made", "was", "is_now", "says"),
    [
        (word, WORD, "application/vnd.ms-word.document.macroEnabled", "tout droit"),
        (word, WORD, MAIN + "wordprocessingml.template", "tout droit"),
        (word, WORD, "application/vnd.ms-word.template.macroEnabledTemplate", "tout droit"),
        (slides, SHOW, MAIN + "presentationml.slideshow", "Le cacao"),
        (slides, SHOW, MAIN + "presentationml.template", "Le cacao"),
        (slides, SHOW, "application/vnd.ms-powerpoint.presentation.macroEnabled", "Le cacao"),
        (slides, SHOW, "application/vnd.ms-powerpoint.slideshow.macroEnabled", "Le cacao"),
        (slides, SHOW, "application/vnd.ms-powerpoint.template.macroEnabled", "Le cacao"),
        (workbook, BOOK, "application/vnd.ms-excel.sheet.macroEnabled", "Loyer"),
        (workbook, BOOK, MAIN + "spreadsheetml.template", "Loyer"),
    ],
)
def test_templates_shows_and_files_with_macros_are_read_too(
    made: Callable[[], bytes], was: str, is_now: str, says: str
) -> None:
    assert says in read(retyped(made(), was, is_now)).pieces[0].text


@pytest.mark.parametrize("text", ["BMCE Bank;Solde\nmai;12000\n", "BM", "ID3;Nom\n7;Awa\n", "RIFF\n"])
def test_a_text_that_begins_like_a_picture_is_a_text(text: str) -> None:
    found = read(text.encode())
    assert (found.kind, found.pieces[0].text.split()) == ("text", text.split())


@pytest.mark.parametrize("place", [1, 1_000, 2_000])
def test_any_page_of_two_thousand_is_read(place: int) -> None:
    text = read(written_pages(), place=place)
    assert (text.unit, text.total) == ("page", 2_000)
    assert text.pieces[0].text == f"page numero {place}"


def test_a_page_of_the_web_a_table_and_old_letters_are_read() -> None:
    assert read(b"<html><body><p>Bonjour <b>Awa</b></p><script>vole()</script></body>").pieces[0].text == "Bonjour Awa"
    rows = (
        b"<table><tr><th>Awa</th><td>12</td> <td>5</td></tr><tr><td>Koffi</td><td>9</td><td><p>8</p></td></tr></table>"
    )
    assert read(b"<html><body>" + rows).pieces[0].text == "Awa | 12 | 5\nKoffi | 9\n8"
    program = b'# une page\nprint("<html>", 1 < 2)'
    assert read(program).pieces[0].text == program.decode()


@pytest.mark.parametrize("shift", range(4))
def test_a_long_text_is_cut_between_letters(shift: int) -> None:
    text = "x" * shift + "été🙂" * 200_000
    assert read(text.encode()).pieces[0].text.startswith(text[:100])
    assert read("élève;note\nAwa;12".encode("cp1252")).pieces[0].text == "élève;note\nAwa;12"
    assert read("élève".encode("utf-16")).pieces[0].text == "élève"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", Unreadable.EMPTY),
        (b" \n\0", Unreadable.EMPTY),
        (saved(docx.Document()), Unreadable.EMPTY),
        (b"<!-- <html> -->", Unreadable.EMPTY),
        (word_of_a_picture(), Unreadable.ONLY_PICTURES),
        (slides_of_a_picture(), Unreadable.ONLY_PICTURES),
        (pages(1, user_password="tournesol"), Unreadable.PASSWORD),
        (OLE + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(64), Unreadable.PASSWORD),
        (compound("PP40", b"rien"), Unreadable.OLD_FORMAT),
        (bomb("xl/workbook.bin", 10), Unreadable.OLD_FORMAT),
        (word()[:900], Unreadable.CORRUPT),
        (b"%PDF-1.7\nrien de bon", Unreadable.CORRUPT),
        (pages(2_000), Unreadable.NO_TEXT),
        (PNG, Unreadable.PICTURE),
        (BITMAP, Unreadable.PICTURE),
        (b"\x7fELF\x02\0\0\0", Unreadable.UNKNOWN),
        (bomb("rien.txt", 10)[:0] + b"PK\x03\x04" + bytes(30), Unreadable.CORRUPT),
        (bomb("word/document.xml", 200 * 1024 * 1024), Unreadable.TOO_LARGE),
        (bytes(26 * 1024 * 1024), Unreadable.TOO_LARGE),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_read_says_why(body: bytes, reason: Unreadable) -> None:
    with pytest.raises(FileUnreadable) as told:
        read(body)
    assert told.value.reason == reason


@pytest.mark.parametrize("where", [{"place": 9}, {"sheet": "Août"}])
def test_a_place_that_is_not_there_is_said(where: dict[str, object]) -> None:
    with pytest.raises(FileUnreadable) as told:
        read(workbook(), **where)
    assert told.value.reason == Unreadable.NO_SUCH_PLACE


def test_a_file_that_lies_about_its_kind_is_read_as_what_it_is() -> None:
    """A name is never looked at: a Word file called facture.pdf is a Word file."""
    assert read(word()).kind == "docx"
    assert read(b"pas un PDF du tout").kind == "text"


def test_nothing_is_left_running_and_the_worker_does_not_grow() -> None:
    def children() -> set[str]:
        return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())

    def mib() -> float:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024 / 1024

    before, body = children(), bomb("word/document.xml", 40 * 1024 * 1024)
    for warm in (True, False):
        start = mib()
        for _ in range(1 if warm else 4):
            with pytest.raises(FileUnreadable):
                read(body)
    assert children() == before
    assert mib() - start < 8
