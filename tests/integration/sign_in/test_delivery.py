"""Codes on their way: by SMS, once, at once, filled in the moment they leave, and nobody's opt-out."""

import logging

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.clients.twilio import TwilioMessenger
from bot.dao import addresses, conversations, otp
from bot.models import Address, OtpCode, OutboundPart
from bot.services.delivery import codes
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.sign_in.otp import OtpVerifier, Sent
from tests.fakes.waiting import eventually
from tests.integration.delivery.conftest import AWA, Office
from tests.integration.delivery.test_callbacks import call_back
from tests.integration.delivery.test_sending import deliver_until
from tests.integration.sign_in.conftest import mobile

NUMBER = "+2250700000009"


def send(office: Office, number: str = NUMBER) -> str:
    """Ask for a code as the dialogue does; the code."""
    made = OneTimeCodes(office.settings)
    with office.database.write() as session:
        outcome = OtpVerifier(office.settings, made).send(
            session, mobile(number), office.conversation, office.clock.now()
        )
        assert isinstance(outcome, Sent)
        codes.post(session, office.conversation, number, outcome.otp_id)
        row = otp.get(session, outcome.otp_id)
        assert row
        return made.code(row.nonce)


def close_code(office: Office, state: str) -> None:
    with office.database.write() as session:
        session.execute(update(OtpCode).values(state=state))


def told(office: Office) -> list[str]:
    """What the asker is told."""
    with office.database.read() as session:
        found = select(OutboundPart).where(OutboundPart.address == AWA).order_by(col(OutboundPart.id))
        return [part.body for part in session.exec(found)]


def part_bodies(office: Office) -> list[str]:
    with office.database.read() as session:
        return list(session.exec(select(OutboundPart.body).where(OutboundPart.kind == "otp")))


def test_a_code_arrives_by_sms_and_stands_in_no_row_and_no_log(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    code = send(office)
    deliver_until(office, ["delivered"])
    assert office.phone(NUMBER).hears().body == f"Code Palabre : {code}. Ne le partagez pas."
    assert part_bodies(office) == [""]
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("bot")]
    assert all(code not in line for line in ours)


def test_a_code_speaks_the_askers_language(office: Office) -> None:
    with office.database.write() as session:
        session.execute(update(Address).where(col(Address.value) == AWA).values(language="en"))
    code = send(office)
    office.sender().deliver(office.conversation)
    assert office.phone(NUMBER).hears().body == f"Palabre code: {code}. Do not share it."


def test_a_code_waits_behind_nothing(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    office.post("un", "deux")
    code = send(office)
    office.sender().deliver(office.conversation)
    bodies = [message.body for message in office.twilio.stand_in.sent]
    assert bodies == ["un", f"Code Palabre : {code}. Ne le partagez pas."]


def test_a_part_waits_for_no_code(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    send(office)
    office.sender().deliver(office.conversation)
    office.post("un")
    office.sender().deliver(office.conversation)
    assert [message.body for message in office.twilio.stand_in.sent][-1] == "un"


@pytest.mark.parametrize("state", ["void", "used", "dead", "locked"])
def test_a_code_that_is_no_longer_good_is_not_sent(office: Office, state: str) -> None:
    send(office)
    close_code(office, state)
    assert office.sender().deliver(office.conversation) is None
    assert office.states() == ["dropped"]
    assert office.twilio.stand_in.sent == []
    assert told(office) == []


def test_an_expired_code_is_not_sent(office: Office) -> None:
    send(office)
    office.clock.skip(601)
    office.sender().deliver(office.conversation)
    assert office.states() == ["dropped"]
    assert office.twilio.stand_in.sent == []


def test_an_unknown_outcome_is_recognised_in_the_log_by_its_text(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    office.twilio.faults.silent(1)
    send(office)
    office.sender().deliver(office.conversation)
    assert office.states() == ["unknown"]
    office.clock.skip(16)
    office.sender().deliver(office.conversation)
    assert len(office.twilio.stand_in.sent) == 1
    assert office.states()[0] in ("queued", "sent", "delivered")


def test_a_code_twilio_never_took_is_sent_again(office: Office) -> None:
    office.twilio.faults.refuse(1, 500, 20500)
    code = send(office)
    office.sender().deliver(office.conversation)
    office.clock.skip(16)
    deliver_until(office, ["delivered"])
    assert [message.body for message in office.twilio.stand_in.sent] == [f"Code Palabre : {code}. Ne le partagez pas."]


def test_a_code_used_meanwhile_is_not_sent_again(office: Office) -> None:
    office.twilio.faults.refuse(1, 500, 20500)
    send(office)
    office.sender().deliver(office.conversation)
    close_code(office, "void")
    office.clock.skip(16)
    deliver_until(office, ["dropped"])
    assert office.twilio.stand_in.sent == []


@pytest.mark.parametrize("code", [21610, 21211, 21614, 21408])
def test_a_refused_code_marks_no_address_and_the_asker_is_told(office: Office, code: int) -> None:
    with office.database.write() as session:
        conversations.ensure(session, NUMBER)
    office.twilio.faults.refuse(1, 400, code)
    send(office)
    office.sender().deliver(office.conversation)
    assert office.states()[0] == "failed"
    assert "n’a pas pu être remis au 07 00 00 00 09. Vérifiez ce numéro\u00a0; pour" in told(office)[0]
    with office.database.read() as session:
        for value in (AWA, NUMBER):
            address = addresses.by_value(session, value)
            assert address
            assert address.opted_out_at is None
            assert address.bad_at is None


def test_a_code_for_the_askers_own_number_refused_does_not_opt_the_asker_out(office: Office) -> None:
    with office.database.write() as session:
        key = conversations.ensure(session, NUMBER).id
    office.conversation = key
    office.twilio.faults.refuse(1, 400, 21610)
    send(office)
    office.sender().deliver(key)
    assert not office.opted_out(NUMBER)


def test_a_code_lost_on_the_way_is_tried_once_more(office: Office) -> None:
    office.twilio.faults.undelivered(1, 30003)
    code = send(office)
    deliver_until(office, ["failed", "pending"])
    office.clock.skip(61)
    deliver_until(office, ["failed", "delivered"])
    assert code in office.phone(NUMBER).hears().body
    assert part_bodies(office) == ["", ""]


def test_a_code_that_cannot_arrive_is_told_to_the_asker(office: Office) -> None:
    office.twilio.faults.undelivered(1, 30005)
    send(office)
    eventually(lambda: (office.sender().deliver(office.conversation), len(told(office)) == 1)[1])
    assert "répondez 1" in told(office)[0]


def test_a_code_that_arrives_after_all_is_not_told_as_lost(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    send(office)
    office.sender().deliver(office.conversation)
    with office.database.read() as session:
        part = session.exec(select(OutboundPart)).one()
    call_back(office, part.id, part.twilio_sid or "", "undelivered", ErrorCode="30005")
    assert office.states() == ["undelivered", "pending"]
    call_back(office, part.id, part.twilio_sid or "", "delivered")
    assert office.states() == ["delivered", "dropped"]


def test_a_number_that_wants_no_messages_gets_none(office: Office) -> None:
    with office.database.write() as session:
        conversations.ensure(session, NUMBER)
        addresses.opt_out(session, NUMBER, office.clock.now())
    send(office)
    office.sender().deliver(office.conversation)
    assert [message for message in office.twilio.stand_in.sent if message.to == NUMBER] == []
    assert office.states()[0] == "dropped"
    assert "n’a pas pu être remis" in told(office)[0]


@pytest.mark.parametrize("is_known", [True, False])
def test_who_stopped_our_sms_and_asks_by_whatsapp_is_told_how_to_have_them_again(
    office: Office, is_known: bool
) -> None:
    """By us, or by Twilio, which knows of it alone. Nobody else learns that a number wants nothing of us."""
    own = AWA.removeprefix("whatsapp:")
    if is_known:
        with office.database.write() as session:
            conversations.ensure(session, own)
            addresses.opt_out(session, own, office.clock.now())
    else:
        office.twilio.faults.refuse(1, 400, 21610)
    send(office, own)
    office.sender().deliver(office.conversation)
    assert "Répondez START à notre dernier SMS" in told(office)[0]


def test_what_cannot_be_found_out_is_told_to_the_asker_while_the_code_is_good(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    office.twilio.faults.silent(1)
    send(office)
    office.sender().deliver(office.conversation)
    blind = office.settings.model_copy(update={"twilio_api_url": "http://127.0.0.1:9"})
    cut_off = office.sender(messenger=TwilioMessenger(blind))
    for _ in range(25):
        office.clock.skip(16)
        cut_off.deliver(office.conversation)
        if office.states()[0] == "failed":
            break
    assert "Je ne sais pas si le SMS" in told(office)[0]
