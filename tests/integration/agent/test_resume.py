"""A run that goes on after its process died: from the trail, without doing anything twice."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.agent.answer import REMINDER
from bot.agent.limits import Limits
from bot.agent.spec import Effect, ToolOutcome, ToolOutput, Usage
from bot.types import StopReason
from tests.fakes.agent_tools import Harness, echo, make_tool
from tests.fakes.journal import Killed
from tests.fakes.model import Step, calls, cut_at_length, declines, filtered, says


def asked(*ids: str, name: str = "look", text: str | None = None) -> dict[str, Any]:
    function = {"name": name, "arguments": '{"q":"un"}'}
    tool_calls = [{"id": call_id, "type": "function", "function": function} for call_id in ids]
    return {"role": "assistant", "content": text, "tool_calls": tool_calls}


def replied(call_id: str, content: str = '{"status":"success","data":{"found":"un"}}') -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def test_a_finished_run_returns_its_answer_without_asking(agent: Harness) -> None:
    agent.journal.trail = [asked("a"), replied("a"), {"role": "assistant", "content": "Voilà"}]
    result = agent.run([echo()], used=Usage(10, 5))
    assert (result.text, result.stop_reason, result.iterations) == ("Voilà", StopReason.DONE_SIGNAL, 2)
    assert result.usage == Usage(10, 5)
    assert agent.server.requests == []
    assert agent.journal.entries == []


def test_a_finished_run_remembers_that_it_was_forced_or_refused(agent: Harness) -> None:
    agent.journal.trail = [{"role": "assistant", "content": "Assez"}]
    assert agent.run([echo()], limits=Limits(max_iterations=1)).stop_reason is StopReason.MAX_ITERATIONS
    agent.journal.trail = [{"role": "assistant", "content": None}]
    assert agent.run([echo()]).refused


@pytest.mark.parametrize("answer", [says("Voilà"), cut_at_length("Voilà"), filtered("Voilà"), declines("Voilà")])
def test_an_answer_of_an_earlier_life_ends_as_it_did_there(agent: Harness, answer: Step) -> None:
    agent.server.then(answer)
    first = agent.run()
    assert first.text == "Voilà"
    assert agent.run(ended=agent.journal.completions[-1].finish_reason, used=first.usage) == replace(
        first, model="first"
    )


@pytest.mark.parametrize("limits", [Limits(token_budget=0), Limits(turn_timeout_s=0), Limits(max_iterations=1)])
def test_an_answer_of_an_earlier_life_that_came_at_a_limit_says_so(agent: Harness, limits: Limits) -> None:
    agent.server.then(says("Assez"))
    first = agent.run([echo()], limits=limits)
    assert first.stop_reason is not StopReason.DONE_SIGNAL
    again = agent.run([echo()], ended=agent.journal.completions[-1].finish_reason, used=first.usage)
    assert (again.text, again.stop_reason) == ("Assez", first.stop_reason)


def test_open_calls_run_first_and_finished_ones_do_not_run_again(agent: Harness) -> None:
    agent.journal.trail = [asked("a", "b"), replied("a")]
    agent.server.then(says("Voilà"))
    ran: list[str] = []
    result = agent.run([make_tool("look", lambda _c, a: ran.append(a.q) or ToolOutput("vu"), effect=Effect.LOCAL)])
    assert (result.text, ran, result.iterations) == ("Voilà", ["un"], 2)
    assert [m.get("tool_call_id") for m in agent.last_request[1:]] == [None, "a", "b"]


@pytest.mark.parametrize("effect", list(Effect))
def test_only_effects_outside_ask_the_journal_what_became_of_them(agent: Harness, effect: Effect) -> None:
    agent.journal.trail = [asked("a", name="act")]
    agent.server.then(says("Voilà"))
    agent.run([echo("act", effect=effect)])
    assert agent.journal.asked == ([("a", "act")] if effect in (Effect.LISTED, Effect.BLIND) else [])
    assert json.loads(agent.tool_messages()[0])["status"] == "success", "certainly never sent: it runs now"


def test_a_recovered_outcome_is_used_instead_of_running_again(agent: Harness) -> None:
    agent.journal.trail = [asked("a", name="act")]
    agent.journal.recoveries["a"] = ToolOutcome("success", '{"status":"success","data":"sent"}', 10)
    agent.server.then(says("Envoyé"))
    ran: list[str] = []
    agent.run([make_tool("act", lambda _c, a: ran.append(a.q) or ToolOutput(1), effect=Effect.BLIND)])
    assert ran == []
    assert agent.last_request[-1]["content"] == '{"status":"success","data":"sent"}'
    assert [name for name, _, _ in agent.journal.entries] == ["finished", "completed"]


def test_budgets_count_what_earlier_lives_did(agent: Harness) -> None:
    agent.journal.trail = [asked("a"), replied("a"), asked("b"), replied("b"), asked("c")]
    agent.server.then(says("Voilà"))
    agent.run([echo()])
    assert "Refused" in agent.tool_messages()[-1], "the third identical call in a row"

    again = Harness(agent.server, agent.model)
    again.journal.trail = [asked("a"), replied("a"), asked("b")]
    agent.server.then(says("Voilà"))
    again.run([echo()], limits=Limits(tool_call_budget=1))
    assert "no more" in again.tool_messages()[-1]


def test_iterations_and_tokens_of_earlier_lives_count(agent: Harness) -> None:
    agent.journal.trail = [asked("a"), replied("a")]
    agent.server.then(says("Assez"), says("Assez"))
    assert agent.run([echo()], limits=Limits(max_iterations=2)).stop_reason is StopReason.MAX_ITERATIONS
    agent.journal.trail = [asked("a"), replied("a")]
    spent = agent.run([echo()], used=Usage(900, 100), limits=Limits(token_budget=1_000))
    assert (spent.stop_reason, spent.usage.total_tokens) == (StopReason.BUDGET_EXHAUSTED, 1_120)


def test_the_taint_of_an_earlier_life_stays(agent: Harness) -> None:
    agent.journal.trail = [asked("a"), replied("a", '{"status":"success","untrusted":true,"data":"x"}')]
    agent.server.then(says("Voilà"))
    assert agent.run([echo()]).tainted


def test_a_run_that_waits_for_the_user_goes_on_waiting(agent: Harness) -> None:
    agent.journal.trail = [
        asked("a", text="Question 1"),
        replied("a", '{"status":"success","data":1,"awaits_user":true}'),
    ]
    result = agent.run([echo()])
    assert (result.stop_reason, result.text) == (StopReason.AWAITING_USER, "Question 1")
    assert agent.server.requests == []


def test_a_reminder_is_not_given_twice(agent: Harness) -> None:
    agent.journal.trail = [{"role": "assistant", "content": "42"}, REMINDER]
    agent.server.then(says("Toujours 42"))
    assert agent.run([echo()], answer_style="final_answer").text == "Toujours 42"


def test_a_run_killed_at_any_checkpoint_ends_as_if_nothing_had_happened(agent: Harness) -> None:
    """Kills before every checkpoint in turn: same answer, every local effect once, no completion paid for twice
    once it was stored."""

    def rule(request: dict[str, Any]) -> Step:
        match sum(message["role"] == "assistant" for message in request["messages"]):
            case 0:
                return calls(("look", {"q": "a"}), ("save", {"q": "b"}), ids=["c1", "c2"])
            case 1:
                return calls(("final_answer", {"text": "peut-être", "confidence": 10}), ids=["c3"])
            case 2:
                return calls(("save", {"q": "d"}), ids=["c4"])
            case _:
                return calls(("final_answer", {"text": "Voilà", "confidence": 99}), ids=["c5"])

    agent.server.script(rule)
    checkpoints = 4 + 3 * 2 + 2  # completions, tools twice, final answers once
    for deaths in range(checkpoints):
        saved: Counter[str] = Counter()

        def save(_context: Any, arguments: Any, saved: Counter[str] = saved) -> ToolOutput:
            return ToolOutput("ok", commit=lambda _journal: saved.update([arguments.q]))

        tools = [echo(), make_tool("save", save, effect=Effect.LOCAL)]
        life = Harness(agent.server, agent.model)
        life.journal.dies_before = deaths
        with pytest.raises(Killed):
            life.run(tools, answer_style="final_answer")
        life.journal.dies_before = None
        result = life.run(tools, answer_style="final_answer")
        assert (result.text, result.stop_reason) == ("Voilà", StopReason.CONFIDENCE_THRESHOLD), deaths
        assert saved == {"b": 1, "d": 1}, deaths
        assert len(life.journal.completions) == 4, deaths
        finished = life.run(tools, answer_style="final_answer")
        assert (finished.text, finished.stop_reason, len(life.journal.completions)) == (
            result.text,
            result.stop_reason,
            4,
        )
