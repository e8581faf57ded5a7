"""When the model or a tool fails: a bounded turn, one honest answer, nothing charged for nothing."""

import json

import pytest

from tests.fakes.model import Request, Step, calls, dies_midstream, errors, midstream_error, says
from tests.flows.conftest import PUPIL, Stack
from tests.flows.test_endurance import PAGE, credits_of, last_run


def test_the_tenth_iteration_must_be_text(stack: Stack) -> None:
    def rule(request: Request) -> Step:
        if request.get("tool_choice") == "none":
            return says("Voilà où j’en suis.")
        return calls(("calculate", {"expression": f"{len(request['messages'])}+1"}))

    stack.model.script(rule)
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Compte sans fin")
    assert awa.hears(20).body.startswith("Voilà où j’en suis.")
    assert len(stack.model.requests) == 10
    assert last_run(stack)[:3] == ("done", "max_iterations", 10)


def test_a_tool_that_hangs_does_not_hang_the_turn(stack: Stack) -> None:
    stack.web.pages = {"/lente": PAGE}
    stack.web.hold = True
    stack.model.then(calls(("browse_url", {"urls": [f"{stack.web.url}/lente"]})), says("La page ne répond pas."))
    stack.start(TOOL_TIMEOUT_S="1", TURN_TIMEOUT_S="60", PROGRESS_AFTER_S="2")
    awa = stack.twilio.phone(PUPIL)
    awa.says("Lis la page")
    progress, answer = awa.hears_all(2, 30)
    assert "encore un instant" in progress.body
    assert answer.body.startswith("La page ne répond pas.")
    result = json.loads(stack.model.requests[1]["messages"][-1]["content"])
    assert result["status"] in ("timeout", "error")


@pytest.mark.parametrize("broken", [dies_midstream, midstream_error])
def test_a_stream_that_dies_is_asked_again_and_never_an_answer(stack: Stack, broken: object) -> None:
    stack.model.then(broken(), says("Réponse entière."))  # type: ignore[operator]
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Bonjour")
    assert awa.hears(20).body == "Réponse entière."
    awa.silence(1)


def test_a_provider_that_fails_for_good_is_told_politely_and_costs_nothing(stack: Stack) -> None:
    stack.model.script(lambda _request: errors(401))
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Bonjour")
    body = awa.hears(20).body
    assert "Désolé" in body
    assert "401" not in body
    with stack.database.read() as session:
        error = session.connection().exec_driver_sql("SELECT error FROM run").scalar()
    assert error == "provider_auth: the model answered with HTTP status 401: status 401"
    assert credits_of(stack) == (50, 50)
    assert last_run(stack)[:2] == ("done", "error")


def test_a_fallback_model_answers_when_the_first_is_out_of_credit(stack: Stack) -> None:
    stack.model.script(lambda request: says("Du second.") if request["model"] == "second" else errors(402))
    stack.start(MODEL_FALLBACKS="second")
    awa = stack.twilio.phone(PUPIL)
    awa.says("Bonjour")
    assert awa.hears(20).body == "Du second."
    assert credits_of(stack) == (49, 49)
