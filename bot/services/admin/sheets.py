"""Rows as CSV or as a workbook, written while they are read: bytes come from the first rows on, and a piece of them is
in memory at a time. What people typed is text in both, never a formula (OWASP, CSV Injection).

The workbook is written here: libraries give out the bytes of one when the last row is in."""

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Final
from xml.sax.saxutils import escape

from bot.text.storable import storable
from bot.types import Language

Cell = int | str | datetime | None
Row = Sequence[Cell]
MOST_ROWS: Final = 1_048_575  # of a sheet of Excel's, below the heads
PIECE: Final = 64 * 1024  # bytes
BOM: Final = "\ufeff"  # without it Excel takes UTF-8 for something older
SEPARATOR: Final = {Language.FR: ";", Language.EN: ","}  # what Excel takes for one, in each language
CSV_TYPE: Final = "text/csv; charset=utf-8"
XLSX_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# What one may begin with, full width too, and behind what programs do not see or pass over.
_FORMULA: Final = re.compile(r"(?:[^\S\t\r\n]|[\u200b-\u200f\u2060\ufeff])*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_UNWRITABLE: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # in XML
_ESCAPE: Final = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")  # Excel reads « _x003D_ » as the character of that number
_DAY_0: Final = datetime(1899, 12, 30)  # sheets know no zones: nor does this
_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_KIND: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PARTS: Final = {
    "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{_KIND}.styles+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="r1" Type="{_OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
    f'<Relationship Id="r2" Type="{_OFFICE}/styles" Target="styles.xml"/></Relationships>',
    # 0 as it is, 1 a head, 2 an instant, 3 a text that could be taken for a formula
    "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><numFmts count="1"><numFmt numFmtId="164" '
    'formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/>'
    '</font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill '
    'patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border>'
    '<left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" '
    'fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" '
    'xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" '
    'fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" '
    'borderId="0" xfId="0" quotePrefix="1"/></cellXfs><cellStyles count="1">'
    '<cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
    "</styleSheet>",
}  # fmt: skip


def csv_pieces(heads: Sequence[str], rows: Iterable[Row], language: Language) -> Iterator[bytes]:
    """A CSV file. A text that a sheet would compute gets an apostrophe before it."""
    made = io.StringIO(newline="")
    writer = csv.writer(made, delimiter=SEPARATOR[language], lineterminator="\r\n")
    made.write(BOM)
    for row in chain([heads], rows):
        writer.writerow([_plain(cell) for cell in row])
        if made.tell() >= PIECE:
            yield made.getvalue().encode()
            made.seek(0)
            made.truncate()
    yield made.getvalue().encode()


def _plain(cell: Cell) -> Cell:
    if isinstance(cell, str):
        text = storable(cell)
        return f"'{text}" if _FORMULA.match(text) else text
    return cell.isoformat(" ", "seconds") if isinstance(cell, datetime) else cell


def xlsx_pieces(heads: Sequence[str], widths: Sequence[int], rows: Iterable[Row], title: str) -> Iterator[bytes]:
    """A workbook of one sheet, whose heads stay in sight: whole numbers and instants as such, texts as texts. `widths`
    are characters. No more rows than MOST_ROWS."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as package:
        book = f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets><sheet name="{_text(title)}" sheetId="1" '
        for name, part in {**_PARTS, "xl/workbook.xml": f'{book}r:id="r1"/></sheets></workbook>'}.items():
            package.writestr(name, _XML + part)
        with package.open("xl/worksheets/sheet1.xml", "w") as sheet:
            for piece in _sheet(heads, widths, rows):
                sheet.write(piece.encode())
                yield pipe.taken()
    yield pipe.taken()


def _sheet(heads: Sequence[str], widths: Sequence[int], rows: Iterable[Row]) -> Iterator[str]:
    columns = "".join(
        f'<col min="{place}" max="{place}" width="{width}" customWidth="1"/>'
        for place, width in enumerate(widths, start=1)
    )
    yield (
        f'{_XML}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" '
        f'activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>{columns}</cols><sheetData><row>'
        + "".join(f'<c s="1" t="inlineStr"><is><t>{_text(head)}</t></is></c>' for head in heads)
        + "</row>"
    )
    gathered, length = [], 0
    for row in rows:
        gathered.append(f"<row>{''.join(map(_cell, row))}</row>")
        length += len(gathered[-1])
        if length >= PIECE:
            yield "".join(gathered)
            gathered, length = [], 0
    yield "".join(gathered) + "</sheetData></worksheet>"


def _cell(cell: Cell) -> str:
    if cell is None or cell == "":
        return "<c/>"
    if isinstance(cell, int):
        return f"<c><v>{cell}</v></c>"
    if isinstance(cell, datetime):
        whole = cell.replace(microsecond=0)  # a sheet rounds: a month's last instant would be the next one's first
        return f'<c s="2"><v>{(whole - _DAY_0).total_seconds() / 86_400:.9f}</v></c>'
    style = ' s="3"' if _FORMULA.match(cell) else ""
    return f'<c{style} t="inlineStr"><is><t xml:space="preserve">{_text(cell)}</t></is></c>'


def _text(text: str) -> str:
    return escape(_ESCAPE.sub("_x005F_", _UNWRITABLE.sub("", storable(text))), {'"': "&quot;"})


class _Pipe(io.RawIOBase):
    """Where a package is written to, and taken from piece by piece."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self._pieces.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """What was written since."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)
