"""What is said without a run (a reminder, a receipt, a command's answer) is its user's too: held, it waits for nobody
else, whoever has the phone by then."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlmodel import Session, col, select

from bot.channels.emails import Email
from bot.dao import addresses
from bot.dao.delivery import held_parts, parts
from bot.models import Address, OutboundPart, Payment, Run, StoredFile, User
from bot.services.delivery import callbacks, mails, refusals, reminders
from bot.services.delivery.callbacks import StatusCallback
from bot.services.delivery.mails import Letter
from bot.services.delivery.transport import Refusal, Why
from bot.services.money.receipts import Receipts
from bot.services.sign_in import accounts
from bot.types import Language
from tests.fakes.model import says
from tests.fakes.twilio import FakeTwilio
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.test_signed_out import OTHER, copy_of, erase_all, expire, here, sign_in, state_of
from tests.integration.conversation.test_tasks import also_by_sms, due_now, noted, remind, silent_for

SMS = "+2250700000001"


def refused(line: Line) -> int:
    """WhatsApp refuses what was written last: the 24 hours are over."""
    with line.database.write() as session:
        part = session.exec(select(OutboundPart).order_by(col(OutboundPart.id).desc())).first()
        assert part is not None
        assert part.run_id is None
        now = line.clock.now()
        parts.change(session, part, expected=("pending",), state="failed", error_code=63016, closed_at=now,
                     dispatched_at=now, first_dispatched_at=now)  # fmt: skip
        session.refresh(part)
        refusal = Refusal(Why.WINDOW_CLOSED, 63016, reminds=True)
        refusals.handle(session, part, refusal, now, line.runtime.inbox.exchange.desk.links)
        return part.id


@pytest.fixture
def reminded(line: Line) -> int:
    """The reminder of a task that nobody else should read, held."""
    with line.database.write() as session:
        session.get_one(User, 1).phone = PUPIL.removeprefix("whatsapp:")
    noted(line, "Prendre mon traitement", in_minutes=60)
    silent_for(line, 25)
    due_now(line)
    remind(line)
    part = refused(line)
    assert state_of(line, part) == "held"
    line.model.script(lambda _request: says("Bonjour"))
    return part


def test_a_reminder_that_was_held_leaves_when_its_user_writes(line: Line, reminded: int) -> None:
    line.says("Bonjour")
    assert state_of(line, reminded) == "pending"


def test_a_reminder_that_was_held_waits_for_its_user(line: Line, reminded: int) -> None:
    expire(line)
    line.says("Bonjour")
    assert state_of(line, reminded) == "held", "a guest gets nothing of it"
    sign_in(line, OTHER)
    line.says("Bonjour")
    assert state_of(line, reminded) == "held", "nor does another user"
    sign_in(line)
    line.says("Bonjour")
    assert state_of(line, reminded) == "pending"


def test_no_template_calls_a_stranger_to_what_is_held(line: Line, reminded: int) -> None:
    def call(session: Session) -> OutboundPart:
        found = select(OutboundPart).where(OutboundPart.kind == reminders.KIND)
        return session.exec(found).one()

    with line.database.read() as session:
        assert reminders.is_due(session, call(session), line.clock.now())
    expire(line)
    with line.database.read() as session:
        assert not reminders.is_due(session, call(session), line.clock.now())


def test_a_receipt_that_was_held_waits_for_its_user(line: Line) -> None:
    with line.database.write() as session:
        payment = Payment(
            user_id=1, conversation_id=line.conversation().id, reference="PB-1", pack="p1", amount=1000, currency="XOF",
            credits=120, provider="fake", expires_at=line.clock.now(),
        )  # fmt: skip
        session.add(payment)
        session.flush()
        receipts = Receipts(line.runtime.inbox.exchange.desk.links, "", Language.FR)
        receipts.paid(session, payment, receipts.recipient(session, payment, line.clock.now()), 145)
    part = refused(line)
    line.model.script(lambda _request: says("Bonjour"))
    expire(line)
    line.says("Bonjour")
    assert state_of(line, part) == "held"
    with line.database.write() as session:
        here(session).signed_in_until = line.clock.now() + timedelta(days=1)
    line.says("Bonjour")
    assert state_of(line, part) == "pending"


def test_what_is_held_follows_its_user_into_a_merge(line: Line, reminded: int) -> None:
    with line.database.write() as session:
        other = User(phone=OTHER)
        session.add(other)
        session.flush()
        accounts.merge(session, session.get_one(User, 1), other, line.clock.now())
        assert not held_parts.any_for(session, PUPIL, line.clock.now(), 1)
        assert held_parts.any_for(session, PUPIL, line.clock.now(), other.id)


def test_what_is_one_users_does_not_go_round_to_anothers_number(line: Line) -> None:
    """The phone changed hands between the writing and the refusal."""
    noted(line, "Prendre mon traitement", in_minutes=60)
    due_now(line)
    remind(line)
    also_by_sms(line)
    with line.database.write() as session:
        other = User(phone=OTHER)
        session.add(other)
        session.flush()
        for address in session.exec(select(Address)).all():
            address.user_id = other.id
    part = refused(line)
    assert state_of(line, part) == "held"
    with line.database.read() as session:
        assert session.exec(select(OutboundPart).where(OutboundPart.address == SMS)).all() == []


@pytest.mark.parametrize("end", [expire, lambda line: sign_in(line, OTHER)])
def test_what_became_of_an_email_waits_for_who_wrote_it(line: Line, end: Callable[[Line], None]) -> None:
    """Its server refused it hours later. Whoever has the phone by then does not read it, nor in a copy, nor erases
    it."""
    line.model.script(lambda _request: says("Bonjour"))
    line.says("Écris à la clinique")
    line.hears()
    with line.database.write() as session:
        session.get_one(User, 1).phone = SMS
        links, run = line.runtime.inbox.exchange.desk.links, session.exec(select(Run)).one()
        letter = Letter("mail", Email(("clinique@exemple.ci",), "Mes analyses"), "Bonjour")
        mails.post(session, run.conversation_id, letter, links, Language.FR, run.id)
    line.clock.skip(4_000)
    expire(line)
    end(line)
    line.says("Bonsoir")
    with line.database.write() as session:
        part = session.exec(select(OutboundPart).where(OutboundPart.kind == mails.KIND)).one()
        mails.give_up(session, part, "mail_failed", line.clock.now(), links, Language.FR)
        said = session.exec(select(OutboundPart).where(OutboundPart.key == f"mail{part.id}:0")).one()
        said.created_at, told = line.clock.now(), said.id
    line.says("Bonsoir ?")
    assert state_of(line, told) == "held"
    if end is not expire:
        assert "clinique" not in copy_of(line)
        erase_all(line)
    sign_in(line)
    line.says("Me revoilà")
    assert state_of(line, told) == "pending"


def test_signing_out_everywhere_keeps_what_has_yet_to_leave_elsewhere(line: Line) -> None:
    """A reminder, and the answer of a run; not what is said where they sign out, nor what Twilio has already."""
    line.model.script(lambda _request: says("Réponse ananas"))
    line.says("Et mon traitement ?")
    noted(line, "Prendre mon traitement", in_minutes=60)
    due_now(line)
    remind(line)
    also_by_sms(line)
    with line.database.write() as session:
        answer = session.exec(select(OutboundPart).where(col(OutboundPart.run_id).is_not(None))).first()
        assert answer is not None
        report = answer.model_dump(exclude={"id"}) | {"key": "bug1:0", "address": "+2250700000077"}
        session.add(OutboundPart(**report))
        session.add(OutboundPart(**answer.model_dump(exclude={"id"}) | {"key": "sent:0", "state": "queued"}))
        operator = User(phone="+2250700000077")
        session.add(operator)
        session.flush()
        session.add(Address(value="+2250700000077", channel="sms", user_id=operator.id))
        accounts.sign_out_everywhere(session, session.get_one(User, 1), here=line.conversation().id)
    assert states(line) == {"pending", "queued"}
    with line.database.write() as session:
        accounts.sign_out_everywhere(session, session.get_one(User, 1), here="elsewhere")
    assert states(line) == {"held", "queued"}
    assert states(line, "+2250700000077") == {"pending"}, "what tells others about them leaves"
    with line.database.read() as session:
        address = addresses.by_value(session, PUPIL)
        assert address is not None
        assert not held_parts.any_for(session, PUPIL, line.clock.now(), None)
        assert held_parts.any_for(session, PUPIL, line.clock.now(), address.user_id)


def states(line: Line, address: str = PUPIL) -> set[str]:
    with line.database.read() as session:
        return {part.state for part in session.exec(select(OutboundPart).where(OutboundPart.address == address))}


@pytest.mark.parametrize(("minutes", "state"), [(0, "queued"), (60, "held")])
def test_what_could_not_leave_for_long_waits_for_who_signed_out_meanwhile(
    open_line: Callable[..., Line], minutes: int, state: str
) -> None:
    """Twilio was out of order: when it is back, somebody else may have the phone. Goodbye is for anybody."""
    with FakeTwilio() as twilio:
        line = open_line(twilio_api_url=twilio.url)
        line.clock.freeze()
        line.model.script(lambda _request: says("Réponse ananas"))
        line.says("Et mon traitement ?", "/deconnexion", "1")
        line.clock.skip(60 * minutes)
        for _ in range(4):
            line.runtime.delivery.deliver(line.conversation().id)
            line.clock.skip(11)
        with line.database.read() as session:
            said = session.exec(select(OutboundPart).where(OutboundPart.address == PUPIL)).all()
        answer, *_, goodbye = sorted(said, key=lambda part: part.id or 0)
        assert ("ananas" in answer.body, answer.state) == (True, state)
        assert ("déconnecté" in goodbye.body, goodbye.state) == (True, "queued")
        if state == "held":
            assert "ananas" not in str(twilio.stand_in.sent)
            sign_in(line, PUPIL.removeprefix("whatsapp:"))
            line.says("Bonjour")
            line.runtime.delivery.deliver(line.conversation().id)
            assert "ananas" in str(twilio.stand_in.sent)


@pytest.mark.parametrize(("code", "written"), [(63018, "again"), (63019, "link")])
def test_what_follows_a_refusal_waits_for_who_signed_out_before_it_was_heard_of(
    line: Line, code: int, written: str
) -> None:
    """It left while they were there; that it did not arrive is told minutes later."""
    line.model.script(lambda _request: says("Réponse ananas"))
    line.says("Et mon traitement ?")
    sid = f"SM{1:032x}"
    with line.database.write() as session:
        answer = session.exec(select(OutboundPart).where(col(OutboundPart.run_id).is_not(None))).one()
        file = StoredFile(
            conversation_id=answer.conversation_id, user_id=1, run_id=answer.run_id, name="a.pdf", title="Analyses",
            content_type="application/pdf", size=5, sha256="0" * 64,
        )  # fmt: skip
        session.add(file)
        session.flush()
        answer.file_id = file.id if written == "link" else None
        answer.state, answer.twilio_sid, answer.dispatched_at = "sent", sid, line.clock.now()
        number, key = answer.id, f"{answer.key}:{written}"
    line.says("/deconnexion", "1")
    links = line.runtime.inbox.exchange.desk.links
    with line.database.write() as session:
        told = StatusCallback(number, sid, "undelivered", code)
        callbacks.apply(session, told, line.clock.now(), links, reminds=False)
    with line.database.write() as session:
        (instead,) = parts.of_keys(session, line.conversation().id, [key])
        assert held_parts.wait_for_owner(session, instead, line.clock.now())


@pytest.mark.parametrize(("key", "waits"), [("bug1:0:0", False), ("run1:text:0:sms0", True)])
def test_what_tells_operators_leaves_although_they_are_users_too(line: Line, key: str, waits: bool) -> None:
    """An hour late: a report about somebody, to a phone that is signed in as another user. What goes by SMS instead of
    WhatsApp is for that somebody, whose number it may be no more."""
    line.model.script(lambda _request: says("Réponse ananas"))
    line.says("Et mon traitement ?")
    now = line.clock.now()
    with line.database.write() as session:
        operator = User(phone=OTHER)
        session.add(operator)
        session.flush()
        session.add(Address(value=OTHER, channel="sms", user_id=operator.id, signed_in_until=now + timedelta(days=9)))
        answer = session.exec(select(OutboundPart).where(col(OutboundPart.run_id).is_not(None))).first()
        assert answer is not None
        late = {"key": key, "address": OTHER, "channel": "sms", "created_at": now - timedelta(hours=1)}
        part = OutboundPart(**answer.model_dump(exclude={"id"}) | late)
        session.add(part)
        session.flush()
        assert held_parts.wait_for_owner(session, part, now) is waits
