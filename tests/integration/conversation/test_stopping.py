"""What a turn costs that is stopped: what it had ready is delivered and paid, nothing else; as in the background."""

from collections.abc import Callable

import pytest
from sqlmodel import select

from bot.cli.commands import add_user
from bot.dao import conversations
from bot.dao.work import runs
from bot.models import OutboundPart, Run, StoredFile, ToolCallRecord
from bot.services.money import credits
from bot.services.money.prices import prices_of
from bot.services.money.stopping import leaves_something, reckoned, settle_stopped
from bot.types import Mode
from tests.fakes.model import Request, Step, calls, in_turn, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line
from tests.integration.conversation.test_background_work import entries, heard
from tests.integration.conversation.test_signed_out import expire

ANSWER = "Voici ton devoir."
PAPER = {"title": "Cacao", "content": "Le **cacao**, chapitre un."}  # 1 credit, and the turn 1
NOTES = {"title": "Cacao", "content": "Le cacao."}


def works(line: Line, *steps: Step, then: Callable[[], None]) -> None:
    """A turn that takes these steps, after which something happens while the model thinks."""
    line.model.script(in_turn(*steps, then=then, last=says(ANSWER)))
    line.says("Fais-moi une page sur le cacao")


def cancels(open_line: Callable[..., Line]) -> Callable[[], None]:
    """The pupil stops it, by another worker than the one that is at it."""
    other = open_line()
    return lambda: other.says("/annuler")


def handed_over(line: Line) -> int:
    with line.database.read() as session:
        return len(session.exec(select(OutboundPart).where(OutboundPart.kind == "media")).all())


def charged(line: Line) -> int:
    return line.run().charged


def test_with_nothing_ready_it_costs_nothing_and_says_so_once(line: Line, open_line: Callable[..., Line]) -> None:
    works(line, calls(("calculate", {"expression": "6*7"})), then=cancels(open_line))
    assert heard(line) == ["D’accord, j’arrête. Cette demande ne vous coûte rien."]
    assert (line.credits(), charged(line), handed_over(line)) == (CREDITS, 0, 0)
    assert entries(line)[1:] == [("turn", -1), ("refund", 1)]


def test_a_document_that_was_ready_is_delivered_and_paid(line: Line, open_line: Callable[..., Line]) -> None:
    works(line, calls(("generate_pdf", PAPER)), then=cancels(open_line))
    stops, ready, _file = heard(line)
    assert stops == "D’accord, j’arrête. Ce qui est déjà prêt vous est envoyé et compté, rien d’autre."
    assert ready == "C’est arrêté. Voici ce qui était prêt (2 crédits en tout)."
    assert (line.credits(), charged(line), handed_over(line)) == (CREDITS - 2, 2, 1)
    assert entries(line)[1:] == [("turn", -1), ("tool", -1)]


def test_who_stops_in_the_last_moment_pays_as_who_does_not(line: Line, open_line: Callable[..., Line]) -> None:
    works(line, calls(("generate_pdf", PAPER)), then=lambda: None)
    whole = CREDITS - line.credits()
    works(line, calls(("generate_pdf", PAPER)), then=cancels(open_line))
    assert CREDITS - line.credits() == 2 * whole


def test_of_two_documents_the_one_that_was_not_begun_costs_nothing(line: Line, open_line: Callable[..., Line]) -> None:
    stop = cancels(open_line)

    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] == "tool":
            stop()
        return calls(("generate_pdf", PAPER))

    line.model.script(rule)
    line.says("Fais-moi deux pages sur le cacao")
    assert (line.credits(), handed_over(line)) == (CREDITS - 2, 1)


@pytest.mark.parametrize(
    ("tool", "expected"),
    [("generate_md", True), ("send_email_to_user", True), ("bash_execute", True), ("web_search", False)],
)
def test_that_it_costs_nothing_is_not_said_while_a_tool_makes_something(line: Line, tool: str, expected: bool) -> None:
    with line.database.write() as session:
        key = conversations.ensure(session, PUPIL).id
        run = runs.start(session, Run(conversation_id=key, user_id=1, mode="student", language="fr"))
        session.add(ToolCallRecord(run_id=run.id, iteration=1, call_id="c1", tool=tool, arguments="{}",
                                   state="dispatched"))  # fmt: skip
        session.flush()
        prices = prices_of(line.runtime.inbox.turns.settings)
        assert leaves_something(session, prices, run) == expected


def test_a_free_document_costs_the_turn(line: Line, open_line: Callable[..., Line]) -> None:
    works(line, calls(("generate_md", NOTES)), then=cancels(open_line))
    assert heard(line)[1] == "C’est arrêté. Voici ce qui était prêt (1 crédit en tout)."
    assert line.credits() == CREDITS - 1


@pytest.mark.parametrize(("made", "cost"), [(False, 0), (True, 1)])
def test_of_what_was_agreed_to_the_price_is_kept_if_it_was_made(line: Line, made: bool, cost: int) -> None:
    """A quote reserves more than the call comes to; the rest goes back, once."""
    prices = prices_of(line.runtime.inbox.turns.settings)
    with line.database.write() as session:
        key = conversations.ensure(session, PUPIL).id
        run = runs.start(session, Run(conversation_id=key, user_id=1, mode="student", language="fr"))
        credits.reserve_quoted(session, run, 4, "generate_pdf", "c1")
        if made:
            call = {"tool": "generate_pdf", "arguments": "{}", "state": "done", "status": "success"}
            session.add(ToolCallRecord(run_id=run.id, iteration=1, call_id="c1", **call))
            session.add(StoredFile(conversation_id=key, user_id=1, run_id=run.id, name="cacao.pdf", size=1,
                                   content_type="application/pdf", sha256="0" * 64))  # fmt: skip
        session.flush()
        told = reckoned(session, prices, run)
        assert settle_stopped(session, prices, run).charged == settle_stopped(session, prices, run).charged == cost
    assert (told.cost, told.back, line.credits()) == (cost, 4 - cost, CREDITS - cost)


def test_a_word_stops_it_only_once(line: Line, open_line: Callable[..., Line]) -> None:
    other = open_line()

    def twice() -> None:
        other.says("/annuler")
        other.says("/annuler")

    works(line, calls(("generate_pdf", PAPER)), then=twice)
    assert len([said for said in heard(line) if said.startswith("C’est arrêté")]) == 1
    assert line.credits() == CREDITS - 2


@pytest.mark.parametrize(("step", "cost"), [(("calculate", {"expression": "6*7"}), 0), (("generate_pdf", PAPER), 2)])
def test_who_signs_out_meanwhile_has_paid_what_lies_in_their_library(
    open_line: Callable[..., Line], step: tuple[str, dict[str, object]], cost: int
) -> None:
    """A deploy comes in between, and its heir finds nobody signed in; what is said tells a stranger nothing of it."""
    first = open_line()

    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] == "tool":
            first.runtime.shutdown.ask()
            first.clock.skip(60)
        return calls(step)

    first.model.script(rule)
    first.says("Fais-moi une page sur le cacao")
    expire(first)
    heir = open_line()
    heir.drain()
    told = heard(heir)[-1]
    assert ("n’a rien coûté" in told) == (cost == 0)
    assert "crédit" not in told
    assert (heir.credits(), handed_over(heir)) == (CREDITS - cost, 0)


@pytest.mark.parametrize(
    "words", ["laisse tomber", "Non c bon laisse", "plus la peine merci", "oublie", "attends stop", "never mind"]
)
def test_who_lets_go_of_it_in_words_stops_it(line: Line, open_line: Callable[..., Line], words: str) -> None:
    """Behind the answer they were asked of the model, for a credit."""
    other = open_line()
    works(line, calls(("calculate", {"expression": "6*7"})), then=lambda: other.says(words))
    assert heard(line) == ["D’accord, j’arrête. Cette demande ne vous coûte rien."]
    assert line.credits() == CREDITS


def test_on_sms_too_where_the_word_is_no_carriers(line: Line, open_line: Callable[..., Line]) -> None:
    sms = PUPIL.removeprefix("whatsapp:")
    add_user(line.database, sms, Mode.STUDENT, 0)
    other = open_line()
    line.model.script(in_turn(then=lambda: other.says("arrete sa stp", address=sms), last=says(ANSWER)))
    line.says("Fais-moi une page sur le cacao", address=sms)
    (said,) = heard(line, sms)
    assert said == "D’accord, j’arrête. Cette demande ne vous coûte rien."


@pytest.mark.parametrize("words", ["laisse tomber", "tant pis", "plus besoin"])
def test_with_nothing_under_way_such_words_are_for_the_agent(line: Line, words: str) -> None:
    line.model.script(lambda _request: says("Très bien."))
    line.says("Bonjour", words)
    assert heard(line) == ["Très bien.", "Très bien."]
    assert line.asked()[-1][-1]["content"] == words
