"""Refusals: opt-outs, the 24-hour window, attachments that do not get through."""

import pytest
from sqlalchemy import update
from sqlmodel import select

from bot.cli.commands import add_user
from bot.dao import addresses, conversations
from bot.dao.delivery import held_parts, parts
from bot.models import Address, StoredFile
from bot.types import Mode
from tests.integration.delivery.conftest import AWA, AWA_SMS, Office
from tests.integration.delivery.test_callbacks import call_back, sent_part
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
    deliver_until(office, ["failed", "held"])


@pytest.mark.parametrize("address", [AWA, AWA_SMS])
@pytest.mark.parametrize("code", [30001, 30003, 63012, 63018])
def test_what_is_lost_a_second_time_waits_until_its_person_writes(office: Office, code: int, address: str) -> None:
    add_user(office.database, AWA_SMS, Mode.STUDENT, 0)
    office.twilio.faults.undelivered(4, code)
    office.post("un", address=address)
    deliver_until(office, ["failed", "pending"])
    for _ in range(2):  # that it does not pass is found out again when they write: twice, and no more
        office.clock.skip(301)
        office.sender().deliver(office.conversation)
        deliver_until(office, ["failed", "held"])
        with office.database.write() as session:
            assert held_parts.release(session, address, office.clock.now(), None)
    deliver_until(office, ["failed", "failed"])
    assert len(office.twilio.stand_in.sent) == 4


def test_a_sign_of_life_is_not_sent_again_behind_the_answer(office: Office) -> None:
    office.twilio.faults.undelivered(1, 63018)
    with office.database.write() as session:
        parts.add(session, conversation_id=office.conversation, key="run1:progress:0", kind="progress", address=AWA,
                            channel="whatsapp", body="Je cherche…")  # fmt: skip
    deliver_until(office, ["failed"])


@pytest.mark.parametrize("code", [63013, 30499])
def test_a_file_that_is_refused_for_a_reason_of_its_own_comes_as_a_link(office: Office, code: int) -> None:
    office.twilio.faults.undelivered(1, code)
    office.post(file=PDF)
    deliver_until(office, ["failed", "read"])
    assert "/media/" in office.phone().hears().body


@pytest.mark.parametrize("has_sms", [True, False])
@pytest.mark.parametrize("code", [63007, 63112, 20404, 21703])
def test_what_is_taken_from_none_of_us_goes_by_sms_or_waits_until_its_person_writes(
    office: Office, code: int, has_sms: bool
) -> None:
    """It was lost: what an operator had to mend cost each person their answer, and the file came by the same way."""
    if has_sms:
        give_awa_an_sms_address(office)
    office.twilio.faults.refuse(2, 400, code)
    office.post("un", file=PDF)
    if has_sms:
        deliver_until(office, ["failed", "failed", "delivered", "delivered"])
        first, second = office.phone(AWA_SMS).hears_all(2)
        assert (first.body, "/media/" in second.body) == ("un", True)
        return
    deliver_until(office, ["held", "held"])
    with office.database.write() as session:
        assert held_parts.release(session, AWA, office.clock.now(), None)
    deliver_until(office, ["read", "read"])


@pytest.mark.parametrize("code", [30004, 63033])
def test_who_has_blocked_us_is_sent_no_link_for_a_file(office: Office, code: int) -> None:
    office.twilio.faults.undelivered(1, code)
    office.post(file=PDF)
    deliver_until(office, ["failed"])
    office.sender().deliver(office.conversation)
    assert len(office.states()) == 1


@pytest.mark.parametrize(("code", "mark"), [("21610", "opted_out_at"), ("30005", "bad_at")])
@pytest.mark.parametrize("has_written", [False, True])
def test_what_a_late_refusal_says_of_an_address_is_of_before_they_wrote(
    office: Office, code: str, mark: str, has_written: bool
) -> None:
    """As the START behind a STOP: what we sent in between is refused, and Twilio says so when both are done."""
    part_id, sid = sent_part(office)
    office.clock.skip(5)
    if has_written:
        with office.database.write() as session:
            session.execute(update(Address).values(last_inbound_at=office.clock.now()))
    call_back(office, part_id, sid, "undelivered", ErrorCode=code)
    with office.database.read() as session:
        assert (getattr(addresses.by_value(session, AWA), mark) is None) == has_written


@pytest.mark.parametrize("revoked", [False, True])
def test_what_waited_for_long_has_links_that_open(office: Office, revoked: bool) -> None:
    office.post(file=PDF)
    with office.database.write() as session:
        (file,) = session.exec(select(StoredFile))
        parts.withdraw(session, office.conversation, ["file"], office.clock.now())
        another = conversations.ensure(session, "+2250700000099").id
        stranger = StoredFile(conversation_id=another, name="a.pdf", title="A", content_type="application/pdf",
                              size=1, sha256=file.sha256)  # fmt: skip
        session.add(stranger)
        session.flush()
        old, others = office.links.to(file), office.links.to(stranger)
    office.twilio.stand_in.close_window(AWA)
    office.post(f"Cours : {old}. Aussi : {others}")
    deliver_until(office, ["dropped", "held"])
    office.clock.skip(30 * 3600)
    office.opens_window(AWA)
    with office.database.write() as session:
        session.get_one(StoredFile, file.id).link_version += revoked
        assert held_parts.release(session, AWA, office.clock.now(), None)
    deliver_until(office, ["dropped", "read"])
    said = office.phone().hears().body
    assert f". Aussi : {others}" in said
    assert (old in said) == revoked
    token = said.split("/media/")[1].split("/")[0]
    with office.database.read() as session:
        assert (office.links.find(session, token) is None) == revoked


def test_what_waits_for_whoever_wants_no_messages_is_dropped_with_that(office: Office) -> None:
    """Twilio knows of a STOP that we have not heard of: what is held would leave when they come back."""
    part_id, sid = sent_part(office)
    office.post("un", "deux", "trois")
    with office.database.write() as session:
        session.connection().exec_driver_sql("UPDATE outbound_part SET state = 'held' WHERE body = 'trois'")
    call_back(office, part_id, sid, "failed", ErrorCode="21610")
    assert office.states() == ["failed", "dropped", "dropped"]
