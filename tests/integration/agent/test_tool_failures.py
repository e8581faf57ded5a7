"""Tools that fail or take too long: what is tried again, what is left behind, and what never happens twice."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from bot.agent.limits import Limits
from bot.agent.spec import Effect, ToolOutput
from bot.errors import AuthError, ErrorType, PermanentError, ProviderTimeout, ToolFailed, ToolRetry, TransientError
from tests.fakes.agent_tools import Harness, echo, failing, make_tool


@pytest.fixture
def released() -> Iterator[threading.Event]:
    """What hanging tools wait for; set at the end so that no thread outlives its test."""
    event = threading.Event()
    yield event
    event.set()


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
    agent.will_ask(("look", {"q": "un"}))
    agent.run([failing("look", error)])
    assert agent.shown() == [{"status": "error", **message}]
    assert agent.clock.waits == []
    assert agent.journal.alert_kinds == (["provider_auth"] if message["error_type"] == "auth" else [])


def test_passing_failures_are_tried_three_times_more(agent: Harness) -> None:
    agent.will_ask(("look", {"q": "un"}))
    agent.run([failing("look", *[TransientError("busy")] * 3)])
    assert agent.shown() == [{"status": "success", "data": {"found": "un"}}]
    assert agent.clock.waited == 1 + 2 + 4
    (outcome,) = agent.journal.outcomes.values()
    assert (outcome.status, outcome.attempts) == ("success", 4)
    assert outcome.elapsed_ms >= 7_000


def test_after_the_last_try_the_model_is_told(agent: Harness) -> None:
    agent.will_ask(("look", {"q": "un"}))
    agent.run([failing("look", *[TransientError("busy")] * 4)])
    assert agent.shown() == [{"status": "error", "error_type": "transient", "message": "busy"}]


def test_a_late_provider_is_tried_twice_more(agent: Harness) -> None:
    agent.will_ask(("look", {"q": "un"}))
    agent.run([failing("look", *[ProviderTimeout("late")] * 3)])
    (message,) = agent.shown()
    assert message["status"] == "timeout"
    assert message["elapsed_ms"] >= 7_000
    assert agent.clock.waited == 2 + 5


def test_retry_after_of_a_provider_is_obeyed_up_to_half_a_minute(agent: Harness) -> None:
    agent.will_ask(("look", {"q": "un"}))
    agent.run([failing("look", TransientError("x", retry_after_s=12), TransientError("x", retry_after_s=90))])
    assert agent.clock.waited == 12 + 30


@pytest.mark.parametrize(("asked_s", "waited_s", "tries"), [(3600, 30, 2), (20, 40, 3), (14, 42, 4)])
def test_a_provider_that_is_away_for_long_holds_a_call_up_for_less_than_a_minute(
    agent: Harness, asked_s: float, waited_s: float, tries: int
) -> None:
    agent.will_ask(("look", {"q": "un"}))
    agent.run([failing("look", *[TransientError("x", code=429, retry_after_s=asked_s)] * 9)])
    assert agent.clock.waited == waited_s
    assert sum(event.kind == "retry" for event in agent.events) == tries - 1
    assert agent.shown()[0]["error_type"] == "transient"


def test_no_wait_leads_past_the_deadline(agent: Harness) -> None:
    agent.will_ask(("look", {"q": "un"}))
    agent.run([failing("look", TransientError("x", retry_after_s=12))], limits=Limits(turn_timeout_s=10))
    assert agent.shown()[0]["error_type"] == "transient"
    assert agent.clock.waits == []


def test_a_cancellation_ends_the_waiting(agent: Harness) -> None:
    agent.will_ask(("look", {"q": "un"}))
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
    agent.will_ask(("act", {"q": "un"}))
    agent.run([failing("act", error, effect=effect)])
    repeated = sure or effect in (Effect.READ, Effect.LOCAL, Effect.KEYED)
    (outcome,) = agent.journal.outcomes.values()
    assert (outcome.status == "success", outcome.attempts) == ((True, 2) if repeated else (False, 1))


def test_a_hanging_tool_is_left_behind(agent: Harness, released: threading.Event) -> None:
    def hang(_context: Any, _arguments: Any) -> ToolOutput:
        released.wait(20)
        return ToolOutput("trop tard")

    agent.will_ask(("hang", {"q": "un"}), ("look", {"q": "deux"}))
    started = time.monotonic()
    assert agent.run([make_tool("hang", hang, timeout_s=0.05), echo()]).text == "Voilà"
    assert time.monotonic() - started < 5
    late, found = agent.shown()
    assert (late["status"], found["status"]) == ("timeout", "success")
    (attempts, _) = [outcome.attempts for outcome in agent.journal.outcomes.values()]
    assert attempts == 3


@pytest.mark.parametrize("limits", [Limits(tool_timeout_s=0.05), Limits(turn_timeout_s=0.4)], ids=["tool", "turn"])
def test_the_limits_of_the_run_bound_a_patient_tool(agent: Harness, released: threading.Event, limits: Limits) -> None:
    hang = make_tool("hang", lambda _c, _a: released.wait(20) and ToolOutput(1), effect=Effect.BLIND, timeout_s=60)
    agent.will_ask(("hang", {"q": "un"}))
    started = time.monotonic()
    agent.run([hang], limits=limits)
    assert time.monotonic() - started < 5
    assert agent.shown()[0]["status"] == "timeout"


def test_a_call_without_any_time_left_is_not_run(agent: Harness) -> None:
    ran: list[Any] = []

    def slow(_context: Any, arguments: Any) -> ToolOutput:
        ran.append(arguments.q)
        agent.clock.skip(95)
        return ToolOutput("lent")

    agent.will_ask(("slow", {"q": "un"}), ("slow", {"q": "deux"}))
    agent.run([make_tool("slow", slow, effect=Effect.LOCAL)], limits=Limits(turn_timeout_s=100))
    assert ran == ["un"]
    assert [message["status"] for message in agent.shown()] == ["success", "timeout"]


def test_the_effect_of_a_late_local_tool_never_happens(agent: Harness, released: threading.Event) -> None:
    committed: list[Any] = []
    returned = threading.Event()

    def late(_context: Any, _arguments: Any) -> ToolOutput:
        released.wait(20)
        returned.set()
        return ToolOutput("fait", commit=committed.append)

    agent.will_ask(("late", {"q": "un"}))
    agent.run([make_tool("late", late, effect=Effect.LOCAL, timeout_s=0.05)])
    released.set()
    assert returned.wait(10)
    assert committed == []
    assert agent.shown()[0]["status"] == "timeout"
