"""The sheets of Excel workbooks of before 2007 (.xls)."""

import os
from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from typing import Any, Final

import xlrd

from bot.errors import FileUnreadable
from bot.isolation.readers.cells import plain, shown
from bot.isolation.readers.columns import MOST_ROWS, letter_of
from bot.isolation.readers.outline import Outline, Wanted
from bot.isolation.readers.sheets import MOST_COLUMNS, Row, Sheet, hidden_columns, outline_of
from bot.refusals import Unreadable

LOCKED: Final = ("encrypted", "password")
TRUTH: Final = ("False", "True")


def read(body: bytes, wanted: Wanted) -> Outline:
    """Rows of cells, sheet by sheet: their values, as whoever saved it last saw them."""
    with open(os.devnull, "w") as nowhere:  # what it warns of
        book = _opened(body, nowhere)
        sheets = book.sheets()
    seen = [sheet for sheet in sheets if not sheet.visibility]
    return outline_of([_sheet(book, sheet) for sheet in seen], len(sheets) - len(seen), wanted)


def _opened(body: bytes, log: Any) -> Any:
    try:
        return xlrd.open_workbook(
            file_contents=body, logfile=log, formatting_info=True, ragged_rows=True, ignore_workbook_corruption=True
        )
    except xlrd.XLRDError as error:
        if any(word in str(error).lower() for word in LOCKED):  # it says it in no other way
            raise FileUnreadable(Unreadable.PASSWORD) from None
        raise


def _sheet(book: Any, sheet: Any) -> Sheet:
    def cells(number: int) -> Sequence[Any]:
        return list(sheet.row(number)[: MOST_COLUMNS + 1])

    def rows() -> Iterator[Row]:
        for number in range(min(sheet.nrows, MOST_ROWS + 1)):
            about = sheet.rowinfo_map.get(number)
            yield Row([_shown(book, cell) for cell in cells(number)], about is not None and bool(about.hidden))

    def values() -> Iterator[Sequence[Any]]:
        return ([_value(book, cell) for cell in cells(number)] for number in range(min(sheet.nrows, MOST_ROWS + 1)))

    def beside() -> Iterator[str]:
        for (row, column), note in sorted(sheet.cell_note_map.items(), key=lambda each: each[0]):
            if said := " ".join(note.text.split()):
                yield f"[Comment {letter_of(column)}{row + 1}] {said}"
        yield from hidden_columns(sorted(place for place, about in sheet.colinfo_map.items() if about.hidden))

    return Sheet(sheet.name, rows, values, beside)


def _value(book: Any, cell: Any) -> Any:
    """As the file means it; None where it is empty, or holds an error."""
    if cell.ctype == xlrd.XL_CELL_DATE:
        return _moment(book, cell.value)
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return TRUTH[bool(cell.value)]
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return xlrd.error_text_from_code.get(cell.value, "#?")
    if cell.ctype == xlrd.XL_CELL_NUMBER and cell.value.is_integer() and abs(cell.value) < 2**53:
        return int(cell.value)
    return cell.value if cell.value != "" else None


def _moment(book: Any, days: float) -> Any:
    if 0 <= days < 1:
        return plain(timedelta(days=days))
    try:
        found = xlrd.xldate_as_datetime(days, book.datemode)
    except (xlrd.xldate.XLDateError, OverflowError, ValueError):
        return days
    return found if isinstance(found, datetime) and found.time() != time() else found.date()


def _shown(book: Any, cell: Any) -> str:
    if cell.ctype != xlrd.XL_CELL_NUMBER:
        return plain(_value(book, cell))
    look = book.format_map.get(book.xf_list[cell.xf_index].format_key) if cell.xf_index is not None else None
    return shown(_value(book, cell), look.format_str if look is not None else "")
