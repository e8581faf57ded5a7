"""What a document is before it has a shape; this is also what travels to the child process."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from bot.documents.arguments import Lined, Part
from bot.types import Language

MAX_CONTENT_CHARS = 60_000
MAX_PAGES = 60
MAX_PARTS = 300
MAX_FIGURES = 20
MAX_ROWS = 1_000
MAX_COLUMNS = 30

Kind = Literal["pdf", "docx", "html", "md"]
PartType = Literal[
    "text", "heading", "list", "numbered", "table", "formula", "code", "quote",
    "bar", "line", "pie", "function", "image", "page_break",
]  # fmt: skip


class Source(BaseModel):
    """A numbered reference at the end; only http and https addresses become links. `note`: whether and when it was
    read (labels.reading_note), printed behind the address; may be empty."""

    model_config = ConfigDict(frozen=True)

    title: str
    url: str
    note: str = ""
    linked: bool = True

    @property
    def link(self) -> str:
        """What it opens; nothing for what is no web address, or must be no link."""
        return self.url if self.linked and self.url.startswith(("http://", "https://")) else ""

    @property
    def noted(self) -> str:
        """The note as it stands behind the address."""
        return f" · {self.note}" if self.note else ""


def _said(cell: object) -> object:
    """A value that is missing comes as null, too; true and false would be printed as 1 and 0."""
    if isinstance(cell, bool):
        raise ValueError("a cell is a text or a number: write true and false in words")
    return "" if cell is None else cell


Cell = Annotated[str | float, BeforeValidator(_said)]
Rows = Annotated[tuple[tuple[Cell, ...], ...], Field(max_length=MAX_ROWS + 1)]
Lines = Annotated[Lined, Field(max_length=600)]


class BlockSpec(Part):
    """One block as the model gives it. What each type reads: bot.documents.assembly."""

    type: PartType = Field(description="bar, line, pie: chart of rows; function: curve")
    text: str = Field(
        "",
        max_length=MAX_CONTENT_CHARS,
        description="Markdown, LaTeX, chart's title, functions (x^2-3x+2; 2x), name of the user's image file",
    )
    items: tuple[str, ...] = Field((), max_length=500, description="Of a list")
    rows: Rows = Field((), description="First row: column names, first column: labels")
    x_min: float = Field(-5, description="Of a curve")
    x_max: float = Field(5, description="Of a curve")


class Letter(Part):
    """The frame of a letter; its body is the document's content, from the salutation on."""

    sender: Lines = Field(description="Name, address; one a line")
    recipient: Lines = Field(description="Likewise")
    place: str = Field(max_length=80, description="Town")
    subject: str = Field(max_length=200, description="Short")
    closing: str = Field("", max_length=400, description="If not the usual one")


class Document(BaseModel):
    """A document to compose: `content` (Markdown), then `parts`. `enclosures`: of a letter, Markdown that stands below
    its signature. `created_at` is printed and makes the bytes
    reproducible. `images` are the files that parts of type image name. `links`: the only addresses in its text that
    become links, as they are spelt there; None: all do."""

    model_config = ConfigDict(frozen=True, ser_json_bytes="base64", val_json_bytes="base64")

    title: str
    subtitle: str = ""
    content: str = ""
    parts: tuple[BlockSpec, ...] = ()
    letter: Letter | None = None
    enclosures: str = ""
    sources: tuple[Source, ...] = ()
    images: dict[str, bytes] = {}
    links: tuple[str, ...] | None = None
    language: Language
    service_name: str
    created_at: datetime
