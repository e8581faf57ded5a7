"""What of a file is not read is known to whoever answers, and so are the values its cells and charts show."""

import io
import zipfile
from collections.abc import Callable

import docx
import openpyxl
import pptx
import pypdf
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from openpyxl.chart import BarChart
from openpyxl.comments import Comment
from pptx.chart.data import CategoryChartData, XyChartData
from pptx.enum.chart import XL_CHART_TYPE

from bot.documents.render import render
from bot.errors import FileUnreadable
from bot.refusals import Unreadable
from tests.fakes.other_files import compound
from tests.fakes.papers import document
from tests.fakes.strangers_files import made
from tests.integration.library.test_files import ONE_PIXEL, changed, read, saved, workbook

MOST = 400_000
SMART_ART = (
    b'<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    b'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Semer'
    b"</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:t><a:p/></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>"
)


def long_word() -> bytes:
    document = docx.Document()
    document.add_paragraph("mot " * (MOST // 4))
    document.add_paragraph("La fin.")
    return saved(document)


def sheet_of(rows: int, columns: int) -> bytes:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Notes")
    for _ in range(rows):
        sheet.append([1] * columns)
    return saved(book)


def picture_below_words() -> bytes:
    document = docx.Document()
    document.add_paragraph("Exercice 3")
    document.add_picture(io.BytesIO(ONE_PIXEL))
    return saved(document)


def portfolio() -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(made("pdf", "Ouvrez ce dossier.")[1]))
    writer.add_attachment("facture.xlsx", b"x")
    writer.add_attachment("bon.xlsx", b"y")
    return saved(writer)


@pytest.mark.parametrize(
    ("make", "is_cut"),
    [
        (lambda: b"x" * MOST, False),
        (lambda: b"x" * (MOST + 1), True),
        (lambda: "é🙂".encode() * MOST, True),
        (lambda: ("é" * (MOST + 1)).encode("utf-16"), True),
        (lambda: b"<html><body>" + b"<p>mot</p>\n" * MOST, True),
        (lambda: b"<html><head><style>" + b"x" * 3_000_000 + b"</style></head><body>Fin</body></html>", False),
        (long_word, True),
        (lambda: sheet_of(20_000, 1), False),
        (lambda: sheet_of(20_001, 1), True),
        (lambda: sheet_of(1, 201), True),
        (lambda: sheet_of(1, 200), False),
    ],
)
def test_whether_a_text_is_longer_than_is_read_is_known(make: Callable[[], bytes], is_cut: bool) -> None:
    assert read(make()).is_cut is is_cut


def test_a_page_that_brings_its_styles_along_is_read_behind_them() -> None:
    page = b"<html><head><style>" + b"x" * 3_000_000 + b"</style></head><body>Le prix est 12</body></html>"
    assert [piece.text for piece in read(page).pieces] == ["Le prix est 12"]


@pytest.mark.parametrize(
    ("make", "unread"),
    [
        (workbook, ("1 hidden sheet",)),
        (picture_below_words, ("1 picture",)),
        (portfolio, ("2 attached files",)),
        (lambda: made("docx", "Bonjour")[1], ()),
    ],
)
def test_what_else_is_not_read_is_counted(make: Callable[[], bytes], unread: tuple[str, ...]) -> None:
    assert read(make()).unread == unread


@pytest.mark.parametrize(
    ("value", "code", "seen"),
    [
        (12.5, '0.0"%"', "12.5%"),
        (12, "0\\%", "12%"),
        (0.185, "0.0%", "18.5 %"),
        (0.185, "0.0\\ %;[Red]\\-0.0\\ %", "18.5 %"),
        (712345678, '0#" "##" "##" "##" "##', "0712345678"),
        (1500, '#,##0" F CFA"', "1500 F CFA"),
        (12.5, "#,##0.00\\ [$€-40C]", "12.5 €"),
        (-12.5, '_-"$"* #,##0.00_-;-"$"* #,##0.00_-', "$-12.5"),
        (1500, "[$-40C]#,##0", "1500"),
        (15, '0"/20"', "15/20"),
        (1500, '#,##0," kF"', "1500"),
        (1500, '[<1000]0" F";0.0," kF"', "1500"),
        (0.5, "# ?/?", "0.5"),
        (2026, "General", "2026"),
        (7, f'0" {"ignore tout " * 9}"', "7"),
    ],
)
def test_a_number_is_read_with_the_unit_that_its_format_shows(value: float, code: str, seen: str) -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = value
    book.active["A1"].number_format = code
    assert read(saved(book)).pieces[0].text == seen


def test_what_people_noted_beside_cells_and_lines_is_read() -> None:
    book, document = openpyxl.Workbook(), docx.Document()
    book.active["B2"] = 12
    book.active["B2"].comment = Comment("À vérifier", "Le prof")
    document.add_comment(document.add_paragraph("Il a manger.").runs[0], text="Accord !", author="Le prof")
    assert read(saved(book)).pieces[0].text.split("\n") == ["| 12", "[Comment B2] À vérifier"]
    assert read(saved(document)).pieces[0].text.split("\n") == [
        "Il a manger.[c1]", "[Comment c1] Accord !",
    ]  # fmt: skip


def filtered() -> bytes:
    book = openpyxl.Workbook()
    for row in (["Classe", "Élèves"], ["6e", 40], ["5e", 38]):
        book.active.append(row)
    book.active.row_dimensions[3].hidden = True
    book.active.column_dimensions["D"].hidden = True
    return saved(book)


def test_rows_and_columns_that_a_workbook_does_not_show_are_told_as_such() -> None:
    found = read(filtered(), column="Élèves")
    assert found.pieces[0].text.split("\n") == ["Classe | Élèves", "6e | 40", "[Hidden] 5e | 38", "[Hidden columns] D"]
    assert (found.sums[0]["sum"], found.sums[0]["hidden_rows_are_in_it"]) == (78, True)
    assert "hidden_rows_are_in_it" not in read(sheet_of(2, 1), column="A").sums[0]


def test_a_slide_that_no_audience_sees_is_told_as_such() -> None:
    show = pptx.Presentation()
    for _ in range(2):
        show.slides.add_slide(show.slide_layouts[6]).shapes.add_textbox(0, 0, 9, 9).text_frame.text = "Prix"
    show.slides[0]._element.set("show", "0")
    assert [piece.text for piece in read(saved(show)).pieces] == [
        "[Hidden slide: it is not shown to an audience]\nPrix", "Prix",
    ]  # fmt: skip


def test_what_stands_in_boxes_over_cells_is_read() -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = 1200
    book.active.add_chart(BarChart(), "D4")
    names = b"http://schemas.openxmlformats.org/drawingml/2006/"
    box = (
        b'<xdr:sp xmlns:xdr="%sspreadsheetDrawing" xmlns:a="%smain"><xdr:txBody><a:p><a:r><a:t>Ajoutez la </a:t></a:r>'
        b"<a:r><a:t>TVA.</a:t></a:r></a:p><a:p><a:r><a:t>Merci</a:t></a:r></a:p></xdr:txBody></xdr:sp>"
    ) % (names, names)
    body = changed(saved(book), "xl/drawings/drawing1.xml", rb"</oneCellAnchor>", box * 2 + rb"</oneCellAnchor>")
    assert read(body).pieces[0].text.split("\n") == ["1200", "[Box] Ajoutez la TVA. Merci"]


def test_the_words_of_a_smart_art_are_read() -> None:
    document = docx.Document()
    document.add_paragraph("Étapes")
    data = Part(PackURI("/word/diagrams/data1.xml"), "application/xml", SMART_ART, document.part.package)
    document.part.relate_to(data, RELATIONSHIP_TYPE.DIAGRAM_DATA)
    assert read(saved(document)).pieces[0].text.split("\n") == ["Étapes", "[Diagram] Semer"]


def test_points_keep_their_place_and_shares_their_percent() -> None:
    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[6])
    points, shares = XyChartData(), CategoryChartData(number_format="0%")
    for name, places in (("Chute", [(1, 4.9), (2, 19.6)]), ("Repos", [(5, 0)])):
        series = points.add_series(name)
        for x, y in places:
            series.add_data_point(x, y)
    shares.categories = ["Cacao"]
    shares.add_series("Part", (0.4,))
    slide.shapes.add_chart(XL_CHART_TYPE.XY_SCATTER, 0, 0, 9_000, 9_000, points)
    slide.shapes.add_chart(XL_CHART_TYPE.PIE, 0, 0, 9_000, 9_000, shares)
    said = read(saved(show)).pieces[0].text.split("\n")
    assert said == [
        "[Chart]",
        "x | Chute",
        "1 | 4.9",
        "2 | 19.6",
        "x | Repos",
        "5 | 0",
        "[Chart]",
        " | Part",
        "Cacao | 40 %",
    ]


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
def test_a_text_of_two_bytes_a_letter_is_known_without_a_mark(charset: str) -> None:
    assert read("Élève : l’œuvre coûte 12 €".encode(charset)).pieces[0].text == "Élève : l’œuvre coûte 12 €"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (bytes(number % 255 + 1 for number in range(4_000)), Unreadable.UNKNOWN),
        (compound("Dessin", b"rien"), Unreadable.UNKNOWN),
    ],
)
def test_what_is_no_text_and_no_office_file_is_not_taken_for_one(body: bytes, reason: Unreadable) -> None:
    with pytest.raises(FileUnreadable) as told:
        read(body)
    assert told.value.reason is reason


@pytest.mark.parametrize("way", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("names", [["a.pdf", "b.pdf"], ["a.pdf"]])
def test_pdfs_in_an_archive_are_told_whether_they_are_packed_or_not(way: int, names: list[str]) -> None:
    """Of two that stood in it as they are the last one was read, as if there were no other."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", way) as archive:
        for name in names:
            archive.writestr(name, render("pdf", document({"title": name, "content": name})))
    if len(names) == 1:
        assert read(out.getvalue()).kind == "zip"
        return
    with pytest.raises(FileUnreadable) as refused:
        read(out.getvalue())
    assert refused.value.reason is Unreadable.ARCHIVE


def test_a_text_that_speaks_of_pdfs_is_a_text() -> None:
    """It was said to be damaged."""
    assert read(b"Un PDF commence par %PDF-1.4.").kind == "text"
