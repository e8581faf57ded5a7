"""On which side the columns of a table stand."""

import pytest

from bot.documents.blocks import Table
from bot.documents.columns import alignments_of
from bot.documents.markdown import parse

INVOICE = (
    "| Désignation | Qté | P.U. | Montant |\n|---|---|---|---|\n| Vidange | 1 | 25 000 | 25 000 |\n"
    "| Main d’œuvre | 3 h | 5 000 | 15 000 |\n"
)
SUMS = "| | | **Total HT** | **40 000** |\n| | | TVA 18 % | 7 200 |\n"


@pytest.mark.parametrize(
    ("markdown", "sides"),
    [
        (INVOICE, ["left", "right", "right", "right"]),
        (INVOICE + SUMS, ["left", "right", "right", "right"]),
        (INVOICE + "| Pièces | 2 | gratuit | 0 |\n" + SUMS, ["left", "right", "left", "right"]),
        ("| a | b |\n|---|---|\n| | x |\n| | 5 |\n", ["left", "left"]),
        ("| a | b |\n|---|---|\n", ["left", "left"]),
    ],
)
def test_what_stands_before_sums_makes_no_words_of_a_column(markdown: str, sides: list[str]) -> None:
    """The prices of an invoice stood on the left, for « Total HT » stood below them."""
    (table,) = parse(markdown)
    assert isinstance(table, Table)
    assert alignments_of(table) == sides
