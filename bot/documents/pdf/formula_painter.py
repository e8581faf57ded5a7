"""Formulas onto the page: outlines in the text's colour, and under them their text, unseen, for readers who copy,
search or listen."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fpdf import FPDF
from fpdf.enums import TextMode

from bot.documents.pdf.drawing import Bar, Drawing, Glyph
from bot.documents.pdf.pieces import Line, measure
from bot.documents.theme import Colour


class Placed(NamedTuple):
    """A drawing whose baseline begins at `(x, y)` of a page."""

    drawing: Drawing
    x: float
    y: float
    colour: Colour


def draw_formulas(pdf: FPDF, formulas: Iterable[Placed]) -> None:
    """All formulas of a page. Outlines that are alike stand side by side: compression, which forgets what lies 32 KB
    back, then keeps one of each."""
    for _outline, painting in sorted(mark for placed in formulas for mark in _marks(placed, pdf.h)):
        pdf._out(painting)


def write_unseen(pdf: FPDF, text: Line, place: tuple[float, float], width: float) -> None:
    """A line of text that is not drawn, stretched to a width."""
    natural = measure(text)
    if not natural:
        return
    x = place[0]
    with pdf.local_context(text_mode=TextMode.INVISIBLE):
        pdf.set_stretching(100 * width / natural)
        for piece in text:
            family = piece.font.rstrip("BI")
            pdf.set_font(family, piece.font.removeprefix(family), piece.size)
            pdf.text(x, place[1], piece.text)
            x += piece.width * width / natural
        pdf.set_stretching(100)


def _marks(placed: Placed, page_height: float) -> Iterator[tuple[str, str]]:
    """Each mark's outline, and how it is painted in PDF's upward coordinates."""
    scale = placed.drawing.scale
    red, green, blue = (f"{part / 255:.3g}" for part in placed.colour)

    def at(x: float, y: float) -> str:
        return f"{placed.x + x * scale:.2f} {page_height - placed.y - y * scale:.2f}"

    for mark in placed.drawing.marks:
        if isinstance(mark, Glyph):
            size = f"{mark.scale * scale:.4f}"
            outline, painting = mark.outline, f"{size} 0 0 -{size} {at(mark.x, mark.y)} cm\n{mark.outline} f"
        elif isinstance(mark, Bar):
            outline = "re"
            painting = f"{at(mark.x, mark.y)} {mark.width * scale:.2f} {-mark.height * scale:.2f} re f"
        else:
            outline = "S"
            painting = f"{mark.thickness * scale:.2f} w {at(mark.x, mark.y)} m {at(mark.to_x, mark.to_y)} l S"
        ink = f"{red} {green} {blue} {'RG' if outline == 'S' else 'rg'}"
        yield outline, f"q {ink} {painting} Q"
