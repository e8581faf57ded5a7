"""A model that says what the test tells it to: a real HTTP server that speaks OpenAI's streamed chat completions.

    with ScriptedModel(calls(("calculate", {"expression": "6*7"})), says("42")) as model:
        … OPENAI_BASE_URL = model.url …
    assert model.requests[0]["messages"][-1]["content"] == "6*7 ?"

Steps are served in order, one a request. `script(callable)` decides by the request instead, for tests with several
conversations: `model.script(lambda request: says("oui") if "?" in last_user_text(request) else says("non"))`.
"""

import json
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from tests.fakes.model_server import ModelServer

Request = dict[str, Any]
USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 40}}


@dataclass(frozen=True)
class Step:
    """What the server does with one request. `chunks` are sent as they are, bytes as raw events."""

    chunks: tuple[dict[str, Any] | bytes, ...] = ()
    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    complete: bool = True  # ends with [DONE] and a proper end of the response
    hangs_s: float = 0.0  # after the chunks, before the end; over at once when the server closes
    hangs_between: bool = False  # the same pause after every chunk instead
    hangs_first: bool = False  # the same pause before the first byte instead


def says(text: str, *, finish: str = "stop", usage: dict[str, Any] | None = None, piece: int = 7) -> Step:
    """An answer, streamed in pieces."""
    pieces = [text[at : at + piece] for at in range(0, len(text), piece)]
    deltas = [{"role": "assistant", "content": ""}, *({"content": piece} for piece in pieces)]
    return Step((*(chunk(delta) for delta in deltas), chunk({}, finish), usage_chunk(usage)))


def calls(*asked: tuple[str, Any], text: str = "", ids: Iterable[str] = (), finish: str = "tool_calls") -> Step:
    """Tool calls: (name, arguments) each; arguments that are text go out raw. Ids are made up unless given."""
    given = list(ids)
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": text or None}]
    for index, (name, arguments) in enumerate(asked):
        call_id = given[index] if index < len(given) else f"call_{next_number()}"
        function = {"name": name, "arguments": ""}
        deltas.append({"tool_calls": [{"index": index, "id": call_id, "type": "function", "function": function}]})
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
        for at in range(0, len(raw), 9):
            deltas.append({"tool_calls": [{"index": index, "function": {"arguments": raw[at : at + 9]}}]})
    return Step((*(chunk(delta) for delta in deltas), chunk({}, finish), usage_chunk(None)))


def cut_at_length(text: str) -> Step:
    """An answer that hits the length limit."""
    return says(text, finish="length")


def filtered(text: str = "") -> Step:
    """An answer the provider's content filter stopped."""
    return says(text, finish="content_filter")


def declines(text: str) -> Step:
    """An answer that its model marks as a refusal."""
    return Step((chunk({"role": "assistant", "refusal": text}), chunk({}, "stop"), usage_chunk(None)))


def blank() -> Step:
    """A complete answer with nothing in it."""
    return says("")


def dies_midstream(text: str = "Je pense que") -> Step:
    """The connection breaks after some text."""
    return Step((chunk({"role": "assistant", "content": text}),), complete=False)


def ends_early(text: str = "Je pense que") -> Step:
    """A well-formed response that ends without finish_reason."""
    return Step((chunk({"role": "assistant", "content": text}),))


def midstream_error() -> Step:
    """OpenRouter's way of failing after the first token, on HTTP 200."""
    error = {"error": {"code": 502, "message": "upstream"}, **chunk({"content": ""}, "error")}
    return Step((chunk({"role": "assistant", "content": "Je"}), error))


def errors(status: int, body: Any = None, headers: Mapping[str, str] | None = None) -> Step:
    """A refusal before the first token; with 200 as an event, by a server that has promised an answer already."""
    if status == 200:
        return Step((body,))
    default = {"error": {"message": f"status {status}", "code": None, "type": "test"}}
    return Step(status=status, body=default if body is None else body, headers=headers or {})


def hangs(seconds: float) -> Step:
    """Silence after the first chunk; the answer would come `seconds` later. Released when the server closes."""
    return Step((chunk({"role": "assistant", "content": ""}),), hangs_s=seconds)


def drips(pieces: int, seconds: float) -> Step:
    """A piece of text every `seconds`."""
    text = says("x" * pieces, piece=1)
    return Step(text.chunks, hangs_s=seconds, hangs_between=True)


def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    """One chunk in the wire form."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [choice], "usage": None}


def usage_chunk(usage: dict[str, Any] | None) -> dict[str, Any]:
    """The last chunk, with what it cost."""
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [], "usage": usage or USAGE}


def in_turn(*steps: Step, then: Callable[[], object], last: Step) -> Callable[[Request], Step]:
    """A rule: these steps one after the other, then something happens, and every further step is `last`."""
    left = deque(steps)

    def rule(_request: Request) -> Step:
        if left:
            return left.popleft()
        then()
        return last

    return rule


def last_user_text(request: Request) -> str:
    """The text of the last user message of a request."""
    texts = [message["content"] for message in request["messages"] if message["role"] == "user"]
    return str(texts[-1]) if texts else ""


_numbers = iter(range(1, 1_000_000_000))


def next_number() -> int:
    """A number not given before in this process."""
    return next(_numbers)


class ScriptedModel:
    """The server. Closing it releases whatever hangs and ends every connection."""

    def __init__(self, *steps: Step) -> None:
        self.requests: list[Request] = []
        self.headers: list[dict[str, str]] = []
        self.connections = 0
        self.left = 0  # clients that went while it said nothing
        self._steps = deque(steps)
        self._rule: Callable[[Request], Step] | None = None
        self._changed = threading.Condition()
        self.closing = threading.Event()
        self.speech: Any = None  # a tests.fakes.speech.Speech, for tests in which somebody speaks
        self._server = ModelServer(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), name="scripted-model")

    @property
    def url(self) -> str:
        """The base URL to give to the client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def then(self, *steps: Step) -> None:
        """Add steps to the queue."""
        with self._changed:
            self._steps.extend(steps)

    def script(self, rule: Callable[[Request], Step]) -> None:
        """Decide each step by the request from now on; may be called from several threads at once."""
        self._rule = rule

    def wait_for_requests(self, count: int, deadline_s: float = 10) -> list[Request]:
        """The requests, once there are `count`. Raises TimeoutError."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self.requests) >= count, deadline_s):
                raise TimeoutError(f"{len(self.requests)} requests after {deadline_s} s, not {count}")
            return list(self.requests)

    def step_for(self, request: Request, headers: dict[str, str]) -> Step:
        """Record a request and choose what happens to it. A queue that has run out refuses for good."""
        with self._changed:
            self.requests.append(request)
            self.headers.append(headers)
            self._changed.notify_all()
            if self._rule is None:
                return self._steps.popleft() if self._steps else errors(400, {"error": {"message": "script is over"}})
        return self._rule(request)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        if self.speech is not None:
            self.speech.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.end_connections()
        self._server.server_close()
