"""Draining a conversation: who may work, what is counted, and what a worker that stops or fails leaves behind."""

import logging
from collections.abc import Callable, Sequence

import pytest
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from bot.conversation.exchange import Exchange
from bot.conversation.people import Person
from bot.dao import conversations, inbound
from bot.dao.work import workers
from bot.models import Address, Alert, InboundMessage, OutboundPart, PendingInteraction, Run, User
from bot.obs.logs import RedactingFormatter
from bot.queue.wake import WakeQueue
from bot.services.delivery import callbacks
from bot.services.delivery.transport import Found, Refusal
from tests.fakes import lanes
from tests.fakes.keys import conversation_id
from tests.fakes.model import Request, Step, calls, errors, says
from tests.fakes.valkey import Valkey
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line

KEY = conversation_id(PUPIL)
QUIZ = {"statement": "1+1 = 2", "is_true": True, "explanation": "Deux.", "subject": "Maths"}


def test_what_was_said_before_does_not_wait_for_the_agent(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[str] = []
    monkeypatch.setattr(WakeQueue, "wake", lambda _queue, name, _subject: woken.append(name))
    seen: list[int] = []

    def rule(_request: Request) -> Step:
        seen.append(woken.count("deliver"))
        return says("Oui.")

    line.model.script(rule)
    line.says("Un")
    line.says("Deux")  # the first answer has not left yet
    assert seen == [0, 1]


def test_a_delivery_report_wakes_somebody_only_where_a_part_waits(line: Line) -> None:
    line.model.script(lambda _request: says("Oui."))
    line.says("Un")
    line.says("Deux")
    links, woken = line.runtime.inbox.exchange.desk.links, []
    with line.database.write() as session:
        written = session.exec(select(OutboundPart).order_by(col(OutboundPart.id))).all()
        for part in written:
            part.state, part.dispatched_at = "dispatching", line.clock.now()
            session.flush()
            found = Found(f"SM{part.id:032x}", "delivered")
            woken.append(callbacks.told(session, part.id, found, Refusal(), line.clock.now(), links))
    assert woken == [KEY] * (len(written) - 1) + [None]
    assert len(written) > 1


def test_a_message_that_somebody_has_closed_meanwhile_is_not_taken_up(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As another process does that answers beside the lane, or a STOP."""
    prepare = Exchange.prepare

    def closing(exchange: Exchange, who: Person, messages: Sequence[InboundMessage]) -> object:
        with line.database.write() as session:
            conversations.close_inbound(session, messages, "urgent", line.clock.now())
        return prepare(exchange, who, messages)

    line.model.script(lambda _request: says("Oui."))
    with monkeypatch.context() as patched:
        patched.setattr(Exchange, "prepare", closing)
        line.says("Tu es là ?")
    assert line.model.requests == []
    assert line.hears() == []


def test_a_message_that_comes_in_during_a_turn_is_answered_after_it(line: Line) -> None:
    def rule(request: Request) -> Step:
        if len(line.model.requests) == 1:
            line.stores("et le double ?")
        return says(f"{len(line.model.requests)}")

    line.model.script(rule)
    line.says("2+2 ?")
    assert line.hears() == ["1", "2"]
    assert line.conversation().lane_worker is None


@pytest.mark.parametrize(
    ("first", "again", "step", "is_one"),
    [
        ("Explique-moi les fractions", " explique-moi  les fractions", says("Voilà."), True),
        ("Explique-moi les fractions", "Explique-moi les décimaux", says("Voilà."), False),
        ("Explique-moi les fractions", "Explique-moi les fractions", errors(400), False),
        ("Continue", "Continue", says("Voilà."), False),
        ("Donne un quiz de maths", "Donne un quiz de maths", calls(("true_false_quiz", QUIZ)), True),
    ],
    ids=["the same", "another", "without an answer", "a short word", "a question is left open"],
)
def test_a_sentence_sent_again_before_its_answer_is_paid_once(
    line: Line, first: str, again: str, step: Step, *, is_one: bool
) -> None:
    steps = iter([step])

    def meanwhile(_request: Request) -> Step:
        if len(line.model.requests) == 1:
            line.stores(again)
        return next(steps, says("Encore."))

    line.model.script(meanwhile)
    line.says(first)
    assert (line.outcomes()[1] == "sent_again", len(line.model.requests)) == (is_one, 1 if is_one else 2)
    said, before = line.hears(), line.credits()
    assert ("Encore." in said, CREDITS - before) == (not is_one, 2 if step.status == 200 and not is_one else 1)
    line.says(again)
    assert (line.hears(), line.credits()) == (["Encore."], before - 1), "behind its answer it is asked anew"


def test_the_same_words_about_another_message_are_another_request(line: Line) -> None:
    """« explique encore ça » below one answer, then below another."""

    def meanwhile(_request: Request) -> Step:
        if len(line.model.requests) == 1:
            line.stores("Explique encore ça", details={"replied_to_sid": "SM" + "2" * 32})
        return says("Voilà.")

    line.model.script(meanwhile)
    line.says("Explique encore ça", details={"replied_to_sid": "SM" + "1" * 32})
    assert line.outcomes() == ["done_signal", "done_signal"]


def test_a_conversation_that_took_long_goes_behind_the_others(open_line: Callable[..., Line], valkey: Valkey) -> None:
    line = open_line(redis_url=valkey.url, fragment_window_s=0.7)

    def rule(request: Request) -> Step:
        line.clock.skip(2)
        return says("Oui.")

    line.model.script(rule)
    line.stores("un")
    line.clock.skip(5)
    line.stores("deux")
    line.clock.skip(5)
    line.runtime.inbox.drain(KEY)
    assert line.outcomes() == ["done_signal", None]
    assert line.conversation().lane_worker is None
    assert valkey.client().llen("rq:queue:turns") == 1  # whoever is free goes on
    line.runtime.inbox.drain(KEY)
    assert line.outcomes() == ["done_signal", "done_signal"]


def test_a_worker_that_is_leaving_begins_nothing(line: Line) -> None:
    line.runtime.shutdown.ask()
    line.says("Bonjour")
    assert line.outcomes() == [None]
    assert line.conversation().lane_epoch == 0


def test_a_worker_that_must_leave_frees_the_lane_and_another_goes_on(open_line: Callable[..., Line]) -> None:
    leaving = open_line()

    def rule(request: Request) -> Step:
        leaving.runtime.shutdown.ask()
        leaving.clock.skip(60)
        return calls(("calculate", {"expression": "6*7"}), text="Je calcule.")

    leaving.model.script(rule)
    leaving.says("6*7 ?")
    assert leaving.outcomes() == [None]
    assert leaving.conversation().lane_worker is None
    assert leaving.hears() == []

    heir = open_line()
    heir.model.script(lambda _request: says("42"))
    heir.drain()
    assert heir.hears() == ["42"]
    assert heir.run().lives == 2
    assert len(heir.model.requests) == 2  # what the model had said was not asked for again
    assert heir.credits() == CREDITS - 1


def test_a_ghost_stops_without_a_word(line: Line) -> None:
    """While the model answers, another worker takes the conversation over."""

    def rule(request: Request) -> Step:
        with line.database.write() as session:
            workers.forget(session, line.runtime.worker_id)
            workers.register(session, "heir", "heir")
        assert lanes.claim(line.database, KEY, "heir", 8)
        return says("Je suis un fantôme.")

    line.model.script(rule)
    line.says("Bonjour")
    assert line.hears() == []
    assert line.conversation().lane_worker == "heir"
    assert line.outcomes() == [None]


def test_a_failure_frees_the_lane_and_the_message_waits_for_its_next_life(line: Line) -> None:
    line.model.script(lambda _request: says("Oui."))
    with line.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE iteration RENAME TO away")
    with pytest.raises(SQLAlchemyError):
        line.says("Bonjour")
    assert line.conversation().lane_worker is None
    assert line.outcomes() == [None]
    with line.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE away RENAME TO iteration")
    line.drain()
    assert line.hears() == ["Oui."]
    assert line.credits() == CREDITS - 1


@pytest.mark.parametrize(("lives", "said"), [(2, "Oui."), (3, "plusieurs essais")])
def test_three_lives_are_spent_on_a_message_and_no_more(line: Line, lives: int, said: str) -> None:
    line.model.script(lambda _request: says("Oui."))
    line.says("Bonjour", attempts=lives)
    (heard,) = line.hears()
    assert said in heard
    assert len(line.model.requests) == (lives < 3)


def test_giving_up_on_a_run_gives_the_credit_back_and_tells_operators(line: Line) -> None:
    line.model.script(lambda _request: says("Oui."))
    with line.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE iteration RENAME TO away")
    line.stores("Bonjour")
    for _ in range(3):
        with pytest.raises(SQLAlchemyError):
            line.drain()
    assert line.credits() == CREDITS - 1
    line.drain()
    assert "plusieurs essais" in line.hears()[0]
    assert line.outcomes() == ["dead"]
    assert (line.run().status, line.run().lives) == ("dead", 4)
    assert line.credits() == CREDITS
    with line.database.read() as session:
        assert [alert.kind for alert in session.exec(select(Alert))] == ["turn_dead"]


@pytest.mark.parametrize(
    ("table", "column", "word"),
    [(User, "mode", "teacher"), (User, "level", "doctorate"), (User, "language", "pt"), (Address, "language", "pt")],
)
def test_a_word_of_a_release_that_was_taken_back_silences_nobody(
    line: Line, table: type[User | Address], column: str, word: str
) -> None:
    line.model.script(lambda _request: says("Oui."))
    line.says("Bonjour")
    with line.database.write() as session:
        session.execute(update(table).values({column: word}))
    line.hears()
    line.says("Bonjour", "/compte")
    answer, account = line.hears()
    assert answer == "Oui."
    assert "crédits" in account
    with line.database.read() as session:
        kept = session.scalar(select(getattr(table, column)))
    assert kept == ("fr" if table is Address else word), "what they chose is there when it is back"


def test_a_question_of_a_release_that_was_taken_back_stands_in_nobodys_way(line: Line) -> None:
    line.model.script(lambda _request: says("Oui."))
    line.says("/mode")
    line.hears()
    with line.database.write() as session:
        session.execute(update(PendingInteraction).values(kind="riddle"))
    line.says("2", "Bonjour")
    assert line.hears() == ["Oui.", "Oui."]


@pytest.mark.parametrize(
    ("body", "said", "unreadable"),
    [
        ("Bonjour", "plusieurs essais", {"details": []}),
        ("Je veux mourir", "Vous comptez", {"details": []}),
        ("Bonjour", "plusieurs essais", {"channel": "telex"}),
    ],
)
def test_what_cannot_be_taken_up_or_given_up_has_an_end_too(
    line: Line, body: str, said: str, unreadable: dict[str, object]
) -> None:
    """What is stored of it, or of its sender, cannot be read: no turn is begun that would count its lives."""
    line.model.script(lambda _request: says("Oui."))
    line.says("Bonjour")
    line.hears()
    of_sender = "channel" in unreadable
    line.stores(body, **({} if of_sender else unreadable))
    if of_sender:
        with line.database.write() as session:
            session.execute(update(Address).values(**unreadable))
    for _ in range(4):
        with pytest.raises((AttributeError, KeyError)):
            line.drain()
    assert said in line.hears()[0]
    assert line.outcomes()[-1] == "dead"
    with line.database.write() as session:
        assert "turn_dead" in [alert.kind for alert in session.exec(select(Alert))]
        session.execute(update(Address).values(channel="whatsapp"))
    line.says("Et toi ?")
    assert line.hears() == ["Oui."]


def test_a_run_without_a_message_gives_its_credit_back_and_stops_nobody(
    line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    """Its messages were closed beside it, by whatever; what is asked next must not wait for it for ever."""
    line.model.script(lambda _request: says("Oui."))
    with line.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE iteration RENAME TO away")
    with pytest.raises(SQLAlchemyError):
        line.says("Bonjour")
    with line.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE away RENAME TO iteration")
        conversations.close_inbound(session, inbound.of_run(session, 1), "lost", line.clock.now())
    assert line.credits() == CREDITS - 1
    line.says("Êtes-vous là ?")
    assert line.hears() == ["Oui."]
    assert line.outcomes() == ["lost", "done_signal"]
    assert line.credits() == CREDITS - 1
    assert "without a message" in caplog.text
    with line.database.read() as session:
        (first, second) = session.exec(select(Run).order_by(col(Run.id))).all()
    assert (first.status, first.stop_reason, first.error) == ("done", "cancelled", "no message")
    assert second.status == "done"


def test_a_balance_that_is_too_small_is_said_and_leaves_no_run_behind(line: Line) -> None:
    line.model.script(lambda _request: says("Oui."))
    with line.database.write() as session:
        session.connection().exec_driver_sql("UPDATE user_account SET credits = 0")
    line.says("Bonjour")
    assert "0 crédit" in line.hears()[0]
    assert line.outcomes() == ["no_credits"]
    with line.database.read() as session:
        assert session.exec(select(Run)).first() is None
    line.says("/aide")
    assert line.outcomes() == ["no_credits", "command"]


def test_a_worker_logs_no_secret(line: Line) -> None:
    (handler,) = [each for each in logging.root.handlers if isinstance(each.formatter, RedactingFormatter)]
    for secret in line.runtime.settings.secret_values():
        assert "leaked [secret]" in handler.format(logging.makeLogRecord({"msg": f"leaked {secret}"}))


def test_a_run_that_fails_by_the_provider_is_refunded(line: Line) -> None:
    line.model.script(lambda _request: errors(401))
    line.says("Bonjour")
    assert "Désolé" in line.hears()[0]
    assert line.credits() == CREDITS
