"""Asking Twilio's own log: what it says moves a part as a callback would have, and no further."""

from dataclasses import replace

from sqlalchemy import update
from sqlmodel import col, select

from bot.channels.gsm7 import is_gsm7
from bot.clients.twilio import SentMessage, TwilioMessenger
from bot.clients.twilio_api import HTTP_TIMEOUT_S
from bot.clients.twilio_wire import ANSWER_TIMEOUT_S, CONNECT_TIMEOUT_S, Wire
from bot.dao.delivery import held_parts
from bot.models import Alert, OutboundPart
from bot.services.delivery.by_twilio import ByTwilio
from bot.services.delivery.transport import Fate, Found, Sought, Transports
from bot.types import Channel
from tests.fakes.product import make_settings
from tests.integration.delivery.conftest import AWA, AWA_SMS, Office
from tests.integration.delivery.test_callbacks import call_back, sent_part
from tests.integration.delivery.test_states import claim

HOURS = 3600
NOWHERE = "http://127.0.0.1:9"


def ask(office: Office) -> None:
    """Let the time pass after which Twilio is asked about a part nobody spoke of."""
    office.clock.skip(601)
    office.sender().deliver(office.conversation)


def test_no_request_reaches_twilio_later_than_we_look_for_it() -> None:
    assert Wire(None).timeout == (CONNECT_TIMEOUT_S, ANSWER_TIMEOUT_S)
    assert CONNECT_TIMEOUT_S + ANSWER_TIMEOUT_S <= HTTP_TIMEOUT_S


def test_an_arrival_nobody_told_of_is_found(office: Office) -> None:
    part_id, _ = sent_part(office)
    office.twilio.stand_in.wait_until(lambda: office.twilio.stand_in.sent[0].status == "read", 5)
    ask(office)
    assert office.states() == ["read"]
    assert office.part(part_id).closed_at is not None


def test_an_answer_older_than_a_callback_does_not_lower_the_state(office: Office) -> None:
    """The log said queued; before that was written down, the callback came that it was sent."""
    part_id, _ = sent_part(office)

    class Overtaken(TwilioMessenger):
        def fetch(self, sid: str) -> SentMessage:
            found = replace(super().fetch(sid), status="queued")
            call_back(office, part_id, sid, "sent")
            return found

    office.clock.skip(601)
    office.sender(messenger=Overtaken(office.settings)).deliver(office.conversation)
    assert office.states() == ["sent"]


def test_a_refusal_nobody_told_of_has_its_consequences(office: Office) -> None:
    """The callback that says that the window is closed was lost: the part waits for the person all the same."""
    office.twilio.stand_in.close_window(AWA)
    part_id, sid = sent_part(office)
    office.twilio.stand_in.wait_until(lambda: office.twilio.stand_in.sent[0].status == "failed", 5)
    ask(office)
    assert office.states() == ["held"]
    assert office.part(part_id).twilio_sid == sid


def test_a_part_sent_again_is_not_taken_for_its_first_try(office: Office) -> None:
    """Held for an hour, then sent again without an answer: only what was sent since counts."""
    office.twilio.stand_in.close_window(AWA)
    office.post("Votre cours est prêt")
    office.sender().deliver(office.conversation)
    office.twilio.stand_in.wait_until(lambda: office.twilio.stand_in.sent[0].status == "failed", 5)
    ask(office)
    assert office.states() == ["held"]
    office.clock.skip(HOURS)
    with office.database.write() as session:
        assert held_parts.release(session, AWA, office.clock.now(), None)
    assert claim(office, office.sender()).first_dispatched_at == office.part(1).dispatched_at


def test_a_message_nobody_hears_of_is_asked_about_for_half_a_day(office: Office) -> None:
    office.twilio.stand_in._delivery.courier.stop()  # nothing moves any more
    part_id, _ = sent_part(office)
    office.clock.skip(11 * HOURS)
    office.sender().deliver(office.conversation)
    assert office.part(part_id).closed_at is None
    office.clock.skip(2 * HOURS)
    office.sender().deliver(office.conversation)
    assert office.part(part_id).closed_at is not None
    assert office.states() == ["queued"]


def test_other_messages_to_the_same_person_are_not_taken_for_the_part(office: Office) -> None:
    """Somebody else wrote to Awa from our number at the same time, another text and a bare attachment."""
    office.twilio.faults.callbacks.off = True
    messenger = TwilioMessenger(office.settings)
    office.post("un")
    claim(office, office.sender("dead"))
    for body, media in (("autre chose", None), ("un", f"{office.settings.public_url}/media/x")):
        messenger.send(to=AWA, channel="whatsapp", body=body, media_url=media, callback_url="")  # type: ignore[arg-type]
    office.clock.skip(16)
    office.sender().deliver(office.conversation)
    assert [message.body for message in office.twilio.stand_in.sent][2:] == ["un"]


def test_a_message_of_long_ago_with_the_same_words_is_not_taken_for_the_part(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    TwilioMessenger(office.settings).send(to=AWA, channel="whatsapp", body="un", media_url=None, callback_url="")  # type: ignore[arg-type]
    office.clock.skip(HOURS)
    office.post("un")
    claim(office, office.sender("dead"))
    office.clock.skip(16)
    office.sender().deliver(office.conversation)
    assert len(office.twilio.stand_in.sent) == 2


def test_of_two_messages_with_the_same_words_the_older_is_the_part(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    office.post("un")
    claim(office, office.sender("dead"))
    for _ in range(2):
        TwilioMessenger(office.settings).send(to=AWA, channel="whatsapp", body="un", media_url=None, callback_url="")  # type: ignore[arg-type]
    office.clock.skip(16)
    office.sender().deliver(office.conversation)
    assert office.part(1).twilio_sid == office.twilio.stand_in.sent[0].sid


def test_a_message_that_has_become_another_parts_meanwhile_says_nothing_of_this_one(office: Office) -> None:
    """Two parts of the same words left with workers that died: one of them reached Twilio, and both find it."""
    office.twilio.faults.callbacks.off = True
    office.post("un", "un")
    claim(office, office.sender("dead"))
    TwilioMessenger(office.settings).send(to=AWA, channel="whatsapp", body="un", media_url=None, callback_url="")  # type: ignore[arg-type]

    class Overtaken(ByTwilio):
        def find(self, sought: Sought) -> Fate:
            fate = super().find(sought)
            assert isinstance(fate, Found)
            with office.database.write() as session:
                taken = {"twilio_sid": fate.sid, "state": "sent", "dispatched_at": office.clock.now()}
                session.execute(update(OutboundPart).where(col(OutboundPart.id) == 2).values(**taken))
            return fate

    office.clock.skip(16)
    by_twilio = Overtaken(office.messenger(), office.links, office.settings.public_url, {})
    replace(office.sender(), transports=Transports(dict.fromkeys(Channel, by_twilio))).deliver(office.conversation)
    office.clock.skip(16)
    office.sender().deliver(office.conversation)
    first, second = office.twilio.stand_in.sent
    assert (office.part(2).twilio_sid, office.part(1).twilio_sid) == (first.sid, second.sid)


def test_that_something_is_unknown_is_said_by_sms_in_its_cheap_alphabet(office: Office) -> None:
    office.twilio.faults.silent(1)
    office.twilio.faults.callbacks.off = True
    office.post("un", address=AWA_SMS)
    office.sender().deliver(office.conversation)
    cut_off = office.sender(messenger=TwilioMessenger(make_settings(twilio_api_url=NOWHERE)))
    office.clock.skip(301)
    cut_off.deliver(office.conversation)
    told = office.part(2).body
    assert told.startswith("Un de mes messages n'est peut-etre pas arrivé")
    assert is_gsm7(told)


def test_the_person_is_not_told_twice_that_something_is_unknown(office: Office) -> None:
    office.twilio.faults.silent(1)
    office.twilio.faults.callbacks.off = True
    office.post("Le message précédent n’est peut-être pas arrivé.")
    with office.database.write() as session:
        session.execute(update(OutboundPart).values(key="t0:unknown"))
    office.sender().deliver(office.conversation)
    cut_off = office.sender(messenger=TwilioMessenger(make_settings(twilio_api_url=NOWHERE)))
    office.clock.skip(301)
    office.serves_somebody()
    cut_off.deliver(office.conversation)
    assert office.states() == ["failed", "read"]


def test_credentials_that_are_refused_alert_operators_and_the_part_waits(office: Office) -> None:
    office.twilio.faults.refuse(1, 401, 20003)
    office.post("un")
    assert office.sender().deliver(office.conversation)
    assert office.states() == ["pending"]
    with office.database.read() as session:
        assert [alert.kind for alert in session.exec(select(Alert))] == ["provider_auth"]
