"""The tool that makes Word documents."""

from pydantic import ConfigDict

from bot.agent.spec import ToolOutput
from bot.services.approval.run_links import RunLinks
from bot.services.library.files import RunFiles
from bot.services.library.run_library import RunLibrary
from bot.services.research.run_sources import RunSources
from bot.tools.context import ToolContext
from bot.tools.registry import tool
from bot.tools.writing import Printed, like_pdf, written


class GenerateDocx(Printed):
    """Arguments of generate_docx."""

    model_config = ConfigDict(json_schema_extra=like_pdf)


@tool("files", effect="local", timeout_s=45, max_chars=2_000)
def generate_docx(
    ctx: ToolContext, args: GenerateDocx, files: RunFiles, library: RunLibrary, sources: RunSources, links: RunLinks
) -> ToolOutput:
    """Make a Word document and attach it. Use it when the user asks for Word, or for a letter or text that they will
    change themselves. Else generate_pdf. Arguments as there."""
    return written("docx", ctx, args, files, library, sources, links)
