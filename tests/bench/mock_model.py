"""A model's server in a process of its own: `python -m tests.bench.mock_model` writes its port and serves until killed.

Stateless: after ROUNDS - 1 tool calls since the last user message it answers with text. Requests for the model HELD get
no answer before `POST /release`; those for PLAIN get text, after as many seconds as `POST /delay/SECONDS` said last.
`GET /stats` says how many requests are in flight and how long the last one was.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any
from urllib.request import Request, urlopen

from tests.bench.processes import running

ROUNDS = 10
HELD = "held"
PLAIN = "plain"
ARGUMENTS = json.dumps({"query": "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod", "limit": 5})
ANSWER = "mots " * 60
PIECE = 4  # characters an event
EVENTS_PER_WRITE = 16
LONGEST_REQUEST = 16 * 1024 * 1024


@cache
def events(position: int, tool: str, model: str) -> tuple[bytes, ...]:
    """The server-sent events of one completion: a call of `tool`, or the answer when there is none."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": None if tool else ""}]
    if tool:
        function = {"name": tool, "arguments": ""}
        deltas.append(
            {"tool_calls": [{"index": 0, "id": f"call_{position}", "type": "function", "function": function}]}
        )
        deltas += [{"tool_calls": [{"index": 0, "function": {"arguments": part}}]} for part in pieces(ARGUMENTS)]
    else:
        deltas += [{"content": part} for part in pieces(ANSWER)]
    choices = [choice(delta, None) for delta in deltas]
    choices.append(choice({}, "tool_calls" if tool else "stop"))
    base: dict[str, Any] = {
        "id": f"chatcmpl-{position}",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": model,
    }
    chunks = [base | {"choices": [only], "usage": None} for only in choices]
    usage = {"prompt_tokens": 4000, "completion_tokens": 50, "total_tokens": 4050}
    chunks.append(base | {"choices": [], "usage": usage})
    return (*(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks), b"data: [DONE]\n\n")


def choice(delta: dict[str, Any], finish_reason: str | None) -> dict[str, Any]:
    """The one choice of a chunk."""
    return {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish_reason}


def pieces(text: str) -> list[str]:
    """The text as it streams."""
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


def plan(request: dict[str, Any]) -> tuple[bytes, ...]:
    """What to answer to a request."""
    messages, tools = request["messages"], request.get("tools") or []
    asked = max(at for at, message in enumerate(messages) if message["role"] == "user")
    position = sum(message["role"] == "assistant" for message in messages[asked:])
    calls = tools and position < ROUNDS - 1 and request["model"] not in (HELD, PLAIN)
    return events(position, tools[position % len(tools)]["function"]["name"] if calls else "", request["model"])


class MockModel:
    """The server; one task a connection."""

    def __init__(self) -> None:
        self._in_flight = 0
        self._last_bytes = 0
        self._release = asyncio.Event()
        self._delay_s = 0.0

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request after the other until the client leaves."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            async for path, body in requests(reader):
                if path.startswith("/v1/"):
                    await self._complete(body, writer)
                else:
                    self._control(path, writer)
                await writer.drain()
        writer.close()

    async def _complete(self, body: bytes, writer: asyncio.StreamWriter) -> None:
        request = json.loads(body)
        self._in_flight, self._last_bytes = self._in_flight + 1, len(body)
        try:
            if request["model"] == HELD:
                await self._release.wait()
            if request["model"] == PLAIN:
                await asyncio.sleep(self._delay_s)
            stream(plan(request), writer)
        finally:
            self._in_flight -= 1

    def _control(self, path: str, writer: asyncio.StreamWriter) -> None:
        if path == "/release":
            self._release.set()
        if path.startswith("/delay/"):
            self._delay_s = float(path.removeprefix("/delay/"))
        answer = json.dumps({"in_flight": self._in_flight, "last_bytes": self._last_bytes}).encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(answer)}\r\n\r\n"
        writer.write(head.encode() + answer)


async def requests(reader: asyncio.StreamReader) -> AsyncIterator[tuple[str, bytes]]:
    """Path and body of each request of a connection."""
    while True:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        lengths = [line.partition(":")[2] for line in head.split("\r\n") if line.lower().startswith("content-length:")]
        yield head.split(" ", 2)[1], await reader.readexactly(int(lengths[0]) if lengths else 0)


def stream(parts: tuple[bytes, ...], writer: asyncio.StreamWriter) -> None:
    """One HTTP chunk an event, in few writes."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
    chunks = [b"%x\r\n%s\r\n" % (len(part), part) for part in parts]
    for first in range(0, len(chunks), EVENTS_PER_WRITE):
        writer.write(b"".join(chunks[first : first + EVENTS_PER_WRITE]))
    writer.write(b"0\r\n\r\n")


async def main() -> None:
    """Serve until killed."""
    server = await asyncio.start_server(MockModel().connection, "127.0.0.1", 0, limit=LONGEST_REQUEST, backlog=1_024)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


@contextmanager
def running_mock() -> Iterator[str]:
    """The server in a process of its own; its address without a path."""
    with running("-m", "tests.bench.mock_model", reads=True) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"


def ask(root_url: str, path: str) -> Any:
    """The answer of a running mock to `/stats` or, posted, `/release` or `/delay/SECONDS`."""
    with urlopen(Request(root_url + path, method="GET" if path == "/stats" else "POST"), timeout=10) as response:
        return json.load(response)


if __name__ == "__main__":
    asyncio.run(main())
