"""The tool that makes Word documents."""

from bot.agent.spec import ToolOutput
from bot.services.library.files import RunFiles
from bot.services.library.run_library import RunLibrary
from bot.tools.context import ToolContext
from bot.tools.registry import tool
from bot.tools.writing import Printed, written


class GenerateDocx(Printed):
    """Arguments of generate_docx."""


@tool("files", effect="local", timeout_s=45, max_chars=2_000)
def generate_docx(ctx: ToolContext, args: GenerateDocx, files: RunFiles, library: RunLibrary) -> ToolOutput:
    """Make a Word document and attach it to the reply. Use it when the user asks for Word, or for a letter or text that
    they will change themselves. Else generate_pdf."""
    return written("docx", ctx, args, files, library)
