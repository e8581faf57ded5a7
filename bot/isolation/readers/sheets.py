"""Workbooks, whoever wrote them: rows of cells sheet by sheet, what stands beside them, what is hidden, and sums."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from bot.isolation.readers.columns import MOST_ROWS, letter_of, sum_of
from bot.isolation.readers.outline import CELLS, Outline, Wanted, bounded, in_parts
from bot.text.counted import counted

MOST_COLUMNS: Final = 200
MOST_SHEETS: Final = 100
HIDDEN: Final = "[Hidden] "
"""Before a row that whoever opens the workbook does not see: a filter's, or one that somebody put away."""


class Row(NamedTuple):
    """What its cells show."""

    cells: Sequence[str]
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One that is shown. `rows` and `values` (as the file stores them) begin at the first row, and may go on beyond
    MOST_ROWS and MOST_COLUMNS: that tells that there is more. `beside`: lines for what stands in no cell."""

    title: str
    rows: Callable[[], Iterator[Row]]
    values: Callable[[], Iterator[Sequence[Any]]]
    beside: Callable[[], Iterator[str]]


def outline_of(seen: Sequence[Sheet], hidden: int, wanted: Wanted) -> Outline:
    """Of the sheets that are shown, beside so many hidden ones."""
    sheets, beyond = seen[:MOST_SHEETS], [sheet.title for sheet in seen[MOST_SHEETS:]]
    partly_hidden: set[str] = set()
    texts = [(sheet.title, bounded(_lines(sheet, beyond, partly_hidden))) for sheet in sheets]
    outline = in_parts(texts, wanted)
    unread = (counted(hidden, "hidden sheet"),) if hidden else ()
    outline = replace(outline, is_cut=outline.is_cut or bool(beyond), unread=unread)
    if not wanted.column:
        return outline
    chosen = [sheet for sheet in sheets if wanted.sheet.casefold() in ("", sheet.title.casefold())]
    found = ((sheet.title, sum_of(_values(sheet), wanted.column)) for sheet in chosen)
    sums = ({"sheet": title, **each, **_told(title in partly_hidden)} for title, each in found if each is not None)
    return replace(outline, sums=tuple(sums))


def _told(has_hidden_rows: bool) -> dict[str, bool]:
    """Whoever filters a list sees another total below it."""
    return {"hidden_rows_are_in_it": True} if has_hidden_rows else {}


def hidden_columns(places: Sequence[int]) -> Iterator[str]:
    """A line for those that are not shown, by their places (0 is A), if any."""
    if letters := [letter_of(place) for place in places if place < MOST_COLUMNS]:
        yield f"[Hidden columns] {', '.join(letters)}"


def _values(sheet: Sheet) -> Iterator[Sequence[Any]]:
    return (row[:MOST_COLUMNS] for row in sheet.values())


def _lines(sheet: Sheet, beyond: list[str], partly_hidden: set[str]) -> Iterator[str]:
    """A sheet that has more rows or columns than are read is put to those `beyond`, one with rows that are not shown to
    those `partly_hidden`."""
    for place, (cells, is_hidden) in enumerate(sheet.rows()):
        if any(cells if place >= MOST_ROWS else cells[MOST_COLUMNS:]):
            beyond.append(sheet.title)
        if place >= MOST_ROWS:
            break
        if any(cells[:MOST_COLUMNS]):
            partly_hidden |= {sheet.title} if is_hidden else set()
            yield HIDDEN * is_hidden + CELLS.join(cells[:MOST_COLUMNS]).rstrip(CELLS)
    yield from sheet.beside()
