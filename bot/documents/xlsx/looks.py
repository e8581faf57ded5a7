"""What cells look like: fonts, fills, borders and alignment, in the colours of all our documents."""

from typing import Final

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from bot.documents.theme import ACCENT, DEEP, HAIRLINE, HEADING_TINT, INK, MUTED, hexadecimal
from bot.documents.xlsx.plan import Look

FAMILY: Final = "Calibri"
_HAIR = Side(style="thin", color=hexadecimal(HAIRLINE))
_RULE = Side(style="medium", color=hexadecimal(ACCENT))
_FONTS: Final[dict[Look, Font]] = {
    "title": Font(name=FAMILY, size=16, bold=True, color=hexadecimal(DEEP)),
    "label": Font(name=FAMILY, size=11, color=hexadecimal(MUTED)),
    "fact": Font(name=FAMILY, size=11, bold=True, color=hexadecimal(INK)),
    "head": Font(name=FAMILY, size=11, bold=True, color="FFFFFF"),
    "body": Font(name=FAMILY, size=11, color=hexadecimal(INK)),
    "total": Font(name=FAMILY, size=11, bold=True, color=hexadecimal(DEEP)),
    "total_label": Font(name=FAMILY, size=11, bold=True, color=hexadecimal(DEEP)),
    "sum": Font(name=FAMILY, size=11, color=hexadecimal(INK)),
    "sum_label": Font(name=FAMILY, size=11, color=hexadecimal(INK)),
    "due": Font(name=FAMILY, size=12, bold=True, color=hexadecimal(DEEP)),
    "note": Font(name=FAMILY, size=10, italic=True, color=hexadecimal(MUTED)),
}
_TINT: Final = PatternFill("solid", fgColor=hexadecimal(HEADING_TINT))
_FILLS: Final[dict[Look, PatternFill]] = {
    "head": PatternFill("solid", fgColor=hexadecimal(DEEP)),
    "total": _TINT,
    "total_label": _TINT,
    "due": _TINT,
}
_BORDERS: Final[dict[Look, Border]] = {
    "head": Border(bottom=_RULE),
    "body": Border(bottom=_HAIR, left=_HAIR, right=_HAIR),
    "total": Border(top=_RULE, bottom=_HAIR),
    "total_label": Border(top=_RULE, bottom=_HAIR),
    "sum": Border(bottom=_HAIR),
    "due": Border(top=_RULE, bottom=_RULE),
}
_WRAPPED: Final = ("title", "label", "fact", "head", "body", "note")
_LEFT: Final = ("title", "label", "fact", "total_label", "note")


class Looks:
    """The styles of one workbook, each made once: thousands of cells share a few."""

    def __init__(self, book: Workbook) -> None:
        self._sample = book.create_sheet("looks")
        self._made: dict[tuple[object, ...], Cell] = {}

    def remove(self, book: Workbook) -> None:
        """Take the sheet of samples out again."""
        book.remove(self._sample)

    def dress(self, cell: Cell, look: Look, code: str, align: str, *, quoted: bool = False) -> None:
        """Style a cell; `quoted` marks text that must never be taken for a formula, also when it is edited."""
        key = (look, code, align, quoted)
        if key not in self._made:
            self._made[key] = self._sampled(look, code, align, quoted)
        cell._style = self._made[key]._style

    def _sampled(self, look: Look, code: str, align: str, quoted: bool) -> Cell:
        sample = self._sample.cell(len(self._made) + 1, 1)
        sample.font = _FONTS[look]
        if look in _FILLS:
            sample.fill = _FILLS[look]
        if look in _BORDERS:
            sample.border = _BORDERS[look]
        sample.number_format = code
        wrap = look in _WRAPPED
        indent = 1 if align == "left" and look in ("body", "head", "total_label") else 0
        middle = "center" if look in ("head", "due") else "top"
        sample.alignment = Alignment(horizontal=align, vertical=middle, wrap_text=wrap, indent=indent)
        sample.quotePrefix = quoted
        return sample


def alignment(look: Look, *, number: bool) -> str:
    """Numbers to the right, text to the left; headers stand as their column does, what follows from totals below
    them."""
    if look in ("sum_label", "sum", "due"):
        return "right"
    return "right" if number and look not in _LEFT else "left"
