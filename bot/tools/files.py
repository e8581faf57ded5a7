"""Tools that make files. The file joins the reply when the result is stored; the model never handles links."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import ToolOutput
from bot.documents.model import MAX_CONTENT_CHARS, PdfDocument, Source
from bot.documents.pdf.render import render_pdf
from bot.errors import DocumentError, ErrorType, StorageError, ToolFailed
from bot.services.library.files import RunFiles
from bot.tools.context import ToolContext
from bot.tools.registry import tool


class PdfSource(BaseModel):
    """One numbered reference."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1, max_length=300, description="Title of the page or work, as a reader knows it.")
    url: Annotated[str, Field(max_length=2_048, pattern=r"^https?://\S+$")] = Field(
        description="Its full address, from web_search or browse_url; never made up."
    )


class GeneratePdf(BaseModel):
    """Arguments of generate_pdf."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1, max_length=200, description="Title on the first page; also names the file.")
    subtitle: str = Field("", max_length=300, description="One line below the title: subject, class, author, occasion.")
    content: str = Field(
        min_length=1,
        max_length=MAX_CONTENT_CHARS,
        description="The whole document in Markdown, without its title: ## headings, lists, tables, quotes, code, "
        "[links](https://…), formulas in LaTeX between $ signs. No images, no HTML.",
    )
    sources: list[PdfSource] = Field(
        default_factory=list, max_length=50, description="Pages the content relies on; printed as a numbered list."
    )


@tool("files", effect="local", timeout_s=45, max_chars=2_000)
def generate_pdf(ctx: ToolContext, args: GeneratePdf, files: RunFiles) -> ToolOutput:
    """Make a PDF and attach it to the reply: a lesson, a summary, a letter, a report, exercises. Use it when the user
    asks for a document or a file, or when the answer is too long to read in messages. Not for short answers.
    Write the complete text; a few sentences in the reply then say what it holds."""
    document = PdfDocument(
        title=args.title,
        subtitle=args.subtitle,
        content=args.content,
        sources=tuple(Source(title=source.title, url=source.url) for source in args.sources),
        language=ctx.language,
        service_name=ctx.service_name,
        created_at=_day(ctx.started_at),
    )
    try:
        body = render_pdf(document, timeout_s=ctx.left_s(40))
    except DocumentError as error:
        raise ToolFailed(f"the PDF could not be made: {error}") from None
    try:
        told, commit = files.keep(title=args.title, ending=".pdf", content_type="application/pdf", body=body)
    except StorageError as error:  # the store may be back in a moment: the document is made and stored again
        raise ToolFailed(f"the PDF could not be stored: {error}", ErrorType.TRANSIENT) from None
    return ToolOutput(data=told, commit=commit)


def _day(moment: datetime) -> datetime:
    """Midnight: the same document asked for twice on one day is one file."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)
