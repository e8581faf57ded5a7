"""Small tools for tests of the loop, and a harness that runs it against the scripted model over real HTTP."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, Field

from bot.agent.limits import Limits
from bot.agent.loop import run
from bot.agent.progress import Progress
from bot.agent.spec import Effect, RunResult, RunSpec, Tool, ToolOutput
from bot.clients.model import OpenAIModel
from bot.types import Message
from tests.fakes.clock import FakeClock
from tests.fakes.journal import MemoryJournal
from tests.fakes.model import ScriptedModel, calls, says


class Query(BaseModel):
    """What the test tools take."""

    q: str = Field(description="What to look for.")


def make_tool(
    name: str,
    function: Callable[[Any, Any], ToolOutput],
    *,
    effect: Effect = Effect.READ,
    timeout_s: float = 10,
    max_chars: int = 8000,
    arguments: type[BaseModel] = Query,
) -> Tool:
    """A tool as the registry would make it."""
    schema = {"type": "function", "function": {"name": name, "parameters": arguments.model_json_schema()}}
    return Tool(name, "test", effect, timeout_s, max_chars, arguments, function, schema)


def echo(name: str = "look", **options: Any) -> Tool:
    """A tool that gives its query back."""
    return make_tool(name, lambda _context, arguments: ToolOutput({"found": arguments.q}), **options)


def failing(name: str, *errors: BaseException, **options: Any) -> Tool:
    """A tool that raises these errors, one a try, and then succeeds."""
    left = list(errors)

    def function(_context: Any, arguments: Any) -> ToolOutput:
        if left:
            raise left.pop(0)
        return ToolOutput({"found": arguments.q})

    return make_tool(name, function, **options)


@dataclass
class Harness:
    """One conversation's world: model server, client, journal, clock."""

    server: ScriptedModel
    model: OpenAIModel
    journal: MemoryJournal = field(default_factory=MemoryJournal)
    clock: FakeClock = field(default_factory=FakeClock)
    events: list[Progress] = field(default_factory=list)

    def run(self, tools: Sequence[Tool] = (), *, limits: Limits | None = None, **options: Any) -> RunResult:
        """Run the loop on one question; a trail in the journal is resumed. `strict` as in loop.run."""
        strict = options.pop("strict", None)
        spec = RunSpec(
            history=options.pop("history", ({"role": "user", "content": "Bonjour"},)),
            tools=tuple(tools),
            models=options.pop("models", ("first",)),
            context=options.pop("context", None),
            limits=limits or Limits(),
            trail=tuple(self.journal.trail),
            on_progress=self.events.append,
            **options,
        )
        return run(spec, self.model, self.journal, self.clock, strict)

    @property
    def last_request(self) -> list[Message]:
        """The messages of the last request the server got."""
        messages: list[Message] = self.server.requests[-1]["messages"]
        return messages

    def will_ask(self, *asked: tuple[str, Any]) -> None:
        """Script one step of these calls, then a last answer."""
        self.server.then(calls(*asked), says("Voilà"))

    def shown(self) -> list[dict[str, Any]]:
        """The same as `tool_messages`, parsed."""
        return [json.loads(content) for content in self.tool_messages()]

    def tool_messages(self) -> list[str]:
        """What the model was shown of its calls, in order."""
        return [message["content"] for message in self.journal.trail if message["role"] == "tool"]
