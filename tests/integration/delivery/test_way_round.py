"""What went by SMS because WhatsApp would not take it, and does not arrive that way either."""

import pytest

from bot.dao import addresses
from bot.dao.delivery import held_parts, parts
from bot.models import OutboundPart
from bot.services.delivery import callbacks
from bot.services.delivery.callbacks import StatusCallback
from tests.integration.delivery.conftest import AWA, Office
from tests.integration.delivery.test_addresses import alerts
from tests.integration.delivery.test_callbacks import call_back, sent_part
from tests.integration.delivery.test_refusals import give_awa_an_sms_address
from tests.integration.delivery.test_sending import deliver_until


def told_of_the_sms(office: Office, number: int, status: str, code: int | None = None) -> None:
    """What Twilio says of a part that went by SMS in the place of another."""
    with office.database.write() as session:
        (part,) = parts.of_keys(session, office.conversation, [f"t0:sms{number}"])
        if part.state == "pending":
            part.state, part.dispatched_at = "queued", office.clock.now()
        session.flush()
        callback = StatusCallback(part.id, f"SM{part.id:032x}", status, code)
        callbacks.apply(session, callback, office.clock.now(), office.links, reminds=False)


def test_what_the_way_round_does_not_take_either_waits_for_the_user(office: Office) -> None:
    give_awa_an_sms_address(office)
    call_back(office, *sent_part(office), "undelivered", ErrorCode="63016")
    assert office.states() == ["undelivered", "pending"]
    office.twilio.faults.refuse(1, 400, 21614)
    office.sender().deliver(office.conversation)
    assert office.states() == ["held", "failed"]
    office.opens_window(AWA)
    with office.database.write() as session:
        assert held_parts.release(session, AWA, office.clock.now(), 1)
    assert office.states() == ["pending", "failed"]


def test_nor_is_it_sent_twice_when_the_way_round_took_it_after_all(office: Office) -> None:
    give_awa_an_sms_address(office)
    call_back(office, *sent_part(office), "undelivered", ErrorCode="63016")
    told_of_the_sms(office, 0, "undelivered", 30006)
    assert office.states() == ["held", "undelivered"]
    told_of_the_sms(office, 0, "delivered")
    assert office.states() == ["dropped", "delivered"]


def test_a_way_round_that_is_tried_again_is_waited_for(office: Office) -> None:
    give_awa_an_sms_address(office)
    call_back(office, *sent_part(office), "undelivered", ErrorCode="63016")
    told_of_the_sms(office, 0, "undelivered", 30008)
    assert office.states() == ["undelivered", "undelivered", "pending"]


def test_of_a_long_text_no_more_leaves_once_a_piece_is_lost(office: Office) -> None:
    give_awa_an_sms_address(office)
    part_id, sid = sent_part(office)
    with office.database.write() as session:
        session.get_one(OutboundPart, part_id).body = "Une phrase du cours. " * 100
    call_back(office, part_id, sid, "undelivered", ErrorCode="63016")
    assert office.states() == ["undelivered", "pending", "pending"]
    told_of_the_sms(office, 0, "failed", 30006)
    assert office.states() == ["held", "failed", "dropped"]


def test_a_piece_that_arrives_late_is_not_the_whole_text(office: Office) -> None:
    """The rest was withdrawn: all of it still waits for its person."""
    give_awa_an_sms_address(office)
    part_id, sid = sent_part(office)
    with office.database.write() as session:
        session.get_one(OutboundPart, part_id).body = "Une phrase du cours. " * 100
    call_back(office, part_id, sid, "undelivered", ErrorCode="63016")
    told_of_the_sms(office, 0, "failed", 30006)
    told_of_the_sms(office, 0, "delivered")
    assert office.states() == ["held", "delivered", "dropped"]


@pytest.mark.parametrize("arrival", ["delivered", "read"])
def test_what_has_arrived_after_all_is_not_sent_again_when_its_sms_is_lost(office: Office, arrival: str) -> None:
    give_awa_an_sms_address(office)
    part_id, sid = sent_part(office)
    call_back(office, part_id, sid, "undelivered", ErrorCode="63016")
    told_of_the_sms(office, 0, "sent")
    call_back(office, part_id, sid, arrival)
    told_of_the_sms(office, 0, "undelivered", 30006)
    assert office.states() == [arrival, "undelivered"]


def test_whoever_wants_no_messages_has_none_wait_either(office: Office) -> None:
    """It would leave when they want messages again, long out of date."""
    give_awa_an_sms_address(office)
    part_id, sid = sent_part(office)
    call_back(office, part_id, sid, "undelivered", ErrorCode="63016")
    with office.database.write() as session:
        addresses.opt_out(session, AWA, office.clock.now())
    told_of_the_sms(office, 0, "undelivered", 30006)
    assert office.states() == ["undelivered", "undelivered"]


@pytest.mark.parametrize("code", [63005, 63021])
def test_words_that_whatsapp_will_not_have_go_by_sms(office: Office, code: int) -> None:
    give_awa_an_sms_address(office)
    call_back(office, *sent_part(office), "undelivered", ErrorCode=str(code))
    assert office.states() == ["undelivered", "pending"]


@pytest.mark.parametrize("code", [30001, 30036])
def test_what_waited_too_long_at_twilio_is_sent_once_more_and_operators_are_told(office: Office, code: int) -> None:
    part_id, sid = sent_part(office)
    call_back(office, part_id, sid, "failed", ErrorCode=str(code))
    assert office.states() == ["failed", "pending"]
    assert alerts(office) == [f"delivery_refused code {code}"]
    office.clock.skip(301)
    office.sender().deliver(office.conversation)
    with office.database.read() as session:
        again = session.get_one(OutboundPart, part_id + 1)
    assert again.twilio_sid
    call_back(office, again.id, again.twilio_sid, "failed", ErrorCode=str(code))
    assert office.states() == ["failed", "held"]


def test_what_stands_in_is_not_held_beside_the_part_it_stands_for(office: Office) -> None:
    give_awa_an_sms_address(office)
    part_id, sid = sent_part(office)
    call_back(office, part_id, sid, "undelivered", ErrorCode="63016")
    told_of_the_sms(office, 0, "undelivered", 30003)
    office.twilio.faults.undelivered(1, 30003)
    office.twilio.faults.callbacks.only = lambda sent: sent.sid != sid  # which may still be on its way to be read
    office.twilio.faults.callbacks.off = False
    office.clock.skip(61)
    deliver_until(office, ["held", "undelivered", "failed"])
