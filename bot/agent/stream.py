"""From the chunks of a stream to one Completion. Pure: no network, no clock."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bot.agent.spec import Completion, ToolCall, Usage
from bot.errors import ModelStreamBroken
from bot.text.storable import storable
from bot.types import JSON

INVALID_JSON = "invalid_json"


@dataclass(slots=True)
class _Call:
    """A tool call while its pieces arrive."""

    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)

    def add(self, delta: dict[str, JSON]) -> None:
        function = delta.get("function") or {}
        self.id = self.id or delta.get("id") or ""
        self.name = self.name or function.get("name") or ""
        self.arguments.append(function.get("arguments") or "")

    def finish(self) -> ToolCall:
        return ToolCall(self.id, storable(self.name), object_text(storable("".join(self.arguments))))


class _Folding:
    """What has arrived so far."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.refusal: list[str] = []
        self.calls: dict[int, _Call] = {}
        self.usage: dict[str, JSON] = {}
        self.finish_reason = ""
        self.model = ""

    def add(self, chunk: dict[str, JSON]) -> None:
        self.model = self.model or chunk.get("model") or ""
        self.usage = chunk.get("usage") or self.usage
        for choice in chunk.get("choices") or ():
            delta = choice.get("delta") or {}
            self.text.append(delta.get("content") or "")
            self.refusal.append(delta.get("refusal") or "")
            for piece in delta.get("tool_calls") or ():
                self._call(piece).add(piece)
            self.finish_reason = choice.get("finish_reason") or self.finish_reason

    def _call(self, piece: dict[str, JSON]) -> _Call:
        """The call a piece belongs to. Without an index (some providers) a new id begins a new call."""
        index = piece.get("index")
        if index is None:
            index = max(self.calls, default=-1)
            if index < 0 or piece.get("id") not in (None, "", self.calls[index].id):
                index += 1
        return self.calls.setdefault(index, _Call())

    def finish(self, model: str) -> Completion:
        text, refusal = storable("".join(self.text)), storable("".join(self.refusal))
        return Completion(
            text=text or refusal,
            calls=tuple(call.finish() for _, call in sorted(self.calls.items())),
            finish_reason="content_filter" if refusal else self.finish_reason,
            model=self.model or model,
            usage=_usage(self.usage),
            latency_ms=0,
        )


def fold(chunks: Iterable[dict[str, JSON]], model: str) -> Completion:
    """The completion that `chunks` spell, `latency_ms` still 0; `model` stands in when they do not name theirs.
    Raises ModelStreamBroken when the stream ended early (no finish_reason), in an error, or in an odd shape."""
    folding = _Folding()
    try:
        for chunk in chunks:
            folding.add(chunk)
        completion = folding.finish(model)
    except (AttributeError, TypeError) as error:
        raise ModelStreamBroken("a chunk has an unknown shape") from error
    if completion.finish_reason in ("", "error"):
        raise ModelStreamBroken("the stream ended without an answer")
    return completion


def heard(chunks: Iterable[dict[str, JSON]], listener: Callable[[str], None] | None) -> Iterable[dict[str, JSON]]:
    """The same chunks; a listener, if any, hears the text in them as it comes."""
    return chunks if listener is None else _heard(chunks, listener)


def _heard(chunks: Iterable[dict[str, JSON]], listener: Callable[[str], None]) -> Iterable[dict[str, JSON]]:
    for chunk in chunks:
        for choice in chunk.get("choices") or ():
            if text := (choice.get("delta") or {}).get("content"):
                listener(str(text))
        yield chunk


def _usage(raw: dict[str, JSON]) -> Usage:
    details = raw.get("prompt_tokens_details") or {}
    return Usage(
        prompt_tokens=raw.get("prompt_tokens") or 0,
        completion_tokens=raw.get("completion_tokens") or 0,
        cached_tokens=details.get("cached_tokens") or 0,
        cost=raw.get("cost") or 0.0,
    )


def object_text(arguments: str) -> str:
    """Arguments as the text of a JSON object: `{}` for none, the raw text wrapped where it is something else."""
    if not arguments.strip():
        return "{}"
    if isinstance(parsed(arguments), dict):
        return arguments
    return json.dumps({INVALID_JSON: arguments}, ensure_ascii=False)


def parsed(text: str) -> Any:
    """The value of JSON text, None when it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
