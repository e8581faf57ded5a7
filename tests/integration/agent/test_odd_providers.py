"""Servers that speak the protocol in their own way: it costs no run, and nothing of it is told to another."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from bot.agent.limits import Limits
from bot.agent.shaping import drop_orphans
from bot.agent.spec import ToolOutput
from bot.agent.strict_models import KEPT_S, StrictModels
from bot.types import StopReason
from tests.fakes.agent_tools import Harness, echo, make_tool
from tests.fakes.journal import MemoryJournal
from tests.fakes.model import Step, calls, chunk, errors, says


@pytest.mark.parametrize(
    "name",
    [
        "functions.look",
        "functions_look",
        "mcp__look",
        "mcp__palabre__look",
        "default_api_look",
        "default_api:look",
        "look<|channel|>commentary",
        "look:0",
        " look",
        "Look",
        "functions.LOOK",
        "lo-ok",
        "look_",
    ],
)
def test_a_tool_with_something_around_its_name_is_that_tool(agent: Harness, name: str) -> None:
    agent.will_ask((name, {"q": "un"}))
    agent.run([echo("look"), echo("page")])
    assert agent.shown() == [{"status": "success", "data": {"found": "un"}}]


@pytest.mark.parametrize("name", ["recherche.météo", "", "x" * 200, "multi_tool_use.parallel"])
def test_no_name_is_sent_back_that_a_provider_refuses(agent: Harness, name: str) -> None:
    agent.will_ask((name, {"q": "un"}))
    assert agent.run([echo()]).text == "Voilà"
    (sent,) = agent.last_request[1]["tool_calls"]
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", sent["function"]["name"])
    assert agent.shown()[0]["error_type"] == "permanent"


@pytest.mark.parametrize("call_id", ["c" * 41, "functions.look:0", "é"])
def test_no_id_is_sent_back_that_a_provider_refuses(agent: Harness, call_id: str) -> None:
    agent.server.then(calls(("look", {"q": "un"}), ids=[call_id]), says("Voilà"))
    agent.run([echo()])
    sent, reply = agent.last_request[1:]
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,40}", sent["tool_calls"][0]["id"])
    assert reply["tool_call_id"] == sent["tool_calls"][0]["id"]


@pytest.mark.parametrize("usage", [{"prompt_tokens": "100", "completion_tokens": "20"}, {"prompt_tokens": 1e300}, [1]])
def test_an_odd_count_costs_no_answer(agent: Harness, usage: Any) -> None:
    agent.server.then(says("Voilà", usage=usage))
    assert agent.run([echo()]).text == "Voilà"


def test_a_model_has_the_price_of_the_name_it_was_asked_by(agent: Harness) -> None:
    """OpenAI answers by that of the day when it was made."""
    agent.server.then(Step(tuple(piece | {"model": "first-2026-11-20"} for piece in says("Oui").chunks)))  # type: ignore[operator]
    result = agent.run(cost_of=lambda model, _usage: {"first": 0.5}.get(model, 0.0))
    assert (result.model, result.usage.cost) == ("first", 0.5)


def test_a_provider_that_counts_nothing_spends_the_budget_all_the_same(agent: Harness) -> None:
    def silent(*steps: dict[str, Any]) -> Step:
        return Step(steps)

    call = {"index": 0, "id": "a", "function": {"name": "page", "arguments": '{"q": "un"}'}}
    asks = silent(chunk({"tool_calls": [call]}, "tool_calls"))
    agent.server.then(asks, asks, asks, silent(chunk({"content": "Voici ce que j’ai"}, "stop")))
    page = make_tool("page", lambda _c, _a: ToolOutput("mot " * 1_000))
    result = agent.run([page], limits=Limits(token_budget=3_000))
    assert (result.text, result.stop_reason) == ("Voici ce que j’ai", StopReason.BUDGET_EXHAUSTED)
    assert result.usage.prompt_tokens > 1_000


def test_a_model_that_goes_on_calling_tools_at_the_end_is_told_once_to_use_words(agent: Harness) -> None:
    def rule(request: dict[str, Any]) -> Step:
        told = "in words" in str(request["messages"][-1]["content"])
        return says("Voici ce que j’ai") if told else calls(("look", {"q": str(len(agent.server.requests))}))

    agent.server.script(rule)
    result = agent.run([echo()], limits=Limits(max_iterations=2))
    assert (result.text, result.stop_reason) == ("Voici ce que j’ai", StopReason.MAX_ITERATIONS)
    assert [message["role"] for message in agent.journal.trail] == ["assistant", "tool", "assistant"], "not stored"


def test_arguments_are_stored_and_shown_in_the_form_that_the_tool_takes(agent: Harness) -> None:
    agent.will_ask(("look", {"q": 2026, "deep": None}))
    agent.run([echo()])
    assert agent.shown() == [{"status": "success", "data": {"found": "2026"}}]
    (sent,) = agent.last_request[1]["tool_calls"]
    assert sent["function"]["arguments"] == '{"q": "2026"}'
    assert agent.journal.trail[0]["tool_calls"] == [sent]


@pytest.mark.parametrize("kept", [{"google": {"thought_signature": "c2ln"}}, None], ids=["signed", "not"])
def test_what_a_server_wants_back_beside_its_calls_it_gets(agent: Harness, kept: Any) -> None:
    """Gemini refuses a call without its signature, DeepSeek and Moonshot one without what was thought before it."""
    call = {"index": 0, "id": "a", "function": {"name": "look", "arguments": '{"q": "un"}'}, "extra_content": kept}
    thinks = [chunk({"reasoning_content": piece}) for piece in ("Je cher", "che.")]
    agent.server.then(Step((*thinks, chunk({"tool_calls": [call]}, "tool_calls"))), calls(("look", {"q": "deux"})))
    agent.server.then(Step((thinks[0], *says("Voilà").chunks)))
    agent.run([echo()])
    for request in agent.server.requests[1:]:
        said = request["messages"][1]
        assert said["reasoning_content"] == "Je cherche."
        assert said["tool_calls"][0].get("extra_content") == kept
    stored = [message for message in agent.journal.trail if message["role"] == "assistant"]
    assert [message.get("reasoning_content") for message in stored] == ["(not kept)", None, "(not kept)"]
    assert stored[0]["tool_calls"][0].get("extra_content") == kept


def thinking(text: str) -> dict[str, Any]:
    """A piece of what was thought, as OpenRouter sends it."""
    return {"type": "reasoning.text", "text": text, "format": "google-gemini-v1", "index": 0}


def signing(call_id: str) -> dict[str, Any]:
    """The signature of a call, which is found by its id."""
    return {"type": "reasoning.encrypted", "data": "c2ln", "id": call_id, "format": "google-gemini-v1", "index": 0}


def test_openrouter_gets_back_what_signs_a_call_under_the_id_that_the_call_has(agent: Harness) -> None:
    """Gemini's calls are named alike in each step, and are refused without what was thought before them."""

    def asks(query: str) -> Step:
        call = {"index": 0, "id": "tool_0_look", "function": {"name": "look", "arguments": f'{{"q": "{query}"}}'}}
        pieces = [[thinking("Je cher")], [thinking("che.") | {"signature": None}], None, [signing("tool_0_look"), 7]]
        signed = [chunk({"content": "", "reasoning_details": piece}) for piece in pieces]
        return Step((*signed, chunk({"tool_calls": [call]}, "tool_calls")))

    agent.server.then(asks("un"), asks("deux"), says("Voilà"))
    assert agent.run([echo()]).text == "Voilà"
    asked = [message for message in agent.last_request if message.get("tool_calls")]
    ids = [message["tool_calls"][0]["id"] for message in asked]
    assert len(set(ids)) == 2
    assert [message["reasoning_details"] for message in asked] == [
        [thinking("Je cherche."), signing(call_id)] for call_id in ids
    ]
    stored = [message for message in agent.journal.trail if message.get("tool_calls")]
    assert [message["reasoning_details"] for message in stored] == [[signing(call_id)] for call_id in ids], "no words"
    assert all("reasoning_details" not in message for message in drop_orphans(agent.journal.trail)), "in a later turn"


@pytest.mark.parametrize("thought", [{"reasoning_content": "Bonjour ?"}, {"reasoning_details": [signing("a")]}])
def test_what_was_thought_before_a_plain_answer_is_nobodys(agent: Harness, thought: dict[str, Any]) -> None:
    agent.server.then(Step((chunk(thought), *says("Bonjour").chunks)))
    assert agent.run([echo()]).text == "Bonjour"
    assert agent.journal.trail == [{"role": "assistant", "content": "Bonjour"}]


@pytest.mark.parametrize("said", ['{"q": "un\ndeux"}', "{'q': 'un\\ndeux'}", '"{\\"q\\": \\"un\\\\ndeux\\"}"'])
def test_a_call_in_loose_json_is_run_and_shown_in_the_form_it_should_have_had(agent: Harness, said: str) -> None:
    agent.will_ask(("look", said))
    agent.run([echo()])
    assert agent.shown() == [{"status": "success", "data": {"found": "un\ndeux"}}]
    assert agent.last_request[1]["tool_calls"][0]["function"]["arguments"] == '{"q": "un\\ndeux"}'


PICTURE = {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,AAAA"}}


def asked(call_id: str) -> dict[str, Any]:
    """A call as it stands in a transcript."""
    return {"id": call_id, "type": "function", "function": {"name": "look", "arguments": "{}"}}


EARLIER = (
    {"role": "system", "content": "Tu es tuteur."},
    {"role": "system", "content": "Elle a 15 ans."},
    {"role": "user", "content": "Un quiz !"},
    {"role": "assistant", "content": None, "tool_calls": [asked("call_0123456789abcdef")]},
    {"role": "tool", "tool_call_id": "call_0123456789abcdef", "content": '{"status":"success","data":1}'},
    {"role": "user", "content": "Allô ?"},
    {"role": "user", "content": [{"type": "text", "text": "[Photo: file 7]"}, PICTURE]},
    {"role": "assistant", "content": "C’est un triangle."},
    {"role": "system", "content": "Un quiz est ouvert."},
    {"role": "user", "content": "Et son aire ?"},
)


def roles_of(request: dict[str, Any]) -> list[tuple[str, str]]:
    """Who speaks behind whom."""
    roles = ["", *(message["role"] for message in request["messages"])]
    return list(pairwise(roles))


QWEN = {"message": "System message must be at the beginning.", "type": "BadRequestError", "code": 400}
MISTRAL = {"object": "error", "message": "Unexpected role", "type": "invalid_request_message_order", "code": "3230"}
NOT_MISTRALS = [("assistant", "system"), ("tool", "system"), ("tool", "user")]
STRICT: dict[str, tuple[Step, Callable[[list[tuple[str, str]]], bool]]] = {
    "vLLM, Qwen": (errors(400, {"error": QWEN}), lambda roles: any(role == "system" for _, role in roles[1:])),
    "llama.cpp, Qwen": (errors(500, {"error": QWEN}), lambda roles: any(role == "system" for _, role in roles[1:])),
    "Mistral": (errors(400, MISTRAL), lambda roles: any(pair in roles for pair in NOT_MISTRALS)),
    "Gemma": (errors(400), lambda roles: any(role in ("system", before) for before, role in roles[1:])),
}


@pytest.mark.parametrize("dialect", STRICT)
def test_a_server_that_takes_no_word_of_the_service_later_on_gets_it_otherwise(agent: Harness, dialect: str) -> None:
    """A quiz, whose turn ended with its call; a turn that failed; what is told before the question; a tool."""
    refusal, is_refused = STRICT[dialect]

    def rule(request: dict[str, Any]) -> Step:
        if is_refused(roles_of(request)):
            return refusal
        return says("12 cm²") if request["messages"][-1]["role"] == "tool" else calls(("look", {"q": "aire"}))

    agent.server.script(rule)
    assert agent.run([echo()], history=EARLIER).text == "12 cm²"
    assert (len(agent.server.requests), agent.clock.waits) == (3, []), "refused once"
    first, *said = agent.last_request
    assert first == {"role": "system", "content": "Tu es tuteur.\n\nElle a 15 ans."}
    question = next(message["content"] for message in reversed(said) if message["role"] == "user")
    assert question == "<service>\nUn quiz est ouvert.\n</service>\n\nEt son aire ?"
    assert [part["text"] for part in said[4]["content"] if "text" in part] == ["Allô ?", "[Photo: file 7]"]
    ids = [call["id"] for message in said for call in message.get("tool_calls") or ()]
    assert [message["tool_call_id"] for message in said if message["role"] == "tool"] == ids
    assert all(re.fullmatch("[a-zA-Z0-9]{9}", call_id) for call_id in ids), "as Mistral wants them"
    assert [message["role"] for message in agent.journal.trail] == ["assistant", "tool", "assistant"], "not stored"


def test_a_call_that_a_person_agreed_to_is_told_in_words_where_each_must_be_signed(agent: Harness) -> None:
    def rule(request: dict[str, Any]) -> Step:
        calls_made = [call for message in request["messages"] for call in message.get("tool_calls") or ()]
        return says("C’est fait.") if all("extra_content" in call for call in calls_made) else errors(400)

    agent.server.script(rule)
    agent.journal.trail = [{"role": "assistant", "content": None, "tool_calls": [asked("approved_7")]}]
    agent.journal.trail[0]["tool_calls"][0]["function"]["arguments"] = '{"q": "un"}'
    assert agent.run([echo()]).text == "C’est fait."
    assert len(agent.server.requests) == 2
    told = '<service>\nThe person agreed to this call: look {"q": "un"}\nIts result: {"status":"success",'
    assert told in agent.last_request[-1]["content"]
    assert [message["role"] for message in agent.journal.trail] == ["assistant", "tool", "assistant"], "not stored"


def test_a_server_that_is_strict_is_asked_in_order_from_then_on(agent: Harness) -> None:
    strict = StrictModels()
    refusal, is_refused = STRICT["Gemma"]

    def run() -> int:
        """How many requests a turn took; the roles of the last one are in order or not."""
        before, agent.journal = len(agent.server.requests), MemoryJournal()
        assert agent.run(history=EARLIER, strict=strict).text == "12 cm²"
        return len(agent.server.requests) - before

    agent.server.script(lambda request: refusal if is_refused(roles_of(request)) else says("12 cm²"))
    assert [run(), run()] == [2, 1]
    agent.clock.skip(KEPT_S)
    assert [run(), run()] == [2, 1], "an hour later it may be another server"
    agent.server.script(lambda request: says("12 cm²") if is_refused(roles_of(request)) else errors(400))
    assert [run(), run()] == [2, 1], "it takes no order any more, and is asked as others are"
    agent.server.script(lambda _request: errors(400))
    agent.journal = MemoryJournal()
    agent.run(history=EARLIER, strict=strict)
    assert not strict.has("first", agent.clock.monotonic()), "whoever refuses both has not refused the order"
