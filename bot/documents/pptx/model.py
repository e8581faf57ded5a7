"""What a presentation is before it has a shape: the arguments of generate_pptx, and what travels to the child."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, WithJsonSchema

from bot.documents.arguments import Lined, Part, Title
from bot.types import Language

MAX_SLIDES = 40
MAX_PAGES = 80
"""Slides of a file: those asked for, and those that long ones are continued on."""
Text = Annotated[Lined, Field(max_length=4_000), WithJsonSchema({"type": "string"})]
Number = Annotated[float, Field(allow_inf_nan=False)]


class Group(Part):
    """One of two columns."""

    heading: str = Field("", max_length=120, description="Above")
    bullets: list[Text] = Field(min_length=1, max_length=100, description="As of slides")


class Table(Part):
    """A small table."""

    columns: list[str] = Field(min_length=1, max_length=10, description="Headers")
    rows: list[list[Text]] = Field(min_length=1, max_length=200, description="Cells in column order")


class Series(Part):
    """One line, one colour of bars, or the slices of a pie."""

    name: str = Field(max_length=80, description="In the legend")
    values: list[Number | None] = Field(min_length=1, max_length=60, description="One for each label, or null")


class Graph(Part):
    """A native chart."""

    type: Literal["bar", "line", "pie"] = Field(description="Kind")
    labels: list[str] = Field(min_length=1, max_length=60, description="Of the axis or the slices")
    series: list[Series] = Field(min_length=1, max_length=6, description="What is shown")


# Shown in words, which are shorter than a schema; they are validated all the same.
ShownGroup = Annotated[Group, WithJsonSchema({"type": "object"})]
ShownTable = Annotated[Table, WithJsonSchema({"type": "object"})]
ShownGraph = Annotated[Graph, WithJsonSchema({"type": "object"})]


class Slide(Part):
    """One slide: bullets, or two columns, or a table; a chart or an image stands beside bullets or alone."""

    title: Title = Field(max_length=200, description="")
    bullets: list[Text] = Field(
        default_factory=list, max_length=200, description="3 to 6 short points; **bold**; '- ' begins a sub-point"
    )
    columns: list[ShownGroup] = Field(
        default_factory=list, max_length=2, description="Two, side by side: heading, bullets"
    )
    table: ShownTable | None = Field(None, description="At best 6 columns, 8 rows: columns [titles], rows [[cells]]")
    chart: ShownGraph | None = Field(
        None,
        description="Beside bullets or alone: type bar, line, pie; labels [texts]; series [{name, values [numbers or "
        "null]}]",
    )
    image: str = Field("", max_length=200, description="Likewise; a picture's name among the user's files")
    notes: str = Field("", max_length=5_000, description="")


class Deck(Part):
    """A presentation to make. `images` are the files that slides name."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    title: str
    subtitle: str = ""
    slides: list[Slide]
    images: dict[str, bytes] = Field(default_factory=dict)
    language: Language
    service_name: str
    created_at: datetime
