"""What a document is before it has a shape; this is also what travels to the child process."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from bot.types import Language

MAX_CONTENT_CHARS = 60_000
MAX_PAGES = 60


class Source(BaseModel):
    """A numbered reference at the end; only http and https addresses become links."""

    model_config = ConfigDict(frozen=True)

    title: str
    url: str


class PdfDocument(BaseModel):
    """A document to compose. `content` is Markdown; `created_at` is printed and makes the bytes reproducible."""

    model_config = ConfigDict(frozen=True)

    title: str
    subtitle: str = ""
    content: str
    sources: tuple[Source, ...] = ()
    language: Language
    service_name: str
    created_at: datetime
