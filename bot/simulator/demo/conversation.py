"""A chat completion request, read: what the person wants now, what was said before, what the tools have answered since.
Pure; nothing but the request is known, so the thread of a conversation is found in its messages."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.i18n.detect import detect
from bot.services.attachments.entries import QUOTED, without_notes
from bot.services.quiz.quizzes import NOTE_MARK
from bot.simulator.demo.pictures import sizes_of
from bot.types import Channel, Language, Message

_FENCE = re.compile(r"^⟦[^:⟧]*: (.*)⟧$", re.DOTALL)
_CUT = re.compile(r"\s*(\[… cut\]|… \[cut: [^\]]*\])\s*$")
_SPOKEN_LANGUAGE = re.compile(r"\bAnswer in (French|English)\b")  # templates/prompts/common.md.j2
_SPOKEN_BY_SMS = re.compile(r"\bover SMS\b")
_INTRODUCED = re.compile(r"[Mm]odèle de démonstration|[Dd]emo(?:nstration)? model")
_DESCRIBED = re.compile(r"^On it: ⟦[^⟧]*⟧$", re.MULTILINE)  # bot/conversation/turn/described.py: nobody wrote it
_CARED = "[Care]"  # templates/prompts/care.md.j2: somebody in distress, answered by the service
_QUOTED = re.compile(rf"^\[{QUOTED}: [^\n]*\]\n?", re.MULTILINE)  # it speaks of the newest words alone
_SUMMARY = "Summary of the earlier conversation"


@dataclass(frozen=True, slots=True)
class Result:
    """What one tool call of this turn gave; `data` is set on success, `problem` otherwise."""

    name: str
    arguments: dict[str, Any]
    status: str
    data: Any
    problem: str

    @property
    def succeeded(self) -> bool:
        return self.status == "success"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A turn that is over: what the person (or the service) wrote, and everything that was answered."""

    asked: str
    said: str

    @property
    def is_note(self) -> bool:
        """Whether the service told of an answered quiz, and nobody wrote."""
        return self.asked.startswith(NOTE_MARK)


@dataclass(frozen=True, slots=True)
class Turn:
    """The question at hand. `offered` maps the names of the tools that may be called to their parameters' schema,
    `before` is the conversation so far, oldest first; `summarised` says that more came before it, `cared`
    that they were in distress a short while ago. `pictures`: width and height of those that came with it."""

    text: str
    before: tuple[Exchange, ...]
    language: Language
    channel: Channel
    results: tuple[Result, ...]
    offered: dict[str, dict[str, Any]]
    summarised: bool = False
    cared: bool = False
    pictures: tuple[tuple[int, int], ...] = ()

    @property
    def earlier(self) -> tuple[str, ...]:
        """What the person wrote before, oldest first."""
        return tuple(exchange.asked for exchange in self.before if not exchange.is_note)

    @property
    def quizzed(self) -> int:
        """How many quizzes they have answered."""
        return sum(exchange.is_note for exchange in self.before)

    @property
    def last_said(self) -> str:
        """The answer that the person has just read."""
        return self.before[-1].said if self.before else ""

    @property
    def introduced(self) -> bool:
        """Whether the person has been told that this is a demonstration."""
        return self.summarised or any(introduces(exchange.said) for exchange in self.before)

    def said(self, text: str) -> bool:
        """Whether some words stand in an earlier answer."""
        return any(text in exchange.said for exchange in self.before)

    def last(self, name: str) -> Result | None:
        """The newest result of a tool, in this turn."""
        return next((result for result in reversed(self.results) if result.name == name), None)


def read_turn(request: dict[str, Any]) -> Turn:
    """Read a request in OpenAI's form."""
    messages: Sequence[Message] = request.get("messages", [])
    asked = [index for index, message in enumerate(messages) if message.get("role") == "user"]
    spoken = [_QUOTED.sub("", text_of(messages[index])) for index in asked]
    system = "\n".join(text_of(message) for message in messages if message.get("role") == "system")
    ends = [*asked[1:], len(messages)]
    return Turn(
        text=spoken[-1] if spoken else "",
        before=tuple(
            Exchange(text, _said(messages[index + 1 : end]))
            for text, index, end in zip(spoken[:-1], asked, ends, strict=False)
        ),
        language=_language(spoken, system),
        channel=Channel.SMS if _SPOKEN_BY_SMS.search(system) else Channel.WHATSAPP,
        results=_results(messages[asked[-1] + 1 :]) if asked else (),
        offered={} if request.get("tool_choice") == "none" else _offered(request.get("tools") or []),
        summarised=_SUMMARY in system,
        cared=_CARED in system,
        pictures=sizes_of(messages[asked[-1]]) if asked else (),
    )


def introduces(said: str) -> bool:
    """Whether an answer says that it comes from a demonstration model."""
    return _INTRODUCED.search(said) is not None


def text_of(message: Message) -> str:
    """A message's text, whether it is a string or a list of parts."""
    content = message.get("content") or ""
    if isinstance(content, str):
        return content.strip()
    return "\n".join(part.get("text", "") for part in content if part.get("type") == "text").strip()


def _said(messages: Sequence[Message]) -> str:
    """What the assistant said in these messages, in the words of `final_answer` too."""
    parts = []
    for message in messages:
        if message.get("role") == "assistant":
            parts.append(text_of(message))
            finals = (call["function"] for call in message.get("tool_calls") or ())
            parts += [_arguments(final).get("text", "") for final in finals if final["name"] == "final_answer"]
    return "\n".join(filter(None, parts))


def _language(spoken: Sequence[str], system: str) -> Language:
    """The language of the newest message that shows one, else the one that the system prompt names."""
    own = (_DESCRIBED.sub("", without_notes(text)) for text in reversed(spoken))
    shown = next((found for text in own if (found := detect(text))), None)
    named = _SPOKEN_LANGUAGE.search(system)
    return shown or (Language.EN if named and named.group(1) == "English" else Language.FR)


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
    return Result(
        name=function["name"],
        arguments=_arguments(function),
        status=status,
        data=_plain(answer.get("data")) if status == "success" else None,
        problem="" if status == "success" else str(answer.get("message") or status),
    )


def _arguments(function: dict[str, str]) -> dict[str, Any]:
    arguments = _json(function["arguments"])
    return arguments if isinstance(arguments, dict) else {}


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
