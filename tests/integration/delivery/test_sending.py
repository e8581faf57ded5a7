"""Sending: in order, once, and knowing what happened when nobody said so."""

from contextlib import suppress
from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.clients.twilio import TwilioMessenger
from bot.dao.delivery import parts
from bot.errors import DatabaseAway, PermanentError, ProviderTimeout, TransientError
from bot.models import Alert, OutboundPart
from bot.types import EMAIL
from tests.fakes.cuts import cut
from tests.fakes.threads import at_once
from tests.fakes.waiting import eventually
from tests.integration.delivery.conftest import AWA, Office


def deliver_until(office: Office, wanted: list[str]) -> None:
    """Deliver again and again, as wake-ups do, until the parts are in these states."""

    def done() -> bool:
        office.sender().deliver(office.conversation)
        return office.states() == wanted

    try:
        eventually(done)
    except AssertionError:
        raise AssertionError(f"{office.states()} is not {wanted}") from None


def test_parts_arrive_in_order_each_after_the_one_before(office: Office) -> None:
    office.post("un", "deux", "trois")
    deliver_until(office, ["read", "read", "read"])
    assert [message.body for message in office.phone().hears_all(3)] == ["un", "deux", "trois"]


def test_the_second_part_waits_for_the_first_and_no_longer_than_ten_seconds(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    office.post("un", "deux")
    wait = office.sender().deliver(office.conversation)
    assert office.phone().hears().body == "un"
    assert wait
    assert 5 < wait <= 10
    office.clock.skip(10.1)
    office.sender().deliver(office.conversation)
    assert [message.body for message in office.twilio.stand_in.sent] == ["un", "deux"]


@pytest.mark.parametrize("code", [63018, 63012])
def test_what_is_tried_again_holds_back_the_rest_of_its_answer(office: Office, code: int) -> None:
    office.twilio.faults.undelivered(1, code)
    with office.database.write() as session:
        for number, body in enumerate(("un", "deux", "trois")):
            key, channel = f"r1:{number}", "whatsapp"
            parts.add(session, conversation_id=office.conversation, key=key, address=AWA, channel=channel, body=body)
    deliver_until(office, ["failed", "pending", "pending", "pending"])
    office.clock.skip(31)
    deliver_until(office, ["failed", "read", "read", "read"])
    assert [message.body for message in office.phone().hears_all(3)] == ["un", "deux", "trois"]


def test_many_workers_at_once_send_each_part_once(office: Office) -> None:
    office.post("un", "deux", "trois")

    def work(number: int) -> None:
        sender = office.sender(f"w{number}")
        eventually(lambda: sender.deliver(office.conversation) is None or office.states() == ["read"] * 3, 20)

    at_once(6, work)
    deliver_until(office, ["read"] * 3)
    assert [message.body for message in office.twilio.stand_in.sent] == ["un", "deux", "trois"]


def test_too_many_requests_are_tried_again_after_a_pause(office: Office) -> None:
    office.twilio.faults.refuse(2, 429, 20429)
    office.post("un")
    assert 0 < (office.sender().deliver(office.conversation) or 0) <= 1
    office.clock.skip(1.1)
    assert 1 < (office.sender().deliver(office.conversation) or 0) <= 2
    office.clock.skip(2.1)
    deliver_until(office, ["read"])
    assert len(office.twilio.stand_in.sent) == 1


@pytest.mark.parametrize("fault", ["accepted, not answered", "internal error"])
def test_an_unknown_outcome_is_looked_up_before_anything_is_repeated(office: Office, fault: str) -> None:
    office.twilio.faults.callbacks.off = True
    if fault == "internal error":
        office.twilio.faults.refuse(1, 500, 20500)
    else:
        office.twilio.faults.silent(1)
    office.post("un")
    wait = office.sender().deliver(office.conversation)
    assert office.states() == ["unknown"]
    assert wait
    assert wait > 10  # never look before the request can have been accepted late
    office.sender().deliver(office.conversation)
    assert len(office.twilio.stand_in.sent) <= 1
    office.clock.skip(16)
    office.sender().deliver(office.conversation)
    assert [message.body for message in office.twilio.stand_in.sent] == ["un"]
    assert office.states()[0] in ("queued", "sent", "delivered", "read")


def test_a_worker_that_died_while_sending_is_found_out(office: Office) -> None:
    """The create call went out, the worker died before the answer: Twilio's log says what is true."""
    part_id = office.post("un")[0]
    sender = office.sender("dead")
    with office.database.write() as session:
        claimed = sender._next(session, office.lines(session), office.clock.now())
    assert isinstance(claimed, OutboundPart)
    office.twilio.faults.callbacks.off = True
    office.messenger().send(to=AWA, channel="whatsapp", body="un", media_url=None, callback_url="")  # type: ignore[arg-type]
    assert office.sender("heir").deliver(office.conversation) is not None
    office.clock.skip(16)
    office.sender("heir").deliver(office.conversation)
    assert office.part(part_id).twilio_sid == office.twilio.stand_in.sent[0].sid
    assert len(office.twilio.stand_in.sent) == 1


def test_nobody_looks_before_a_request_can_have_arrived_late(office: Office) -> None:
    """Its worker died while sending; for fifteen seconds Twilio may still take the message, and list it late."""
    office.post("un")
    with office.database.write() as session:
        office.sender("dead")._next(session, office.lines(session), office.clock.now())
    office.clock.skip(8)
    assert office.sender("heir").deliver(office.conversation)
    assert office.states() == ["dispatching"]
    office.clock.skip(8)
    office.sender("heir").deliver(office.conversation)
    assert office.states()[0] in ("queued", "sent", "delivered", "read")


def test_a_lost_answer_is_looked_for_fifteen_seconds_after_it_was_lost(office: Office) -> None:
    office.twilio.faults.refuse(1, 500, 20500)
    office.post("un")
    office.sender().deliver(office.conversation)
    part = office.part(1)
    assert part.dispatched_at
    assert part.due_at - part.dispatched_at >= timedelta(seconds=15)


def test_the_same_text_sent_twice_on_purpose_is_two_messages(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    office.post("oui", "oui")
    office.sender().deliver(office.conversation)
    office.clock.skip(11)
    office.twilio.faults.silent(1)
    office.sender().deliver(office.conversation)
    office.clock.skip(16)
    office.sender().deliver(office.conversation)
    assert len(office.twilio.stand_in.sent) == 2
    assert len({office.part(1).twilio_sid, office.part(2).twilio_sid}) == 2


def test_a_ghost_that_wakes_up_before_its_call_sends_nothing(office: Office) -> None:
    office.post("un")
    ghost, since = office.sender("ghost"), office.clock.monotonic()
    with office.database.write() as session:
        claimed = ghost._next(session, office.lines(session), office.clock.now())
    assert isinstance(claimed, OutboundPart)
    office.clock.skip(16)
    deliver_until(office, ["read"])
    ghost._dispatch(claimed, since)
    assert len(office.twilio.stand_in.sent) == 1


def test_errors_say_whether_something_may_have_happened(office: Office) -> None:
    messenger = office.messenger()
    for status, code, expected in [
        (429, 20429, TransientError), (500, 20500, ProviderTimeout), (400, 21617, PermanentError),
    ]:  # fmt: skip
        office.twilio.faults.refuse(1, status, code)
        with pytest.raises(expected) as caught:
            messenger.send(to=AWA, channel="whatsapp", body="x", media_url=None, callback_url="")  # type: ignore[arg-type]
        assert caught.value.code == code
    office.twilio.faults.silent(1)
    with pytest.raises(ProviderTimeout):
        messenger.send(to=AWA, channel="whatsapp", body="x", media_url=None, callback_url="")  # type: ignore[arg-type]


def test_twilio_out_of_reach_surely_sent_nothing(office: Office) -> None:
    settings = office.settings.model_copy(update={"twilio_api_url": "http://127.0.0.1:9"})
    with pytest.raises(TransientError) as caught:
        TwilioMessenger(settings).send(
            to=AWA, channel="whatsapp", body="x", media_url=None, callback_url=""  # type: ignore[arg-type]
        )  # fmt: skip
    assert not isinstance(caught.value, ProviderTimeout)


def test_what_cannot_be_found_out_in_five_minutes_is_told(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    office.twilio.faults.silent(1)
    office.post("un", "deux")
    office.sender().deliver(office.conversation)
    blind = office.settings.model_copy(update={"twilio_api_url": "http://127.0.0.1:9"})
    cut_off = office.sender(messenger=TwilioMessenger(blind))
    for _ in range(25):
        office.clock.skip(16)
        cut_off.deliver(office.conversation)
        if office.states()[0] == "failed":
            break
    assert office.states()[0] == "failed"
    office.clock.skip(60)
    eventually(
        lambda: (office.sender().deliver(office.conversation), office.clock.skip(11), len(office.states()) == 3)[2]
    )
    eventually(lambda: (office.sender().deliver(office.conversation), office.clock.skip(11), office.phone())[2])
    bodies = [message.body for message in office.twilio.stand_in.sent]
    assert bodies[:2] == ["un", "deux"]
    assert "n’est peut-être pas arrivé" in bodies[2]


def test_a_part_under_way_is_looked_at_by_nobody_before_its_time(office: Office) -> None:
    """What every sweep of every worker would find again, for nothing."""
    office.post("un")
    with office.database.write() as session:
        claimed = office.sender()._next(session, office.lines(session), office.clock.now())
    assert isinstance(claimed, OutboundPart)
    with office.database.read() as session:
        assert parts.conversations_with_work(session, office.clock.now() + timedelta(seconds=14)) == []
        assert parts.conversations_with_work(session, office.clock.now() + timedelta(seconds=16))


def test_a_sid_the_database_could_not_be_told_is_written_when_it_is_back(office: Office) -> None:
    """The connection is cut while what Twilio said is written; nothing is sent again, and Twilio need not be asked."""
    if office.database.is_sqlite:
        pytest.skip("a file has no connection to cut")
    office.twilio.faults.callbacks.off = True
    office.post("un")
    sender = office.sender()
    with cut(office.database, at=2, committed=False), suppress(DatabaseAway):
        sender.deliver(office.conversation)
    assert office.states() == ["dispatching"]
    sender.unwritten.retry()
    assert office.states() == ["queued"]
    office.clock.skip(60)
    office.sender().deliver(office.conversation)
    assert len(office.twilio.stand_in.sent) == 1


@pytest.mark.parametrize("column", ["options", "email"])
def test_a_part_that_this_release_cannot_read_holds_back_nobody_for_long(office: Office, column: str) -> None:
    """Deployed and taken back, say. An e-mail holds back no message, and no other e-mail."""
    first, *_ = office.post("un", "deux")
    channel = {"channel": EMAIL, "kind": "email"} if column == "email" else {}
    with office.database.write() as session:
        session.execute(update(OutboundPart).where(col(OutboundPart.id) == first).values({column: {"a": 1}, **channel}))
    for _ in range(8):
        office.sender().deliver(office.conversation)
        office.sender().deliver_mails(office.conversation)
        office.clock.skip(300)
    assert office.states()[0] == "failed"
    told = [message.body for message in office.phone().hears_all(2)]
    assert told[0] == "deux"
    assert ("e-mail" if channel else "peut-être pas arrivé") in told[1]
    with office.database.read() as session:
        (alert,) = session.exec(select(Alert.kind))
    assert alert == ("mail_unknown" if channel else "delivery_unknown")
