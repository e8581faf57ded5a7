"""Workbooks too large or with what is no number: refused before anything is made, in a line that says where."""

import json
from typing import Any

import pytest

from bot.agent.arguments import validated
from bot.tools.sheets import GenerateXlsx

SHEET: dict[str, Any] = {"name": "Notes", "columns": [{"title": "Note"}], "rows": [[12]]}


def refusal(*sheets: dict[str, Any]) -> str:
    """What the model is told of a call with these sheets."""
    found = validated(GenerateXlsx, json.dumps({"title": "Bilan", "sheets": sheets}))
    assert isinstance(found, str), "it was not refused"
    return found


@pytest.mark.parametrize(
    ("sheets", "place"),
    [
        ([SHEET | {"name": f"S{number}"} for number in range(200)], "sheets"),
        ([SHEET | {"columns": [{"title": f"c{number}"} for number in range(300)]}], "columns"),
        ([SHEET | {"rows": [[float("nan")]]}], "rows"),
        ([SHEET | {"rows": [[float("inf")]]}], "rows"),
    ],
)
def test_what_no_workbook_holds_is_refused_in_a_short_line(sheets: list[dict[str, Any]], place: str) -> None:
    told = refusal(*sheets)
    assert place in told
    assert len(told) < 600
