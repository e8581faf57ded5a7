"""How the loop runs tools: checked, in order, recorded."""

import json
import threading
from typing import Any

import pytest
from pydantic import BaseModel

from bot.agent.limits import Limits
from bot.agent.spec import Effect, ToolOutput
from bot.errors import ShuttingDown, ToolFailed
from tests.fakes.agent_tools import Harness, echo, failing, make_tool
from tests.fakes.model import calls, says


def test_arguments_are_checked_and_the_problems_named(agent: Harness) -> None:
    ran: list[Any] = []
    tool = make_tool("look", lambda _c, a: ran.append(a) or ToolOutput("vu"))
    agent.will_ask(("look", {"query": "un"}), ("look", {"q": "un", "user_id": 7}), ("look", '{"q": '))
    agent.run([tool])
    first, second, third = agent.shown()
    assert {message["error_type"] for message in (first, second, third)} == {"permanent"}
    assert "q: Field required" in first["message"]
    assert "user_id: Extra inputs are not permitted" in second["message"]
    assert "not a JSON object" in third["message"]
    assert ran == []
    assert [name for name, _, _ in agent.journal.entries].count("dispatched") == 0


def test_an_unknown_tool_is_answered_with_the_names_there_are(agent: Harness) -> None:
    agent.will_ask(("google", {"q": "un"}))
    agent.run([echo("look"), echo("page")])
    expected = {"status": "error", "error_type": "permanent", "message": "There is no tool google. Tools: look, page."}
    assert agent.shown() == [expected]


def test_a_control_tool_that_was_not_offered_is_unknown(agent: Harness) -> None:
    agent.will_ask(("final_answer", {"text": "x", "confidence": 99}))
    assert agent.run([echo()]).text == "Voilà"
    assert "There is no tool final_answer" in agent.shown()[0]["message"]


def test_a_tool_without_arguments_may_be_called_with_none(agent: Harness) -> None:
    class Nothing(BaseModel):
        pass

    agent.will_ask(("now", ""))
    agent.run([make_tool("now", lambda _c, _a: ToolOutput("midi"), arguments=Nothing)])
    assert agent.shown() == [{"status": "success", "data": "midi"}]


def test_the_context_reaches_the_tool_untouched(agent: Harness) -> None:
    context = object()
    seen: list[object] = []
    agent.will_ask(("look", {"q": "un"}))
    agent.run([make_tool("look", lambda c, _a: seen.append(c) or ToolOutput(1))], context=context)
    assert seen == [context]


def test_the_third_identical_call_in_a_row_is_refused(agent: Harness) -> None:
    agent.server.then(
        calls(("look", {"q": "un"}), ("look", '{ "q" : "un" }')),
        calls(("look", {"q": "un"}), ("look", {"q": "deux"}), ("look", {"q": "un"})),
        says("Voilà"),
    )
    agent.run([echo()])
    assert [message["status"] for message in agent.shown()] == ["success", "success", "error", "success", "success"]
    assert agent.shown()[2]["error_type"] == "permanent"


def test_a_tool_has_a_budget_of_calls(agent: Harness) -> None:
    asked = [("look", {"q": str(number)}) for number in range(4)]
    agent.will_ask(*asked, ("other", {"q": "x"}))
    agent.run([echo("look"), echo("other")], limits=Limits(tool_call_budget=3))
    assert [message["status"] for message in agent.shown()] == ["success"] * 3 + ["error", "success"]
    assert agent.shown()[3]["error_type"] == "permanent"


def test_one_tool_called_more_than_five_times_raises_one_alert(agent: Harness) -> None:
    agent.server.then(
        calls(*(("look", {"q": str(number)}) for number in range(5))),
        calls(*(("look", {"q": str(number)}) for number in range(5, 8))),
        says("Voilà"),
    )
    agent.run([echo()])
    assert agent.journal.alerts == [("tool_overuse", "look")]


def test_reads_of_one_step_run_at_the_same_time_and_answer_in_order(agent: Harness) -> None:
    together = threading.Barrier(3, timeout=10)

    def look(_context: Any, arguments: Any) -> ToolOutput:
        together.wait()
        return ToolOutput(arguments.q)

    agent.will_ask(*(("look", {"q": name}) for name in ("un", "deux", "trois")))
    agent.run([make_tool("look", look)])
    assert [message["data"] for message in agent.shown()] == ["un", "deux", "trois"]


def test_no_more_reads_run_at_once_than_allowed(agent: Harness) -> None:
    running, most = 0, 0
    lock = threading.Lock()
    pair = threading.Barrier(2, timeout=10)

    def look(_context: Any, arguments: Any) -> ToolOutput:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        pair.wait()
        with lock:
            running -= 1
        return ToolOutput(arguments.q)

    agent.will_ask(*(("look", {"q": str(number)}) for number in range(6)))
    agent.run([make_tool("look", look)], limits=Limits(max_parallel_reads=2))
    assert most == 2
    assert [message["data"] for message in agent.shown()] == list("012345")


def test_writes_run_one_by_one_each_stored_before_the_next(agent: Harness) -> None:
    agent.server.then(
        calls(("write", {"q": "a"}), ("look", {"q": "b"}), ("write", {"q": "c"}), ids=["w1", "r", "w2"]), says("Voilà")
    )
    agent.run([echo("write", effect=Effect.LOCAL), echo("look")])
    assert [(name, detail) for name, _, detail in agent.journal.entries if name in ("dispatched", "finished")] == [
        (name, call) for call in ("w1", "r", "w2") for name in ("dispatched", "finished")
    ]


def test_an_unexpected_error_is_logged_and_its_text_kept_from_the_model(
    agent: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    agent.will_ask(("look", {"q": "un"}))
    agent.run([failing("look", RuntimeError("/srv/secret.py exploded"))])
    assert agent.shown()[0]["error_type"] == "permanent"
    assert "secret" not in str(agent.last_request)
    assert "secret" in caplog.text


@pytest.mark.parametrize("result", [{1, 2}.__iter__, "not an output"], ids=["no JSON", "no ToolOutput"])
def test_a_tool_that_returns_nonsense_failed(agent: Harness, result: Any, caplog: pytest.LogCaptureFixture) -> None:
    loop: list[Any] = []
    loop.append(loop)
    agent.will_ask(("look", {"q": "un"}))
    agent.run([make_tool("look", lambda _c, _a: result if isinstance(result, str) else ToolOutput(loop))])
    assert agent.shown()[0]["error_type"] == "permanent"
    assert caplog.records


def test_the_effect_of_a_local_tool_is_committed_with_its_result(agent: Harness) -> None:
    committed: list[Any] = []
    tool = make_tool("save", lambda _c, _a: ToolOutput("fait", commit=committed.append), effect=Effect.LOCAL)
    agent.will_ask(("save", {"q": "un"}))
    agent.run([tool])
    assert committed == [agent.journal]


def test_a_long_result_is_cut_before_the_transcript(agent: Harness) -> None:
    agent.will_ask(("page", {"q": "un"}))
    agent.run([make_tool("page", lambda _c, _a: ToolOutput({"text": "z" * 20_000}), max_chars=8_000)])
    (content,) = agent.tool_messages()
    assert len(content) < 8_100
    assert "of 20,000 characters shown]" in json.loads(content)["data"]["text"]


def test_shutting_down_in_one_of_many_reads_stops_the_run(agent: Harness) -> None:
    agent.will_ask(("look", {"q": "un"}), ("leave", {"q": "deux"}))
    with pytest.raises(ShuttingDown):
        agent.run([echo(), failing("leave", ShuttingDown())])


def test_an_effect_that_refuses_while_it_is_stored_becomes_an_error_for_the_model(agent: Harness) -> None:
    def spend(_journal: Any) -> None:
        raise ToolFailed("The balance is too low.")

    agent.will_ask(("buy", {"q": "un"}))
    agent.run([make_tool("buy", lambda _c, _a: ToolOutput("bought", commit=spend), effect=Effect.LOCAL)])
    assert agent.shown() == [{"status": "error", "error_type": "permanent", "message": "The balance is too low."}]
    (outcome,) = agent.journal.outcomes.values()
    assert outcome.output is None
