"""How the loop runs tools: checked, in time, tried again where that is safe."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from bot.agent.spec import Effect, Limits, ToolOutput
from bot.errors import (
    AuthError,
    ErrorType,
    PermanentError,
    ProviderTimeout,
    ShuttingDown,
    ToolFailed,
    ToolRetry,
    TransientError,
)
from tests.fakes.agent_tools import Harness, echo, failing, make_tool
from tests.fakes.model import calls, says


@pytest.fixture
def released() -> Iterator[threading.Event]:
    """What hanging tools wait for; set at the end so that no thread outlives its test."""
    event = threading.Event()
    yield event
    event.set()


def ask(agent: Harness, *asked: tuple[str, Any]) -> None:
    agent.server.then(calls(*asked), says("Voilà"))


def shown(agent: Harness) -> list[dict[str, Any]]:
    return [json.loads(content) for content in agent.tool_messages()]


def test_arguments_are_checked_and_the_problems_named(agent: Harness) -> None:
    ran: list[Any] = []
    tool = make_tool("look", lambda _c, a: ran.append(a) or ToolOutput("vu"))
    ask(agent, ("look", {"query": "un"}), ("look", {"q": "un", "user_id": 7}), ("look", '{"q": '))
    agent.run([tool])
    first, second, third = shown(agent)
    assert {message["error_type"] for message in (first, second, third)} == {"permanent"}
    assert "q: Field required" in first["message"]
    assert "user_id: Extra inputs are not permitted" in second["message"]
    assert "not a JSON object" in third["message"]
    assert ran == []
    assert [name for name, _, _ in agent.journal.entries].count("dispatched") == 0


def test_an_unknown_tool_is_answered_with_the_names_there_are(agent: Harness) -> None:
    ask(agent, ("google", {"q": "un"}))
    agent.run([echo("look"), echo("page")])
    expected = {"status": "error", "error_type": "permanent", "message": "There is no tool google. Tools: look, page."}
    assert shown(agent) == [expected]


def test_a_control_tool_that_was_not_offered_is_unknown(agent: Harness) -> None:
    ask(agent, ("final_answer", {"text": "x", "confidence": 99}))
    assert agent.run([echo()]).text == "Voilà"
    assert "There is no tool final_answer" in shown(agent)[0]["message"]


def test_a_tool_without_arguments_may_be_called_with_none(agent: Harness) -> None:
    class Nothing(BaseModel):
        pass

    ask(agent, ("now", ""))
    agent.run([make_tool("now", lambda _c, _a: ToolOutput("midi"), arguments=Nothing)])
    assert shown(agent) == [{"status": "success", "data": "midi"}]


def test_the_context_reaches_the_tool_untouched(agent: Harness) -> None:
    context = object()
    seen: list[object] = []
    ask(agent, ("look", {"q": "un"}))
    agent.run([make_tool("look", lambda c, _a: seen.append(c) or ToolOutput(1))], context=context)
    assert seen == [context]


def test_the_third_identical_call_in_a_row_is_refused(agent: Harness) -> None:
    agent.server.then(
        calls(("look", {"q": "un"}), ("look", '{ "q" : "un" }')),
        calls(("look", {"q": "un"}), ("look", {"q": "deux"}), ("look", {"q": "un"})),
        says("Voilà"),
    )
    agent.run([echo()])
    assert [message["status"] for message in shown(agent)] == ["success", "success", "error", "success", "success"]
    assert shown(agent)[2]["error_type"] == "permanent"


def test_a_tool_has_a_budget_of_calls(agent: Harness) -> None:
    asked = [("look", {"q": str(number)}) for number in range(4)]
    ask(agent, *asked, ("other", {"q": "x"}))
    agent.run([echo("look"), echo("other")], limits=Limits(tool_call_budget=3))
    assert [message["status"] for message in shown(agent)] == ["success"] * 3 + ["error", "success"]
    assert shown(agent)[3]["error_type"] == "permanent"


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

    ask(agent, *(("look", {"q": name}) for name in ("un", "deux", "trois")))
    agent.run([make_tool("look", look)])
    assert [message["data"] for message in shown(agent)] == ["un", "deux", "trois"]


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

    ask(agent, *(("look", {"q": str(number)}) for number in range(6)))
    agent.run([make_tool("look", look)], limits=Limits(max_parallel_reads=2))
    assert most == 2
    assert [message["data"] for message in shown(agent)] == list("012345")


def test_writes_run_one_by_one_each_stored_before_the_next(agent: Harness) -> None:
    agent.server.then(
        calls(("write", {"q": "a"}), ("look", {"q": "b"}), ("write", {"q": "c"}), ids=["w1", "r", "w2"]), says("Voilà")
    )
    agent.run([echo("write", effect=Effect.LOCAL), echo("look")])
    assert [(name, detail) for name, _, detail in agent.journal.entries if name in ("dispatched", "finished")] == [
        (name, call) for call in ("w1", "r", "w2") for name in ("dispatched", "finished")
    ]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ToolRetry("Name a city."), {"error_type": "permanent", "message": "Name a city."}),
        (ToolFailed("No such file."), {"error_type": "permanent", "message": "No such file."}),
        (PermanentError("Refused."), {"error_type": "permanent", "message": "Refused."}),
        (AuthError("Key refused."), {"error_type": "auth", "message": "Key refused."}),
        (ToolFailed("Key refused.", ErrorType.AUTH), {"error_type": "auth", "message": "Key refused."}),
    ],
)
def test_what_will_not_change_is_not_tried_again(agent: Harness, error: Exception, message: dict[str, str]) -> None:
    ask(agent, ("look", {"q": "un"}))
    agent.run([failing("look", error)])
    assert shown(agent) == [{"status": "error", **message}]
    assert agent.clock.waits == []
    assert agent.journal.alert_kinds == (["provider_auth"] if message["error_type"] == "auth" else [])


def test_an_unexpected_error_is_logged_and_its_text_kept_from_the_model(
    agent: Harness, caplog: pytest.LogCaptureFixture
) -> None:
    ask(agent, ("look", {"q": "un"}))
    agent.run([failing("look", RuntimeError("/srv/secret.py exploded"))])
    assert shown(agent)[0]["error_type"] == "permanent"
    assert "secret" not in str(agent.last_request)
    assert "secret" in caplog.text


@pytest.mark.parametrize("result", [{1, 2}.__iter__, "not an output"], ids=["no JSON", "no ToolOutput"])
def test_a_tool_that_returns_nonsense_failed(agent: Harness, result: Any, caplog: pytest.LogCaptureFixture) -> None:
    loop: list[Any] = []
    loop.append(loop)
    ask(agent, ("look", {"q": "un"}))
    agent.run([make_tool("look", lambda _c, _a: result if isinstance(result, str) else ToolOutput(loop))])
    assert shown(agent)[0]["error_type"] == "permanent"
    assert caplog.records


def test_passing_failures_are_tried_three_times_more(agent: Harness) -> None:
    ask(agent, ("look", {"q": "un"}))
    agent.run([failing("look", *[TransientError("busy")] * 3)])
    assert shown(agent) == [{"status": "success", "data": {"found": "un"}}]
    assert agent.clock.waited == 1 + 2 + 4
    (outcome,) = agent.journal.outcomes.values()
    assert (outcome.status, outcome.attempts) == ("success", 4)
    assert outcome.elapsed_ms >= 7_000


def test_after_the_last_try_the_model_is_told(agent: Harness) -> None:
    ask(agent, ("look", {"q": "un"}))
    agent.run([failing("look", *[TransientError("busy")] * 4)])
    assert shown(agent) == [{"status": "error", "error_type": "transient", "message": "busy"}]


def test_a_late_provider_is_tried_twice_more(agent: Harness) -> None:
    ask(agent, ("look", {"q": "un"}))
    agent.run([failing("look", *[ProviderTimeout("late")] * 3)])
    (message,) = shown(agent)
    assert message["status"] == "timeout"
    assert message["elapsed_ms"] >= 7_000
    assert agent.clock.waited == 2 + 5


def test_retry_after_of_a_provider_is_obeyed_up_to_half_a_minute(agent: Harness) -> None:
    ask(agent, ("look", {"q": "un"}))
    agent.run([failing("look", TransientError("x", retry_after_s=12), TransientError("x", retry_after_s=90))])
    assert agent.clock.waited == 12 + 30


def test_no_wait_leads_past_the_deadline(agent: Harness) -> None:
    ask(agent, ("look", {"q": "un"}))
    agent.run([failing("look", TransientError("x", retry_after_s=12))], limits=Limits(turn_timeout_s=10))
    assert shown(agent)[0]["error_type"] == "transient"
    assert agent.clock.waits == []


def test_a_cancellation_ends_the_waiting(agent: Harness) -> None:
    ask(agent, ("look", {"q": "un"}))
    result = agent.run(
        [failing("look", TransientError("x", retry_after_s=25))], cancelled=lambda: agent.clock.waited >= 2
    )
    assert result.stop_reason == "cancelled"
    assert agent.clock.waited == 2


@pytest.mark.parametrize("effect", list(Effect))
@pytest.mark.parametrize(
    ("error", "sure"),
    [(TransientError("x", code=429), True), (TransientError("x", code=502), False), (ProviderTimeout("x"), False)],
)
def test_an_effect_that_may_have_happened_is_not_repeated(
    agent: Harness, effect: Effect, error: Exception, sure: bool
) -> None:
    ask(agent, ("act", {"q": "un"}))
    agent.run([failing("act", error, effect=effect)])
    repeated = sure or effect in (Effect.READ, Effect.LOCAL, Effect.KEYED)
    (outcome,) = agent.journal.outcomes.values()
    assert (outcome.status == "success", outcome.attempts) == ((True, 2) if repeated else (False, 1))


def test_a_hanging_tool_is_left_behind(agent: Harness, released: threading.Event) -> None:
    def hang(_context: Any, _arguments: Any) -> ToolOutput:
        released.wait(20)
        return ToolOutput("trop tard")

    ask(agent, ("hang", {"q": "un"}), ("look", {"q": "deux"}))
    started = time.monotonic()
    assert agent.run([make_tool("hang", hang, timeout_s=0.05), echo()]).text == "Voilà"
    assert time.monotonic() - started < 5
    late, found = shown(agent)
    assert (late["status"], found["status"]) == ("timeout", "success")
    (attempts, _) = [outcome.attempts for outcome in agent.journal.outcomes.values()]
    assert attempts == 3


@pytest.mark.parametrize("limits", [Limits(tool_timeout_s=0.05), Limits(turn_timeout_s=0.4)], ids=["tool", "turn"])
def test_the_limits_of_the_run_bound_a_patient_tool(agent: Harness, released: threading.Event, limits: Limits) -> None:
    hang = make_tool("hang", lambda _c, _a: released.wait(20) and ToolOutput(1), effect=Effect.BLIND, timeout_s=60)
    ask(agent, ("hang", {"q": "un"}))
    started = time.monotonic()
    agent.run([hang], limits=limits)
    assert time.monotonic() - started < 5
    assert shown(agent)[0]["status"] == "timeout"


def test_a_call_without_any_time_left_is_not_run(agent: Harness) -> None:
    ran: list[Any] = []

    def slow(_context: Any, arguments: Any) -> ToolOutput:
        ran.append(arguments.q)
        agent.clock.skip(95)
        return ToolOutput("lent")

    ask(agent, ("slow", {"q": "un"}), ("slow", {"q": "deux"}))
    agent.run([make_tool("slow", slow, effect=Effect.LOCAL)], limits=Limits(turn_timeout_s=100))
    assert ran == ["un"]
    assert [message["status"] for message in shown(agent)] == ["success", "timeout"]


def test_the_effect_of_a_late_local_tool_never_happens(agent: Harness, released: threading.Event) -> None:
    committed: list[Any] = []
    returned = threading.Event()

    def late(_context: Any, _arguments: Any) -> ToolOutput:
        released.wait(20)
        returned.set()
        return ToolOutput("fait", commit=committed.append)

    ask(agent, ("late", {"q": "un"}))
    agent.run([make_tool("late", late, effect=Effect.LOCAL, timeout_s=0.05)])
    released.set()
    assert returned.wait(10)
    assert committed == []
    assert shown(agent)[0]["status"] == "timeout"


def test_the_effect_of_a_local_tool_is_committed_with_its_result(agent: Harness) -> None:
    committed: list[Any] = []
    tool = make_tool("save", lambda _c, _a: ToolOutput("fait", commit=committed.append), effect=Effect.LOCAL)
    ask(agent, ("save", {"q": "un"}))
    agent.run([tool])
    assert committed == [agent.journal]


def test_a_long_result_is_cut_before_the_transcript(agent: Harness) -> None:
    ask(agent, ("page", {"q": "un"}))
    agent.run([make_tool("page", lambda _c, _a: ToolOutput({"text": "z" * 20_000}), max_chars=8_000)])
    (content,) = agent.tool_messages()
    assert len(content) < 8_100
    assert "of 20,000 characters shown]" in json.loads(content)["data"]["text"]


def test_shutting_down_in_one_of_many_reads_stops_the_run(agent: Harness) -> None:
    ask(agent, ("look", {"q": "un"}), ("leave", {"q": "deux"}))
    with pytest.raises(ShuttingDown):
        agent.run([echo(), failing("leave", ShuttingDown())])


def test_an_effect_that_refuses_while_it_is_stored_becomes_an_error_for_the_model(agent: Harness) -> None:
    def spend(_journal: Any) -> None:
        raise ToolFailed("The balance is too low.")

    ask(agent, ("buy", {"q": "un"}))
    agent.run([make_tool("buy", lambda _c, _a: ToolOutput("bought", commit=spend), effect=Effect.LOCAL)])
    assert shown(agent) == [{"status": "error", "error_type": "permanent", "message": "The balance is too low."}]
    (outcome,) = agent.journal.outcomes.values()
    assert outcome.output is None
