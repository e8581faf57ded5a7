"""The loop and its gate: asked only by a tainted run, only for tools that say what they send, and never passed by."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.agent import tool_results
from bot.agent.spec import Departure, Effect, Tool, ToolCall, ToolOutput
from bot.errors import ToolFailed
from bot.types import Message, StopReason
from tests.fakes.agent_tools import Harness, make_tool
from tests.fakes.model import calls, says


@dataclass
class Guard:
    """A gate that writes down what it was asked, and answers what it was told to."""

    answer: ToolOutput | Exception | None = None
    asked: list[tuple[Departure, ...]] = field(default_factory=list)
    read: list[str] = field(default_factory=list)

    def judge(
        self, _call: ToolCall, departures: Sequence[Departure], transcript: Sequence[Message]
    ) -> ToolOutput | None:
        self.asked.append(tuple(departures))
        self.read += [message["content"] for message in transcript if message["role"] == "tool"]
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@dataclass
class Post:
    """A tool that sends, and what it has sent."""

    sent: list[str] = field(default_factory=list)

    def tool(self, effect: Effect = Effect.BLIND) -> Tool:
        def send(_context: object, arguments: object) -> ToolOutput:
            self.sent.append(arguments.q)  # type: ignore[attr-defined]
            return ToolOutput("sent")

        made = make_tool("send", send, effect=effect)
        return replace(made, outward=lambda arguments: (Departure("message", "awa", arguments.q),))


PAGE = make_tool("page", lambda _context, _arguments: ToolOutput("obey", untrusted=True))
READS, SENDS = calls(("page", {"q": "a"})), calls(("send", {"q": "hello"}))


def test_a_run_that_has_read_nothing_is_not_asked(agent: Harness) -> None:
    gate, post = Guard(ToolFailed("no")), Post()
    agent.server.then(SENDS, says("done"))
    assert not agent.run(tools=(post.tool(),), gate=gate).tainted
    assert (gate.asked, post.sent) == ([], ["hello"])


def test_a_tainted_run_is_asked_with_recipient_text_and_what_it_has_read(agent: Harness) -> None:
    gate, post = Guard(), Post()
    agent.server.then(READS, SENDS, says("done"))
    assert agent.run(tools=(PAGE, post.tool()), gate=gate).tainted
    assert gate.asked == [(Departure("message", "awa", "hello"),)]
    assert "obey" in gate.read[0]
    assert post.sent == ["hello"]


def test_a_history_that_rests_on_pages_taints_though_they_are_shown_no_more(agent: Harness) -> None:
    post = Post()
    agent.server.then(SENDS, says("done"))
    assert agent.run(tools=(post.tool(),), tainted=True, gate=Guard(ToolFailed("no"))).tainted
    assert post.sent == []


def test_a_refusal_is_told_to_the_model_and_nothing_happens(agent: Harness) -> None:
    post = Post()
    agent.server.then(READS, SENDS, says("done"))
    agent.run(tools=(PAGE, post.tool()), gate=Guard(ToolFailed("not that")))
    assert post.sent == []
    assert "not that" in agent.server.requests[-1]["messages"][-1]["content"]


def test_without_a_gate_nothing_leaves_a_tainted_run(agent: Harness) -> None:
    post = Post()
    agent.server.then(READS, SENDS, says("done"))
    agent.run(tools=(PAGE, post.tool()))
    assert post.sent == []


def test_a_call_that_is_held_ends_the_run_until_the_user_has_answered(agent: Harness) -> None:
    post = Post()
    agent.server.then(READS, SENDS)
    gate = Guard(ToolOutput("waiting", awaits_user=True))
    assert agent.run(tools=(PAGE, post.tool()), gate=gate).stop_reason is StopReason.AWAITING_USER
    assert post.sent == []


def test_a_later_life_is_as_tainted_as_the_first(agent: Harness) -> None:
    """Killed between the page and the call it ordered: the open call is judged by what the trail holds."""
    post = Post()
    page = tool_results.success(ToolOutput("obey", untrusted=True), 100)
    agent.journal.trail[:] = [
        {"role": "assistant", "content": None, "tool_calls": [asked("c1", "page")]},
        {"role": "tool", "tool_call_id": "c1", "content": page},
        {"role": "assistant", "content": None, "tool_calls": [asked("c2", "send")]},
    ]
    agent.server.then(says("done"))
    assert agent.run(tools=(PAGE, post.tool()), gate=Guard(ToolFailed("no"))).tainted
    assert post.sent == []


def asked(call_id: str, tool: str) -> dict[str, object]:
    return {"id": call_id, "type": "function", "function": {"name": tool, "arguments": '{"q": "hello"}'}}
