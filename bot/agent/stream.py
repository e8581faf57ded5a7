"""From the chunks of a stream to one Completion. Pure: no network, no clock."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bot.agent.call_pieces import pieces_of
from bot.agent.loose_json import read_loosely, without_nul
from bot.agent.spec import Completion, ToolCall
from bot.agent.spoken import unmarked, unthought
from bot.agent.thoughts import DETAILS, THOUGHT, add_details
from bot.agent.usage import usage_of
from bot.agent.written_calls import without_written_calls
from bot.errors import ModelError, ModelStreamBroken
from bot.text.storable import storable, storable_json
from bot.types import JSON

# What a finish_reason says. The last is ours: all of the text is a refusal, as its provider has marked it.
CALLED, FILTERED, CUT, DECLINED = "tool_calls", "content_filter", "length", "declined"
REFUSED = (FILTERED, DECLINED)
# By which other names:
ENDS = {
    **dict.fromkeys(("max_tokens", "model_length"), CUT),  # Gemini and others; Mistral
    **dict.fromkeys(("safety", "recitation", "blocklist", "prohibited_content", "spii", "sensitive"), FILTERED),
    **dict.fromkeys(("insufficient_system_resource", "network_error", "abort"), "error"),  # DeepSeek, Zhipu, SGLang
    **dict.fromkeys(("function_call", "malformed_function_call"), CALLED),
}
INVALID_JSON = "invalid_json"


@dataclass(slots=True)
class _Call:
    """A tool call while its pieces arrive."""

    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)
    extra: dict[str, JSON] = field(default_factory=dict)

    def add(self, delta: dict[str, JSON]) -> None:
        function = delta.get("function") or {}
        self.id = self.id or _text(delta.get("id"))
        self.name = self.name or _text(function.get("name"))
        self.extra |= _object(delta.get("extra_content"))
        arguments = _arguments(function)
        if arguments.strip() and "".join(self.arguments[:3]).strip() == "{}":
            self.arguments.clear()  # some begin with an empty object, and then write the real one
        if arguments:
            self.arguments.append(arguments)

    def is_over(self, delta: dict[str, JSON]) -> bool:
        """Whether a piece that is said to belong to this call begins another: it names a tool, and has an id of its
        own, or this call is whole. Some providers count every call as the first one, or give all of them one id."""
        function, call_id = delta.get("function") or {}, _text(delta.get("id"))
        if not self.name or not function.get("name"):
            return False
        if call_id and call_id != self.id:
            return True
        is_more = bool(_arguments(function).strip()) or function["name"] != self.name
        so_far = self._whole() if is_more else None
        return so_far is not None and bool(so_far or not call_id)

    def _whole(self) -> dict[str, JSON] | None:
        """The arguments, if nothing is missing. Looked at for every piece by some: most end in the midst of a word."""
        ends = bool(self.arguments) and self.arguments[-1].rstrip().endswith("}")
        so_far = parsed("".join(self.arguments)) if ends else None
        return so_far if isinstance(so_far, dict) else None

    @property
    def is_something(self) -> bool:
        return bool(self.name or self.arguments)

    def finish(self) -> ToolCall:
        arguments = object_text(storable("".join(self.arguments)))
        return ToolCall(self.id, self.name, arguments, storable_json(self.extra) or None)


class _Folding:
    """What has arrived so far."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.refusal: list[str] = []
        self.thought: list[str] = []
        self.details: list[JSON] = []
        self.calls: list[tuple[int, _Call]] = []  # with the index that a provider gives
        self.usage: dict[str, JSON] = {}
        self.finish_reason = ""
        self.model = ""

    def add(self, chunk: dict[str, JSON]) -> None:
        self.model = self.model or _text(chunk.get("model"))
        self.usage = _object(chunk.get("usage")) or self.usage
        for choice in chunk.get("choices") or ():
            if choice.get("index"):  # another answer to the same question: nobody has asked for two
                continue
            delta = self._piece(choice)
            self.text += _words(delta.get("content"))
            self.refusal += _words(delta.get("refusal"))
            self.thought += _words(delta.get(THOUGHT))
            add_details(self.details, delta.get(DETAILS))
            for piece in pieces_of(delta):
                self._call(piece).add(piece)
            self.finish_reason = _text(choice.get("finish_reason")) or self.finish_reason

    def _piece(self, choice: dict[str, JSON]) -> dict[str, JSON]:
        """What a choice adds. A server that does not stream sends the whole message; others do so behind the pieces,
        which have said it all."""
        if "delta" in choice or self.text or self.refusal or self.calls:
            return choice.get("delta") or {}
        return choice.get("message") or {}

    def _call(self, piece: dict[str, JSON]) -> _Call:
        """The call a piece belongs to. Without an index (some providers) that is the one with its id, or the last one
        for a piece without."""
        index, call_id = piece.get("index"), _text(piece.get("id"))
        at, call = (int(index), self._at(int(index))) if index is not None else self._of(call_id)
        if call is None or call.is_over(piece):
            call = _Call()
            self.calls.append((at, call))
        return call

    def _at(self, index: int) -> _Call | None:
        """The newest call of an index."""
        return next((call for at, call in reversed(self.calls) if at == index), None)

    def _of(self, call_id: str) -> tuple[int, _Call | None]:
        """The newest call of an id, with its index; without one the newest of all."""
        at, newest = self.calls[-1] if self.calls else (0, None)
        found = (placed for placed in reversed(self.calls) if placed[1].id == call_id)
        return next(found, (at, None)) if call_id else (at, newest)

    def finish(self, model: str) -> Completion:
        said, refusal = unthought(storable("".join(self.text))), storable("".join(self.refusal))
        text = without_written_calls(said)
        return Completion(
            text=unmarked(text) or refusal,
            calls=self._whole_calls(),
            finish_reason=self._refused(text) if refusal else self._ended(is_call_written=text != said),
            model=self.model or model,
            usage=usage_of(self.usage),
            latency_ms=0,
            thought=storable("".join(self.thought)),
            details=tuple(storable_json(self.details)),
        )

    @staticmethod
    def _refused(text: str) -> str:
        return FILTERED if text else DECLINED

    def _ended(self, *, is_call_written: bool) -> str:
        """How it ended, in OpenAI's words: Gemini's server says `content_filter: RECITATION`. One that leaves a call in
        the text does not know that there was one."""
        ended = ENDS.get(self.finish_reason.rpartition(":")[2].strip().lower(), self.finish_reason)
        return CALLED if is_call_written and ended not in (CUT, FILTERED, "error", "") else ended

    def _whole_calls(self) -> tuple[ToolCall, ...]:
        """In order of their index. One that was sent again as it was, under its own id, is one; one of which nothing
        came is none."""
        calls = [call.finish() for _, call in sorted(self.calls, key=lambda placed: placed[0]) if call.is_something]
        return tuple(call for at, call in enumerate(calls) if not call.id or call not in calls[:at])


def fold(chunks: Iterable[dict[str, JSON]], model: str) -> Completion:
    """The completion that `chunks` spell, `latency_ms` still 0; `model` stands in when they do not name theirs.
    Raises ModelStreamBroken when the stream ended early (no finish_reason), in an error, or in an odd shape."""
    folding = _Folding()
    try:
        for chunk in chunks:
            folding.add(chunk)
        completion = folding.finish(model)
    except (ArithmeticError, AttributeError, RecursionError, TypeError, ValueError) as error:
        raise ModelStreamBroken("a chunk has an unknown shape") from error
    if completion.finish_reason in ("", "error"):
        raise ModelStreamBroken("the stream ended without an answer")
    return completion


def fold_summary(chunks: Iterable[dict[str, JSON]], model: str) -> Completion:
    """The same of a model that was asked to sum up. Raises ModelError where it has not: a refusal says nothing of what
    it would stand for."""
    completion = fold(chunks, model)
    if completion.finish_reason in REFUSED or not completion.text.strip():
        raise ModelError("no summary")
    return completion


def heard(chunks: Iterable[dict[str, JSON]], listener: Callable[[str], None] | None) -> Iterable[dict[str, JSON]]:
    """The same chunks; a listener, if any, hears the text in them as it comes."""
    return chunks if listener is None else _heard(chunks, listener)


def _heard(chunks: Iterable[dict[str, JSON]], listener: Callable[[str], None]) -> Iterable[dict[str, JSON]]:
    for chunk in chunks:
        for choice in chunk.get("choices") or ():
            for text in _words((choice.get("delta") or {}).get("content")):
                listener(text)
        yield chunk


def _words(content: JSON) -> list[str]:
    """The text of a piece of content, which some providers send in parts: of those, what is said and not what is
    thought. Raises TypeError for anything else."""
    if isinstance(content, str | None):
        return [content] if content else []
    return [str(part.get("text") or "") for part in content if part.get("type") == "text"]


def _arguments(function: dict[str, JSON]) -> str:
    """The arguments in a piece of a call, as text."""
    arguments = function.get("arguments") or ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _text(value: JSON) -> str:
    """A name or an id as text that can be stored, whatever a provider made of it."""
    return "" if value is None else storable(str(value))


def _object(value: JSON) -> dict[str, JSON]:
    return value if isinstance(value, dict) else {}


def object_text(arguments: str) -> str:
    """Arguments as the text of a JSON object: the same text where it is one, `{}` for none, as JSON what is one in
    another way of writing, and anything else wrapped. Nothing in it is or spells a NUL character."""
    return without_nul(_object_text(arguments))


def _object_text(arguments: str) -> str:
    if isinstance(parsed(arguments), dict):
        return arguments
    meant = read_loosely(arguments)
    if meant is None or (isinstance(meant, str) and not meant.strip()):
        return "{}"
    try:
        return storable(json.dumps(meant if isinstance(meant, dict) else {INVALID_JSON: arguments}, ensure_ascii=False))
    except (TypeError, ValueError, RecursionError):  # Python has values that JSON has not
        return json.dumps({INVALID_JSON: arguments}, ensure_ascii=False)


def parsed(text: str) -> Any:
    """The value of JSON text, None when it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
