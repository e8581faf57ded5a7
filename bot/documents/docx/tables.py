"""Tables of a Word document: the head is marked as one, so that it repeats on every page and is read out as a head."""

from docx.document import Document as Word
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.oxml.table import CT_Row, CT_Tbl
from docx.shared import Emu, Pt
from docx.text.paragraph import Paragraph

from bot.documents.blocks import Alignment, Spans, Table, restyled
from bot.documents.columns import alignments_of
from bot.documents.docx.inline import write
from bot.documents.docx.styles import hexadecimal
from bot.documents.formulas import Formulas
from bot.documents.theme import ACCENT, DEEP, HAIRLINE, HEADING_TINT, Colour

WIDTH = 5_832_000  # of the text, in EMU
SIDES: dict[Alignment, WD_ALIGN_PARAGRAPH] = {
    "left": WD_ALIGN_PARAGRAPH.LEFT,
    "right": WD_ALIGN_PARAGRAPH.RIGHT,
    "center": WD_ALIGN_PARAGRAPH.CENTER,
}
MANY_COLUMNS = 6
LONGEST = 60.0  # characters of a cell that still widen its column
FEWEST = 6.0


def put_table(word: Word, table: Table, formulas: Formulas) -> None:
    """The whole table, as wide as the text. Rows are made as XML: python-docx walks the table for every cell."""
    made = word.add_table(rows=1, cols=len(table.head))
    made.autofit = True
    grid: CT_Tbl = made._tbl
    for column, width in zip(made.columns, _widths(table), strict=True):
        column.width = Emu(width)
    grid.tblPr.append(parse_xml(_borders()))
    grid.tblPr.append(parse_xml(f'<w:tblLook {nsdecls("w")} w:val="0020" w:firstRow="1" w:firstColumn="0"/>'))
    head = grid.tr_lst[0]
    sides = alignments_of(table)
    rows = [head, *(grid.add_tr() for _ in table.rows)]
    for row in rows[1:]:
        for column in made.columns:
            row.add_tc().width = column.width
    size = 10 if len(sides) <= MANY_COLUMNS else 8
    _fill(word, head, tuple(restyled(cell, bold=True) for cell in table.head), sides, formulas, size, DEEP)
    for row, cells in zip(rows[1:], table.rows, strict=True):
        _fill(word, row, cells, sides, formulas, size, None)
    properties = head.get_or_add_trPr()
    properties.append(parse_xml(f"<w:cantSplit {nsdecls('w')}/>"))
    properties.append(parse_xml(f"<w:tblHeader {nsdecls('w')}/>"))
    for cell in head.tc_lst:
        shade = f'<w:shd {nsdecls("w")} w:val="clear" w:color="auto" w:fill="{hexadecimal(HEADING_TINT)}"/>'
        cell.get_or_add_tcPr().append(parse_xml(shade))
    word.add_paragraph().paragraph_format.space_after = Pt(4)


def _fill(
    word: Word,
    row: CT_Row,
    cells: tuple[Spans, ...],
    sides: list[Alignment],
    formulas: Formulas,
    size: float,
    colour: Colour | None,
) -> None:
    for tc, spans, side in zip(row.tc_lst, cells, sides, strict=True):
        paragraph = Paragraph(tc.p_lst[0], word._body)
        paragraph.paragraph_format.space_after = paragraph.paragraph_format.space_before = Pt(2)
        paragraph.alignment = SIDES[side]
        write(paragraph, spans, formulas, colour)
        for run in paragraph.runs:
            run.font.size = Pt(size)


def _widths(table: Table) -> list[int]:
    """By the longest cell of each column; long texts give way first."""
    columns = zip(table.head, *table.rows, strict=True)
    longest = [max(sum(len(span.text) for span in cell) for cell in column) for column in columns]
    shares = [max(FEWEST, min(LONGEST, length)) ** 0.75 for length in longest]
    return [int(WIDTH * share / sum(shares)) for share in shares]


def _borders() -> str:
    lines = (("top", 4, HEADING_TINT), ("bottom", 8, ACCENT), ("insideH", 4, HAIRLINE))
    inside = "".join(
        f'<w:{side} w:val="single" w:sz="{size}" w:space="0" w:color="{hexadecimal(colour)}"/>'
        for side, size, colour in lines
    )
    return f"<w:tblBorders {nsdecls('w')}>{inside}</w:tblBorders>"
