"""What a column holds of which nobody has said it: amounts that were written as text, « 12 500,50 ». Pure."""

import re
from collections.abc import Iterator
from typing import Final

from openpyxl.utils import column_index_from_string

from bot.documents.xlsx.model import Column, Formula, Kind, Line, Sheet
from bot.documents.xlsx.values import CURRENCY, moment_in, number_in, time_in
from bot.types import Language

# What nobody writes but in an amount: groups of three, a decimal comma, a currency. A code has none of them.
AMOUNT: Final = re.compile(
    rf"[-−]?\s?(?:\d{{1,3}}(?:[ \u00a0\u202f]\d{{3}})+(?:[.,]\d+)?\s?(?:{CURRENCY}|F|%)?|\d+,\d+\s?(?:{CURRENCY}|F|%)?"
    rf"|\d[\d \u00a0\u202f.,]*{CURRENCY})",
    re.IGNORECASE,
)
DAY: Final = re.compile(r"(?:\d{4}([-/])\d\d\1\d\d|\d\d?/\d\d?/\d{4})(?:[T ]\d\d:\d\d(?::\d\d)?)?")
"""What nobody writes but for a day."""
CLOCK: Final = re.compile(r"\d{1,3}:\d\d")
"""A time that looks the same when it is one; « 8h30 » is left as it stands where nothing is reckoned."""
CODE: Final = re.compile(r"\+|0\d")
ADDING: Final = re.compile(
    r"\b(?:SUM|SOMME|AVERAGE|MOYENNE|MEDIANE?|MIN|MAX|PRODUCT|PRODUIT|SUMPRODUCT|SOMMEPROD)\(([^()!]{1,200})\)",
    re.IGNORECASE,
)
AREA: Final = re.compile(r"\$?([A-Z]{1,2})\$?\d+:\$?([A-Z]{1,2})\$?\d+", re.IGNORECASE)


def understood(sheet: Sheet, language: Language) -> Sheet:
    """The sheet with numbers where its author meant some: a sum passes over text without a word."""
    added, reckons = _added(sheet), any(column.total for column in sheet.columns) or any(_formulas(sheet))
    columns = [
        _column(column, list(_texts(sheet, place)), language, is_added=place in added, reckons=reckons)
        for place, column in enumerate(sheet.columns)
    ]
    facts, summary = ([_line(line, language) for line in lines] for lines in (sheet.facts, sheet.summary))
    if sheet.summary and len(columns) == 1:  # its values stand beside its labels
        columns.append(Column(title=""))
    return sheet.model_copy(update={"columns": columns, "facts": facts, "summary": summary})


def _added(sheet: Sheet) -> set[int]:
    """The columns that a total, a chart or a formula adds up."""
    drawn = {title.strip().lower() for chart in sheet.charts for title in chart.values}
    found = {
        place for place, column in enumerate(sheet.columns) if column.total or column.title.strip().lower() in drawn
    }
    for source in _formulas(sheet):
        for first, last in (ends for call in ADDING.findall(source) for ends in AREA.findall(call)):
            end = min(column_index_from_string(last.upper()), len(sheet.columns))
            found |= set(range(column_index_from_string(first.upper()) - 1, end))
    return found


def _formulas(sheet: Sheet) -> Iterator[str]:
    values = [line.value for line in (*sheet.facts, *sheet.summary)]
    values += [value for row in sheet.rows for value in row]
    yield from (value.formula for value in values if isinstance(value, Formula))
    yield from (column.formula for column in sheet.columns if column.formula)


def _texts(sheet: Sheet, place: int) -> Iterator[str]:
    for row in sheet.rows:
        if place < len(row) and isinstance(value := row[place], str) and value.strip():
            yield value.strip()


def _column(column: Column, texts: list[str], language: Language, *, is_added: bool, reckons: bool) -> Column:
    if column.type != "auto" or not texts:
        return column
    if not is_added and all(map(_is_day, texts)):
        return column.model_copy(update={"type": "date"})
    if _are_times(texts, reckons=reckons):
        return column.model_copy(update={"type": "time"})
    are_numbers = [number_in(text, language) is not None for text in texts]
    if is_added:
        is_meant = any(are_numbers)  # what is none beside them is told of
    else:
        is_meant = all(are_numbers) and any(map(AMOUNT.fullmatch, texts)) and not any(map(CODE.match, texts))
    return column.model_copy(update={"type": _kind(texts)}) if is_meant else column


def _line(line: Line, language: Language) -> Line:
    """A value that formulas use by its name is no text, nor is a day."""
    if line.type != "auto" or not isinstance(line.value, str):
        return line
    if _is_day(line.value):
        return line.model_copy(update={"type": "date"})
    if not line.name:
        return line
    if time_in(line.value) is not None:
        return line.model_copy(update={"type": "time"})
    return line if number_in(line.value, language) is None else line.model_copy(update={"type": _kind([line.value])})


def _is_day(text: str) -> bool:
    return DAY.fullmatch(text.strip()) is not None and moment_in(text) is not None


def _are_times(texts: list[str], *, reckons: bool) -> bool:
    """All of them; where formulas reckon most, the others being « Abs » and « Repos »."""
    if not reckons:
        return all(CLOCK.fullmatch(text) and time_in(text) is not None for text in texts)
    return sum(time_in(text) is not None for text in texts) * 2 > len(texts)


def _kind(texts: list[str]) -> Kind:
    return "percent" if all(text.rstrip().endswith("%") for text in texts) else "number"
