"""Charts and curves out of what the model gave: rows of a table, expressions. Says which cell is no number."""

import math
from collections.abc import Sequence
from typing import Literal

from bot.documents.blocks import Chart, Curve, Series
from bot.documents.figures.functions import function_of
from bot.documents.figures.numbers import LARGEST, number_in
from bot.documents.figures.slices import check_slices
from bot.documents.xlsx.values import MAYBE_THOUSANDS, names_francs
from bot.errors import DocumentError
from bot.text.safe import safe_text
from bot.types import Language

MOST_POINTS = 366  # of a series: a year of days
MOST_SERIES = 8
MOST_BARS = 60
MOST_SLICES = 12
MOST_CURVES = 4
EMPTY = ("", "-", "–", "—", "n/a", "nd")

Rows = Sequence[Sequence[str | float]]


def chart_of(kind: Literal["bar", "line", "pie"], title: str, rows: Rows, language: Language = Language.FR) -> Chart:
    """The chart of a table whose first row names the series and whose first column names the points; a table without
    such a row is understood too. Raises DocumentError."""
    if not rows or len(rows[0]) < 2:
        raise DocumentError("rows needs a head such as [Month, Sales] and one row for each bar, point or slice")
    head, body = (rows[0], rows[1:]) if _is_head(rows[0]) else (["", *[""] * (len(rows[0]) - 1)], rows)
    names = [_words(name) for name in head[1:]]
    labels = tuple(_words(row[0]) if row else "" for row in body)
    columns = [
        tuple(_value(row, place, language, whole=names_francs(f"{title} {name}")) for row in body)
        for place, name in enumerate(names, 1)
    ]
    series = tuple(Series(name, values) for name, values in zip(names, columns, strict=True))
    if not any(value is not None for line in series for value in line.values):
        raise DocumentError("there is no number in rows")
    _check(kind, series)
    return Chart(kind, _words(title), labels, series, is_percent=_are_percents(body))


def curve_of(text: str, low: float, high: float) -> Curve:
    """The curves of expressions separated by semicolons or line ends. Raises DocumentError when one cannot be read or
    the range is none."""
    expressions = tuple(part.strip() for part in safe_text(text).replace("\n", ";").split(";") if part.strip())
    if not 1 <= len(expressions) <= MOST_CURVES:
        raise DocumentError(f"text needs 1 to {MOST_CURVES} functions of x, separated by semicolons")
    if not (math.isfinite(low) and math.isfinite(high) and low < high and max(abs(low), abs(high)) < LARGEST):
        raise DocumentError("x_min must be less than x_max")
    if high - low < 1e-9 * max(abs(low), abs(high)):
        raise DocumentError("x_min and x_max lie too close together")
    for expression in expressions:
        function_of(expression)
    return Curve(expressions, low, high, "")


def _is_head(row: Sequence[str | float]) -> bool:
    """Whether no cell but the first is a number; years over columns are names, not values."""
    return all(isinstance(cell, str) and (number_in(cell) is None or _is_year(cell)) for cell in row[1:])


def _is_year(cell: str) -> bool:
    return len(cell.strip()) == 4 and cell.strip().isdigit() and cell.strip()[:2] in ("19", "20")


def _are_percents(rows: Rows) -> bool:
    written = [cell for row in rows for cell in row[1:] if not isinstance(cell, str) or _is_filled(cell)]
    return all(isinstance(cell, str) and cell.rstrip().endswith("%") for cell in written)


def _is_filled(cell: str) -> bool:
    return cell.strip().lower() not in EMPTY


def _value(row: Sequence[str | float], place: int, language: Language, *, whole: bool) -> float | None:
    cell = row[place] if place < len(row) else ""
    if isinstance(cell, str):
        if not _is_filled(cell):
            return None
        if language is Language.FR and not whole and "." in cell and MAYBE_THOUSANDS.fullmatch(cell.strip()):
            may_be = f"{cell.replace('.', '')} or {cell.rstrip('0').rstrip('.')}"
            raise DocumentError(f"{cell!r} in the row of {_words(row[0])[:40]!r} may be {may_be}: write it as a number")
        value = number_in(safe_text(cell), language, whole=whole)
    else:
        value = float(cell) if math.isfinite(cell) and abs(cell) <= LARGEST else None
    if value is None:
        raise DocumentError(f"{str(cell)[:40]!r} in the row of {_words(row[0])[:40]!r} is no number")
    return value


def _check(kind: str, series: tuple[Series, ...]) -> None:
    points = len(series[0].values)
    if len(series) > MOST_SERIES or points > MOST_POINTS:
        raise DocumentError(f"a chart shows at most {MOST_SERIES} series of {MOST_POINTS} points")
    if kind == "bar" and points * len(series) > MOST_BARS:
        raise DocumentError(f"{points * len(series)} bars cannot be read, {MOST_BARS} can: use a line")
    if kind != "pie":
        return
    if len(series) > 1 or points > MOST_SLICES:
        raise DocumentError(f"a pie shows one series of at most {MOST_SLICES} slices: join the small ones")
    check_slices([value or 0.0 for value in series[0].values])


def _words(cell: str | float) -> str:
    text = f"{cell:.15g}" if isinstance(cell, float) else str(cell)
    return " ".join(safe_text(text).split())[:120]
