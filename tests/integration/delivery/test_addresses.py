"""What a refusal means for an address and for operators, and whom an opt-out silences."""

import pytest
from sqlmodel import select

from bot.cli.commands import add_user
from bot.dao import addresses
from bot.dao.delivery import parts
from bot.models import Alert, OutboundPart
from bot.services.delivery.by_twilio import NOT_FROM_US, WINDOW_CLOSED
from bot.types import Mode
from tests.integration.delivery.conftest import AWA, AWA_SMS, Office
from tests.integration.delivery.test_sending import deliver_until
from tests.integration.delivery.test_states import set_state


def alerts(office: Office) -> list[str]:
    with office.database.read() as session:
        return [f"{alert.kind} {alert.detail}" for alert in session.exec(select(Alert))]


def is_bad(office: Office, value: str) -> bool:
    with office.database.read() as session:
        found = addresses.by_value(session, value)
    return bool(found and found.bad_at)


@pytest.mark.parametrize(("code", "bad"), [(30005, True), (30006, True), (21211, True), (30004, False)])
def test_a_number_that_cannot_be_reached_is_remembered(office: Office, code: int, bad: bool) -> None:
    add_user(office.database, AWA_SMS, Mode.STUDENT, 0)
    office.twilio.faults.undelivered(1, code)
    office.post("un", address=AWA_SMS)
    deliver_until(office, ["failed"])
    assert is_bad(office, AWA_SMS) == bad


@pytest.mark.parametrize(
    ("code", "told"),
    [(63007, True), (30007, True), (21212, True), (30034, True), (30450, True), (30453, True), (30454, True),
     (63032, True), (63049, True), (30005, False), (63016, False), (30004, False), (63033, False),
     (63090, True), (30499, True)],  # the last two: codes that nobody has heard of
)  # fmt: skip
def test_operators_are_told_of_what_only_they_can_mend(office: Office, code: int, told: bool) -> None:
    office.twilio.faults.undelivered(1, code)
    office.post("un")
    waits = code in (WINDOW_CLOSED, *NOT_FROM_US)
    deliver_until(office, ["held" if waits else "failed"])
    assert alerts(office) == ([f"delivery_refused code {code}"] if told else [])


def test_of_a_refusal_that_meets_everybody_operators_hear_once_an_hour(office: Office) -> None:
    office.twilio.faults.refuse(3, 400, 63112)
    office.post("un", "deux", "trois")
    office.sender().deliver(office.conversation)
    assert office.states() == ["held"] * 3
    assert alerts(office) == ["delivery_refused code 63112"]
    office.clock.skip(3601)
    office.twilio.faults.refuse(1, 400, 63112)
    office.post("un", "deux", "trois", "quatre")
    office.sender().deliver(office.conversation)
    assert alerts(office) == ["delivery_refused code 63112"] * 2


@pytest.mark.parametrize("code", [63003, 63024])
def test_somebody_without_whatsapp_is_not_waited_for(office: Office, code: int) -> None:
    office.twilio.faults.undelivered(1, code)
    office.post("un")
    deliver_until(office, ["failed"])


@pytest.mark.parametrize("state", ["pending", "held", "unknown"])
def test_an_opt_out_drops_what_has_not_left_and_nothing_of_others(office: Office, state: str) -> None:
    office.post("pour l’un")
    with office.database.write() as session:
        session.add(OutboundPart(conversation_id=office.conversation, key="x", address=AWA_SMS, channel="sms"))
    set_state(office, state)
    with office.database.write() as session:
        parts.drop_pending(session, AWA, office.clock.now())
    assert office.states() == ["dropped", state]


@pytest.mark.parametrize("state", ["dispatching", "queued", "sent"])
def test_an_opt_out_does_not_touch_what_is_on_its_way(office: Office, state: str) -> None:
    office.post("un")
    set_state(office, state)
    with office.database.write() as session:
        parts.drop_pending(session, AWA, office.clock.now())
    assert office.states() == [state]


def test_a_part_that_goes_by_sms_instead_has_its_segments_counted(office: Office) -> None:
    add_user(office.database, AWA_SMS, Mode.STUDENT, 0)
    with office.database.write() as session:
        whatsapp, sms = addresses.by_value(session, AWA), addresses.by_value(session, AWA_SMS)
        assert whatsapp
        assert sms
        sms.user_id = whatsapp.user_id
    office.twilio.stand_in.close_window(AWA)
    office.post("Un texte de deux segments. " * 10)
    deliver_until(office, ["failed", "delivered"])
    assert office.part(2).segments == 2


@pytest.mark.parametrize("hindrance", ["opted_out_at", "bad_at"])
def test_no_way_round_leads_to_a_number_that_opted_out_or_is_bad(office: Office, hindrance: str) -> None:
    add_user(office.database, AWA_SMS, Mode.STUDENT, 0)
    with office.database.write() as session:
        whatsapp, sms = addresses.by_value(session, AWA), addresses.by_value(session, AWA_SMS)
        assert whatsapp
        assert sms
        sms.user_id = whatsapp.user_id
        setattr(sms, hindrance, office.clock.now())
    office.twilio.stand_in.close_window(AWA)
    office.post("un")
    deliver_until(office, ["held"])
    assert office.phone(AWA_SMS)._waiting() == []
