"""Sheets into a PDF: the only module that draws. Running header and footer are added here, when the count is known."""

import io
from collections.abc import Iterable, Iterator
from math import ceil

from fpdf import FPDF
from fpdf.prefs import ViewerPreferences

from bot.documents.blocks import Style
from bot.documents.labels import LABELS, long_date
from bot.documents.model import Document
from bot.documents.pdf.fontbook import RTL, FontBook, has_marks
from bot.documents.pdf.formula_painter import Placed, draw_formulas, write_unseen
from bot.documents.pdf.layout import NO_BREAK_SPACE, Typesetter
from bot.documents.pdf.pieces import Line, Piece, measure
from bot.documents.pdf.sheets import Box, Sheet, Text
from bot.documents.theme import (
    FOOTER,
    HAIRLINE,
    HEADER,
    LEFT,
    LINK,
    MUTED,
    PAGE_HEIGHT,
    PAGE_WIDTH,
    SMALL,
    TINT,
    Colour,
)
from bot.text.safe import safe_text

MOST_WORDS = 200  # characters of a heading in the list of them
STEP = 90  # thousandths of the size; readers take a wider gap for the space between two words


def new_pdf(document: Document) -> FPDF:
    """An empty PDF that carries the document's title, language and date, and no trace of this machine."""
    pdf = FPDF(unit="pt", format=(PAGE_WIDTH, PAGE_HEIGHT))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.c_margin = 0  # a cell's text begins where the cell does
    pdf.set_title(document.title)
    pdf.set_lang(document.language.value)
    pdf.set_author(document.service_name)
    pdf.set_creator(document.service_name)
    pdf.set_producer(document.service_name)
    pdf.set_creation_date(document.created_at)
    pdf.set_display_mode("fullwidth")
    pdf.viewer_preferences = ViewerPreferences(display_doc_title=True)  # not the file's name
    return pdf


def paint(pdf: FPDF, fonts: FontBook, document: Document, sheets: list[Sheet]) -> bytes:
    """The finished file."""
    setter = Typesetter(fonts)
    depths = _depths(mark.level for sheet in sheets for mark in sheet.marks)
    for number, sheet in enumerate(sheets, 1):
        pdf.add_page(format=sheet.size)
        if number > 1 and not document.letter:
            _fill(pdf, Box(LEFT, HEADER + 8, sheet.right - LEFT, 0.6, HAIRLINE))
        for box in sheet.boxes:
            _fill(pdf, box)
        for mark in sheet.marks if len(sheets) > 1 else ():
            pdf.set_y(mark.y)
            pdf.start_section(safe_text(mark.words)[:MOST_WORDS], next(depths), strict=False)
        for x, y, width, height, picture in sheet.images:
            pdf.image(io.BytesIO(picture.body), x, y, width, height, alt_text=safe_text(picture.text))
        formulas: list[Placed] = []
        for text in [*sheet.texts, *_running(document, setter, sheet, number, len(sheets))]:
            formulas += _write(pdf, fonts, setter, text)
        draw_formulas(pdf, formulas)
    return bytes(pdf.output())


def _depths(levels: Iterable[int]) -> Iterator[int]:
    """How deep each heading stands below those above it: levels that nobody used leave no gap."""
    above: list[int] = []
    for level in levels:
        while above and above[-1] >= level:
            above.pop()
        yield len(above)
        above.append(level)


def _running(document: Document, setter: Typesetter, sheet: Sheet, number: int, count: int) -> list[Text]:
    """The title above, but for the first page; the service's name, date and page number below. A letter bears
    neither title nor name, and its number only where it has several pages."""
    foot = sheet.size[1] - (PAGE_HEIGHT - FOOTER)
    page = LABELS[document.language].page.format(number, count)
    if document.letter:
        line = setter.piece(page, Style(), SMALL)
        return [Text(sheet.right - measure(line), foot, line, MUTED)] if count > 1 else []
    left = setter.piece(
        f"{document.service_name} · {long_date(document.created_at, document.language)}", Style(), SMALL
    )
    right = setter.piece(page, Style(), SMALL)
    texts = [Text(LEFT, foot, left, MUTED), Text(sheet.right - measure(right), foot, right, MUTED)]
    if number > 1:
        title = _shortened(document.title, setter, sheet.right - LEFT)
        texts.append(Text(LEFT, HEADER, title, MUTED))
    return texts


def _shortened(title: str, setter: Typesetter, width: float) -> Line:
    while measure(line := setter.piece(title, Style(), SMALL)) > width:
        title = title[: len(title) * 9 // 10].rstrip(" …") + "…"
    return line


def _fill(pdf: FPDF, box: Box) -> None:
    pdf.set_fill_color(*box.colour)
    pdf.rect(box.x, box.y, box.width, box.height, style="F")


def _write(pdf: FPDF, fonts: FontBook, setter: Typesetter, text: Text) -> Iterator[Placed]:
    """Writes a line, and gives its formulas, which are drawn later."""
    x = text.x
    for piece in text.line:
        if piece.ink:
            unseen = setter.piece(piece.text.replace("\n", " "), Style(), piece.size)
            write_unseen(pdf, unseen, (x, text.y), piece.width)
            yield Placed(piece.ink.drawing, x, text.y, LINK if piece.style.link else text.colour)
        else:
            _write_piece(pdf, fonts, piece, x, text.y, text.colour)
        x += piece.width


def _write_piece(pdf: FPDF, fonts: FontBook, piece: Piece, x: float, y: float, colour: Colour) -> None:
    style = piece.style
    if style.code and piece.text.strip() and piece.font == "code":
        _fill(pdf, Box(x - 1, y - piece.size * 0.86, piece.width + 2, piece.size * 1.18, TINT))
    colour = LINK if style.link else colour
    pdf.set_text_color(*colour)
    family = piece.font.rstrip("BI")
    pdf.set_font(family, piece.font.removeprefix(family), piece.size)
    if piece.leftward:
        _write_leftward(pdf, piece, x, y)
    else:
        written = piece.text.replace(NO_BREAK_SPACE, " ") if style.code else piece.text
        _write_rightward(pdf, fonts, piece._replace(text=written), x, y)
    if style.link:
        pdf.link(x, y - piece.size * 0.9, piece.width, piece.size * 1.2, style.link)
        _fill(pdf, Box(x, y + piece.size * 0.14, piece.width, 0.45, LINK))
    if style.struck:
        _fill(pdf, Box(x, y - piece.size * 0.28, piece.width, 0.6, colour))


def _write_rightward(pdf: FPDF, fonts: FontBook, piece: Piece, x: float, y: float) -> None:
    """A text whose marks are moved over their letters, within one object: apart they would be copied out of order."""
    if not has_marks(piece.text):
        pdf.text(x, y, piece.text)
        return
    pdf.text(x, y, "")  # the font, on this page
    shown, at, above = "", 0.0, 0.0
    for stretch in fonts.stretches(piece.text, piece.font, piece.size):
        if stretch.above != above:
            shown, above = f"{shown}] TJ {stretch.above:.2f} Ts [", stretch.above
        back = (at - stretch.right) * 1_000 / piece.size
        steps = ceil(abs(back) / STEP)
        shown += f"{back / max(1, steps):.1f} " * steps + pdf.current_font.encode_text(stretch.text).removesuffix("Tj")
        at = stretch.right + stretch.width
    colour = pdf.text_color.serialize().lower()
    said = f"\ufeff{piece.text}".encode("utf-16-be").hex()
    place = f"{x:.2f} {pdf.h - y:.2f} Td"
    pdf._out(f"/Span <</ActualText <{said}>>> BDC q {colour} BT {place} [{shown}] TJ ET Q EMC")


def _write_leftward(pdf: FPDF, piece: Piece, x: float, y: float) -> None:
    """Letters in their joined forms and brackets turned, from right to left: only cells are shaped, and a cell's
    baseline lies 0.8 of the size below its top when it is as high as its letters."""
    pdf.set_text_shaping(True, direction=RTL)
    pdf.set_xy(x, y - piece.size * 0.8)
    pdf.cell(piece.width, piece.size, piece.text)
    pdf.set_text_shaping(False)
