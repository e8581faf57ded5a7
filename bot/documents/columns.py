"""How the columns of a table stand: as the author says; else numbers to the right, everything else to the left."""

import re

from bot.documents.blocks import Alignment, Spans, Table

NUMBER = re.compile(
    r"[-+−±≈<>≤≥~]?\s*(?:[$€£]\s*)?\d[\d\s.,/:]*\s*(?:%|€|\$|£|°C?|F\s?CFA|FCFA|XOF|[a-zA-Zµ]{1,3}[²³]?)?"
)


def alignments_of(table: Table) -> list[Alignment]:
    """One a column."""
    columns = zip(*table.rows, strict=True) if table.rows else [()] * len(table.head)
    return [
        said or ("right" if any(map(_has_words, column)) and all(map(_is_number, column)) else "left")
        for said, column in zip(table.alignments, columns, strict=True)
    ]


def _has_words(cell: Spans) -> bool:
    return any(span.text.strip() for span in cell)


def _is_number(cell: Spans) -> bool:
    text = "".join(span.text for span in cell).strip()
    return text in ("", "–", "-", "—") or NUMBER.fullmatch(text) is not None
