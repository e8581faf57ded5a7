"""The tool that makes spreadsheets."""

from pydantic import Field

from bot.agent.spec import ToolOutput
from bot.documents.arguments import Part, Title
from bot.documents.xlsx.model import MAX_SHEETS, Book, Sheet
from bot.documents.xlsx.render import render_xlsx
from bot.errors import DocumentError, ErrorType, StorageError, ToolFailed
from bot.services.library.files import RunFiles
from bot.tools.context import ToolContext
from bot.tools.registry import tool

CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class GenerateXlsx(Part):
    """Arguments of generate_xlsx."""

    title: Title = Field(min_length=1, max_length=200, description="Names the file")
    sheets: list[Sheet] = Field(min_length=1, max_length=MAX_SHEETS, description="")


@tool("files", effect="local", timeout_s=45, max_chars=2_000)
def generate_xlsx(ctx: ToolContext, args: GenerateXlsx, files: RunFiles) -> ToolOutput:
    """Make an Excel file and attach it: invoice, budget, balance, amortisation table, marks. Not for a few figures that
    fit in a message. In formulas the table's header is row 1, its rows begin at 2, then come totals, then summary."""
    book = Book(
        title=args.title,
        sheets=args.sheets,
        language=ctx.language,
        service_name=ctx.service_name,
        created_at=ctx.day,
    )
    try:
        made = render_xlsx(book, timeout_s=ctx.left_s(40))
    except DocumentError as error:
        raise ToolFailed(f"the spreadsheet could not be made: {error}") from None
    try:
        told, commit = files.keep(title=args.title, ending=".xlsx", content_type=CONTENT_TYPE, body=made.body)
    except StorageError as error:  # the store may be back in a moment: the file is made and stored again
        raise ToolFailed(f"the spreadsheet could not be stored: {error}", ErrorType.TRANSIENT) from None
    if made.remarks and isinstance(told, dict):
        told = told | {"remarks": made.remarks}
    return ToolOutput(data=told, commit=commit)
