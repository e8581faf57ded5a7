"""Refusals: opt-outs, the 24-hour window, attachments that do not get through."""

from sqlalchemy import update

from bot.cli.commands import add_user
from bot.dao import addresses, held_parts
from bot.models import Address
from bot.types import Mode
from tests.integration.delivery.conftest import AWA, AWA_SMS, Office
from tests.integration.delivery.test_sending import deliver_until

PDF = b"%PDF-1.7 un cours"


def give_awa_an_sms_address(office: Office) -> None:
    add_user(office.database, AWA_SMS, Mode.STUDENT, 0)
    with office.database.write() as session:
        user_id = addresses.by_value(session, AWA).user_id
        session.execute(update(Address).values(user_id=user_id))


def test_an_opt_out_closes_everything_that_waits(office: Office) -> None:
    office.twilio.faults.refuse(1, 400, 21610)
    office.post("un", "deux", "trois")
    office.sender().deliver(office.conversation)
    assert office.states() == ["failed", "dropped", "dropped"]
    assert office.opted_out()
    assert office.twilio.stand_in.sent == []


def test_outside_the_window_a_part_goes_by_sms(office: Office) -> None:
    give_awa_an_sms_address(office)
    office.twilio.stand_in.close_window(AWA)
    office.post("Votre cours est prêt")
    deliver_until(office, ["failed", "delivered"])
    assert office.phone(AWA_SMS).hears().body == "Votre cours est prêt"  # one segment either way


def test_outside_the_window_a_part_without_another_way_waits_for_the_user(office: Office) -> None:
    office.twilio.stand_in.close_window(AWA)
    office.post("Votre cours est prêt")
    deliver_until(office, ["held"])
    office.opens_window(AWA)
    with office.database.write() as session:
        assert held_parts.release(session, AWA, office.clock.now(), None)
    deliver_until(office, ["read"])
    assert office.phone().hears().body == "Votre cours est prêt"


def test_a_held_part_does_not_hold_back_what_comes_behind_it(office: Office) -> None:
    office.twilio.stand_in.close_window(AWA)
    office.post("un")
    deliver_until(office, ["held"])
    office.opens_window(AWA)
    office.post("un", "deux")  # the same key again is the same part
    deliver_until(office, ["held", "read"])


def test_an_attachment_arrives_with_its_bytes_by_head_and_get(office: Office) -> None:
    office.post("Voici", file=PDF)
    deliver_until(office, ["read", "read"])
    office.phone().hears()
    sent = office.phone().hears_all(2)[1]
    assert [media.content for media in sent.media] == [PDF]
    assert sent.media[0].filename == "cours.pdf"


def test_an_attachment_that_fails_comes_once_more_as_a_link(office: Office) -> None:
    office.twilio.faults.media_not_fetched(1)
    office.post(file=PDF)
    deliver_until(office, ["failed", "read"])
    body = office.phone().hears().body
    assert "/media/" in body
    assert f"sous forme de lien ({len(PDF)}\u00a0o)\u00a0: http" in office.twilio.stand_in.sent[-1].body


def test_a_message_lost_on_the_way_is_tried_once_more(office: Office) -> None:
    office.twilio.faults.undelivered(2, 63018)
    office.post("un")
    deliver_until(office, ["failed", "pending"])
    office.clock.skip(11)
    deliver_until(office, ["failed", "failed"])
