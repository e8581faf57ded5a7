"""Which tools each mode has, and which of them this service is set up for."""

from bot.agent.spec import Tool
from bot.config import Settings
from bot.tools.arithmetic import calculate
from bot.tools.context import ToolContext
from bot.tools.files import generate_pdf
from bot.tools.web import browse_url, web_search
from bot.types import Mode

TOOLSETS: dict[Mode, tuple[Tool, ...]] = {
    Mode.GUEST: (),
    Mode.STUDENT: (web_search, browse_url, calculate, generate_pdf),
    Mode.PRO: (web_search, browse_url, calculate, generate_pdf),
}


def available(mode: Mode, context: ToolContext) -> tuple[Tool, ...]:
    """The tools to offer: those of the mode, less those whose provider is not set up."""
    off = {
        tool.name for tool, service in ((web_search, context.search), (browse_url, context.browser)) if service is None
    }
    return tuple(tool for tool in TOOLSETS[mode] if tool.name not in off)


def missing(settings: Settings) -> list[str]:
    """One line for each tool that stays off with these settings, to be logged at the start."""
    return [] if settings.tavily_api_key else ["web_search is off: TAVILY_API_KEY is not set"]
