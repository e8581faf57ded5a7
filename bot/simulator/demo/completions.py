"""OpenAI's wire form of the demo model's answers: one JSON object, or server-sent events. Pure."""

import itertools
import json
import re
import time
from collections.abc import Iterator, Sequence
from typing import Any

from bot.simulator.demo.steps import Call, Say, Step

_IDS = itertools.count(1)


def completion(step: Step, request: dict[str, Any]) -> dict[str, Any]:
    """The whole answer at once."""
    message: dict[str, Any] = {"role": "assistant", "content": step.text if isinstance(step, Say) else None}
    if isinstance(step, Call):
        message["tool_calls"] = [_call(step)]
    choice = {"index": 0, "message": message, "finish_reason": _reason(step)}
    return _head("chat.completion", request) | {"choices": [choice], "usage": usage(step, request)}


def events(step: Step, request: dict[str, Any]) -> Iterator[str]:
    """The answer in pieces, the usage last, then `[DONE]`."""
    head = _head("chat.completion.chunk", request)
    for delta in _deltas(step):
        yield _event(head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
    yield _event(head | {"choices": [{"index": 0, "delta": {}, "finish_reason": _reason(step)}]})
    yield _event(head | {"choices": [], "usage": usage(step, request)})
    yield "data: [DONE]\n\n"


def usage(step: Step, request: dict[str, Any]) -> dict[str, int]:
    """Tokens, at about four characters each."""
    asked = len(json.dumps([request.get("messages"), request.get("tools")], ensure_ascii=False)) // 4
    said = step.text if isinstance(step, Say) else json.dumps(step.arguments, ensure_ascii=False)
    answered = max(1, len(said) // 4)
    return {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}


def _deltas(step: Step) -> Iterator[dict[str, Any]]:
    yield {"role": "assistant", "content": ""}
    if isinstance(step, Say):
        yield from ({"content": piece} for piece in _pieces(step.text))
        return
    call = _call(step)
    arguments = call["function"].pop("arguments")
    yield {"tool_calls": [{"index": 0, **call, "function": {**call["function"], "arguments": ""}}]}
    half = len(arguments) // 2
    for piece in (arguments[:half], arguments[half:]):
        yield {"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}


def _pieces(text: str, size: int = 8) -> Sequence[str]:
    """A text in pieces of a few words, nothing lost."""
    words = re.findall(r"\S+\s*|\s+", text)
    return ["".join(words[start : start + size]) for start in range(0, len(words), size)]


def _call(step: Call) -> dict[str, Any]:
    arguments = json.dumps(step.arguments, ensure_ascii=False)
    return {
        "id": f"call_demo_{time.time_ns():x}_{next(_IDS)}",
        "type": "function",
        "function": {"name": step.name, "arguments": arguments},
    }


def _reason(step: Step) -> str:
    return "stop" if isinstance(step, Say) else "tool_calls"


def _head(kind: str, request: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-demo-{time.time_ns():x}",
        "object": kind,
        "created": int(time.time()),
        "model": request.get("model", "demo"),
    }


def _event(data: dict[str, Any]) -> str:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"
