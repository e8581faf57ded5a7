"""What others are writing to a person in the very moment in which everything of theirs is erased goes with the rest."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlmodel import Session, col, select

from bot.conversation.commands import delete
from bot.dao import conversations
from bot.models import Address, OutboundPart, Task, User
from bot.services.delivery import callbacks
from bot.services.delivery.callbacks import StatusCallback
from bot.services.sign_in import accounts
from bot.services.tasks.reminders import Reminders, _Known
from bot.services.work.chores import Chore, Chores, Turn
from bot.types import Language
from tests.fakes.engines import hear, hear_no_more
from tests.fakes.society import AWA, AWA_SMS, BINTOU, GUEST, Past, Society
from tests.integration.privacy.test_erase import erase

Writing = Callable[[Society, Session], None]
WINDOW_CLOSED = 63016
SID = f"SM{7:032x}"
ANSWER = 1  # the first part of all


def sends_by_sms(society: Society, session: Session) -> None:
    """Twilio refuses an answer: the same words are written for the person's other phone."""
    answer = session.exec(select(OutboundPart).where(OutboundPart.address == AWA, OutboundPart.kind == "text")).one()
    answer.state, answer.twilio_sid, answer.dispatched_at = "sent", SID, society.clock.now()
    session.flush()
    refused = StatusCallback(answer.id, SID, "undelivered", WINDOW_CLOSED)
    callbacks.apply(session, refused, society.clock.now(), society.links, reminds=False)


def reminds(society: Society, session: Session) -> None:
    """The time of a task has come."""
    now = society.clock.now()
    task = session.exec(select(Task)).one()
    turn = Turn(society.database, "reminders", "w", "", now, threading.Event())
    assert Reminders(society.links, Language.FR)._remind(session, _Known.of(session, [task]), task, turn.now)


@pytest.mark.parametrize("writes", [sends_by_sms, reminds])
def test_what_is_being_written_goes_too(society: Society, pasts: dict[str, Past], writes: Writing) -> None:
    with society.database.write() as session:
        due = society.clock.now() - timedelta(minutes=1)
        session.add(Task(user_id=1, conversation_id=pasts[AWA].conversation_id, title="ananas", due_at=due,
                         remind_at=due))  # fmt: skip
    erasing = threading.Thread(target=erase, args=(society, AWA_SMS))
    with society.database.write() as session:
        before = len(society.said(AWA) + society.said(AWA_SMS))
        writes(society, session)
        session.flush()
        erasing.start()
        erasing.join(0.7)
    erasing.join(20)
    assert before
    dump = society.dump()
    assert "ananas" not in dump
    with society.database.read() as session:
        left = session.exec(select(OutboundPart.body).where(col(OutboundPart.address).in_((AWA, AWA_SMS)))).all()
    assert len(left) == 1  # goodbye


def is_refused(society: Society) -> None:
    """Twilio's callback."""
    with society.database.write() as session:
        refused = StatusCallback(ANSWER, SID, "undelivered", WINDOW_CLOSED)
        callbacks.apply(session, refused, society.clock.now(), society.links, reminds=False)


def is_reminded(society: Society) -> None:
    """The chore."""
    act = Reminders(society.links, Language.FR).act
    Chores(society.database, "w", [Chore("reminders", 30.0, act)]).tick()


@pytest.mark.parametrize(("writes", "table"), [(is_refused, "outbound_part"), (is_reminded, "task")])
def test_who_erases_and_who_writes_do_not_wait_for_each_other(
    society: Society, pasts: dict[str, Past], writes: Callable[[Society], None], table: str
) -> None:
    """The erasure begins right behind the first row that the other changes."""
    now = society.clock.now()
    with society.database.write() as session:
        session.add(Task(user_id=1, conversation_id=pasts[AWA].conversation_id, title="ananas", due_at=now,
                         remind_at=now - timedelta(days=1)))  # fmt: skip
        answer = session.exec(select(OutboundPart).where(OutboundPart.body == "answer ananas")).one()
        answer.state, answer.twilio_sid, answer.dispatched_at = "sent", SID, now
    erasing = threading.Thread(target=erase, args=(society, AWA_SMS))

    def begin(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith(f"UPDATE {table}") and erasing.ident is None:
            erasing.start()
            erasing.join(0.5)

    hear(society.database, "after_cursor_execute", begin)
    writes(society)
    erasing.join(20)
    hear_no_more(society.database, "after_cursor_execute", begin)
    assert "ananas" not in society.dump()


@pytest.mark.parametrize("phone", [GUEST, BINTOU])
def test_nobody_joins_who_is_being_erased(society: Society, pasts: dict[str, Past], phone: str) -> None:
    """Whoever types the code of a number on another phone in that moment has an account that lives."""

    def confirm() -> None:
        with society.database.write() as session:
            address = session.get_one(Address, conversations.ensure(session, phone).address_id)
            accounts.confirm(session, address, AWA_SMS, society.clock.now(), society.settings)

    confirming = threading.Thread(target=confirm)
    with society.database.write() as session:
        delete.erase_all(society.talk(session, AWA, "1"), {})
        session.flush()
        confirming.start()
        confirming.join(0.7)
    confirming.join(20)
    with society.database.read() as session:
        owner = session.exec(select(User).join(Address).where(Address.value == phone)).one()
    assert (owner.deleted_at, owner.phone) == (None, AWA_SMS)


def test_two_phones_confirm_a_new_number_in_the_same_moment(society: Society, pasts: dict[str, Past]) -> None:
    number, owners = "+2250700000099", []

    def confirm(session: Session, phone: str) -> None:
        address = session.get_one(Address, conversations.ensure(session, phone).address_id)
        owners.append(accounts.confirm(session, address, number, society.clock.now(), society.settings).user.id)

    def confirm_too() -> None:
        with society.database.write() as session:
            confirm(session, "whatsapp:+2250700000098")

    other = threading.Thread(target=confirm_too)
    with society.database.write() as session:
        confirm(session, GUEST)
        other.start()
        other.join(0.7)
    other.join(20)
    assert owners == [owners[0]] * 2


def test_who_becomes_one_with_another_in_that_moment_is_asked_about_both(
    society: Society, pasts: dict[str, Past]
) -> None:
    """The number was typed while the code of the account was being confirmed on Bintou’s phone."""

    def type_number() -> None:
        with society.database.write() as session:
            delete.erase_all(society.talk(session, AWA, "12345"), {"accounts": [1]})

    erasing = threading.Thread(target=type_number)
    with society.database.write() as session:
        address = session.get_one(Address, conversations.ensure(session, BINTOU).address_id)
        accounts.confirm(session, address, AWA_SMS, society.clock.now(), society.settings)
        session.flush()
        erasing.start()
        erasing.join(0.7)
    erasing.join(20)
    assert {mark for mark in ("ananas", "banane") if mark in society.dump()} == {"ananas", "banane"}
    assert "Rien n’est encore effacé" in society.said(AWA)[-1]
