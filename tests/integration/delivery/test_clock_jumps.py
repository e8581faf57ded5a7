"""Sending while the clock jumps: what left by one time is looked for by another, and nothing is sent twice."""

from datetime import timedelta

import pytest
from sqlmodel import select

from bot.dao.clock_jumps import LONGEST_MAIL_WAIT, LONGEST_WAIT, set_back_parts
from bot.models import OutboundPart
from bot.services.delivery import by_twilio
from bot.services.delivery.by_mail import BACKOFF_S
from bot.types import EMAIL
from tests.integration.delivery.conftest import AWA, Office
from tests.integration.delivery.test_states import claim

HOUR_S = 3_600


def sends(office: Office, body: str) -> None:
    """The request of a worker that died while it sent: Twilio has it, nobody here knows."""
    office.twilio.faults.callbacks.off = True
    office.messenger().send(to=AWA, channel="whatsapp", body=body, media_url=None, callback_url="")


def test_a_jump_is_no_time_that_has_passed(office: Office) -> None:
    """Twilio has not taken the message yet: by the calendar it never will."""
    office.post("un")
    claim(office, office.sender("slow"))
    office.clock.jump(HOUR_S)
    assert office.sender("heir").deliver(office.conversation)
    assert office.states() == ["dispatching"]
    sends(office, "un")
    office.clock.skip(16)
    office.sender("heir").deliver(office.conversation)
    assert len(office.twilio.stand_in.sent) == 1
    assert office.part(1).twilio_sid == office.twilio.stand_in.sent[0].sid


def test_what_left_by_a_clock_ahead_is_found_by_the_one_that_is_back(office: Office) -> None:
    office.clock.jump(HOUR_S)
    office.post("un")
    claim(office, office.sender("dead"))
    sends(office, "un")
    office.clock.jump(-HOUR_S)
    office.sets_back()
    office.clock.skip(16)
    office.sender("heir").deliver(office.conversation)
    assert len(office.twilio.stand_in.sent) == 1
    assert office.part(1).twilio_sid == office.twilio.stand_in.sent[0].sid


@pytest.mark.parametrize("callbacks", [True, False], ids=["heard of", "never heard of"])
def test_the_next_part_does_not_wait_for_the_hour_to_pass(office: Office, callbacks: bool) -> None:
    office.twilio.faults.callbacks.off = not callbacks
    office.clock.jump(HOUR_S)
    office.post("un", "deux")
    office.sender().deliver(office.conversation)
    awa = office.phone()
    awa.hears()
    office.clock.jump(-HOUR_S)
    office.sets_back()
    office.sender().deliver(office.conversation)
    assert awa.hears().body == "deux"


def test_what_left_by_a_clock_ahead_and_ended_by_one_that_was_right_again_is_found(office: Office) -> None:
    """It went back while Twilio was asked."""
    office.twilio.faults.silent(1)
    office.post("un")
    office.sender("dead").deliver(office.conversation)
    with office.database.write() as session:
        session.get_one(OutboundPart, 1).dispatched_at = office.clock.now() + timedelta(seconds=HOUR_S)
    office.sets_back()
    office.clock.skip(16)
    office.sender("heir").deliver(office.conversation)
    assert office.part(1).twilio_sid == office.twilio.stand_in.sent[0].sid
    assert len(office.twilio.stand_in.sent) == 1


@pytest.mark.parametrize("state", ["dispatching", "unknown"])
@pytest.mark.parametrize("heard_s", [0, 10, None], ids=["alive", "killed as Twilio had the request", "left meanwhile"])
def test_who_notes_an_hour_that_has_passed_is_left_to_send(office: Office, heard_s: int | None, state: str) -> None:
    """Their clock is behind, and Twilio takes its time."""
    office.post("un")
    claim(office, office.sender("slow" if heard_s is not None else "gone"))
    if heard_s is not None:
        office.hears_of("slow", heard_s)
    with office.database.write() as session:
        part = session.get_one(OutboundPart, 1)
        part.dispatched_at = part.first_dispatched_at = part.due_at = office.clock.now() - timedelta(seconds=HOUR_S)
        part.state = state
    office.clock.skip(60)  # it is steady
    heir = office.sender("heir")
    assert heir.deliver(office.conversation) == pytest.approx(15)
    assert office.states() == [state]
    sends(office, "un")
    office.clock.skip(16)
    heir.deliver(office.conversation)
    assert len(office.twilio.stand_in.sent) == 1
    assert office.part(1).twilio_sid == office.twilio.stand_in.sent[0].sid


def test_who_has_died_since_is_not_watched(office: Office) -> None:
    office.post("un")
    claim(office, office.sender("dead"))
    office.hears_of("dead", 20)
    sends(office, "un")
    office.clock.skip(16)
    office.sender("heir").deliver(office.conversation)
    assert office.part(1).twilio_sid == office.twilio.stand_in.sent[0].sid


def test_the_watch_is_as_long_as_a_sending_and_not_longer(office: Office) -> None:
    """Who lives and hangs is looked into when it is over by either clock, not when one has gone by after the other."""
    office.post("un")
    claim(office, office.sender("hung"))
    office.hears_of("hung")
    sends(office, "un")
    heir = office.sender("heir")
    assert heir.deliver(office.conversation) == pytest.approx(15, abs=1)
    office.clock.skip(16)
    heir.deliver(office.conversation)
    assert office.part(1).twilio_sid == office.twilio.stand_in.sent[0].sid


def test_what_it_sends_itself_a_worker_watches_too(office: Office) -> None:
    """Somebody with a clock an hour behind has set back what we noted, and woken another thread of ours."""
    office.post("un")
    sender = office.sender("busy")
    claim(office, sender)
    office.hears_of("busy")
    office.clock.jump(-HOUR_S)
    office.sets_back()
    office.clock.jump(HOUR_S)
    office.clock.skip(60)  # ours is steady
    assert sender.deliver(office.conversation) == pytest.approx(15)
    assert office.states() == ["dispatching"]


def test_who_has_just_come_does_not_trust_the_silence_of_the_dead(office: Office) -> None:
    """One machine: its clock was an hour behind when the worker was killed, and the database's with it."""
    office.post("un")
    claim(office, office.sender("dead"))
    with office.database.write() as session:
        part = session.get_one(OutboundPart, 1)
        part.dispatched_at = part.first_dispatched_at = part.due_at = office.clock.now() - timedelta(seconds=HOUR_S)
    office.clock.skip(60)
    heir = office.sender("heir")
    heir.watch.since = office.clock.monotonic()
    assert heir.deliver(office.conversation) == pytest.approx(15)
    sends(office, "un")
    office.clock.skip(16)
    heir.deliver(office.conversation)
    assert len(office.twilio.stand_in.sent) == 1
    assert office.part(1).twilio_sid == office.twilio.stand_in.sent[0].sid


def test_no_wait_on_purpose_is_taken_for_one_of_a_clock_ahead() -> None:
    """The clocks of two workers differ by a second or so: what waits is not sent at once for that."""
    waits = (*by_twilio.RETRY_LATER_S.values(), *by_twilio.BUSY_BACKOFF_S, 2 * by_twilio.HTTP_TIMEOUT_S)
    assert timedelta(seconds=max(waits)) < LONGEST_WAIT


def test_an_email_that_a_clock_ahead_has_put_off_is_tried_now(office: Office) -> None:
    """It waited for an hour more than its pause."""
    pauses = [timedelta(seconds=pause) for pause in BACKOFF_S]
    assert max(pauses) < LONGEST_MAIL_WAIT
    now = office.clock.now()
    with office.database.write() as session:
        for number, wait in enumerate((max(pauses), max(pauses) + timedelta(hours=1))):
            key, due = f"mail{number}", now + wait
            session.add(
                OutboundPart(conversation_id=office.conversation, key=key, address="a@b.ci", channel=EMAIL, due_at=due)
            )
        session.flush()
        assert set_back_parts(session, now) == 1
        waits = [part.due_at - now for part in session.exec(select(OutboundPart).order_by(OutboundPart.key))]
    assert waits == [max(pauses), timedelta()]
