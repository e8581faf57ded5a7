"""A run that may go on in the background: when it does, and what a model without that is told."""

from bot.agent.control import CONTINUE, PLAN, HandedOver
from bot.agent.limits import Limits
from bot.agent.spec import RunResult, ToolOutput
from bot.types import StopReason
from tests.fakes.agent_tools import Harness, echo, make_tool
from tests.fakes.model import calls, says

ASK = (CONTINUE, {"reason": "vingt pages"})


def offered(agent: Harness) -> list[str]:
    return [tool["function"]["name"] for tool in agent.server.requests[-1].get("tools", ())]


def test_the_model_asks_for_it_and_what_stood_beside_its_call_has_run(agent: Harness) -> None:
    agent.server.then(calls(ASK, ("look", {"q": "cacao"})))
    assert agent.run((echo(),), handover=True) == HandedOver("model", "vingt pages")
    assert [message["role"] for message in agent.journal.trail] == ["assistant", "tool"]
    assert offered(agent) == ["look", CONTINUE]


def test_a_second_life_asks_again_without_the_model(agent: Harness) -> None:
    agent.server.then(calls(ASK))
    agent.run(handover=True)
    assert agent.run(handover=True) == HandedOver("model", "vingt pages")
    assert len(agent.server.requests) == 1


def test_where_it_is_not_offered_the_call_is_refused(agent: Harness) -> None:
    agent.server.then(calls(ASK), says("Alors en bref."))
    result = agent.run((echo(),))
    assert isinstance(result, RunResult)
    assert result.text == "Alors en bref."
    assert "There is no tool" in agent.journal.trail[1]["content"]
    assert offered(agent) == ["look"]


def test_a_turn_at_its_end_goes_on_elsewhere_only_with_work_left(agent: Harness) -> None:
    def slow(_context: object, _arguments: object) -> ToolOutput:
        agent.clock.skip(9)
        return ToolOutput("lu")

    agent.server.then(calls(("slow", {"q": "un"})))
    limits = Limits(turn_timeout_s=10)
    assert agent.run((make_tool("slow", slow),), limits=limits, handover=True) == HandedOver("deadline")


def test_a_turn_at_its_end_without_the_background_answers(agent: Harness) -> None:
    def slow(_context: object, _arguments: object) -> ToolOutput:
        agent.clock.skip(9)
        return ToolOutput("lu")

    agent.server.then(calls(("slow", {"q": "un"})), says("Voici."))
    assert agent.run((make_tool("slow", slow),), limits=Limits(turn_timeout_s=10)).stop_reason is StopReason.DEADLINE


def test_the_persons_wish_is_heard_between_two_steps(agent: Harness) -> None:
    agent.server.then(calls(("look", {"q": "un"})))
    wishes = iter((False, True))
    assert agent.run((echo(),), handover=True, wished=lambda: next(wishes)) == HandedOver("person")


def test_a_plan_is_noted_and_a_bad_one_is_told(agent: Harness) -> None:
    good = {"steps": [{"text": "Chercher", "state": "doing"}, {"text": "Écrire", "state": "todo"}]}
    agent.server.then(calls((PLAN, good)), calls((PLAN, {"steps": [{"text": "x", "state": "bientôt"}]})), says("Fini."))
    assert agent.run(has_plan=True).text == "Fini."
    noted, told = (message["content"] for message in agent.journal.trail if message["role"] == "tool")
    assert "noted" in noted
    assert "do not fit" in told


def test_a_barred_tool_says_why(agent: Harness) -> None:
    agent.server.then(calls(("look", {"q": "un"})), says("Sans."))
    agent.run((echo(),), barred={"look": "Not here."})
    assert "Not here." in agent.journal.trail[1]["content"]
