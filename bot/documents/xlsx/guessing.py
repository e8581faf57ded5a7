"""What a column holds of which nobody has said it: amounts that were written as text, « 12 500,50 ». Pure."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from bot.documents.xlsx.model import Cell, Column, Formula, Kind, Line, Sheet
from bot.documents.xlsx.reckoned import parsed, reckoned_in, trees_in
from bot.documents.xlsx.syntax import Call, Constant, Node, Operation, nodes
from bot.documents.xlsx.values import (
    CURRENCY,
    MAYBE_THOUSANDS,
    SAID,
    WITHOUT_DECIMALS,
    currency_in,
    is_currency,
    moment_in,
    names_francs,
    number_in,
    said_in,
    time_in,
)
from bot.errors import DocumentError
from bot.text.folding import folded
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
_PERCENT: Final = re.compile(r"(?<!\d)(?<!\d )%|pour ?cent|percent")
HUNDRED: Final = 100.0
DASHES: Final = ("-", "−", "–", "—")
LONG_CODE: Final = re.compile(r"\+\d[\d ]{6,}|0\d[\d ]{2,}")
"""A telephone number, a pupil's: no mark is « 0012 ». As a number it loses its zeros."""
COUNT: Final = re.compile(r"\s*=?\s*(?:COUNT|NB)[A-Z.]*\([^()]*\)\s*", re.IGNORECASE)
"""Alone: times a price it is an amount, by another one a share."""

_COUNTED: Final = re.compile(
    r"(?:effectifs?|nombres?|nbr?e?|headcount|number|count)\b"
    r"(?!.*\b(?:montants?|amounts?|prix|prices?|couts?|costs?|valeurs?|values?)\b)"
)
"""How a line's label begins that counts people or things, whatever stands above it; « Nombre × prix » is an amount."""


def understood(sheet: Sheet, language: Language, others: Iterable[Node] = ()) -> Sheet:
    """The sheet with numbers where its author meant some: a sum passes over text without a word. `others`: formulas of
    other sheets. Raises DocumentError for « 85.000 », which may be a thousand times what it is taken for."""
    sheet, own = _with_francs(sheet, language), trees_in(sheet)
    reckoned = reckoned_in(sheet, own, others)
    sheet = _without_dashes(sheet, reckoned)
    added, reckons = _drawn(sheet), any(column.total for column in sheet.columns) or bool(own)
    uses = [
        _Use(place in added, place in reckoned, reckons, all(abs(number) <= 1 for number in _numbers(sheet, place)))
        for place in range(len(sheet.columns))
    ]
    columns = [
        _column(column, list(_texts(sheet, place)), language, use)
        for place, (column, use) in enumerate(zip(sheet.columns, uses, strict=True))
    ]
    facts, summary = ([_line(line, language) for line in lines] for lines in (sheet.facts, sheet.summary))
    if language is Language.FR:
        _check(columns, [list(_texts(sheet, place)) for place in range(len(columns))])
        _check([*facts, *summary], [[line.value] for line in (*facts, *summary)])
    if sheet.summary and len(columns) == 1:  # its values stand beside its labels
        columns.append(Column(title=""))
    return sheet.model_copy(update={"columns": columns, "facts": facts, "summary": summary})


class _Use(NamedTuple):
    """What is done with a column; `reckons`: the sheet has formulas or totals; `are_shares`: its numbers may all be
    shares: « 12 % » below a loan of 3,000,000 is one in itself."""

    is_added: bool
    is_reckoned: bool
    reckons: bool
    are_shares: bool


def _with_francs(sheet: Sheet, language: Language) -> Sheet:
    """« 85.000 » below a title that names a currency without decimals is « 85 000 », and a VAT of it has none."""
    places = {
        place for place, column in enumerate(sheet.columns) if column.type != "text" and names_francs(column.title)
    }
    if places:
        rows = [[_grouped(cell) if place in places else cell for place, cell in enumerate(row)] for row in sheet.rows]
        sheet = sheet.model_copy(update={"rows": rows})
    columns = [_amounts(sheet, place, language, in_francs=place in places) for place in range(len(sheet.columns))]
    return sheet.model_copy(update={"columns": columns})


def _without_dashes(sheet: Sheet, reckoned: Collection[int]) -> Sheet:
    """A lone dash among numbers is nothing; as a text it would be an error in a formula."""
    places = {place for place, column in enumerate(sheet.columns) if not column.formula and place in reckoned}
    rows = [
        [None if place in places and _is_dash(cell) else cell for place, cell in enumerate(row)] for row in sheet.rows
    ]
    return sheet.model_copy(update={"rows": rows})


def _is_dash(cell: Cell) -> bool:
    return isinstance(cell, str) and cell.strip() in DASHES


def _amounts(sheet: Sheet, place: int, language: Language, *, in_francs: bool) -> Column:
    """A column of numbers in a currency is one of amounts, and of quotients below « % » one of shares, whatever it was
    called."""
    column = sheet.columns[place]
    if column.type not in ("auto", "number"):
        return column
    if _PERCENT.search(folded(column.title)) and not column.unit and _are_quotients(sheet, place):
        return column.model_copy(update={"type": "percent"})
    if is_currency(column.unit):
        return column.model_copy(update={"type": "money"})
    texts = [number_in(text, language) for text in _texts(sheet, place)]
    numbers = [*_numbers(sheet, place), *(number for number in texts if number is not None)]
    are_francs = in_francs and not column.unit and all(float(number).is_integer() for number in numbers)
    has_any = bool(numbers) or bool(column.formula) or any(isinstance(cell, Formula) for cell in _cells(sheet, place))
    return column.model_copy(update={"type": "money", "unit": SAID}) if are_francs and has_any else column


def _grouped(cell: Cell) -> Cell:
    return re.sub("[.,]", " ", cell) if isinstance(cell, str) and MAYBE_THOUSANDS.fullmatch(cell.strip()) else cell


def _check(kinds: Sequence[Column | Line], texts: Sequence[Sequence[Cell]]) -> None:
    """Raises DocumentError for a number whose point may part thousands."""
    for kind, values in zip(kinds, texts, strict=True):
        is_broken = kind.type == "money" and (kind.unit or "FCFA").upper() not in WITHOUT_DECIMALS
        if not is_broken and kind.type not in ("number", "percent"):
            continue
        for value in values:
            if isinstance(value, str) and "." in value and MAYBE_THOUSANDS.fullmatch(value.strip()):
                whole, part = value.replace(".", ""), value.rstrip("0").rstrip(".")
                name = kind.title if isinstance(kind, Column) else kind.label
                raise DocumentError(f"{name[:60]}: “{value}” may be {whole} or {part}: write it as a number, no text")


def _drawn(sheet: Sheet) -> set[int]:
    """The columns that a total or a chart adds up."""
    drawn = {title.strip().lower() for chart in sheet.charts for title in chart.values}
    return {
        place for place, column in enumerate(sheet.columns) if column.total or column.title.strip().lower() in drawn
    }


def _are_quotients(sheet: Sheet, place: int) -> bool:
    """Whether all that stands in a column are formulas that divide, a hundred times none of them."""
    column, cells = sheet.columns[place], [cell for cell in _cells(sheet, place) if cell not in (None, "")]
    written = [cell.formula for cell in cells if isinstance(cell, Formula)]
    if len(written) < len(cells):
        return False
    trees = [parsed(source) for source in {*written, column.formula} - {""}]
    return bool(trees) and all(tree is not None and _is_quotient(tree) for tree in trees)


def _is_quotient(node: Node) -> bool:
    match node:
        case Call(_, arguments):
            return any(map(_is_quotient, arguments))
        case Operation("-" | "+", (left, Constant())):
            return _is_quotient(left)
        case Operation("/", _):
            constants = (part.value for part in nodes(node) if isinstance(part, Constant))
            return not any(isinstance(value, float) and value >= HUNDRED for value in constants)
    return False


def _cells(sheet: Sheet, place: int) -> Iterator[Cell]:
    return (row[place] for row in sheet.rows if place < len(row))


def _texts(sheet: Sheet, place: int) -> Iterator[str]:
    return (cell.strip() for cell in _cells(sheet, place) if isinstance(cell, str) and cell.strip())


def _numbers(sheet: Sheet, place: int) -> Iterator[float]:
    return (cell for cell in _cells(sheet, place) if isinstance(cell, (int, float)))


def _column(column: Column, texts: list[str], language: Language, use: _Use) -> Column:
    if column.type != "auto" or not texts:
        return column
    if not use.is_added and all(map(_is_day, texts)):
        return column.model_copy(update={"type": "date"})
    if _are_times(texts, reckons=use.reckons):
        return column.model_copy(update={"type": "time"})
    are_numbers = [number_in(text, language) is not None for text in texts]
    if use.is_added or use.is_reckoned:
        codes = sum(LONG_CODE.fullmatch(text) is not None for text in texts)
        # What is none beside them is told of. Who counts telephone numbers, or asks whether there is one, keeps them.
        is_meant = any(are_numbers) and (use.is_added or codes * 2 < sum(are_numbers))
    else:
        is_meant = all(are_numbers) and any(map(AMOUNT.fullmatch, texts)) and not any(map(CODE.match, texts))
    return column.model_copy(update={"type": _kind(texts) if use.are_shares else "number"}) if is_meant else column


def like(column: Column, line: Line) -> dict[str, object]:
    """What a line is that stands below a column, where nobody has said it: as the column is. A count is a number, also
    one that its label tells (« Effectif »), and days and times show by their formulas."""
    if line.unit:
        return {"type": "money" if is_currency(line.unit) else "number"}
    if isinstance(line.value, Formula) and COUNT.fullmatch(line.value.formula):
        return {"type": "number"}
    if column.type == "money" and not said_in(line.label) and _COUNTED.match(folded(line.label)):
        return {"type": "number"}
    return {"type": "auto" if column.type in ("date", "time") else column.type, "unit": column.unit}


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
    if number_in(line.value, language) is None:
        return line
    if currency := currency_in(line.unit or line.value):
        return line.model_copy(update={"type": "money", "unit": line.unit or currency})
    return line.model_copy(update={"type": _kind([line.value])})


def _is_day(text: str) -> bool:
    return DAY.fullmatch(text.strip()) is not None and moment_in(text) is not None


def _are_times(texts: list[str], *, reckons: bool) -> bool:
    """All of them; where formulas reckon most, the others being « Abs » and « Repos »."""
    if not reckons:
        return all(CLOCK.fullmatch(text) and time_in(text) is not None for text in texts)
    return sum(time_in(text) is not None for text in texts) * 2 > len(texts)


def _kind(texts: list[str]) -> Kind:
    return "percent" if all(text.rstrip().endswith("%") for text in texts) else "number"
