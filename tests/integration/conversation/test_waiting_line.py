"""Who waits long for anybody to begin hears one line that says so; whoever is being answered hears none of it."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import func, update
from sqlmodel import col, select

from bot.channels.gsm7 import segments
from bot.conversation import waiting_line
from bot.conversation.waiting_line import AGAIN_AFTER, FEWEST, MOST, WaitingLine
from bot.dao import waits as waits_of
from bot.dao.waits import Bounds
from bot.dao.work import workers
from bot.models import Address, Conversation, InboundMessage, User
from tests.fakes.keys import conversation_id
from tests.fakes.model import says
from tests.fakes.valkey import Valkey
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

LONG_S = 61
FRENCH = "Beaucoup de monde m’écrit en ce moment : j’ai bien votre message et j’y réponds dès que possible."
ENGLISH = "Many people are writing to me right now: I have your message and will answer as soon as I can."
BY_SMS = "+2250700000009"


@pytest.fixture
def line(open_line: Callable[..., Line], valkey: Valkey) -> Line:
    """One with a Redis, whose pupil has been welcomed."""
    line = open_line(redis_url=valkey.url)
    line.model.script(lambda _request: says("Voici la réponse."))
    line.says("Bonjour")
    line.hears()
    return line


def look(line: Line) -> None:
    """As a worker does that has just begun."""
    looker(line).look()


def looker(line: Line) -> WaitingLine:
    """What a worker looks with every few seconds."""
    inbox = line.runtime.inbox
    return WaitingLine(inbox.database, inbox.settings, inbox.clock, inbox.exchange, inbox.wake)


def bounds(line: Line) -> Bounds:
    now, lost_after_s = line.clock.now(), line.runtime.settings.worker_lost_after_s
    return Bounds(now - timedelta(seconds=LONG_S - 1), now - AGAIN_AFTER, lost_after_s)


def found(line: Line) -> list[str]:
    """Whose turn it is to be told."""
    with line.database.read() as session:
        return [key for key, _first_id in waits_of.long_ones(session, bounds(line), MOST)]


def notes(line: Line) -> bool:
    """Whether somebody who has just seen the pupil wait for long, in their last message, may tell them now."""
    with line.database.write() as session:
        last = session.exec(select(func.max(InboundMessage.id))).one()
        return waits_of.note_told(session, conversation_id(PUPIL), last, bounds(line), line.clock.now())


def told(line: Line, address: str = PUPIL) -> list[str]:
    """What is heard when somebody has looked, with ordinary spaces."""
    look(line)
    return [said.replace("\u00a0", " ").replace("\u202f", " ") for said in line.hears(address)]


def waits(line: Line, address: str = PUPIL, said: str = "Explique-moi les fractions", **columns: object) -> None:
    """A message that waits for longer than the setting."""
    line.stores(said, address, **columns)
    line.clock.skip(LONG_S)


def test_who_waits_long_hears_one_line_and_then_the_answer(line: Line) -> None:
    line.stores("Explique-moi les fractions")
    line.clock.skip(50)
    assert told(line) == []
    line.clock.skip(LONG_S - 50)
    assert told(line) == [FRENCH]
    line.clock.skip(LONG_S)
    assert told(line) == []
    line.drain()
    assert line.hears() == ["Voici la réponse."]


def test_whom_a_stranger_has_locked_keeps_nobody_from_hearing(line: Line) -> None:
    if line.database.is_sqlite:
        pytest.skip("a file is locked whole")
    waits(line, GUEST)
    waits(line)
    with line.database.engine.connect() as stranger, stranger.begin() as begun:
        stranger.execute(select(Conversation.id).where(Conversation.id == conversation_id(PUPIL)).with_for_update())
        assert told(line) == []
        begun.rollback()
    assert len(line.hears(GUEST)) == 1
    assert told(line) == [FRENCH]


def test_whom_our_own_code_fails_over_keeps_nobody_from_hearing(line: Line) -> None:
    line.says("Bonjour", address=GUEST)
    line.hears(GUEST)
    with line.database.write() as session:
        session.execute(update(Address).where(col(Address.value) == GUEST).values(channel="telex"))
    waits(line, GUEST)
    waits(line)
    assert told(line) == [FRENCH]


def test_a_burst_gets_one_line(line: Line) -> None:
    for number in range(20):
        line.stores(f"Question {number}")
    line.clock.skip(LONG_S)
    assert told(line) == [FRENCH]
    waits(line)
    assert told(line) == []


def test_it_is_not_said_twice_of_one_message_however_long_it_waits(line: Line) -> None:
    waits(line)
    assert told(line) == [FRENCH]
    line.clock.skip(2 * AGAIN_AFTER.total_seconds())
    assert found(line) == []
    waits(line)
    assert (found(line), told(line)) == ([], [])


def test_whoever_waits_again_is_told_again_after_a_while(line: Line) -> None:
    waits(line)
    assert told(line) == [FRENCH]
    line.drain()
    line.hears()
    waits(line)
    assert (found(line), told(line)) == ([], [])
    line.clock.skip(AGAIN_AFTER.total_seconds())
    assert told(line) == [FRENCH]


def test_few_are_told_where_a_line_takes_its_time(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_line, "FOR_S", 0.0)
    people = [f"whatsapp:+22507100000{number:02}" for number in range(FEWEST + 2)]
    for person in people:
        line.stores("Bonjour à vous", person)
        line.clock.skip(1)
    line.clock.skip(LONG_S)
    look(line)
    assert [len(line.hears(person)) for person in people] == [0, 0] + [1] * FEWEST


def test_who_is_told_already_stands_in_nobodys_way(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_line, "MOST", 10)
    monkeypatch.setattr(waiting_line, "FOR_S", 60.0)
    people = [f"whatsapp:+22507100000{number:02}" for number in range(12)]
    for person in people:
        line.stores("Bonjour à vous", person)
        line.clock.skip(1)
    line.clock.skip(LONG_S)
    look(line)
    assert [len(line.hears(person)) for person in people] == [0, 0] + [1] * 10  # the others are answered next
    look(line)
    assert [len(line.hears(person)) for person in people] == [1, 1] + [0] * 10


def test_who_was_told_at_the_door_is_not_told_again_and_stands_in_nobodys_way(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_line, "MOST", 1)
    waits(line)
    waits(line, GUEST)
    line.runtime.wake.notices.claim([conversation_id(GUEST)])
    look(line)
    assert (len(line.hears()), line.hears(GUEST)) == (1, [])


def test_for_whom_there_was_no_time_is_not_lost_behind_those_who_know_it(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"FOR_S": 0.0, "FEWEST": 1, "LOOKED_AT": 3}.items():
        monkeypatch.setattr(waiting_line, name, value)
    first, later = ([f"whatsapp:+2250710000{group}{number}" for number in range(3)] for group in "01")
    worker = looker(line)
    for people in (first, later):
        for person in people:
            line.stores("Bonjour à vous", person)
        line.clock.skip(LONG_S)
        if people is first:
            worker.look()
    line.runtime.wake.notices.claim([conversation_id(person) for person in later])
    for _ in first:
        worker.look()
    assert [len(line.hears(person)) for person in (*first, *later)] == [1, 1, 1, 0, 0, 0]


def test_who_was_told_at_the_door_is_not_told_again_while_redis_is_away(line: Line, valkey: Valkey) -> None:
    waits(line)
    line.runtime.wake.notices.claim([conversation_id(PUPIL)])
    with valkey.pause():
        assert told(line) == []
    assert told(line) == []


def test_a_newcomer_is_told_in_the_language_they_write(line: Line) -> None:
    waits(line, GUEST, "Could you please explain to me how the fractions work?")
    assert told(line, GUEST) == [ENGLISH]
    line.drain(GUEST)
    assert "Voici la réponse." in line.hears(GUEST)  # and the welcome that is every newcomer's


def test_by_sms_it_is_one_segment(line: Line) -> None:
    waits(line, BY_SMS)
    (said,) = told(line, BY_SMS)
    assert segments(said) == 1
    assert len(said) > 80


def test_whom_somebody_is_answering_hears_nothing_of_it_unless_that_worker_is_lost(line: Line) -> None:
    line.is_taken_elsewhere()
    waits(line)
    assert (found(line), told(line), notes(line)) == ([], [], False)
    with line.database.write() as session:
        workers.forget(session, "busy")
    assert told(line) == [FRENCH]


def test_who_was_answered_hears_nothing(line: Line) -> None:
    waits(line)
    line.drain()
    line.hears()
    assert (found(line), told(line), notes(line)) == ([], [], False)


def test_one_alone_may_tell_them(line: Line) -> None:
    waits(line)
    assert [notes(line), notes(line)] == [True, False]


def test_who_has_opted_out_hears_nothing(line: Line) -> None:
    line.says("STOP")
    line.hears()
    waits(line)
    assert told(line) == []


def test_who_writes_stop_behind_it_hears_nothing(line: Line) -> None:
    line.stores("Explique-moi les fractions")
    waits(line, said="STOP")
    assert told(line) == []


def test_who_is_blocked_hears_nothing(line: Line) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).blocked_at = line.clock.now()
    waits(line)
    assert told(line) == []


def test_no_machine_is_told(line: Line) -> None:
    waits(line, "36000")
    assert told(line, "36000") == []


def test_behind_a_jump_of_the_clock_nobody_is_told_that_they_waited(line: Line) -> None:
    line.stores("Explique-moi les fractions")
    line.clock.jump(3600)
    line.clock.skip(50)
    assert told(line) == []
    line.clock.skip(LONG_S - 50)
    assert told(line) == [FRENCH]


def test_never(open_line: Callable[..., Line]) -> None:
    line = open_line(wait_notice_s=0)
    waits(line)
    assert told(line) == []


def test_any_number_look_at_once_and_say_it_once(line: Line, open_line: Callable[..., Line]) -> None:
    workers_ = [line, *(open_line(redis_url=line.runtime.settings.redis_url) for _ in range(3))]
    waits(line)
    ready, failed = threading.Barrier(len(workers_)), list[Exception]()

    def looks(worker: Line) -> None:
        ready.wait()
        try:
            look(worker)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=looks, args=(worker,)) for worker in workers_]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert len(line.hears()) == 1


def test_it_is_noted_when_somebody_was_told(line: Line) -> None:
    waits(line)
    look(line)
    with line.database.read() as session:
        noted = session.get_one(Conversation, conversation_id(PUPIL)).told_waiting_at
    assert noted is not None
    assert line.clock.now() - noted < timedelta(seconds=30)


def test_a_status_says_that_a_question_waits(line: Line) -> None:
    line.stores("Explique-moi les fractions")
    line.stores("/statut")
    line.runtime.inbox.hasten(conversation_id(PUPIL))
    assert line.hears() == ["J’ai bien votre message et j’y réponds dès que possible."]
    line.drain()
    assert line.hears() == ["Voici la réponse."]


def test_nothing_waits_in_front_of_a_status_that_came_first(line: Line) -> None:
    line.stores("/statut")
    line.stores("Explique-moi les fractions")
    line.runtime.inbox.hasten(conversation_id(PUPIL))
    (said,) = line.hears()
    assert said.startswith("Je ne travaille sur rien en ce moment.")


def test_a_question_that_waits_can_be_set_aside(line: Line) -> None:
    asked, had = len(line.model.requests), line.credits()
    line.stores("Explique-moi les fractions")
    line.stores("/annuler")
    line.runtime.inbox.hasten(conversation_id(PUPIL))
    assert line.hears() == ["D’accord, j’arrête. Cette demande ne vous coûte rien."]
    line.drain()
    assert line.hears() == []
    assert (len(line.model.requests), line.credits()) == (asked, had)
    line.clock.skip(LONG_S)
    assert told(line) == []


def test_who_is_in_distress_is_not_set_aside(line: Line) -> None:
    line.stores("je veux mourir")
    line.stores("/annuler")
    line.runtime.inbox.hasten(conversation_id(PUPIL))
    line.drain()
    assert line.hears()[-1] == "Voici la réponse."
