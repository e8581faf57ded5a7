"""Columns of which nobody said what they hold: amounts that came as text count, codes stay codes."""

from typing import Any

import pytest

from bot.documents.xlsx.guessing import understood
from bot.documents.xlsx.model import Sheet
from bot.types import Language
from tests.fakes.workbooks import table


def kind_of(*cells: Any, **more: Any) -> str:
    """What the first column is taken for."""
    made = Sheet(**table(*([cell, 1] for cell in cells), **more))
    return understood(made, Language.FR).columns[0].type


@pytest.mark.parametrize(
    "cells",
    [
        ("12 500,50", "1 250"),
        ("12\u202f500", "7"),
        ("3,5",),
        ("1250 FCFA", "800 F CFA"),
        ("15 €", 3),
    ],
)
def test_amounts_written_as_text_are_numbers(cells: tuple[Any, ...]) -> None:
    assert kind_of(*cells) == "number"


def test_shares_written_as_text_are_percentages() -> None:
    assert kind_of("12,5 %", "7 %") == "percent"


@pytest.mark.parametrize(
    "cells",
    [
        ("101000", "244000"),  # accounts
        ("2024", "2025"),
        ("07 07 07 07 07",),
        ("27 22 44 55",),
        ("+225 07 000 000",),
        ("0701", "1 250"),
        ("1 250", "néant"),
        ("1.2", "1.3"),
        ("3e", "4e"),
    ],
)
def test_codes_and_words_stay_text(cells: tuple[Any, ...]) -> None:
    assert kind_of(*cells) == "auto"


@pytest.mark.parametrize(
    "more",
    [
        {"columns": [{"title": "A", "total": True}, {"title": "B"}]},
        {"charts": [{"type": "bar", "values": ["a "]}]},
        {"summary": [{"label": "Somme", "value": {"formula": "=SOMME(A2:A3)"}}]},
        {"columns": [{"title": "A"}, {"title": "B", "formula": "=AVERAGE($A$2:B2)"}]},
    ],
)
def test_what_is_added_up_or_drawn_is_numbers(more: dict[str, Any]) -> None:
    assert kind_of("3", "4") == "auto"
    assert kind_of("3", "absent", **more) == "number"


def test_a_value_with_a_name_counts() -> None:
    facts = [{"label": "Capital", "value": "5 000 000", "name": "capital"}, {"label": "Classe", "value": "3"}]
    named, other = understood(Sheet(**table([1], facts=facts)), Language.FR).facts
    assert (named.type, other.type) == ("number", "auto")


@pytest.mark.parametrize("cells", [("2026-03-01", "2026-04-01"), ("1/3/2026", "15/12/2026")])
def test_days_written_as_text_are_days(cells: tuple[Any, ...]) -> None:
    assert kind_of(*cells) == "date"


@pytest.mark.parametrize("cells", [("2026-03-01", "à définir"), ("12/20", "8/20"), ("2026-13-41",), ("1-3-2026",)])
def test_what_may_be_no_day_stays_text(cells: tuple[Any, ...]) -> None:
    assert kind_of(*cells) == "auto"


def test_a_fact_that_is_a_day_is_one() -> None:
    facts = [{"label": "Date", "value": "2026-11-27"}, {"label": "Tél.", "value": "0701020304"}]
    made = understood(Sheet(**table([1], facts=facts)), Language.FR)
    assert [fact.type for fact in made.facts] == ["date", "auto"]


@pytest.mark.parametrize(
    ("title", "formula", "kind"),
    [
        ("%", "=B2/B$4", "percent"),
        ("Var. %", "=(B3-B2)/B2", "percent"),
        ("Pourcentage", "=IF(B2=0,0,B2/B$4)", "percent"),
        ("Évolution (%)", "=B3/B2-1", "percent"),
        ("%", "=B2*100/B$4", "auto"),
        ("%", "=B2/B$4*100", "auto"),
        ("CNSS 4,2 %", "=B2/12", "auto"),
        ("Part", "=B2/B$4", "auto"),
    ],
)
def test_quotients_below_a_percent_sign_are_shares(title: str, formula: str, kind: str) -> None:
    """« % : 0,53 » is half a percent."""
    for cells in ({"formula": formula}, {}):
        own = [{"formula": formula}] * (not cells)
        made = Sheet(
            **table([1, 2, *own], [3, 4, *own], columns=[{"title": "A"}, {"title": "B"}, {"title": title, **cells}])
        )
        assert understood(made, Language.FR).columns[2].type == kind
