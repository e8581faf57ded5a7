"""Tables whose writer miscounted."""

import pytest

from bot.channels.markup import to_whatsapp
from bot.documents.blocks import Table
from bot.documents.markdown import parse
from bot.text.tables import evened


@pytest.mark.parametrize(
    ("markdown", "rows"),
    [
        ("| a | b | c |\n|---|---|\n| x | y | z |", ["a b c", "x y z"]),
        ("|a|b|\n|:-:|---|---|\n|x|y|", ["a b", "x y"]),
        ("a | b | c\n--- | ---\nx | y | z", ["a b c", "x y z"]),
        ("| Article | Prix |\n|---|---:|\n| Riz | 2 | 200 |\n| Sel |", ["Article Prix ", "Riz 2 200", "Sel  "]),
        ("| a \\| b | c |\n|---|\n| 1 | 2 |", ["a | b c", "1 2"]),
        ("| a | b |\n|---|---|\n| x | y | |", ["a b", "x y"]),
    ],
)
def test_a_table_is_as_wide_as_its_rows(markdown: str, rows: list[str]) -> None:
    (table,) = parse(markdown)
    assert isinstance(table, Table)
    assert [" ".join("".join(span.text for span in cell) for cell in row) for row in (table.head, *table.rows)] == rows


def test_no_amount_of_a_table_is_lost_in_a_message() -> None:
    said = to_whatsapp("| Article | Quantité |\n|---|---|\n| Riz | 2 | 200 F |")
    assert said == "- Article : Riz ; Quantité : 2 ; 200 F"
    assert to_whatsapp("| a | b | c |\n|---|---|\n| x | y | z |") == "- a : x ; b : y ; c : z"


@pytest.mark.parametrize(
    "markdown",
    [
        "```\n| a | b |\n|---|\n```",
        "a | b\n---\nsuite",
        "- | a | b |\n  |---|---|\n  | x | y |",
        "> | a | b |\n> |---|---|\n> | x | y |",
        "| a | b |\n|---|---|\n|---|---|---|\n| 1 | 2 |",
        "texte",
    ],
)
def test_the_rest_stays_as_it_is(markdown: str) -> None:
    assert evened(markdown) == markdown


def test_no_row_makes_a_table_of_a_million_cells() -> None:
    assert len(evened("| a |\n|---|\n" + "| x " * 5_000 + "|").split("\n")[0]) < 100
