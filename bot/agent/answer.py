"""The control tool `final_answer`: what it asks for, and when an answer given through it ends the run."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, Field

from bot.agent import tool_results
from bot.agent.arguments import validated
from bot.agent.spec import ToolCall, ToolOutcome, ToolOutput
from bot.errors import ErrorType
from bot.types import JSON, Message

FINAL_ANSWER = "final_answer"
ENOUGH = 80  # a confidence from here on ends the run at once


class FinalAnswer(BaseModel):
    """The arguments of `final_answer`."""

    text: str = Field(min_length=1, description="The complete answer, exactly as the user will read it.")
    confidence: int = Field(ge=0, le=100, description="How sure you are that it is right and complete, 0 to 100.")


FINAL_ANSWER_SCHEMA: JSON = {
    "type": "function",
    "function": {
        "name": FINAL_ANSWER,
        "description": "End the turn with this answer. Call it alone, once every other tool has given its result.",
        "parameters": {**FinalAnswer.model_json_schema(), "additionalProperties": False},
    },
}
REMINDER: Message = {
    "role": "system",
    "content": "End the turn by calling final_answer with the complete answer and your confidence.",
}
ACCEPTED = tool_results.success(ToolOutput({"accepted": True}), 100)
SENT_BACK = tool_results.success(
    ToolOutput(
        {
            "accepted": False,
            "next": "Check the answer once more, with tools if they help, then call final_answer again.",
        }
    ),
    500,
)
TOO_EARLY = tool_results.failure(
    ErrorType.PERMANENT, "Another call of this step failed. Read its result, then call final_answer again."
)


def judge(call: ToolCall, *, others_succeeded: bool, may_send_back: bool) -> ToolOutcome:
    """The reply to a `final_answer` call. It is accepted unless its arguments do not fit, another call of the same
    step failed (the text was written without knowing that), or the model is unsure and may still check."""
    arguments = validated(FinalAnswer, call.arguments)
    if isinstance(arguments, str):
        return _refused(tool_results.failure(ErrorType.PERMANENT, arguments))
    if not others_succeeded:
        return _refused(TOO_EARLY)
    unsure = arguments.confidence < ENOUGH and may_send_back
    return ToolOutcome("success", SENT_BACK if unsure else ACCEPTED, elapsed_ms=0)


def _refused(content: str) -> ToolOutcome:
    return ToolOutcome("error", content, elapsed_ms=0, error_type=ErrorType.PERMANENT)


def accepted(calls: Sequence[ToolCall], replies: Mapping[str, str]) -> FinalAnswer | None:
    """The answer among these calls that was accepted, if any."""
    for call in calls:
        if call.name == FINAL_ANSWER and replies.get(call.id) == ACCEPTED:
            return FinalAnswer.model_validate_json(call.arguments)
    return None
