"""Tries, fallbacks, and giving up."""

import json
import threading
from typing import Any

import pytest

from bot.agent.limits import Limits
from bot.agent.spec import ToolOutput
from bot.types import StopReason
from tests.fakes.agent_tools import Harness, echo, make_tool
from tests.fakes.model import Step, calls, dies_midstream, ends_early, errors, hangs, midstream_error, says


@pytest.mark.parametrize(
    "step",
    [
        errors(429),
        errors(500),
        errors(408),
        dies_midstream(),
        ends_early(),
        midstream_error(),
        errors(400, {"error": {"code": "tool_use_failed", "message": "Failed to call a function."}}),
    ],
    ids=["429", "500", "408", "connection broken", "no finish_reason", "error in the stream", "a miswritten call"],
)
def test_what_may_pass_is_tried_again_and_never_shown(agent: Harness, step: Step) -> None:
    agent.server.then(step, step, step, says("Enfin"))
    result = agent.run()
    assert (result.text, result.iterations) == ("Enfin", 1)
    assert agent.clock.waited == 1 + 2 + 4
    assert [event.kind for event in agent.events] == ["iteration", "retry", "retry", "retry", "completed", "ended"]
    assert agent.journal.trail == [{"role": "assistant", "content": "Enfin"}]


def test_after_four_tries_the_next_model_is_asked(agent: Harness) -> None:
    agent.server.script(lambda request: errors(503) if request["model"] == "first" else says("Secours"))
    result = agent.run(models=("first", "second"))
    assert (result.text, result.model) == ("Secours", "second")
    assert [request["model"] for request in agent.server.requests] == ["first"] * 4 + ["second"]
    assert ("fallback", "second") in [(event.kind, event.name) for event in agent.events]


@pytest.mark.parametrize(
    ("status", "body", "alerts"),
    [
        (402, None, ["provider_payment"]),
        (429, {"error": {"code": "insufficient_quota"}}, ["provider_payment"]),
        (404, None, []),
        (400, {"error": {"code": "context_length_exceeded"}}, []),
    ],
)
def test_what_will_not_pass_goes_straight_to_the_next_model(
    agent: Harness, status: int, body: Any, alerts: list[str]
) -> None:
    agent.server.then(errors(status, body), says("Secours"))
    result = agent.run(models=("first", "second"))
    assert result.text == "Secours"
    assert agent.clock.waits == []
    assert agent.journal.alert_kinds == alerts


def test_a_run_stays_with_the_model_that_answered(agent: Harness) -> None:
    agent.server.then(errors(404), calls(("look", {"q": "un"})), says("Voilà"))
    agent.run([echo()], models=("first", "second"))
    assert [request["model"] for request in agent.server.requests] == ["first", "second", "second"]


def test_a_refused_key_ends_the_run_with_an_alert(agent: Harness) -> None:
    agent.server.then(errors(401))
    result = agent.run(models=("first", "second"))
    assert (result.stop_reason, result.error, result.text) == (StopReason.ERROR, "provider_auth", "")
    assert result.detail == "the model answered with HTTP status 401: status 401"
    assert agent.journal.alert_kinds == ["provider_auth"]
    assert len(agent.server.requests) == 1


@pytest.mark.parametrize(
    ("step", "error"),
    [
        (errors(500), "provider_unavailable"),
        (ends_early(), "stream_broken"),
        (errors(402), "provider_payment"),
        (errors(400, {"error": {"code": "context_length_exceeded"}}), "context_overflow"),
        (errors(422), "provider_refused"),
    ],
)
def test_when_every_model_fails_the_result_says_why_in_one_word(agent: Harness, step: Step, error: str) -> None:
    agent.server.script(lambda _request: step)
    result = agent.run(models=("first", "second"))
    assert (result.stop_reason, result.error, result.text) == (StopReason.ERROR, error, "")
    assert agent.journal.trail == []


def test_retry_after_is_obeyed_but_no_more_than_a_minute_in_all(agent: Harness) -> None:
    agent.server.script(lambda _request: errors(429, headers={"Retry-After": "600"}))
    result = agent.run()
    assert result.stop_reason is StopReason.ERROR
    assert agent.clock.waited == 60
    assert len(agent.server.requests) == 3


def test_no_wait_leads_past_the_deadline(agent: Harness) -> None:
    agent.server.script(lambda _request: errors(429, headers={"Retry-After": "25"}))
    agent.run(limits=Limits(turn_timeout_s=20))
    assert agent.clock.waits == []


def test_a_cancellation_ends_the_waiting(agent: Harness) -> None:
    agent.server.script(lambda _request: errors(429, headers={"Retry-After": "25"}))
    result = agent.run(cancelled=lambda: agent.clock.waited >= 2)
    assert result.stop_reason is StopReason.CANCELLED
    assert agent.clock.waited == 2


def test_a_model_that_hangs_leaves_the_reserve_for_the_next_one(agent: Harness) -> None:
    agent.server.script(lambda request: hangs(30) if request["model"] == "first" else says("À temps"))
    result = agent.run([echo()], models=("first", "second"), limits=Limits(turn_timeout_s=1.5))
    assert (result.text, result.stop_reason) == ("À temps", StopReason.DEADLINE)
    assert agent.server.requests[-1]["tool_choice"] == "none"


def test_eight_runs_share_one_client(agent: Harness) -> None:
    """Each conversation gets its own answers, and all are asked at the same time."""
    together = threading.Barrier(8, timeout=20)

    def rule(request: dict[str, Any]) -> Step:
        question = request["messages"][0]["content"]
        if len(request["messages"]) == 1:
            together.wait()
            return calls(("look", {"q": question}))
        return says("Réponse à " + json.loads(request["messages"][-1]["content"])["data"]["found"])

    agent.server.script(rule)
    texts: dict[str, str] = {}

    def converse(question: str) -> None:
        history = ({"role": "user", "content": question},)
        texts[question] = Harness(agent.server, agent.model).run([echo()], history=history).text

    threads = [threading.Thread(target=converse, args=(f"question {n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == {f"question {n}": f"Réponse à question {n}" for n in range(8)}


def test_a_model_that_cannot_read_so_much_is_shown_less_of_what_was_read(agent: Harness) -> None:
    overflow = errors(400, {"error": {"code": "context_length_exceeded"}})
    page = make_tool("page", lambda _c, arguments: ToolOutput(arguments.q * 1_000))

    def rule(request: dict[str, Any]) -> Step:
        if len(json.dumps(request["messages"])) > 7_000:
            return overflow
        asked = sum(len(message.get("tool_calls") or ()) for message in request["messages"])
        return calls(("page", {"q": f"mot{asked}"})) if asked < 6 else says("Voici")

    agent.server.script(rule)
    result = agent.run([page], models=("first", "second"))
    assert (result.text, result.model) == ("Voici", "second")
    assert agent.clock.waits == []
    shown = [str(message["content"]) for message in agent.last_request if message["role"] == "tool"]
    assert [text.startswith("[page: success, ") for text in shown] == [True] * 5 + [False]
    assert all(len(content) > 3_000 for content in agent.tool_messages()), "what is stored stays whole"


def test_a_question_that_is_too_long_by_itself_is_given_up(agent: Harness) -> None:
    agent.server.script(lambda _request: errors(400, {"error": {"code": "context_length_exceeded"}}))
    result = agent.run([echo()])
    assert (result.stop_reason, result.error) == (StopReason.ERROR, "context_overflow")
    assert len(agent.server.requests) == 1


PICTURE = {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,AAAA"}}
EARLIER = (
    {"role": "system", "content": "Tu es tuteur."},
    {"role": "user", "content": [{"type": "text", "text": "[Photo: file 7]"}, PICTURE]},
    {
        "role": "assistant",
        "content": None,
        "reasoning_content": "(not kept)",
        "tool_calls": [{"id": "a", "type": "function", "function": {"name": "look", "arguments": "{}"}}],
    },
    {"role": "tool", "tool_call_id": "a", "content": '{"status":"success","data":1}'},
    {"role": "assistant", "content": "C’est un triangle."},
    {"role": "system", "content": "Un quiz est ouvert."},
    {"role": "user", "content": "Et son aire ?"},
)
TOO_LONG = "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens"
REFUSALS = {
    "vLLM": (400, {"object": "error", "message": TOO_LONG, "type": "BadRequestError", "code": 400}),
    "llama.cpp": (400, {"error": {"code": 400, "type": "exceed_context_size_error", "n_ctx": 8192}}),
    "Gemini": (400, [{"error": {"code": 400, "message": "too many tokens", "status": "INVALID_ARGUMENT"}}]),
    "Mistral": (422, {"object": "error", "message": {"detail": []}, "type": "invalid_request_error", "code": "3051"}),
    "vLLM, as it streams": (200, {"error": {"message": TOO_LONG, "type": "BadRequestError", "code": 400}}),
    "OpenRouter, no eyes": (404, {"error": {"code": 404, "message": "No endpoints found that support image input"}}),
    "Azure, filter": (
        400,
        {"error": {"code": "content_filter", "innererror": {"code": "ResponsibleAIPolicyViolation"}}},
    ),
}


@pytest.mark.parametrize("dialect", REFUSALS)
@pytest.mark.parametrize(("offence", "left"), [("image_url", ["[Photo: file 7]", "C’est un triangle."]), ("Photo", [])])
def test_earlier_turns_that_a_model_will_not_read_stop_no_later_one(
    agent: Harness, dialect: str, offence: str, left: list[str]
) -> None:
    refusal = errors(*REFUSALS[dialect])
    agent.server.script(lambda request: refusal if offence in json.dumps(request["messages"]) else says("12 cm²"))
    assert agent.run([echo()], history=EARLIER, models=("first", "second")).text == "12 cm²"
    read = json.dumps(agent.last_request, ensure_ascii=False)
    there = ["Tu es tuteur.", *left, "Un quiz est ouvert.", "Et son aire ?"]
    assert sorted(there, key=read.find) == (
        there if left else ["Tu es tuteur.", "Un quiz est ouvert.", "Et son aire ?"]
    )
    assert (offence in read, "cannot be shown" in read) == (False, not left), "that something is missing is told"
    assert agent.clock.waits == []


def test_what_does_not_depend_on_earlier_turns_ends_soon(agent: Harness) -> None:
    agent.server.script(lambda _request: errors(400))
    assert agent.run([echo()], history=EARLIER).error == "provider_refused"
    assert len(agent.server.requests) == 4


@pytest.mark.parametrize("dialect", REFUSALS)
def test_a_photo_that_no_model_takes_is_told_and_its_words_are_answered(agent: Harness, dialect: str) -> None:
    refusal = errors(*REFUSALS[dialect])
    agent.server.script(lambda request: refusal if "image_url" in json.dumps(request["messages"]) else says("Pas vu."))
    question = {"role": "user", "content": [{"type": "text", "text": "[Photo: file 9]\nExercice 3 ?"}, PICTURE]}
    assert agent.run([echo()], history=(*EARLIER[:-1], question), models=("first", "second")).text == "Pas vu."
    *_, told, asked = agent.last_request
    assert (told["role"], asked) == ("system", {"role": "user", "content": "[Photo: file 9]\nExercice 3 ?"})
    assert "cannot be shown" in told["content"]


MODERATED = {"code": 403, "message": "no", "metadata": {"reasons": ["violence"], "flagged_input": "…"}}


@pytest.mark.parametrize("step", [errors(*REFUSALS["Azure, filter"]), errors(403, {"error": MODERATED})])
def test_what_a_filter_stops_before_the_model_is_a_refusal_and_no_outage(agent: Harness, step: Step) -> None:
    agent.server.script(lambda _request: step)
    result = agent.run([echo()], models=("first", "second"))
    assert (result.stop_reason, result.refused, result.text) == (StopReason.DONE_SIGNAL, True, "")
    assert agent.journal.alerts == []
    assert [request["model"] for request in agent.server.requests] == ["first", "second"]
