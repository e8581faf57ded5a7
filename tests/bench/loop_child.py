"""One side of the loop benchmark in a process of its own: `python -m tests.bench.loop_child SIDE URL LENGTH RUNS`
writes the CPU milliseconds of one iteration, all threads of the process counted."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any, Literal

from openai import OpenAI
from pydantic import BaseModel

from bot.agent.limits import Limits
from bot.agent.loop import run
from bot.agent.spec import Effect, RunSpec, Tool, ToolOutput
from bot.clients.model import OpenAIModel
from bot.clock import SystemClock
from tests.bench.mock_model import ROUNDS
from tests.bench.tools import TOOL_COUNT, history, look_up, name_of, schema_of
from tests.fakes.journal import MemoryJournal

MODEL, KEY = "bench", "sk-for-tests"
WARM_UP_RUNS = 2
Turn = Callable[[], str]


class LookUp(BaseModel):
    """The arguments of every tool here."""

    query: str
    limit: int = 5
    tags: list[str] | None = None
    mode: Literal["fast", "full"] = "fast"


def ours(url: str, length: int) -> Turn:
    """A turn of bot.agent.loop with the product's model client."""
    model, clock = OpenAIModel(url, KEY), SystemClock()
    spec = RunSpec(
        history=history(length),
        tools=tuple(tool(number) for number in range(TOOL_COUNT)),
        models=(MODEL,),
        context=None,
        limits=Limits(max_iterations=ROUNDS + 1),
    )
    return lambda: run(spec, model, MemoryJournal(), clock).text


def tool(number: int) -> Tool:
    """Tool `number` as the loop sees it."""

    def function(_context: Any, arguments: LookUp) -> ToolOutput:
        return ToolOutput(look_up(number, arguments.query))

    return Tool(name_of(number), "bench", Effect.READ, 10, 8000, LookUp, function, schema_of(number))


def theirs(url: str, length: int) -> Turn:
    """The shortest loop over the openai SDK: its typed `create(stream=True)`, tools called where they stand."""
    client = OpenAI(base_url=url, api_key=KEY)
    schemas = [schema_of(number) for number in range(TOOL_COUNT)]
    numbers = {name_of(number): number for number in range(TOOL_COUNT)}

    def turn() -> str:
        messages: list[Any] = history(length)
        while True:
            text, asked = bare_completion(client, messages, schemas)
            if not asked:
                return text
            messages.append({"role": "assistant", "content": None, "tool_calls": asked})
            for call in asked:
                arguments = json.loads(call["function"]["arguments"])
                found = look_up(numbers[call["function"]["name"]], arguments["query"])
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": found})

    return turn


def bare_completion(client: OpenAI, messages: list[Any], schemas: list[Any]) -> tuple[str, list[dict[str, Any]]]:
    """Text and calls of one streamed completion."""
    text: list[str] = []
    asked: dict[int, dict[str, Any]] = {}
    stream = client.chat.completions.create(
        model=MODEL, messages=messages, tools=schemas, stream=True, stream_options={"include_usage": True}
    )
    for chunk in stream:
        for choice in chunk.choices:
            text.append(choice.delta.content or "")
            for piece in choice.delta.tool_calls or ():
                new = {"id": piece.id, "type": "function", "function": {"name": "", "arguments": ""}}
                function = asked.setdefault(piece.index, new)["function"]
                if piece.function:
                    function["name"] += piece.function.name or ""
                    function["arguments"] += piece.function.arguments or ""
    return "".join(text), list(asked.values())


def cpu_ms_per_iteration(turn: Turn, runs: int) -> float:
    """CPU milliseconds of this process per iteration, after the first turns have warmed it up."""
    for _ in range(WARM_UP_RUNS):
        if not turn().startswith("mots"):
            raise RuntimeError("the turn did not end with the model's answer")
    before = time.process_time()
    for _ in range(runs):
        turn()
    return (time.process_time() - before) * 1000 / (runs * ROUNDS)


if __name__ == "__main__":
    side, base_url, messages_before, turns = sys.argv[1:]
    made = {"ours": ours, "theirs": theirs}[side](base_url, int(messages_before))
    sys.stdout.write(json.dumps(cpu_ms_per_iteration(made, int(turns))))
