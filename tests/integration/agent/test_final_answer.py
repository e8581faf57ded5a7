"""Ending with the control tool `final_answer`."""

import json
from typing import Any

import pytest

from bot.agent.answer import FINAL_ANSWER_SCHEMA, REMINDER
from bot.agent.limits import Limits
from bot.agent.spec import RunResult, Tool, ToolOutput
from bot.errors import ToolFailed
from bot.types import StopReason
from tests.fakes.agent_tools import Harness, echo, failing, make_tool
from tests.fakes.model import Step, calls, cut_at_length, says


def final(text: str, confidence: Any) -> Step:
    return calls(("final_answer", {"text": text, "confidence": confidence}))


def finish(agent: Harness, *tools: Tool, **limits: Any) -> RunResult:
    return agent.run(tools, limits=Limits(**limits), answer_style="final_answer")


def test_a_confident_answer_ends_the_run_at_once(agent: Harness) -> None:
    agent.server.then(final("42", 80))
    result = finish(agent, echo())
    assert (result.text, result.stop_reason, result.iterations) == ("42", StopReason.CONFIDENCE_THRESHOLD, 1)
    assert agent.server.requests[0]["tools"] == [echo().schema, FINAL_ANSWER_SCHEMA]
    assert json.loads(agent.tool_messages()[0]) == {"status": "success", "data": {"accepted": True}}


def test_an_unsure_answer_is_checked_once(agent: Harness) -> None:
    agent.server.then(final("41 ?", 60), final("42 ?", 70))
    result = finish(agent, echo())
    assert (result.text, result.stop_reason, result.iterations) == ("42 ?", StopReason.DONE_SIGNAL, 2)
    assert json.loads(agent.tool_messages()[0])["data"]["accepted"] is False


def test_a_check_may_make_sure(agent: Harness) -> None:
    agent.server.then(final("41 ?", 60), calls(("look", {"q": "6*7"})), final("42", 95))
    result = finish(agent, echo())
    assert (result.text, result.stop_reason) == ("42", StopReason.CONFIDENCE_THRESHOLD)


def test_without_room_for_a_check_an_unsure_answer_is_accepted(agent: Harness) -> None:
    agent.server.then(calls(("look", {"q": "un"})), final("41 ?", 60))
    result = finish(agent, echo(), max_iterations=3)
    assert (result.text, result.stop_reason, result.iterations) == ("41 ?", StopReason.DONE_SIGNAL, 2)


def test_plain_text_is_accepted_after_one_reminder(agent: Harness) -> None:
    agent.server.then(says("42"), says("Toujours 42"))
    result = finish(agent, echo())
    assert (result.text, result.stop_reason) == ("Toujours 42", StopReason.DONE_SIGNAL)
    assert agent.last_request[-1] == REMINDER
    assert agent.journal.trail[1] == REMINDER


def test_on_the_last_iteration_plain_text_is_expected(agent: Harness) -> None:
    agent.server.then(says("42"))
    result = finish(agent, echo(), max_iterations=1)
    assert (result.text, result.stop_reason) == ("42", StopReason.MAX_ITERATIONS)
    assert agent.server.requests[0]["tool_choice"] == "none"


def test_a_cut_text_is_not_worth_a_reminder(agent: Harness) -> None:
    agent.server.then(cut_at_length("Il était"))
    assert finish(agent, echo()).cut


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"text": "x"}, "confidence"),
        ({"text": "", "confidence": 90}, "text"),
        ({"text": "x", "confidence": 101}, "confidence"),
    ],
)
def test_odd_arguments_are_refused_with_words(agent: Harness, arguments: Any, word: str) -> None:
    agent.server.then(calls(("final_answer", arguments)), final("42", 90))
    assert finish(agent).text == "42"
    refusal = json.loads(agent.tool_messages()[0])
    assert refusal["error_type"] == "permanent"
    assert word in refusal["message"]


def test_calls_beside_the_answer_run_before_it_counts(agent: Harness) -> None:
    agent.server.then(calls(("final_answer", {"text": "Noté", "confidence": 90}), ("save", {"q": "un"})))
    saved: list[str] = []
    result = finish(agent, make_tool("save", lambda _c, a: saved.append(a.q) or ToolOutput("ok")))
    assert (result.text, saved) == ("Noté", ["un"])


def test_an_answer_does_not_count_when_a_call_beside_it_failed(agent: Harness) -> None:
    agent.server.then(
        calls(("save", {"q": "un"}), ("final_answer", {"text": "C'est noté", "confidence": 95})),
        final("Je n'ai pas pu le noter", 95),
    )
    result = finish(agent, failing("save", ToolFailed("disk full")))
    assert result.text == "Je n'ai pas pu le noter"


def test_a_control_tool_has_no_call_budget(agent: Harness) -> None:
    agent.server.then(final("41 ?", 60), final("42", 90))
    assert finish(agent, tool_call_budget=1).stop_reason is StopReason.CONFIDENCE_THRESHOLD
