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
from bot.services.tasks.reminders import Reminders
from bot.services.work.chores import Turn
from bot.types import Language
from tests.fakes.society import AWA, AWA_SMS, BINTOU, GUEST, Past, Society
from tests.integration.privacy.test_erase import erase

Writing = Callable[[Society, Session], None]
WINDOW_CLOSED = 63016
SID = f"SM{7:032x}"


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
    assert Reminders(society.links, Language.FR)._remind(session, task, turn.now)


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
