"""What a run's own messages say of its calls, and whether they can be read at all. Pure."""

from collections.abc import Iterator, Sequence

from bot.agent import tool_results
from bot.agent.spec import ToolCall
from bot.types import JSON, Message


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


def is_message(stored: JSON) -> bool:
    """Whether what is stored has the form of a message, with calls and replies that name each other."""
    if not (isinstance(stored, dict) and isinstance(stored.get("role"), str)):
        return False
    if stored["role"] == "tool":
        return isinstance(stored.get("tool_call_id"), str) and isinstance(stored.get("content"), str)
    calls = stored.get("tool_calls")
    return not calls or all(map(_is_call, calls))


def _is_call(stored: JSON) -> bool:
    function = stored.get("function") if isinstance(stored, dict) else None
    if not (isinstance(function, dict) and isinstance(stored.get("id"), str)):
        return False
    return isinstance(function.get("name"), str) and isinstance(function.get("arguments"), str)
