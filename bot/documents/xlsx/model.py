"""What a workbook is before it has a shape: the arguments of generate_xlsx and what travels to the child process."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from bot.documents.arguments import Part
from bot.types import Language

MAX_SHEETS = 30
MAX_COLUMNS = 100
MAX_ROWS = 5_000
MAX_CELLS = 60_000
MAX_CELL_CHARS = 32_767
"""What Excel holds in one cell, in UTF-16 units."""
Kind = Literal["auto", "text", "number", "money", "percent", "date", "time"]


class Formula(Part):
    """The only way to a formula; a string that begins with = is text."""

    formula: str = Field(min_length=1, max_length=500, description="As in Excel.")


Number = Annotated[float, Field(allow_inf_nan=False)]
Cell = Annotated[Formula | bool | int | Number | str | None, WithJsonSchema({})]


class Column(Part):
    """A column of the table."""

    title: str = Field(max_length=200, description="")
    type: Kind = Field(
        "auto",
        description="percent: 0.18 is 18 %; date: YYYY-MM-DD; time: HH:MM; text: codes",
    )
    unit: str = Field("", max_length=12, description="FCFA for money if absent")
    width: float | None = Field(None, ge=4, le=80, description="")
    total: bool = Field(False, description="SUM below")
    formula: str = Field("", max_length=500, description="As for row 2; fills null cells")


class Line(Part):
    """A label and a value: above the table what it is about, below it what follows from its totals."""

    label: str = Field(max_length=200, description="Label")
    value: Cell = Field(description="As in rows")
    type: Kind = Field("auto", description="As of columns")
    unit: str = Field("", max_length=12, description="As of columns")
    name: str = Field("", max_length=30, description="By which formulas may use it")


class Chart(Part):
    """A chart of the table."""

    type: Literal["bar", "line", "pie"] = Field(description="Kind")
    title: str = Field("", max_length=100, description="Title")
    labels: str = Field("", max_length=200, description="A column's title; else the first")
    values: list[str] = Field(min_length=1, max_length=8, description="Columns' titles")


Row = Annotated[list[Cell], WithJsonSchema({"type": "array"})]
# Shown in words, which are shorter than a schema; they are validated all the same.
ShownLine = Annotated[Line, WithJsonSchema({"type": "object"})]
ShownChart = Annotated[Chart, WithJsonSchema({"type": "object"})]


class Sheet(Part):
    """One sheet with one table."""

    name: str = Field(max_length=200, description="")
    title: str = Field("", max_length=200, description="")
    facts: list[ShownLine] = Field(
        default_factory=list,
        max_length=30,
        description="Above: label, value; optional type, unit, name for formulas",
    )
    columns: list[Column] = Field(min_length=1, max_length=MAX_COLUMNS, description="")
    rows: list[Row] = Field(
        max_length=MAX_ROWS,
        description='Cells in column order: text, number, null or {"formula": "=B2*rate"}; no totals',
    )
    summary: list[ShownLine] = Field(
        default_factory=list, max_length=30, description="Like facts, below: VAT, amount due"
    )
    notes: list[str] = Field(default_factory=list, max_length=20, description="")
    filter: bool = Field(False, description="")
    freeze: int = Field(0, ge=0, le=10, description="Columns kept in view")
    charts: list[ShownChart] = Field(
        default_factory=list,
        max_length=4,
        description="Only when asked for: type bar, line, pie; values [columns' titles]; optional title, "
        "labels (a column's title)",
    )


class Book(Part):
    """A workbook to make. `created_at` goes into its properties and makes the bytes reproducible."""

    title: str
    sheets: list[Sheet]
    language: Language
    service_name: str
    created_at: datetime
