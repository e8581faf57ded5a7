"""How the columns of a table stand: as the author says; else numbers to the right, everything else to the left, and so
the first, which says what a row is of: a year, a day, a number in a list. And how wide they are."""

import re
from collections.abc import Sequence

from bot.documents.blocks import Alignment, Spans, Table

NUMBER = re.compile(
    r"[-+−±≈<>≤≥~]?\s*(?:[$€£]\s*)?\d[\d\s.,/:]*\s*(?:%|€|\$|£|°C?|F\s?CFA|FCFA|XOF|[a-zA-Zµ]{1,3}[²³]?)?"
)


def alignments_of(table: Table) -> list[Alignment]:
    """One a column. What stands before the sums at the end, « Total HT » in the column of prices, makes no words of
    it."""
    rows = table.rows[: _end_of_items(table)] or table.rows
    columns = zip(*rows, strict=True) if rows else [()] * len(table.head)
    return [
        said or ("right" if place and any(map(_has_words, column)) and all(map(_is_number, column)) else "left")
        for place, (said, column) in enumerate(zip(table.alignments, columns, strict=True))
    ]


def _end_of_items(table: Table) -> int:
    """Behind the last row that says what it is of."""
    return max((place for place, row in enumerate(table.rows, 1) if _has_words(row[0])), default=0)


def share(wished: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Widths that fill `room`: what is wished where all of it fits, stretched alike; else the least, and of the
    rest as much as each still lacks. Columns of long text give way first, those of long words where even the least
    is too much."""
    if sum(wished) <= room:
        return [width * room / sum(wished) for width in wished]
    least = _levelled(least, room)
    lacking = [(wish - low) ** 0.75 if wish > low else 0.0 for wish, low in zip(wished, least, strict=True)]
    spare = max(0.0, room - sum(least))
    total = sum(lacking) or 1.0
    return [low + spare * lack / total for low, lack in zip(least, lacking, strict=True)]


def _levelled(least: Sequence[float], room: float) -> Sequence[float]:
    """The same widths where there is room for all; else the largest of them made alike: the others are kept."""
    left = room
    for count, low in zip(range(len(least), 0, -1), sorted(least), strict=True):
        if low * count > left:
            return [min(width, left / count) for width in least]
        left -= low
    return least


def _has_words(cell: Spans) -> bool:
    return any(span.text.strip() for span in cell)


def _is_number(cell: Spans) -> bool:
    text = "".join(span.text for span in cell).strip()
    if text.startswith("(") and text.endswith(")"):  # as accountants write what is lost
        text = text[1:-1].strip()
    return text in ("", "–", "-", "—") or NUMBER.fullmatch(text) is not None
