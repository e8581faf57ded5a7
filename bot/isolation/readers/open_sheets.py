"""The sheets of OpenDocument workbooks: each cell has what it shows as a text, and beside it the value behind that."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from bot.isolation.readers.amounts import SHOWN_DIGITS
from bot.isolation.readers.cells import plain
from bot.isolation.readers.columns import MOST_ROWS, letter_of
from bot.isolation.readers.open_styles import NAMES, name_of, number, said
from bot.isolation.readers.open_words import Words, rows_in
from bot.isolation.readers.sheets import MOST_COLUMNS, Row, Sheet, hidden_columns

MOST: Final = 2_000_000  # rows or columns, as far as files name them
ANNOTATION: Final = NAMES["office"] + "annotation"
CELLS: Final = ("table-cell", "covered-table-cell")
PUT_AWAY: Final = ("collapse", "filter")
SHOWN: Final = re.compile(r"(?P<before>[^\d]{0,20}?)-?(?P<digits>\d[\d\s.,'’]*)(?P<after>.{0,20})", re.DOTALL)


def sheet_of(table: Any, words: Words) -> Sheet:
    """One table of a workbook."""
    return Sheet(
        said(table, "table:name"),
        lambda: (Row(cells, is_hidden) for cells, is_hidden in _rows(table, lambda cell: _shown(cell, words))),
        lambda: (cells for cells, _ in _rows(table, lambda cell: _value(cell, words))),
        lambda: _beside(table, words),
    )


def _rows(table: Any, seen: Callable[[Any], Any]) -> Iterator[tuple[list[Any], bool]]:
    """What is seen in the cells of each row, and whether it is hidden; over and over where one is said to be repeated,
    and no more than tells that there are more than are read. Empty ones at the end are none."""
    place, empty = 0, 0
    for row in rows_in(table):
        cells: list[Any] = []
        for cell in row:
            if name_of(cell) in CELLS:
                times = number(said(cell, "table:number-columns-repeated"), 1, MOST_COLUMNS + 1 - len(cells))
                cells += [seen(cell)] * times
        times = number(said(row, "table:number-rows-repeated"), 1, MOST_ROWS + 1 - place)
        place += times
        if any(cell not in (None, "") for cell in cells):
            yield from [([], False)] * empty
            yield from [(cells, said(row, "table:visibility") in PUT_AWAY)] * times
            empty = 0
        else:
            empty += times
        if place > MOST_ROWS:
            return


def _text(cell: Any, words: Words) -> str:
    return " ".join(" ".join(words.text_of(each) for each in cell if name_of(each) == "p").split())


def _value(cell: Any, words: Words) -> Any:
    """As it is stored; None where it is empty."""
    stored = _number(cell)
    return stored if stored is not None else said(cell, "office:date-value") or _text(cell, words) or None


def _number(cell: Any) -> float | int | None:
    if said(cell, "office:value-type") not in ("float", "percentage", "currency"):
        return None
    try:
        stored = float(said(cell, "office:value"))
    except ValueError:
        return None
    return int(stored) if stored.is_integer() and abs(stored) < 2**53 else stored


def _shown(cell: Any, words: Words) -> str:
    """Numbers to their last digit, with what is shown beside them; everything else as it is shown."""
    text, stored = _text(cell, words), _number(cell)
    if said(cell, "office:value-type") == "date" and (day := said(cell, "office:date-value")):
        return day.removesuffix("T00:00:00").replace("T", " ")[:19]
    if stored is None:
        return text
    if said(cell, "office:value-type") == "percentage":
        return f"{plain(float(stored) * 100)} %"
    found = SHOWN.fullmatch(text)
    if found is None or not _is_of(found["digits"], stored, is_exact=found["after"].startswith("/")):
        return text if text.isalpha() else plain(stored)  # TRUE is stored as 1
    if found["digits"].strip().isdigit() and found["digits"][0] == "0" and isinstance(stored, int) and stored:
        return text
    gap = " " if found["digits"][-1].isspace() and found["after"] else ""
    return f"{found['before'].removesuffix('-')}{plain(stored)}{gap}{found['after']}"


def _is_of(digits: str, stored: float, *, is_exact: bool) -> bool:
    """Whether these are those of a number, rounded unless `is_exact`: half is shown as 1/2. Its decimals may stand
    behind any sign."""
    bare = re.sub(r"\D", "", digits)
    if len(bare) > SHOWN_DIGITS or abs(stored) >= 10**SHOWN_DIGITS:
        return False
    off = 0.0 if is_exact else 0.500001
    return any(abs(int(bare) / 10**decimals - abs(stored)) <= off / 10**decimals for decimals in range(len(bare) + 1))


def _comments(table: Any, words: Words) -> Iterator[str]:
    if next(table.iter(ANNOTATION), None) is None:
        return
    told: set[Any] = set()  # a cell comes as often as it is repeated
    for row, (cells, _) in enumerate(_rows(table, lambda cell: cell.find(ANNOTATION)), 1):
        for place, noted in enumerate(cells):
            if noted is not None and noted not in told:
                told.add(noted)
                yield f"[Comment {letter_of(place)}{row}] {' '.join(' '.join(words.blocks(noted)).split())}"


def _beside(table: Any, words: Words) -> Iterator[str]:
    """Comments of cells, boxes over them, columns that are not shown."""
    yield from _comments(table, words)
    for shapes in table:
        if name_of(shapes) == "shapes":
            yield from (f"[Box] {line}" for line in words.blocks(shapes))
    place, hidden = 0, list[int]()
    for column in table.iter():
        if name_of(column) == "table-column":
            times = number(said(column, "table:number-columns-repeated"), 1, MOST)
            if said(column, "table:visibility") in PUT_AWAY and place < MOST_COLUMNS:
                hidden += range(place, min(place + times, MOST_COLUMNS))
            place += times
    yield from hidden_columns(hidden)
