"""The tool that makes web pages."""

from pydantic import ConfigDict

from bot.agent.spec import ToolOutput
from bot.services.approval.run_links import RunLinks
from bot.services.library.files import RunFiles
from bot.services.library.run_library import RunLibrary
from bot.services.research.run_sources import RunSources
from bot.tools.context import ToolContext
from bot.tools.registry import tool
from bot.tools.writing import Written, like_pdf, written


class GenerateHtml(Written):
    """Arguments of generate_html."""

    model_config = ConfigDict(json_schema_extra=like_pdf)


@tool("files", effect="local", timeout_s=45, max_chars=2_000)
def generate_html(
    ctx: ToolContext, args: GenerateHtml, files: RunFiles, library: RunLibrary, sources: RunSources, links: RunLinks
) -> ToolOutput:
    """Make a web page, sent as a link. Only when the user asks for HTML or a web page. Arguments as in generate_pdf."""
    return written("html", ctx, args, files, library, sources, links)
