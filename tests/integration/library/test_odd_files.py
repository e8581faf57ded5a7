"""Office files as programs write them that Office opens, and the libraries that read them refuse as a whole."""

import io
import zipfile
from datetime import date, timedelta

import docx
import openpyxl
import pptx
import pytest
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE

from bot.errors import FileUnreadable
from bot.refusals import Unreadable
from tests.integration.library.test_files import changed, read, saved

RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STYLES = "xl/styles.xml"
SHEET = "xl/worksheets/sheet1.xml"
SALES = "[Chart]\n | Cacao | Café\nMars | 10 | \n | 20 | 5\nMai | 30 | 6"


def show_of_sales() -> bytes:
    """A slide with a chart of two series; the second month has no name, nor has the first its second figure."""
    show, figures = pptx.Presentation(), CategoryChartData()
    figures.categories = ["Mars", "Avril", "Mai"]
    figures.add_series("Cacao", (10, 20, 30))
    figures.add_series("Café", (None, 5, 6))
    slide = show.slides.add_slide(show.slide_layouts[5])
    slide.shapes.title.text = "Ventes"
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, 9_000, 9_000, figures)
    body = saved(show)
    return changed(body, chart_of(body), rb'<c:pt idx="1">\s*<c:v>Avril</c:v>\s*</c:pt>', b"")


def chart_of(body: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return next(name for name in archive.namelist() if name.startswith("ppt/charts/chart"))


def without(body: bytes, *parts: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(body)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            if name not in parts:
                new.writestr(name, old.read(name))
    return out.getvalue()


@pytest.mark.parametrize("kind", [b"barChart", b"bar3DChart", b"pie3DChart", b"area3DChart", b"stockChart"])
def test_charts_of_any_kind_are_read_each_figure_beside_its_own_name(kind: bytes) -> None:
    """Three dimensions made the whole file « damaged »."""
    body = show_of_sales()
    body = changed(body, chart_of(body), rb"barChart\b", kind)
    assert read(body).pieces[0].text == f"Ventes\n{SALES}"


def test_a_chart_that_is_not_there_keeps_nobody_from_the_slides() -> None:
    body = show_of_sales()
    assert read(without(body, chart_of(body))).pieces[0].text == "Ventes"


def test_the_charts_of_a_text_are_read_too() -> None:
    document, show = docx.Document(), show_of_sales()
    document.add_paragraph("Bilan")
    with zipfile.ZipFile(io.BytesIO(show)) as archive:
        chart = archive.read(chart_of(show))
    kind = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
    document.part.relate_to(Part(PackURI("/word/charts/chart1.xml"), kind, chart), f"{RELATED}/chart")
    found = read(saved(document))
    assert (found.pieces[0].text, found.unread) == (f"Bilan\n{SALES}", ())


@pytest.mark.parametrize("chart", [b"", b"<c:chartSpace", b"\0\1"])
def test_a_broken_chart_keeps_nobody_from_the_words_of_a_text(chart: bytes) -> None:
    document = docx.Document()
    document.add_paragraph("Bilan")
    kind = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml"
    document.part.relate_to(Part(PackURI("/word/charts/chart1.xml"), kind, chart), f"{RELATED}/chart")
    assert read(saved(document)).pieces[0].text == "Bilan\n[Chart] it is damaged"


@pytest.mark.parametrize(
    ("kind", "target"), [("image", "NULL"), ("image", "media/image9.png"), ("header", "header7.xml"), ("glossary", "x")]
)
def test_a_text_that_names_parts_which_are_not_there_is_read(kind: str, target: str) -> None:
    """As Word leaves them behind where a picture was deleted."""
    document = docx.Document()
    document.add_heading("La lumière", 1)
    document.add_paragraph("Une idée", "List Number")
    document.sections[0].header.paragraphs[0].text = "Lycée de Bouaké"
    named = f'<Relationship Id="rId99" Type="{RELATED}/{kind}" Target="{target}"/></Relationships>'.encode()
    body = changed(saved(document), "word/_rels/document.xml.rels", b"</Relationships>", named)
    assert read(body).pieces[0].text == "[Header] Lycée de Bouaké\n\n## La lumière\n1. Une idée"


def test_a_text_whose_author_is_written_wrongly_is_read() -> None:
    document = docx.Document()
    document.add_paragraph("Bonjour")
    assert read(changed(saved(document), "docProps/core.xml", b"</dc:creator>", b"")).pieces[0].text == "Bonjour"


def sheet_of_days() -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["Loyer", date(2026, 3, 1), timedelta(hours=30), 0.18, 1500])
    book.active["D1"].number_format, book.active["E1"].number_format = "0%", '0" F"'
    book.active["A4"] = "=A1"
    return saved(book)


@pytest.mark.parametrize(
    ("part", "pattern", "other"),
    [
        ("docProps/core.xml", rb">20\d\d-[^<]*<", b">27/11/2026 10:00<"),
        ("docProps/core.xml", rb"</dc:creator>", b""),
        (STYLES, rb"<fills.*?</fills>", b"<fills><fill/><fill/></fills>"),
        (STYLES, rb"<borders.*?</borders>", b'<borders><border><left style="gros"/></border></borders>'),
        (STYLES, rb"<font>", b'<font><color rgb="FF12345"/>'),
        (STYLES, rb'fontId="0"', b'fontId="77"'),
        (STYLES, b"<tableStyles", b'<dxfs><dxf><numFmt numFmtId="165" formatCode="yyyy"/></dxf></dxfs><tableStyles'),
        (SHEET, rb"<sheetView ", b'<sheetView view="page" '),
        (SHEET, rb"<pageMargins[^>]*>", b'<pageMargins left="a"/>'),
    ],
)
def test_a_workbook_that_looks_like_nothing_its_library_knows_is_read(part: str, pattern: bytes, other: bytes) -> None:
    said = "Loyer | 2026-03-01 | 30:00 | 18 % | 1500 F\n=A1"
    body = sheet_of_days()
    odd = changed(body, part, pattern, other)
    assert odd != body
    assert [read(each).pieces[0].text for each in (body, odd)] == [said, said]


@pytest.mark.parametrize("has_styles", [True, False])
def test_cells_whose_look_is_not_there_are_read_as_they_are_stored(has_styles: bool) -> None:
    body = changed(sheet_of_days(), SHEET, rb' s="\d"', b' s="99"')
    body = body if has_styles else without(body, STYLES)
    assert read(body).pieces[0].text == "Loyer | 46082 | 1.25 | 0.18 | 1500\n=A1"


def test_a_workbook_whose_links_lead_nowhere_is_read() -> None:
    link = f'</sheets><externalReferences xmlns:r="{RELATED}"><externalReference r:id="rId99"/></externalReferences>'
    body = changed(sheet_of_days(), "xl/workbook.xml", b"</sheets>", link.encode())
    assert read(body).pieces[0].text.startswith("Loyer | 2026-03-01")


@pytest.mark.parametrize("rows", [2, 20_000])
def test_a_quotation_mark_that_is_never_closed_takes_no_row_out_of_a_sum(rows: int) -> None:
    """What stood behind it was one cell: the sum was another, or, of a long list, the file « damaged »."""
    table = 'Nom;Montant\n"Awa;12\n"Ba";"1 000"\n' + "Cé;1\n" * (rows - 2)
    (found,) = read(table.encode(), column="Montant").sums
    assert (found["numbers"], found["sum"], found["other_cells"]) == (
        min(rows, 19_999),
        1_012 + min(rows, 19_999) - 2,
        0,
    )


@pytest.mark.parametrize("first", ['"Riz" local', '"Tuyau 5"" PVC', 'Tuyau "5", gros'])
def test_a_mark_within_a_cell_parts_no_other_cell(first: str) -> None:
    """Where marks pair in a line, what stands between them is one cell."""
    (found,) = read(f'Nom;Montant\n{first};12\n"Huile; 5 L";"1 000"\n'.encode(), column="Montant").sums
    assert (found["numbers"], found["sum"], found["other_cells"]) == (2, 1_012, 0)


def test_a_cell_of_several_lines_is_one() -> None:
    (found,) = read('Nom;Montant\n"Awa\nKoné; Abidjan";"1 500"\nBa;2'.encode(), column="Montant").sums
    assert (found["numbers"], found["sum"]) == (2, 1_502)


@pytest.mark.parametrize("unit", ["Ar", "MGA", "DH", "MAD", "DA", "FBu", "FRw", "Fdj", "KMF", "MRU", "F CFA"])
def test_amounts_are_added_in_the_money_of_their_country(unit: str) -> None:
    (found,) = read(f"Nom;Montant\nAwa;1.500 {unit}\nBa;{unit} 2 000\n".encode(), column="Montant").sums
    assert (found["sum"], found["other_cells"]) == (3_500, 0)


@pytest.mark.parametrize("text", ["الاسم;المبلغ\nأحمد;1500\nفاطمة;2000", "السلام عليكم ورحمة الله. Devoir n° 2"])
def test_arabic_of_old_programs_is_read(text: str) -> None:
    assert read(text.encode("cp1256")).pieces[0].text == text


@pytest.mark.parametrize(("charset", "text"), [("cp1252", "ÇA VA, ÉLÈVE ? ÇÀÉ"), ("cp850", "┌──┐Élève reçu│└──┘│├┼┤")])
def test_french_with_many_signs_beyond_ascii_stays_french(charset: str, text: str) -> None:
    assert read(text.encode(charset)).pieces[0].text == text


def test_a_text_in_letters_of_two_bytes_with_a_stray_nul_is_read() -> None:
    assert read("Le total est de 12 F.\0".encode("utf-16")).kind == "text"


@pytest.mark.parametrize("charset", ["utf-16", "utf-16-le", "utf-8-sig"])
def test_a_page_in_letters_of_two_bytes_shows_no_source(charset: str) -> None:
    page = "<html><head><script>let a = 1</script></head><body><p hidden>caché</p><p>Élève</p></body></html>"
    found = read(page.encode(charset))
    assert (found.kind, found.pieces[0].text) == ("html", "Élève")


def long_workbook(rows: int) -> bytes:
    """A sheet of so many rows that say something, which unpacks to more than is kept of any part."""
    book = openpyxl.Workbook()
    for number in range(rows):
        book.active.append([number, "x" * 1_000])
    return changed(saved(book), SHEET, b"</sheetData>", b" " * 50 * 1024 * 1024 + b"</sheetData>")


def test_the_beginning_of_a_long_workbook_is_read_however_much_it_unpacks_to() -> None:
    found = read(long_workbook(500))
    assert found.pieces[0].text.startswith("0 | xxx")
    assert found.is_cut


def test_no_more_of_a_sheet_is_unpacked_than_of_any_part() -> None:
    with pytest.raises(FileUnreadable) as refused:
        read(long_workbook(3))
    assert refused.value.reason is Unreadable.TOO_LARGE


def test_all_sheets_together_are_bounded_too() -> None:
    """A child read forty of them for seconds before it said no."""
    out = io.BytesIO(saved(openpyxl.Workbook()))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in (2, 3, 4):
            archive.writestr(f"xl/worksheets/sheet{number}.xml", b" " * 47 * 1024 * 1024)
    with pytest.raises(FileUnreadable) as refused:
        read(out.getvalue())
    assert refused.value.reason is Unreadable.TOO_LARGE


@pytest.mark.parametrize("kind", ["word", "archive"])
def test_what_is_called_as_a_sheet_is_bounded_like_any_part_elsewhere(kind: str) -> None:
    out = io.BytesIO(saved(docx.Document()) if kind == "word" else b"")
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 50 * 1024 * 1024)
    with pytest.raises(FileUnreadable) as refused:
        read(out.getvalue())
    assert refused.value.reason is Unreadable.TOO_LARGE
