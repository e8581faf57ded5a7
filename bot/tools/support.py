"""The tool that tells the people behind the service that something does not work."""

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import Departure, ToolOutput
from bot.errors import ToolRetry
from bot.services.support.bug_reports import RunReports
from bot.text.safe import safe_text
from bot.tools.context import ToolContext
from bot.tools.registry import tool

TEAM = "Support"  # where it goes is a setting, never an argument


class ReportBug(BaseModel):
    """Arguments of report_bug."""

    model_config = ConfigDict(extra="forbid")

    what_happened: str = Field(min_length=10, max_length=800, description="Tried, expected, got; nothing personal")


def _leaving(args: ReportBug) -> tuple[Departure, ...]:
    return (Departure("message", TEAM, args.what_happened),)


@tool("support", effect="local", timeout_s=10, max_chars=500, outward=_leaving)
def report_bug(_ctx: ToolContext, args: ReportBug, reports: RunReports) -> ToolOutput:
    """Report a fault of this service to its team, when the user says that something does not work here or asks you to.
    Not for errors in an exercise, nor to reach a person: /humain."""
    text = safe_text(args.what_happened).strip()
    if not text:
        raise ToolRetry("Say what happened.")
    told, commit = reports.report(text)
    return ToolOutput(told, commit=commit)
