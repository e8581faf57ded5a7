"""Tables whose writer miscounted."""

import pytest

from bot.channels.markup import to_whatsapp
from bot.documents.blocks import Paragraph, Table
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
        (
            "<table><tr><th rowspan='2'>J</th><th colspan=2>Matin</th></tr><tr><th>7h</th><th>9h</th></tr>"
            "<tr><td>L</td><td rowspan=2>M</td><td>P</td></tr><tr><td>V</td><td>F</td></tr></table>",
            ["J Matin ", " 7h 9h", "L M P", "V  F"],
        ),
    ],
)
def test_a_table_is_as_wide_as_its_rows(markdown: str, rows: list[str]) -> None:
    (table,) = parse(markdown)
    assert isinstance(table, Table)
    assert [" ".join("".join(span.text for span in cell) for cell in row) for row in (table.head, *table.rows)] == rows


def test_a_line_without_a_bar_is_no_row() -> None:
    table, below = parse("| Nom | Note |\n|---|---|\n| Awa | 12 |\n*Source : le lycée*")
    assert isinstance(table, Table)
    assert (len(table.rows), isinstance(below, Paragraph)) == (1, True)
    assert to_whatsapp("| Nom | Note |\n|---|---|\n| Awa | 12 |\nFin.").splitlines()[-1] == "Fin."


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
