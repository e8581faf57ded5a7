"""The tool that makes PDFs."""

from bot.agent.spec import ToolOutput
from bot.services.approval.run_links import RunLinks
from bot.services.library.files import RunFiles
from bot.services.library.run_library import RunLibrary
from bot.services.research.run_sources import RunSources
from bot.tools.context import ToolContext
from bot.tools.registry import tool
from bot.tools.writing import Printed, written


class GeneratePdf(Printed):
    """Arguments of generate_pdf."""


@tool("files", effect="local", timeout_s=45, max_chars=2_000)
def generate_pdf(
    ctx: ToolContext, args: GeneratePdf, files: RunFiles, library: RunLibrary, sources: RunSources, links: RunLinks
) -> ToolOutput:
    """Make a PDF and attach it: lesson, report, exercises, chart. Use it when the user asks for a document or file, or
    the answer is too long for messages. Not for short answers. Write the complete text; your reply says in a few
    sentences what it holds."""
    return written("pdf", ctx, args, files, library, sources, links)
