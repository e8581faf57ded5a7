"""Tables of a Word document: the head is marked as one, so that it repeats on every page and is read out as a head."""

import re

from docx.document import Document as Word
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.oxml.table import CT_Row, CT_Tbl
from docx.shared import Emu, Pt
from docx.text.paragraph import Paragraph

from bot.documents.blocks import Alignment, Spans, Table, restyled
from bot.documents.columns import alignments_of, share
from bot.documents.direction import runs_leftward, table_runs_leftward
from bot.documents.docx.inline import write
from bot.documents.formulas import Formulas
from bot.documents.theme import ACCENT, DEEP, HAIRLINE, HEADING_TINT, Colour, hexadecimal

WIDTH = 5_832_000  # of the text, in EMU
ON_ITS_SIDE = 8_964_000  # … of a page that lies
SIDES: dict[Alignment, WD_ALIGN_PARAGRAPH] = {
    "left": WD_ALIGN_PARAGRAPH.LEFT,
    "right": WD_ALIGN_PARAGRAPH.RIGHT,
    "center": WD_ALIGN_PARAGRAPH.CENTER,
}
MANY_COLUMNS = 6
SMALL = 8.0  # letters
LONGEST = 60.0  # characters of a cell that still widen its column
FEWEST = 6.0
EMU_PER_POINT = 12_700
PADDING = 11.5  # points, left and right of a cell's text
CLOSE = 6.0  # … of a table that would have to lie otherwise, or that lies and is full
# Sizes and paddings of tables that lie: the first with which no word or number has to be cut.
TIGHTER = ((8.0, PADDING), (7.0, CLOSE), (6.0, 4.0))
LETTER = 0.64  # of the letters' size: DejaVu's, which stands in for what a reader lacks; Calibri's is 0.5
BOLD = 1.15
WIDEST_WORD = 0.3  # of the table, as in a PDF
WORD = re.compile(r"[^ \n\t-]+-?")  # a line may end behind a hyphen


def is_wide(table: Table) -> bool:
    """Whether words or numbers would be cut on a page that stands."""
    return not _fits(table, _upright(table), WIDTH)


def put_table(word: Word, table: Table, formulas: Formulas, *, wide: bool = False) -> None:
    """The whole table, as wide as the text; `wide`: on a page that lies. Rows are made as XML: python-docx walks the
    table for every cell."""
    made = word.add_table(rows=1, cols=len(table.head))
    made.autofit = True
    grid: CT_Tbl = made._tbl
    size, padding = _tightness(table) if wide else _upright(table)
    widths = _widths(table, size, padding, ON_ITS_SIDE if wide else WIDTH)
    for column, width in zip(made.columns, widths, strict=True):
        column.width = Emu(width)
    _look(grid, padding, leftward=table_runs_leftward(table))
    head = grid.tr_lst[0]
    sides = [SIDES[side] for side in alignments_of(table)]
    if table_runs_leftward(table):  # where all of it begins at the right, as in a PDF
        sides = [side if side == WD_ALIGN_PARAGRAPH.CENTER else WD_ALIGN_PARAGRAPH.RIGHT for side in sides]
    rows = [head, *(grid.add_tr() for _ in table.rows)]
    for row in rows[1:]:
        for column in made.columns:
            row.add_tc().width = column.width
    _fill(word, head, tuple(restyled(cell, bold=True) for cell in table.head), sides, formulas, size, DEEP)
    for row, cells in zip(rows[1:], table.rows, strict=True):
        _fill(word, row, cells, sides, formulas, size, None)
    for row in rows:  # a page ends between two of them
        row.get_or_add_trPr().append(parse_xml(f"<w:cantSplit {nsdecls('w')}/>"))
    head.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {nsdecls('w')}/>"))
    for cell in head.tc_lst:
        shade = f'<w:shd {nsdecls("w")} w:val="clear" w:color="auto" w:fill="{hexadecimal(HEADING_TINT)}"/>'
        cell.get_or_add_tcPr().append(parse_xml(shade))
    if not table.has_head:
        grid.remove(head)
    word.add_paragraph().paragraph_format.space_after = Pt(4)


def _look(grid: CT_Tbl, padding: float, *, leftward: bool) -> None:
    """Its borders, what stands free in its cells, that its first row is a head, and that its first column is the one
    on the right: Word wants them in the order of its schema."""
    for old in grid.tblPr.findall(qn("w:tblLook")):
        grid.tblPr.remove(old)
    grid.tblPr.append(parse_xml(f'<w:tblLook {nsdecls("w")} w:val="0020" w:firstRow="1" w:firstColumn="0"/>'))
    grid.tblPr.insert_element_before(parse_xml(_borders()), "w:tblLayout", "w:tblLook")
    if padding < PADDING:
        sides = "".join(f'<w:{side} w:w="{padding * 10:.0f}" w:type="dxa"/>' for side in ("left", "right"))
        grid.tblPr.insert_element_before(parse_xml(f"<w:tblCellMar {nsdecls('w')}>{sides}</w:tblCellMar>"), "w:tblLook")
    if leftward:
        grid.tblPr.insert_element_before(OxmlElement("w:bidiVisual"), "w:tblW")


def _fill(
    word: Word,
    row: CT_Row,
    cells: tuple[Spans, ...],
    sides: list[WD_ALIGN_PARAGRAPH],
    formulas: Formulas,
    size: float,
    colour: Colour | None,
) -> None:
    for tc, spans, side in zip(row.tc_lst, cells, sides, strict=True):
        paragraph = Paragraph(tc.p_lst[0], word._body)
        paragraph.paragraph_format.space_after = paragraph.paragraph_format.space_before = Pt(2)
        if side != WD_ALIGN_PARAGRAPH.RIGHT or not runs_leftward(spans):  # Word's right would be the left
            paragraph.alignment = side
        write(paragraph, spans, formulas, colour)
        for run in paragraph.runs:
            run.font.size = Pt(size)


def _size(table: Table) -> float:
    return 10.0 if len(table.head) <= MANY_COLUMNS else SMALL


def _upright(table: Table) -> tuple[float, float]:
    """The letters' size, and the padding, of a table that stands: closer columns rather than a page that lies."""
    looks = ((_size(table), PADDING), (_size(table), CLOSE), (SMALL, CLOSE))
    return next((look for look in looks if _fits(table, look, WIDTH)), looks[-1])


def _tightness(table: Table) -> tuple[float, float]:
    """The letters' size, and the padding, of a table that lies."""
    return next((look for look in TIGHTER if _fits(table, look, ON_ITS_SIDE)), TIGHTER[-1])


def _fits(table: Table, look: tuple[float, float], width: int) -> bool:
    """Whether no word or number has to be cut."""
    return sum(_wishes(table, *look, width)[1]) <= width / EMU_PER_POINT


def _widths(table: Table, size: float, padding: float, width: int) -> list[int]:
    """By the longest line and the longest word of each column, in letters as wide as those of readers that lack ours:
    no number is cut. Long texts give way first."""
    wished, least = _wishes(table, size, padding, width)
    return [int(points * EMU_PER_POINT) for points in share(wished, least, width / EMU_PER_POINT)]


def _wishes(table: Table, size: float, padding: float, width: int) -> tuple[list[float], list[float]]:
    """What each column would like, and what it cannot do without, in points."""
    letter, room = size * LETTER, width / EMU_PER_POINT
    wished, least = [], []
    for column in zip(table.head, *table.rows, strict=True):
        lines = ["".join(span.text for span in cell) for cell in column]
        longest = max(len(line) for cell in lines for line in cell.split("\n"))
        words = [
            *(len(word) * BOLD for word in WORD.findall(lines[0])),
            *(len(word) for cell in lines for word in WORD.findall(cell)),
        ]
        wished.append(max(FEWEST, min(LONGEST, longest)) * letter + padding)
        least.append(min(max([2, *words]) * letter + padding, room * WIDEST_WORD))
    return wished, least


def _borders() -> str:
    lines = (("top", 4, HEADING_TINT), ("bottom", 8, ACCENT), ("insideH", 4, HAIRLINE))
    inside = "".join(
        f'<w:{side} w:val="single" w:sz="{size}" w:space="0" w:color="{hexadecimal(colour)}"/>'
        for side, size, colour in lines
    )
    return f"<w:tblBorders {nsdecls('w')}>{inside}</w:tblBorders>"
