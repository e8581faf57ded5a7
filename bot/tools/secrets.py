"""Secret arguments of tool calls: unreadable in the database, absent from what later runs are shown.

Which they are stands in a tool's declaration. All but its open fields is stored sealed, also what the model made up,
and given back whole to the run that wrote it."""

from collections.abc import Callable, Iterable
from typing import Any

from bot.agent.spec import Tool
from bot.agent.stream import parsed
from bot.agent.tool_results import text_of
from bot.services.quiz.sealing import Sealer
from bot.types import Message

SEALED = "sealed"
KEPT = {"answer": "(kept by the server)"}  # no field of the tools: a model that copies it is told so


class CallSecrets:
    """Seals, opens and strips the arguments of the tools that have secrets; leaves all others alone."""

    def __init__(self, sealer: Sealer, tools: Iterable[Tool]) -> None:
        self.sealer = sealer
        self._open_fields = {tool.name: _open_fields(tool) for tool in tools if tool.secret_fields}

    def seal_arguments(self, tool: str, arguments: str) -> str:
        """The arguments of a call as they may be stored. Text that is no JSON object is sealed whole."""
        if tool not in self._open_fields:
            return arguments
        return text_of({**self._open_part(tool, arguments), SEALED: self.sealer.seal({"arguments": arguments})})

    def unseal_arguments(self, tool: str, arguments: str) -> str:
        """The arguments as the model wrote them, to the byte; unchanged when they are not sealed or the key is gone."""
        if tool not in self._open_fields:
            return arguments
        stored = parsed(arguments)
        token = stored.get(SEALED) if isinstance(stored, dict) else None
        secret = self.sealer.open(token) if isinstance(token, str) else None
        return str(secret["arguments"]) if secret else arguments

    def strip_arguments(self, tool: str, arguments: str) -> str:
        """The arguments as a later run may see them: without the secrets."""
        return text_of({**self._open_part(tool, arguments), **KEPT}) if tool in self._open_fields else arguments

    def seal_message(self, message: Message) -> Message:
        """A transcript message as it may be stored."""
        return self._changed(message, self.seal_arguments)

    def unseal_message(self, message: Message) -> Message:
        """A stored message for the run that wrote it."""
        return self._changed(message, self.unseal_arguments)

    def strip_message(self, message: Message) -> Message:
        """A stored message for a later run."""
        return self._changed(message, self.strip_arguments)

    def _changed(self, message: Message, change: Callable[[str, str], str]) -> Message:
        """A copy with the arguments of its calls changed; the message itself when none has secrets."""
        calls = message.get("tool_calls")
        if not calls or not any(call["function"]["name"] in self._open_fields for call in calls):
            return message
        return {**message, "tool_calls": [_call(call, change) for call in calls]}

    def _open_part(self, tool: str, arguments: str) -> dict[str, Any]:
        """The open fields, where they are the plain text they should be: an odd shape could carry the answer."""
        given = parsed(arguments)
        fields = given if isinstance(given, dict) else {}
        return {name: fields[name] for name in self._open_fields[tool] if _is_plain(fields.get(name))}


def _open_fields(tool: Tool) -> tuple[str, ...]:
    return tuple(name for name in tool.arguments.model_fields if name not in tool.secret_fields)


def _call(call: dict[str, Any], change: Callable[[str, str], str]) -> dict[str, Any]:
    function = call["function"]
    return {**call, "function": {**function, "arguments": change(function["name"], function["arguments"])}}


def _is_plain(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(item, str) for item in value))
