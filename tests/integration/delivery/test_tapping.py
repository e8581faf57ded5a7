"""Questions that can be tapped: a template where WhatsApp takes one, and the numbered text in every other case."""

from datetime import timedelta

import pytest
from sqlmodel import select

from bot.channels.offers import Offer
from bot.clients.twilio_content import TwilioContent
from bot.dao import addresses
from bot.dao.delivery import content_templates
from bot.models import Alert, ContentTemplate, OutboundPart
from bot.services.delivery import templates
from bot.services.delivery.outbox import Outbox, Recipient
from bot.simulator.records import Sent
from bot.types import Channel, Language
from tests.fakes.threads import at_once
from tests.fakes.twilio import ACCOUNT_SID
from tests.fakes.waiting import eventually
from tests.integration.delivery.conftest import AWA, AWA_SMS, Office
from tests.integration.delivery.test_reconciliation import ask
from tests.integration.delivery.test_sending import deliver_until

CANCEL = "\n0. Annuler"
SHORT = Offer("Votre **niveau** ?", ("Collège", "Lycée"), ending=CANCEL, tapped_ending=CANCEL)
LIST = Offer("Votre niveau ?", ("CP", "CE1", "CE2", "CM1", "CM2"), ending=CANCEL, tapped_ending=CANCEL)
LONG = Offer("Que faire ?", ("M’aider à apprendre, élève ou étudiant", "Autre chose"))
WRITTEN = "Votre *niveau*\u00a0?\n1. Collège\n2. Lycée\n0. Annuler"


def sync(office: Office) -> tuple[int, int]:
    content = TwilioContent(office.settings)
    try:
        return templates.sync(office.database, content, ACCOUNT_SID, office.clock)
    finally:
        content.close()


def put(office: Office, offer: Offer, *, address: str = AWA, key: str = "q", interaction: int | None = 7) -> None:
    """Write the question; the person has just written."""
    channel = Channel.WHATSAPP if address.startswith("whatsapp:") else Channel.SMS
    with office.database.write() as session:
        if (row := addresses.by_value(session, AWA)) is not None:
            row.last_inbound_at = office.clock.now()
        recipient = Recipient(office.conversation, address, channel, Language.FR)
        Outbox(session, recipient, office.links).offer(key, offer, interaction)


def arrives(office: Office, address: str = AWA) -> Sent:
    office.sender().deliver(office.conversation)
    return next(message for message in office.twilio.stand_in.sent if message.to == address)


def alerts_of(office: Office) -> list[str]:
    with office.database.read() as session:
        return [f"{alert.kind}: {alert.detail.partition(',')[0]}" for alert in session.exec(select(Alert))]


def stored(office: Office) -> dict[str, str]:
    with office.database.read() as session:
        return {row.shape: row.sid for row in session.exec(select(ContentTemplate))}


def test_two_options_are_buttons_that_say_which_answer_they_are(office: Office) -> None:
    sync(office)
    put(office, SHORT)
    message = arrives(office)
    assert message.body == "Votre *niveau*\u00a0?\n0. Annuler"
    assert message.choices
    assert message.choices.opener == ""
    assert [(item.title, item.id) for item in message.choices.items] == [("Collège", "i7:0"), ("Lycée", "i7:1")]
    deliver_until(office, ["read"])
    assert office.part(1).body == WRITTEN


def test_five_options_are_a_list(office: Office) -> None:
    sync(office)
    put(office, LIST)
    message = arrives(office)
    assert message.choices
    assert message.choices.opener == "Choisir"
    assert [item.title for item in message.choices.items] == list(LIST.labels)


def test_without_templates_it_is_numbered_text(office: Office) -> None:
    put(office, SHORT)
    message = arrives(office)
    assert (message.body, message.choices) == (WRITTEN, None)


@pytest.mark.parametrize(
    "offer", [LONG, Offer("Même ?", ("Oui", "Oui")), Offer("x" * 1025, ("Oui", "Non")), Offer("Une ?", ("Oui",))]
)
def test_what_does_not_fit_is_numbered_text(office: Office, offer: Offer) -> None:
    sync(office)
    put(office, offer)
    message = arrives(office)
    assert message.choices is None
    assert message.body.splitlines()[-1].startswith(f"{len(offer.labels)}. ")


def test_a_question_that_is_no_open_interaction_is_numbered_text(office: Office) -> None:
    sync(office)
    put(office, SHORT, interaction=None)
    assert arrives(office).choices is None


def test_sms_stays_as_it_is(office: Office) -> None:
    sync(office)
    put(office, SHORT, address=AWA_SMS)
    message = arrives(office, AWA_SMS)
    assert (message.body, message.choices) == ("Votre niveau ?\n1. Collège\n2. Lycée\n0. Annuler", None)


def test_a_day_after_the_person_wrote_it_is_no_template(office: Office) -> None:
    """Templates without approval are refused then; the text is held until the person writes."""
    sync(office)
    put(office, SHORT)
    office.clock.skip(timedelta(hours=24).total_seconds())
    assert arrives(office).choices is None


@pytest.mark.parametrize("code", [21655, 21656, 92002, 92007, 63021])
def test_a_refused_template_goes_as_text_at_once_and_once(office: Office, code: int) -> None:
    sync(office)
    office.twilio.faults.refuse(1, 400, code)
    put(office, SHORT)
    assert arrives(office).body == WRITTEN
    deliver_until(office, ["read"])
    assert len(office.twilio.stand_in.sent) == 1
    assert alerts_of(office) == [f"template_refused: code {code}"]
    assert office.part(1).content_sid is None


def test_text_that_is_refused_as_well_is_not_tried_for_ever(office: Office) -> None:
    sync(office)
    office.twilio.faults.refuse(5, 400, 92002)
    put(office, SHORT)
    office.sender().deliver(office.conversation)
    assert office.states() == ["failed"]
    assert office.twilio.stand_in.sent == []


def test_a_refusal_of_anything_else_is_no_reason_for_text(office: Office) -> None:
    sync(office)
    office.twilio.faults.refuse(1, 400, 21211)
    put(office, SHORT)
    office.sender().deliver(office.conversation)
    assert office.states() == ["failed"]
    assert office.twilio.stand_in.sent == []


def test_templates_deleted_at_twilio_fall_back_and_are_made_anew(office: Office) -> None:
    sync(office)
    for content in office.twilio.stand_in.contents.all():
        office.twilio.stand_in.contents.delete(content.sid)
    before = stored(office)
    put(office, SHORT)
    assert arrives(office).body == WRITTEN
    assert "buttons2" not in stored(office)  # not tried again before the next sync
    assert sync(office) == (11, 11)
    assert not set(stored(office).values()) & set(before.values())
    put(office, SHORT, key="again")
    deliver_until(office, ["read", "read"])
    assert office.twilio.stand_in.sent[-1].choices


def test_a_template_refused_by_the_channel_later_is_followed_by_the_text(office: Office) -> None:
    sync(office)
    office.twilio.faults.undelivered(1, 63021)
    put(office, SHORT)
    deliver_until(office, ["failed", "read"])
    assert [message.body for message in office.twilio.stand_in.sent][-1] == WRITTEN
    assert office.twilio.stand_in.sent[-1].choices is None
    assert alerts_of(office) == ["template_refused: code 63021"]


def test_a_template_whose_answer_was_lost_is_found_in_the_log(office: Office) -> None:
    """What stands in Twilio's log is what stood above the buttons, perhaps with more behind it."""
    sync(office)
    office.twilio.faults.callbacks.off = True
    office.twilio.faults.silent(1)
    put(office, SHORT)
    sent = arrives(office)
    with office.twilio.stand_in.changed:
        sent.body += "\n- Collège\n- Lycée"
    assert office.states() == ["unknown"]
    ask(office)
    assert len(office.twilio.stand_in.sent) == 1
    assert office.part(1).twilio_sid == sent.sid


def test_a_message_that_begins_otherwise_is_not_taken_for_it(office: Office) -> None:
    sync(office)
    office.twilio.faults.callbacks.off = True
    office.twilio.faults.silent(1)
    put(office, SHORT)
    sent = arrives(office)
    with office.twilio.stand_in.changed:
        sent.body = "Autre chose"
    ask(office)
    eventually(lambda: office.sender().deliver(office.conversation) is not None and office.part(1).attempts == 2)


def test_syncing_twice_changes_nothing(office: Office) -> None:
    assert sync(office) == (11, 11)
    first = stored(office)
    assert sync(office) == (11, 0)
    assert stored(office) == first
    assert len(office.twilio.stand_in.contents.all()) == 11


def test_one_template_deleted_is_made_anew_alone(office: Office) -> None:
    sync(office)
    first = stored(office)
    office.twilio.stand_in.contents.delete(first["list5"])
    assert sync(office) == (11, 1)
    assert {shape for shape, sid in stored(office).items() if first[shape] != sid} == {"list5"}


def test_two_machines_at_once_agree(office: Office) -> None:
    at_once(2, lambda _number: sync(office))
    sync(office)
    names = {content.friendly_name: content.sid for content in office.twilio.stand_in.contents.all()}
    assert set(stored(office).values()) == set(names.values())  # of two with one name the older, which is listed last


def test_templates_of_another_account_are_not_ours(office: Office) -> None:
    with office.database.write() as session:
        content_templates.remember(session, "AC" + "2" * 32, {"buttons2": "HX" + "0" * 32}, office.clock.now())
    put(office, SHORT)
    assert arrives(office).choices is None


def test_an_address_that_opted_out_is_asked_nothing(office: Office) -> None:
    with office.database.write() as session:
        addresses.opt_out(session, AWA, office.clock.now())
    put(office, SHORT)
    with office.database.read() as session:
        assert session.exec(select(OutboundPart)).all() == []
