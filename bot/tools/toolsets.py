"""Which tools each mode has, and which of them this service is set up for."""

from bot.agent.spec import Tool
from bot.config import Settings
from bot.tools.arithmetic import calculate
from bot.tools.context import ToolContext
from bot.tools.files import generate_pdf
from bot.tools.pedagogy import interactive_quiz, report_exercise_result, true_false_quiz
from bot.tools.web import browse_url, web_search
from bot.types import Mode

TOOLSETS: dict[Mode, tuple[Tool, ...]] = {
    Mode.GUEST: (),
    Mode.STUDENT: (
        *(web_search, browse_url, calculate, generate_pdf),
        *(interactive_quiz, true_false_quiz, report_exercise_result),
    ),
    Mode.PRO: (
        *(web_search, browse_url, calculate, generate_pdf),
        *(interactive_quiz, true_false_quiz, report_exercise_result),
    ),
}


def available(mode: Mode, context: ToolContext) -> tuple[Tool, ...]:
    """The tools to offer: those of the mode, less those whose provider is not set up."""
    needs = (
        (web_search, context.search),
        (browse_url, context.browser),
        (interactive_quiz, context.quizzes),
        (true_false_quiz, context.quizzes),
        (report_exercise_result, context.quizzes),
    )
    off = {tool.name for tool, service in needs if service is None}
    return tuple(tool for tool in TOOLSETS[mode] if tool.name not in off)


def missing(settings: Settings) -> list[str]:
    """One line for each tool that stays off with these settings, to be logged at the start."""
    return [] if settings.tavily_api_key else ["web_search is off: TAVILY_API_KEY is not set"]
