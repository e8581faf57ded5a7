"""What a turn costs in the end: what is shown, what is taken, what is given back; each once, whatever is repeated."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text, update
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.models import Address, LedgerEntry, OutboundPart, PendingInteraction, Run, User
from bot.types import Mode
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, calls, declines, errors, filtered, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line

CLERK = "+2250700000009"  # a professional, by SMS
LONG = "Voici une phrase de trente signes. " * 30  # 1,050 characters: seven segments
Entries = list[tuple[str, int, str]]


@pytest.fixture
def priced(open_line: Callable[..., Line], tmp_path: Path) -> Line:
    """A line where a calculation costs two credits, and segments one each."""
    own = tmp_path / "prices.toml"
    own.write_text("[tools]\ncalculate = { call = 2 }\n[delivery]\nsegment = 1\n")
    return open_line(prices_file=str(own), low_balance_credits=5, quote_from_credits=5)


@pytest.fixture
def by_sms(priced: Line) -> Line:
    """A professional writes there too."""
    add_user(priced.database, CLERK, Mode.PRO, 30)
    return priced


def works(*expressions: str, answer: str = "fini") -> Callable[[Request], Step]:
    """A model that makes one calculation after another, then answers."""

    def step(request: Request) -> Step:
        own = [m for m in request["messages"][_last_question(request) :] if m["role"] == "tool"]
        waiting = expressions[len(own) :]
        return calls(("calculate", {"expression": waiting[0]})) if waiting else says(answer)

    return step


def _last_question(request: Request) -> int:
    return max(at for at, message in enumerate(request["messages"]) if message["role"] == "user")


def entries(line: Line, user_id: int = 1) -> Entries:
    with line.database.read() as session:
        rows = session.exec(select(LedgerEntry).where(LedgerEntry.user_id == user_id).order_by(col(LedgerEntry.id)))
        return [(row.kind, row.amount, row.reason) for row in rows][1:]  # behind what they began with


def leaves(line: Line) -> None:
    """What is written is sent."""
    with line.database.write() as session:
        session.execute(update(OutboundPart).values(first_dispatched_at=line.clock.now()))
    line.clock.skip(1)


def set_balance(line: Line, balance: int, user_id: int = 1) -> None:
    with line.database.write() as session:
        missing = balance - session.get_one(User, user_id).credits
        session.add(LedgerEntry(user_id=user_id, amount=missing, balance=balance, kind="adjustment",
                                idempotency_key=f"test:{balance}:{missing}"))  # fmt: skip
        session.execute(update(User).where(col(User.id) == user_id).values(credits=balance))


def test_a_plain_answer_costs_its_price_alone(priced: Line) -> None:
    priced.model.script(lambda _request: says("Oui."))
    priced.says("Bonjour")
    assert entries(priced) == [("turn", -1, "")]
    assert (priced.run().charged, priced.run().waived, priced.run().budget) == (1, 0, 5)


def test_calls_that_succeeded_are_paid_behind_the_answer_and_those_that_failed_are_not(priced: Line) -> None:
    priced.model.script(works("6*7", "not arithmetic"))
    priced.says("Calcule")
    assert priced.hears() == ["fini"]
    assert entries(priced) == [("turn", -1, ""), ("tool", -2, "calculate")]
    assert priced.run().charged == 3
    with priced.database.read() as session:
        entry = session.exec(select(LedgerEntry).where(LedgerEntry.kind == "tool")).one()
    assert (entry.run_id, entry.actor) == (priced.run().id, "user:1")
    assert entry.call_id


def test_segments_of_an_sms_beyond_the_first_are_paid_up_to_what_was_shown(by_sms: Line) -> None:
    by_sms.model.script(lambda _request: says("Oui. " * 40))  # 200 characters: two segments
    by_sms.says("Bonjour", address=CLERK)
    assert entries(by_sms, 2) == [("turn", -2, ""), ("segments", -1, "segments")]
    by_sms.model.script(lambda _request: says(LONG))
    by_sms.says("Encore", address=CLERK)
    assert entries(by_sms, 2)[2:] == [("turn", -2, ""), ("segments", -3, "segments")]
    assert (by_sms.run().charged, by_sms.run().waived) == (5, 3), "seven segments, five credits at most"


def test_what_the_balance_does_not_cover_is_ours(priced: Line) -> None:
    set_balance(priced, 2)
    priced.model.script(works("6*7"))
    priced.says("Calcule")
    assert priced.hears()[-1].startswith("fini")
    assert entries(priced)[1:] == [("turn", -1, ""), ("tool", -1, "calculate")]
    assert (priced.credits(), priced.run().charged, priced.run().waived) == (0, 2, 1)


def test_a_turn_that_fails_costs_nothing_whatever_it_has_called(priced: Line) -> None:
    answers = iter([calls(("calculate", {"expression": "6*7"})), *[errors(400)] * 20])
    priced.model.script(lambda _request: next(answers))
    priced.says("Calcule")
    assert "rien coûté" in priced.hears()[0]
    assert entries(priced) == [("turn", -1, ""), ("refund", 1, "")]
    assert (priced.credits(), priced.run().charged) == (CREDITS, 0)


@pytest.mark.parametrize(
    ("step", "before", "cost"),
    [
        (filtered(), (), 0),
        (declines("Non, je regrette."), (), 0),
        (filtered("Le cœur est"), (), 1),
        (filtered(), ("6*7",), 3),
        (declines("Non, je regrette."), ("6*7",), 3),
    ],
    ids=["nothing", "a refusal", "a part of an answer", "something was done", "something was done before a refusal"],
)
def test_a_filter_that_leaves_nothing_is_not_paid(priced: Line, step: Step, before: tuple[str, ...], cost: int) -> None:
    answers = iter([*(calls(("calculate", {"expression": each})) for each in before), *[step] * 9])
    priced.model.script(lambda _request: next(answers))
    priced.says("Le cœur, les poumons, c’est quoi ?")
    assert "Je ne peux pas répondre à cette demande" in priced.hears()[0]
    assert (priced.credits(), priced.run().charged) == (CREDITS - cost, cost)


def test_a_refusal_is_read_in_the_language_of_who_asked(line: Line) -> None:
    line.model.script(lambda _request: declines("I'm sorry, but I can't help with that."))
    line.says("Le cœur, les poumons, c’est quoi ?")
    assert line.hears() == ["Je ne peux pas répondre à cette demande. Posez-moi une autre question."]
    line.model.script(lambda _request: declines("Désolé, je ne peux pas vous aider pour cela."))
    line.says("Le foie, c’est quoi ?")
    assert line.hears()[0].startswith("Désolé, je ne peux pas vous aider pour cela.")


def test_who_is_silent_pays_for_no_segments(by_sms: Line) -> None:
    def stops(_request: Request) -> Step:
        with by_sms.database.write() as session:
            session.execute(update(Address).where(col(Address.value) == CLERK).values(opted_out_at=by_sms.clock.now()))
        return says(LONG)

    by_sms.model.script(stops)
    by_sms.says("Bonjour", address=CLERK)
    assert entries(by_sms, 2) == [("turn", -2, "")]


# -- a price that is asked about


def asked_about(line: Line) -> str:
    """Three calculations would come to seven credits: the last is asked about."""
    line.model.script(works("1+1", "2+2", "3+3"))
    line.says("Calcule")
    (question,) = line.hears()
    leaves(line)
    return question


def test_a_call_that_would_cost_more_than_may_be_is_asked_about_before(priced: Line) -> None:
    question = asked_about(priced)
    opening = "Cette demande coûtera environ 7 crédits en tout. Il vous reste 45 crédits."
    assert question.splitlines() == [opening, "1. Oui", "2. Non"]
    assert [entry[1] for entry in entries(priced)] == [-1, -2, -2]
    assert priced.run().stop_reason == "awaiting_user"


@pytest.mark.parametrize("yes", ["1", "oui", "1️⃣", "d’accord"])
def test_yes_takes_what_was_said_and_no_more(priced: Line, yes: str) -> None:
    asked_about(priced)
    priced.model.script(lambda _request: says("fini"))
    priced.says(yes)
    assert priced.hears()[-1] == "fini"
    assert [entry[:2] for entry in entries(priced)][3:] == [("tool", -2)]
    assert priced.credits() == CREDITS - 7
    assert (priced.run().charged, priced.run().quoted) == (2, True)
    priced.says(yes)
    assert [entry[:2] for entry in entries(priced)][4:5] == [("turn", -1)], "the next one is a message like any other"


def test_what_was_agreed_to_happens_though_the_first_answer_took_tokens_too(
    open_line: Callable[..., Line], tmp_path: Path
) -> None:
    """A price for tokens is known at the end alone: it is taken within what was shown, and nobody is asked twice."""
    own = tmp_path / "prices.toml"
    own.write_text('[tools]\ncalculate = { call = 5 }\n[tokens]\n"*" = 10\n')  # an answer of 120 comes to one credit
    line = open_line(prices_file=str(own), quote_from_credits=5)
    line.model.script(works("1+1"))
    line.says("Calcule")
    assert "environ 6 crédits en tout" in line.hears()[-1]
    leaves(line)
    assert [entry[:2] for entry in entries(line)] == [("turn", -1), ("turn", -1)]
    line.model.script(lambda _request: says("fini"))
    line.says("1")
    assert line.hears()[-1] == "fini"
    assert line.credits() == CREDITS - 6, "what was shown, and no more"
    assert "2" in str(line.asked()[-1][-1]["content"])


@pytest.mark.parametrize("no", ["2", "non", "0", "c’est trop cher"])
def test_no_costs_nothing_more_and_is_told_to_the_model(priced: Line, no: str) -> None:
    asked_about(priced)
    priced.model.script(works("3+3"))  # it tries again
    priced.says(no)
    assert priced.hears()[-1] == "fini"
    assert "refusé ce prix" in str(priced.asked()[-2][-1]["content"])
    assert [entry[1] for entry in entries(priced)] == [-1, -2, -2]


def test_another_message_lets_go_of_it(priced: Line) -> None:
    asked_about(priced)
    priced.model.script(lambda _request: says("D’accord."))
    priced.says("En fait explique-moi plutôt les fractions")
    priced.says("1")
    assert [entry[0] for entry in entries(priced)][3:] == ["turn", "turn"]


def test_a_digit_that_crosses_the_question_on_its_way_answers_something_else(priced: Line) -> None:
    priced.model.script(works("1+1", "2+2", "3+3"))
    priced.says("Calcule")
    priced.model.script(lambda _request: says("Un quoi ?"))
    priced.says("1")  # the question is written, but has not left
    assert [entry[:2] for entry in entries(priced)][3:] == [("turn", -1)]


def test_nobody_else_agrees_for_who_was_asked(priced: Line) -> None:
    asked_about(priced)
    with priced.database.write() as session:
        session.execute(update(Address).values(signed_in_until=None))
    priced.model.script(lambda _request: says("Un quoi ?"))
    priced.says("1")
    assert len(entries(priced)) == 3


@pytest.mark.parametrize("neither", ["7", "1 ✋🏾", "oui 👎", "ok 🤔", "1 non", "on est ensemble"])
def test_what_is_neither_is_told_once(priced: Line, neither: str) -> None:
    asked_about(priced)
    priced.model.script(lambda _request: says("fini"))
    priced.says(neither)
    assert "répondez 1" in priced.hears()[0]
    priced.says("1")
    assert priced.credits() == CREDITS - 7


def test_a_quoted_call_that_fails_is_given_back(priced: Line) -> None:
    priced.model.script(works("1+1", "2+2", "nonsense (("))
    priced.says("Calcule")
    priced.hears()
    leaves(priced)
    priced.model.script(lambda _request: says("fini"))
    priced.says("1")
    assert [entry[:2] for entry in entries(priced)][3:] == [("tool", -2), ("refund", 2)]
    assert priced.run().charged == 0


def test_a_quoted_run_that_fails_is_given_back_once(priced: Line) -> None:
    asked_about(priced)
    priced.model.script(lambda _request: errors(400))
    priced.says("1")
    assert [entry[:2] for entry in entries(priced)][3:] == [("tool", -2), ("refund", 2)]
    assert priced.credits() == CREDITS - 5


def test_after_three_questions_the_model_is_refused_instead(priced: Line) -> None:
    def insists(request: Request) -> Step:
        last = str(request["messages"][-1]["content"])
        return (
            says("fini")
            if "Refused" in last
            else calls(("calculate", {"expression": f"{len(last)}+{last.count('1')}"}))
        )

    priced.model.script(insists)
    priced.says("Calcule")
    for _ in range(3):
        assert "environ" in priced.hears()[-1]
        leaves(priced)
        priced.says("1")
    assert priced.hears()[-1] == "fini"
    assert "was asked or said no" in str(priced.asked()[-1][-1]["content"])


def test_what_was_spent_meanwhile_is_said(priced: Line) -> None:
    asked_about(priced)
    set_balance(priced, 1)
    priced.says("1")
    assert "Il vous manque" in priced.hears()[0]
    assert priced.credits() == 1


def test_what_nobody_can_pay_is_refused_to_the_model_and_nobody_is_asked(priced: Line) -> None:
    set_balance(priced, 6)
    priced.model.script(works("1+1", "2+2", "3+3"))
    priced.says("Calcule")
    assert "would cost 7 credits" in str(priced.asked()[-1][-1]["content"])
    with priced.database.read() as session:
        assert session.exec(select(PendingInteraction)).first() is None


# -- few credits left


def test_few_credits_are_told_once_and_again_after_there_were_more(priced: Line) -> None:
    priced.model.script(lambda _request: says("Oui."))
    set_balance(priced, 6)
    told = []
    for balance in (None, None, None, 30, None, 5, None):
        if balance is not None:
            set_balance(priced, balance)
        priced.says("Bonjour")
        told.append("moins de 5" in priced.hears()[0])
    assert told == [False, True, False, False, False, True, False]


def test_calls_that_lead_below_the_line_say_so_in_the_same_answer(priced: Line) -> None:
    set_balance(priced, 7)
    priced.model.script(works("6*7"))
    priced.says("Calcule")
    assert priced.hears() == ["fini\n\n(Il vous reste moins de 5 crédits. Pour recharger\u00a0: /acheter)"]


def test_a_turn_that_is_stopped_tells_nobody(priced: Line) -> None:
    set_balance(priced, 5)

    def stopped(_request: Request) -> Step:
        with priced.database.write() as session:
            session.execute(update(Run).values(cancelled_at=priced.clock.now()))
        return says("Oui.")

    priced.model.script(stopped)
    priced.says("Bonjour")
    with priced.database.read() as session:
        assert session.execute(text("SELECT told_low FROM user_account WHERE id = 1")).scalar_one() in (False, 0)


def test_no_credits_left_says_how_to_get_some_and_the_rest_goes_on(priced: Line) -> None:
    set_balance(priced, 0)
    priced.says("Bonjour")
    (answer,) = priced.hears()
    assert "0 crédit" in answer
    assert "aide@palabre.example" in answer, "online nothing is sold here"
    priced.says("/aide")
    priced.says("/credits")
    assert priced.hears()[-1].startswith("0 crédit\n")
    assert priced.outcomes() == ["no_credits", "command", "command"]
    assert conversation_id(PUPIL)
