"""Times of day and durations in workbooks: a timesheet, from what was typed to what is shown."""

import io
from typing import Any

import openpyxl
import pytest

from bot.documents.xlsx.child import answer
from bot.documents.xlsx.guessing import understood
from bot.documents.xlsx.model import Sheet
from bot.documents.xlsx.values import time_in
from bot.errors import DocumentError
from bot.types import Language
from tests.fakes.workbooks import book, table

CLOCK = ("Nom", "Arrivée", "Départ")


def shown(rows: list[list[Any]], *columns: Any, **more: Any) -> list[list[tuple[Any, str]]]:
    """Each row's values and formats below the header; the columns begin with a name, an arrival and a departure."""
    said = [{"title": column} if isinstance(column, str) else column for column in (*CLOCK, *columns)]
    _, _, body = answer(book(table(*rows, columns=said, **more)).model_dump_json().encode()).partition(b"\n")
    values, formats = (openpyxl.load_workbook(io.BytesIO(body), data_only=only).active for only in (True, False))
    return [
        [(value.value, form.number_format) for value, form in zip(*pair, strict=True)]
        for pair in zip(values.iter_rows(min_row=2), formats.iter_rows(min_row=2), strict=True)
    ]


def hours(cell: tuple[Any, str]) -> str:
    """How a spreadsheet shows a time; what is none is empty."""
    assert cell[1] == "[h]:mm"
    value = cell[0]
    minutes = round(value.total_seconds() / 60 if hasattr(value, "total_seconds") else value.hour * 60 + value.minute)
    return f"{minutes // 60}:{minutes % 60:02}"


def lasting(formula: str, **more: Any) -> dict[str, Any]:
    return {"title": "Durée", "formula": formula, "total": True} | more


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("08:00", 480), ("8h30", 510), ("17 h 45", 1065), ("8H", 480), ("41:30", 2490), ("45 min", 45), ("1h15min", 75),
        ("2:30 pm", 870), ("12:00 AM", 0), ("00:58:30", 58.5), ("12:60", None), ("1:50000", None), ("8", None),
        ("08h30-09h30", None), ("13:00 pm", None), ("hier", None),
    ],
)  # fmt: skip
def test_times_as_they_are_written(text: str, minutes: float | None) -> None:
    assert time_in(text) == (None if minutes is None else pytest.approx(minutes / 1440))


def test_hours_worked_are_shown_as_hours_and_go_beyond_a_day() -> None:
    rows = shown(
        [["L", "08:00", "17:30", None], ["M", "7h30", "16h", None], ["M", "8h", "18:00", None]], lasting("=C2-B2")
    )
    assert [hours(row[3]) for row in rows] == ["9:30", "8:30", "10:00", "28:00"]
    assert [hours(cell) for cell in rows[1][1:3]] == ["7:30", "16:00"]


@pytest.mark.parametrize("formula", ["=MOD(C2-B2;1)", "=SI(C2<B2;C2+1-B2;C2-B2)"])
def test_a_night_is_reckoned_over_midnight(formula: str) -> None:
    assert hours(shown([["L", "22:00", "6h15", None]], lasting(formula))[0][3]) == "8:15"


@pytest.mark.parametrize("formula", ["=C2-B2", "=C2-TEMPS(8;0;0)"])
def test_a_time_below_zero_is_told(formula: str) -> None:
    with pytest.raises(DocumentError, match=r"below zero .*MOD\(C2-B2,1\)"):
        shown([["L", "22:00", "06:00", None]], lasting(formula))


@pytest.mark.parametrize("rate", [{"title": "Taux", "type": "money"}, "Taux"])
def test_parts_of_a_day_times_a_rate_are_no_pay(rate: Any) -> None:
    rows = [["L", "08:00", "17:30", None, 1500, None]]
    with pytest.raises(DocumentError, match=r"\*24\*rate"):
        shown(rows, lasting("=C2-B2"), rate, {"title": "Gain", "type": "money", "formula": "=D2*E2"})
    paid = shown(rows, lasting("=C2-B2"), rate, {"title": "Gain", "type": "money", "formula": "=D2*24*E2"})
    assert paid[0][5][0] == 14_250
    assert "FCFA" in paid[0][5][1]


def test_days_times_hours_are_hours_where_it_is_said() -> None:
    row = shown([["L", "8h30", 5, None]], lasting("=B2*C2", type="time"))[0]
    assert hours(row[3]) == "42:30"


@pytest.mark.parametrize(("formula", "kind"), [("=C2-B2", "number"), ("=MAX(0;C2-B2-8/24)", "auto")])
def test_a_time_is_shown_as_one_whatever_its_column_was_called(formula: str, kind: str) -> None:
    assert hours(shown([["L", "08:00", "17:30", None]], lasting(formula, type=kind))[0][3]) in ("9:30", "1:30")


@pytest.mark.parametrize(
    ("formula", "value"), [("=(C2-B2)*24", 9.5), ("=HEURE(C2)*100+MINUTE(C2)", 1730), ("=B2/C2", 8 / 17.5)]
)
def test_numbers_that_come_of_times_are_numbers(formula: str, value: float) -> None:
    cell = shown([["L", "08:00", "17:30", None]], lasting(formula))[0][3]
    assert cell[0] == pytest.approx(value)
    assert cell[1] != "[h]:mm"


def test_a_summary_of_hours_is_no_time_where_it_is_money() -> None:
    summary = [
        {"label": "Salaire", "value": {"formula": "=D3*24*1500"}},
        {"label": "Moyenne", "value": {"formula": "=MOYENNE(D2:D2)"}},
    ]
    rows = shown([["L", "08:00", "17:30", None]], lasting("=C2-B2"), summary=summary)
    assert rows[2][3][0] == 14_250
    assert hours(rows[3][3]) == "9:30"


def kind_of(*cells: Any, **more: Any) -> str:
    return understood(Sheet(**table(*([cell, 1] for cell in cells), **more)), Language.FR).columns[0].type


@pytest.mark.parametrize("cells", [("08:00", "17:30"), ("12:30",)])
def test_times_that_look_the_same_are_times(cells: tuple[str, ...]) -> None:
    assert kind_of(*cells) == "time"


@pytest.mark.parametrize("cells", [("8h30", "9h30"), ("08:00", "Repos"), ("1:25", "1:50000")])
def test_hours_of_a_timetable_stay_as_they_were_written(cells: tuple[str, ...]) -> None:
    assert kind_of(*cells) == "auto"


def test_where_formulas_reckon_a_day_off_does_not_spoil_the_others() -> None:
    columns = [{"title": "A"}, {"title": "B", "formula": "=A2*2"}]
    assert kind_of("8h30", "9h", "Repos", columns=columns) == "time"
    assert kind_of("Repos", "8h", "Abs", columns=columns) == "auto"


def test_a_day_with_its_time_shows_both() -> None:
    row = shown([["a", "2026-03-01 08:30", "2026/03/02 10:00", None]], {"title": "Durée", "formula": "=C2-B2"})[0]
    assert row[1][1] == "dd/mm/yyyy hh:mm"
    assert hours(row[3]) == "25:30"
