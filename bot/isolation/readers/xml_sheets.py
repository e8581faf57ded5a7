"""Workbooks as one file of XML (« XML Spreadsheet 2003 »), as accounting and school programs export them, often under
the name of an .xls."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from bot.isolation.readers.cells import shown
from bot.isolation.readers.columns import MOST_ROWS, letter_of
from bot.isolation.readers.outline import Outline, Wanted
from bot.isolation.readers.sheets import MOST_COLUMNS, Row, Sheet, hidden_columns, outline_of

S: Final = "{urn:schemas-microsoft-com:office:spreadsheet}"
X: Final = "{urn:schemas-microsoft-com:office:excel}"
PUT_AWAY: Final = ("SheetHidden", "SheetVeryHidden")
NAMED: Final = {"Percent": "0.00%", "Euro Currency": '0.00" €"'}  # formats that are called, not written


class Cell(NamedTuple):
    """What one shows, and its value as it is stored."""

    shown: str = ""
    value: Any = None


def outline(root: Any, wanted: Wanted) -> Outline:
    """Rows of cells, sheet by sheet."""
    sheets = root.findall(f"{S}Worksheet")
    seen = [sheet for sheet in sheets if sheet.findtext(f"{X}WorksheetOptions/{X}Visible") not in PUT_AWAY]
    looks = {_of(style, "ID"): _format(style) for style in root.iter(f"{S}Style")}
    return outline_of([_sheet(sheet, looks) for sheet in seen], len(sheets) - len(seen), wanted)


def _format(style: Any) -> str:
    said = style.find(f"{S}NumberFormat")
    code = _of(said, "Format") if said is not None else ""
    return NAMED.get(code, code)


def _sheet(sheet: Any, looks: dict[str, str]) -> Sheet:
    def rows() -> Iterator[Row]:
        return (Row([cell.shown for cell in cells], is_hidden) for cells, is_hidden in _rows(sheet, looks))

    def values() -> Iterator[Sequence[Any]]:
        return ([cell.value for cell in cells] for cells, _ in _rows(sheet, looks))

    return Sheet(_of(sheet, "Name"), rows, values, lambda: _beside(sheet))


def _rows(sheet: Any, looks: dict[str, str]) -> Iterator[tuple[list[Cell], bool]]:
    for row, _ in _placed(sheet.iterfind(f"{S}Table/{S}Row"), MOST_ROWS + 1):
        if row is None:
            yield [], False
            continue
        cells = [_cell(each, looks) for each, _ in _placed(row.iterfind(f"{S}Cell"), MOST_COLUMNS + 1)]
        yield cells, _of(row, "Hidden") == "1"


def _placed(elements: Any, most: int) -> Iterator[tuple[Any | None, int]]:
    """Rows or cells with their places, 1 the first, and None where there is none: they say theirs where some were left
    out, or where they stand in several. One that stands further than `most` is given there."""
    place = 0
    for element in elements:
        at = min(max(_number(element, "Index"), place + 1), most)
        yield from ((None, each) for each in range(place + 1, at))
        yield element, at
        if at == most:
            return
        place = min(at + _number(element, "MergeAcross"), most)
        yield from ((None, each) for each in range(at + 1, place + 1))


def _cell(element: Any | None, looks: dict[str, str]) -> Cell:
    if element is None:
        return Cell()
    data = element.find(f"{S}Data")
    text = " ".join("".join(data.itertext()).split()) if data is not None else ""
    if not text:
        return Cell(_of(element, "Formula"))
    kind = _of(data, "Type")
    if kind == "Number":
        try:
            number = float(text)
        except ValueError:
            return Cell(text, text)
        value = int(number) if number.is_integer() and abs(number) < 2**53 else number
        return Cell(shown(value, looks.get(_of(element, "StyleID"), "")), value)
    if kind == "DateTime":
        moment = text.partition(".")[0].removesuffix("T00:00:00").replace("T", " ")
        return Cell(moment, moment)
    return Cell(*[{"0": "False", "1": "True"}.get(text, text) if kind == "Boolean" else text] * 2)


def _beside(sheet: Any) -> Iterator[str]:
    for row, number in _placed(sheet.iterfind(f"{S}Table/{S}Row"), MOST_ROWS):
        for cell, place in _placed(row.iterfind(f"{S}Cell") if row is not None else (), MOST_COLUMNS):
            noted = cell.find(f"{S}Comment") if cell is not None else None
            if noted is not None and (said := " ".join("".join(noted.itertext()).split())):
                yield f"[Comment {letter_of(place - 1)}{number}] {said}"
    columns, hidden = 0, list[int]()
    for column in sheet.iterfind(f"{S}Table/{S}Column"):
        first = max(_number(column, "Index"), columns + 1)
        columns = first + _number(column, "Span")
        if _of(column, "Hidden") == "1":
            hidden += range(first - 1, min(columns, MOST_COLUMNS))
    yield from hidden_columns(hidden)


def _of(element: Any, name: str) -> str:
    return str(element.get(S + name) or "")


def _number(element: Any, name: str) -> int:
    said = _of(element, name)
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else 0
