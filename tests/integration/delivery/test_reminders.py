"""After the 24-hour window: what cannot leave waits, and the person gets the approved template, once, to answer to."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlmodel import Session, col, select

from bot.clients.twilio import TwilioMessenger
from bot.dao import addresses
from bot.dao.delivery import held_parts, parts
from bot.i18n.catalogue import say
from bot.models import Address, Alert, OutboundPart, Run, User
from bot.services.delivery import callbacks
from bot.services.delivery.callbacks import StatusCallback
from bot.services.delivery.transport import Outgoing
from bot.simulator.records import Sent
from bot.types import Language, Mode
from tests.fakes.product import make_settings
from tests.fakes.threads import at_once
from tests.fakes.waiting import eventually
from tests.integration.delivery.conftest import AWA, AWA_SMS, Office
from tests.integration.delivery.test_refusals import give_awa_an_sms_address
from tests.integration.delivery.test_sending import deliver_until
from tests.integration.delivery.test_silence import stop
from tests.integration.delivery.test_states import claim

FRENCH, ENGLISH = "HX" + "a" * 32, "HX" + "b" * 32
WAITS = say(Language.FR, "reminder")
BOTH = {"whatsapp_template_sid": FRENCH, "whatsapp_template_sid_en": ENGLISH}
Change = Callable[[Session, Address], None]

pytestmark = pytest.mark.parametrize("office", [BOTH], indirect=True)


@pytest.fixture(autouse=True)
def _approved(office: Office) -> None:
    for language, sid in office.settings.whatsapp_templates.items():
        office.twilio.stand_in.contents.approve(sid, say(language, "reminder"), language)


def close(office: Office, written_at: timedelta = timedelta(hours=25)) -> None:
    """Awa's last message is so long ago."""
    office.twilio.stand_in.close_window(AWA)
    changes(office, lambda _session, awa: setattr(awa, "last_inbound_at", office.clock.now() - written_at))


def changes(office: Office, change: Change) -> None:
    with office.database.write() as session:
        awa = addresses.by_value(session, AWA)
        assert awa
        change(session, awa)


def writes(office: Office) -> None:
    """Awa writes, as an inbox notes it."""
    office.opens_window(AWA)
    office.clock.skip(1)
    with office.database.write() as session:
        awa = addresses.by_value(session, AWA)
        assert awa
        awa.last_inbound_at = office.clock.now()
        held_parts.release(session, AWA, office.clock.now(), addresses.signed_in_at(awa, office.clock.now()))


def arrived(office: Office, address: str = AWA) -> list[Sent]:
    return [message for message in office.twilio.stand_in.sent if message.to == address and message.arrived]


def reminders(office: Office) -> list[OutboundPart]:
    with office.database.read() as session:
        found = select(OutboundPart).where(OutboundPart.kind == held_parts.REMINDER).order_by(col(OutboundPart.id))
        return list(session.exec(found))


def alerts(office: Office) -> list[str]:
    with office.database.read() as session:
        return [f"{alert.kind}: {alert.detail.partition(',')[0]}" for alert in session.exec(select(Alert))]


def give_to_a_run(office: Office) -> None:
    """What was posted are answers to Awa's own run."""
    with office.database.write() as session:
        awa = addresses.by_value(session, AWA)
        assert awa
        run = Run(conversation_id=office.conversation, user_id=awa.user_id, mode=Mode.STUDENT, language=Language.FR)
        session.add(run)
        session.flush()
        session.execute(update(OutboundPart).values(run_id=run.id))


def test_what_waits_is_told_once_and_leaves_in_order_on_the_reply(office: Office) -> None:
    close(office)
    office.post("un", "deux")
    deliver_until(office, ["held", "held", "read"])
    (told,) = arrived(office)
    assert (told.body, told.content_sid) == (WAITS, FRENCH)
    writes(office)
    deliver_until(office, ["read", "read", "read"])
    assert [message.body for message in arrived(office)] == [WAITS, "un", "deux"]


def test_who_writes_english_is_told_in_english(office: Office) -> None:
    close(office)
    changes(office, lambda _session, awa: setattr(awa, "language", "en"))
    office.post("one")
    deliver_until(office, ["held", "read"])
    assert arrived(office)[0].content_sid == ENGLISH
    assert "Answer YES" in arrived(office)[0].body


def test_once_for_each_closed_window(office: Office) -> None:
    close(office)
    office.post("un")
    deliver_until(office, ["held", "read"])
    office.post("un", "deux")
    deliver_until(office, ["held", "read", "held"])
    writes(office)
    deliver_until(office, ["read"] * 3)
    close(office, timedelta(hours=30))
    office.post("un", "deux", "trois")
    deliver_until(office, ["read", "read", "read", "held", "read"])
    assert [message.body for message in arrived(office)] == [WAITS, "un", "deux", WAITS]


def test_who_has_a_number_for_sms_gets_the_answer_there_and_no_reminder(office: Office) -> None:
    give_awa_an_sms_address(office)
    close(office)
    office.post("Votre cours est prêt")
    deliver_until(office, ["failed", "delivered"])
    assert (len(arrived(office, AWA_SMS)), arrived(office), reminders(office)) == (1, [], [])


def blocks(session: Session, awa: Address) -> None:
    session.get_one(User, awa.user_id).blocked_at = awa.created_at


def deletes(session: Session, awa: Address) -> None:
    session.get_one(User, awa.user_id).deleted_at = awa.created_at


def merges(session: Session, awa: Address) -> None:
    """Whose answer it is became part of somebody who is not signed in here."""
    other = User()
    session.add(other)
    session.flush()
    session.execute(update(Run).values(user_id=other.id))


NOBODY_TO_REMIND: dict[str, Change] = {
    "opted out": lambda _session, awa: setattr(awa, "opted_out_at", awa.created_at),
    "cannot be reached": lambda _session, awa: setattr(awa, "bad_at", awa.created_at),
    "signed out": lambda _session, awa: setattr(awa, "signed_in_until", None),
    "blocked": blocks,
    "deleted": deletes,
    "another's now": merges,
}


@pytest.mark.parametrize("why", NOBODY_TO_REMIND)
def test_nobody_is_told_who_would_get_nothing_by_it(office: Office, why: str) -> None:
    part_id = on_its_way(office)
    changes(office, NOBODY_TO_REMIND[why])
    refused(office, part_id)
    assert office.states() == ["held" if why != "opted out" else "failed"]


@pytest.mark.parametrize("why", NOBODY_TO_REMIND)
def test_nor_when_that_comes_to_pass_before_the_reminder_leaves(office: Office, why: str) -> None:
    held_with_a_reminder_to_send(office)
    changes(office, NOBODY_TO_REMIND[why])
    deliver_until(office, ["held", "dropped"])
    assert arrived(office) == []


def held_with_a_reminder_to_send(office: Office) -> None:
    """Twilio has told that the window is closed; nobody has looked at what to send since."""
    refused(office, on_its_way(office))
    office.twilio.faults.callbacks.off = False
    assert office.states() == ["held", "pending"]


def on_its_way(office: Office) -> int:
    """An answer that Twilio has taken and has told nothing of."""
    close(office)
    (part_id,) = office.post("un")
    give_to_a_run(office)
    office.twilio.faults.callbacks.off = True
    office.sender().deliver(office.conversation)
    eventually(lambda: office.twilio.stand_in.sent[-1].status == "failed")  # what it does not tell now it never will
    return part_id


def refused(office: Office, part_id: int) -> None:
    sid = next(message.sid for message in office.twilio.stand_in.sent if f"part={part_id}" in message.status_callback)
    with office.database.write() as session:
        callback = StatusCallback(part_id, sid, "failed", 63016)
        callbacks.apply(session, callback, office.clock.now(), office.links, reminds=True)


def test_who_writes_before_it_leaves_needs_no_reminder(office: Office) -> None:
    held_with_a_reminder_to_send(office)
    writes(office)
    deliver_until(office, ["read", "dropped"])
    assert [message.body for message in arrived(office)] == ["un"]


def test_one_that_did_not_leave_in_its_window_does_not_in_the_next(office: Office) -> None:
    """Its worker was away for longer than that."""
    held_with_a_reminder_to_send(office)
    writes(office)
    close(office, timedelta(hours=30))
    deliver_until(office, ["held", "dropped", "read"])
    assert [message.body for message in arrived(office)] == [WAITS]


def test_a_stop_before_it_leaves_drops_it(office: Office) -> None:
    held_with_a_reminder_to_send(office)
    stop(office)
    office.sender().deliver(office.conversation)
    assert office.states() == ["dropped", "dropped"]
    assert arrived(office) == []


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (63016, ["reminder_refused: code 63016"]),
        (63021, ["reminder_refused: code 63021"]),
        (63041, ["reminder_refused: code 63041"]),
        (63013, ["reminder_refused: code 63013", "delivery_refused: code 63013"]),
        (63024, []),  # this one person's matter
    ],
)
def test_a_template_that_is_refused_later_is_told_to_operators_and_tried_no_more(
    office: Office, code: int, told: list[str]
) -> None:
    held_with_a_reminder_to_send(office)
    office.twilio.faults.undelivered(1, code)
    deliver_until(office, ["held", "failed"])
    office.clock.skip(3600)
    office.sender().deliver(office.conversation)
    assert (office.states(), arrived(office), alerts(office)) == (["held", "failed"], [], told)
    writes(office)
    deliver_until(office, ["read", "failed"])


@pytest.mark.parametrize("code", [20404, 21655, 92007])
def test_a_template_that_is_refused_at_once_is_no_text_instead(office: Office, code: int) -> None:
    held_with_a_reminder_to_send(office)
    office.twilio.faults.refuse(1, 400, code)
    deliver_until(office, ["held", "failed"])
    assert len(office.twilio.stand_in.sent) == 1, "the part itself, no more"
    assert alerts(office) == [f"reminder_refused: code {code}"]


def test_of_a_template_that_is_refused_to_everybody_operators_hear_once_an_hour(office: Office) -> None:
    for written_at in range(25, 28):
        close(office, timedelta(hours=written_at))
        office.post(*["x"] * (written_at - 24))
        office.twilio.stand_in.contents.delete(FRENCH)
        office.sender().deliver(office.conversation)
        office.twilio.stand_in.wait_until(lambda: office.twilio.stand_in.sent[-1].status == "failed", 5)
        deliver_until(office, ["held", "failed"] * (written_at - 24))
    assert alerts(office) == ["reminder_refused: code 21655"]


def test_twilio_too_busy_for_it_tries_it_once_more(office: Office) -> None:
    held_with_a_reminder_to_send(office)
    office.twilio.faults.undelivered(1, 63018)
    deliver_until(office, ["held", "failed", "pending"])
    office.clock.skip(11)
    deliver_until(office, ["held", "failed", "read"])
    assert [message.body for message in arrived(office)] == [WAITS]


def test_sent_by_a_worker_that_died_it_is_found_whatever_its_words(office: Office) -> None:
    """Meta has approved the words: ours may differ from them."""
    held_with_a_reminder_to_send(office)
    office.twilio.stand_in.contents.approve(FRENCH, "Bonjour, écrivez-nous.", "fr")
    office.twilio.faults.callbacks.off = True
    claimed = claim(office, office.sender("dead"))
    office.sender("dead").transports.of("whatsapp").send(Outgoing(claimed, claimed.body))
    office.clock.skip(16)
    office.sender("heir").deliver(office.conversation)
    assert [message.body for message in office.twilio.stand_in.sent] == ["un", "Bonjour, écrivez-nous."]
    assert reminders(office)[0].twilio_sid == office.twilio.stand_in.sent[1].sid


def test_died_before_it_was_sent_it_is_sent_once(office: Office) -> None:
    held_with_a_reminder_to_send(office)
    claim(office, office.sender("dead"))
    office.clock.skip(16)
    deliver_until(office, ["held", "read"])
    assert [message.body for message in arrived(office)] == [WAITS]


def test_whether_it_left_nobody_can_find_out_and_the_person_is_told_nothing(office: Office) -> None:
    held_with_a_reminder_to_send(office)
    office.twilio.faults.silent(1)
    office.twilio.faults.callbacks.off = True
    office.sender().deliver(office.conversation)
    office.clock.skip(301)
    cut_off = office.sender(messenger=TwilioMessenger(make_settings(twilio_api_url="http://127.0.0.1:9")))
    cut_off.deliver(office.conversation)
    assert office.states() == ["held", "failed"]
    assert [kind.partition(":")[0] for kind in alerts(office)] == ["delivery_unknown"]


def test_a_refusal_that_comes_after_they_wrote_again_is_of_before(office: Office) -> None:
    """Written while the part was on its way: it leaves anew, at once; refused again, it waits."""
    part_id = on_its_way(office)
    office.clock.skip(1)
    writes(office)
    office.twilio.stand_in.close_window(AWA)
    refused(office, part_id)
    assert office.states() == ["pending"]
    office.twilio.faults.callbacks.off = False
    deliver_until(office, ["held", "read"])
    assert len(office.twilio.stand_in.sent) == 3


def test_that_something_is_still_worked_on_is_not_kept_for_later(office: Office) -> None:
    close(office)
    office.post("Je cherche encore…")
    with office.database.write() as session:
        session.execute(update(OutboundPart).values(kind="progress"))
    office.sender().deliver(office.conversation)
    deliver_until(office, ["failed"])
    assert reminders(office) == []


def test_two_refusals_at_the_same_moment_make_one_reminder(office: Office) -> None:
    close(office)
    now, key = office.clock.now(), office.conversation
    with office.database.write() as session:
        for number in range(4):
            columns = {"address": AWA, "channel": "whatsapp", "state": "queued", "dispatched_at": now}
            parts.add(session, conversation_id=key, key=f"t{number}", **columns)

    def tell(number: int) -> None:
        with office.database.write() as session:
            callback = StatusCallback(number + 1, f"SM{number:032x}", "failed", 63016)
            callbacks.apply(session, callback, office.clock.now(), office.links, reminds=True)

    at_once(4, tell)
    assert office.states() == ["held"] * 4 + ["pending"]


def test_without_a_template_there_is_no_reminder(office: Office) -> None:
    close(office)
    (part_id,) = office.post("un")
    office.twilio.faults.callbacks.off = True
    office.sender().deliver(office.conversation)
    with office.database.write() as session:
        callback = StatusCallback(part_id, office.twilio.stand_in.sent[0].sid, "failed", 63016)
        callbacks.apply(session, callback, office.clock.now(), office.links, reminds=False)
    assert office.states() == ["held"]
