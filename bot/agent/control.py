"""Control tools of the loop that are no answer: going on in the background, and the plan of a long run."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from bot.agent import tool_results
from bot.agent.arguments import validated
from bot.agent.spec import ToolCall, ToolOutcome, ToolOutput
from bot.errors import ErrorType
from bot.types import JSON

CONTINUE = "continue_in_background"
PLAN = "plan"
MOST_STEPS = 20

Step = Annotated[str, Field(min_length=1, max_length=80, description="A few words, in the person's language")]


class ContinueInBackground(BaseModel):
    """The arguments of `continue_in_background`."""

    reason: str = Field(min_length=1, max_length=200, description="What takes long, in a few words")


class PlannedStep(BaseModel):
    """One step of a plan."""

    text: Step
    state: Literal["todo", "doing", "done"] = Field(description="One step at a time is doing")


class Plan(BaseModel):
    """The arguments of `plan`."""

    steps: list[PlannedStep] = Field(min_length=1, max_length=MOST_STEPS, description="All of them, in order")


CONTINUE_SCHEMA: JSON = {
    "type": "function",
    "function": {
        "name": CONTINUE,
        "description": "Ask to go on with this task in the background, for up to half an hour. For what needs many "
        "pages or long documents; not for what a few calls answer. The service asks the person; call it alone, early.",
        "parameters": {
            "type": "object",
            "properties": {"reason": {"type": "string", "description": "What takes long, in a few words"}},
            "required": ["reason"],
        },
    },
}
PLAN_SCHEMA: JSON = {
    "type": "function",
    "function": {
        "name": PLAN,
        "description": "Write down the steps of this task, and where you are: at the beginning and after each step. "
        "The person sees it when they ask how far you are.",
        "parameters": {
            "type": "object",
            "properties": {
                "steps": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "text": {"type": "string", "description": "A few words, in the person's language"},
                            "state": {"type": "string", "enum": ["todo", "doing", "done"]},
                        },
                        "required": ["text", "state"],
                    },
                }
            },
            "required": ["steps"],
        },
    },
}
NOTED = tool_results.success(ToolOutput({"noted": True}), 100)


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A run that has not ended and is to go on elsewhere, from its trail. `cause`: the model asked for it, for a
    `reason`, by a call that stands open; the turn's time is over with work left; or the person wished it."""

    cause: Literal["model", "deadline", "person"]
    reason: str = ""


def reason_of(calls: Sequence[ToolCall]) -> str | None:
    """Why a step's calls ask to go on in the background; None when none does."""
    for call in calls:
        if call.name == CONTINUE:
            arguments = validated(ContinueInBackground, call.arguments)
            return "" if isinstance(arguments, str) else arguments.reason
    return None


def noted(call: ToolCall) -> ToolOutcome:
    """The reply to a call of `plan`."""
    arguments = validated(Plan, call.arguments)
    if isinstance(arguments, str):
        content = tool_results.failure(ErrorType.PERMANENT, arguments)
        return ToolOutcome("error", content, elapsed_ms=0, error_type=ErrorType.PERMANENT)
    return ToolOutcome("success", NOTED, elapsed_ms=0)


def plan_in(arguments: str) -> list[PlannedStep]:
    """The steps of a plan as its call wrote them; none where it cannot be read."""
    plan = validated(Plan, arguments)
    return [] if isinstance(plan, str) else plan.steps
