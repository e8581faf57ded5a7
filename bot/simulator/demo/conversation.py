"""A chat completion request, read: what the person wants now and what the tools have answered since. Pure."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.i18n.detect import detect
from bot.services.quizzes import NOTE_MARK
from bot.types import Language, Message

_FENCE = re.compile(r"^⟦[^:⟧]*: (.*)⟧$", re.DOTALL)
_CUT = re.compile(r"\s*(\[… cut\]|… \[cut: [^\]]*\])\s*$")


@dataclass(frozen=True, slots=True)
class Result:
    """What one tool call of this turn gave; `data` is set on success, `problem` otherwise."""

    name: str
    arguments: dict[str, Any]
    status: str
    data: Any
    problem: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The question at hand. `offered` maps the names of the tools that may be called to their parameters' schema,
    `earlier` is what the person wrote before, `quizzed` how many quizzes they have answered."""

    text: str
    earlier: tuple[str, ...]
    quizzed: int
    language: Language
    results: tuple[Result, ...]
    offered: dict[str, dict[str, Any]]

    def last(self, name: str) -> Result | None:
        """The newest result of a tool, in this turn."""
        return next((result for result in reversed(self.results) if result.name == name), None)


def read_turn(request: dict[str, Any]) -> Turn:
    """Read a request in OpenAI's form."""
    messages: Sequence[Message] = request.get("messages", [])
    asked = [index for index, message in enumerate(messages) if message.get("role") == "user"]
    spoken = [text_of(messages[index]) for index in asked]
    text = spoken[-1] if spoken else ""
    return Turn(
        text=text,
        earlier=tuple(old for old in spoken[:-1] if not old.startswith(NOTE_MARK)),
        quizzed=sum(old.startswith(NOTE_MARK) for old in spoken[:-1]),
        language=_language(spoken),
        results=_results(messages[asked[-1] + 1 :]) if asked else (),
        offered={} if request.get("tool_choice") == "none" else _offered(request.get("tools") or []),
    )


def text_of(message: Message) -> str:
    """A message's text, whether it is a string or a list of parts."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content.strip()
    return "\n".join(part.get("text", "") for part in content if part.get("type") == "text").strip()


def _language(spoken: Sequence[str]) -> Language:
    """The language of the newest message that shows one."""
    return next((found for text in reversed(spoken) if (found := detect(text))), Language.FR)


def _offered(tools: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    functions = [tool["function"] for tool in tools if tool.get("type") == "function"]
    return {function["name"]: function.get("parameters") or {} for function in functions}


def _results(messages: Sequence[Message]) -> tuple[Result, ...]:
    calls = {
        call["id"]: call["function"]
        for message in messages
        if message.get("role") == "assistant"
        for call in message.get("tool_calls") or ()
    }
    return tuple(
        _result(calls[message["tool_call_id"]], text_of(message))
        for message in messages
        if message.get("role") == "tool" and message.get("tool_call_id") in calls
    )


def _result(function: dict[str, str], content: str) -> Result:
    answer = _json(content)
    if not isinstance(answer, dict):
        answer = {"status": "success", "data": content}
    status = str(answer.get("status", "success"))
    arguments = _json(function["arguments"])
    return Result(
        name=function["name"],
        arguments=arguments if isinstance(arguments, dict) else {},
        status=status,
        data=_plain(answer.get("data")) if status == "success" else None,
        problem="" if status == "success" else str(answer.get("message") or status),
    )


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _plain(data: Any) -> Any:
    """The same data without fences around strings from outside and without marks that a text was cut."""
    if isinstance(data, str):
        fenced = _FENCE.match(data)
        return _CUT.sub("", fenced.group(1) if fenced else data)
    if isinstance(data, dict):
        return {name: _plain(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_plain(item) for item in data]
    return data
