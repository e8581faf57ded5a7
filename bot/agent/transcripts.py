"""What a run's own messages say of its calls. Pure."""

from collections.abc import Iterator, Sequence

from bot.agent import tool_results
from bot.agent.spec import ToolCall
from bot.types import Message


def made_before(call: ToolCall, transcript: Sequence[Message]) -> Iterator[ToolCall]:
    """The calls of a run before one: those that succeeded, and those of the same step that are about to run."""
    replies = {message["tool_call_id"]: message["content"] for message in transcript if message["role"] == "tool"}
    for message in transcript:
        for made in message.get("tool_calls") or ():
            if made["id"] == call.id:
                return
            reply = replies.get(made["id"])
            if reply is None or (tool_results.is_success(reply) and not tool_results.awaits_user(reply)):
                yield ToolCall(made["id"], made["function"]["name"], made["function"]["arguments"])
