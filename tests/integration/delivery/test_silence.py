"""STOP and arrival outrank everything: nothing is sent to who opted out, and nothing again that has arrived."""

import itertools
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.dao import addresses, conversations, otp
from bot.dao.delivery import held_parts, parts
from bot.models import Address, OtpCode, OutboundPart
from bot.models.base import random_id
from bot.services.delivery import callbacks, codes, refusals
from bot.services.delivery.callbacks import StatusCallback
from bot.services.sign_in.otp import OneTimeCodes
from bot.types import Channel
from tests.integration.delivery.conftest import AWA, AWA_SMS, Office
from tests.integration.delivery.test_callbacks import call_back, sent_part
from tests.integration.delivery.test_refusals import give_awa_an_sms_address
from tests.integration.delivery.test_states import claim

OUTCOMES = [("undelivered", "63012"), ("failed", "30008"), ("delivered", ""), ("read", "")]
ORDERS = [order for size in (2, 3, 4) for order in itertools.permutations(OUTCOMES, size)]


def stop(office: Office, address: str = AWA) -> None:
    """As the STOP of a person is written down."""
    with office.database.write() as session:
        parts.drop_pending(session, address, office.clock.now())
        addresses.opt_out(session, address, office.clock.now())


def start(office: Office, address: str = AWA) -> None:
    with office.database.write() as session:
        addresses.opt_in(session, address)


def write(office: Office, key: str, **values: object) -> None:
    """A part somebody writes without asking whether it is wanted."""
    with office.database.write() as session:
        columns = {"address": AWA, "channel": "whatsapp", "body": "Bonjour"} | values
        parts.add(session, conversation_id=office.conversation, key=key, **columns)


def sent(office: Office) -> list[str]:
    """What has left, after everything that may leave in the next hour has."""
    for _ in range(6):
        office.sender().deliver(office.conversation)
        office.clock.skip(600)
    return [message.body for message in office.twilio.stand_in.sent]


@pytest.mark.parametrize("code", ["63012", "30003", "63016", "63019", "63003"])
def test_a_late_failure_after_a_stop_queues_nothing(office: Office, code: str) -> None:
    give_awa_an_sms_address(office)
    part_id, sid = sent_part(office)
    stop(office)
    assert call_back(office, part_id, sid, "undelivered", ErrorCode=code) == 204
    assert office.states() == ["undelivered"]
    start(office)
    assert sent(office) == ["un"], "nor does it come back with START"


@pytest.mark.parametrize("key", ["r1:0", "r1:0:again", "r1:0:link", "r1:0:unknown", "run1:progress", "human"])
def test_whatever_part_waits_the_sender_asks_again_before_it_leaves(office: Office, key: str) -> None:
    with office.database.write() as session:
        addresses.opt_out(session, AWA, office.clock.now())
    write(office, key, kind="progress" if "progress" in key else "text")
    assert sent(office) == []
    assert office.states() == ["dropped"]
    start(office)
    assert sent(office) == []


def test_a_copy_for_a_silent_sms_address_is_dropped_and_the_rest_leaves(office: Office) -> None:
    with office.database.write() as session:
        conversations.ensure(session, AWA_SMS)
        addresses.opt_out(session, AWA_SMS, office.clock.now())
    write(office, "t0:sms0", address=AWA_SMS, channel="sms")
    write(office, "t1", body="deux")
    assert sent(office) == ["deux"]
    assert office.states()[0] == "dropped"


def test_only_the_line_that_confirms_a_stop_may_go_to_who_opted_out(office: Office) -> None:
    stop(office)
    write(office, "in1:0", kind=parts.FAREWELL, body="Au revoir")
    write(office, "in2:0", body="Encore")
    assert sent(office) == ["Au revoir"]


def test_the_line_that_confirms_a_stop_is_never_sent_again(office: Office) -> None:
    stop(office)
    write(office, "in1:0", kind=parts.FAREWELL, body="Au revoir")
    office.sender().deliver(office.conversation)
    (message,) = office.twilio.stand_in.sent
    call_back(office, 1, message.sid, "undelivered", ErrorCode="63012")
    assert sent(office) == ["Au revoir"]


def test_a_code_for_a_silent_number_does_not_leave_and_who_asked_is_told(office: Office) -> None:
    now = office.clock.now()
    with office.database.write() as session:
        conversations.ensure(session, AWA_SMS)
        nonce = random_id()
        made = OneTimeCodes(office.settings)
        row = OtpCode(number=AWA_SMS, prefix="2250700", asker=office.conversation, nonce=nonce,
                      digest=made.digest(office.conversation, made.code(nonce)), created_at=now,
                      expires_at=now + timedelta(hours=2))  # fmt: skip
        codes.post(session, office.conversation, AWA_SMS, otp.add(session, row))
        addresses.opt_out(session, AWA_SMS, now)
    assert ["ne plus recevoir nos SMS" in body for body in sent(office)] == [True]


def test_an_opt_out_between_the_look_and_the_claim_is_seen(office: Office) -> None:
    """The worker has read what waits; STOP is committed before it takes the part."""
    office.post("un")
    with office.database.read() as session:
        (part,) = office.open_parts(session)
    with office.database.write() as session:
        addresses.opt_out(session, AWA, office.clock.now())
    with office.database.write() as session:
        assert not parts.claim(session, part, state="dispatching")


def test_a_part_that_is_claimed_is_told_what_others_have_made_of_it(office: Office) -> None:
    """Between the look and the claim its text was mended, and what could be tapped was taken away."""
    office.post("un")
    with office.database.write() as session:
        (part,) = office.open_parts(session)
        part.options, now = {"a": 1}, office.clock.now()
        session.flush()
        columns = OutboundPart.__table__  # type: ignore[attr-defined]
        session.execute(columns.update().values(body="une", options=None))
        assert parts.claim(session, part, state="dispatching", attempts=1, dispatched_at=now) is part
        assert (part.body, part.options, part.state, part.attempts, part.dispatched_at) == (
            "une",
            None,
            "dispatching",
            1,
            now,
        )
        assert not session.dirty


def test_a_lost_answer_is_not_told_to_who_opted_out(office: Office) -> None:
    office.post("un")
    claimed = claim(office, office.sender())
    with office.database.write() as session:
        addresses.opt_out(session, AWA, office.clock.now())
        refusals.tell_unknown(session, claimed, office.clock.now())
    assert office.states() == ["dispatching"]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: "-".join(status for status, _ in order))
def test_what_has_arrived_is_never_sent_again_whatever_the_order(
    office: Office, order: tuple[tuple[str, str], ...]
) -> None:
    part_id = told_in_order(office, order)
    ends = {status for status, _ in order}
    expected = "read" if "read" in ends else "delivered" if "delivered" in ends else order[0][0]
    assert office.part(part_id).state == expected
    open_ = [state for state in office.states()[1:] if state == "pending"]
    assert open_ == ([] if {"delivered", "read"} & ends else ["pending"])


def told_in_order(office: Office, order: tuple[tuple[str, str], ...]) -> int:
    """A part that left, and what Twilio says of it, one transaction each."""
    with office.database.write() as session:
        key = f"t{random_id()}"
        part_id = parts.add(session, conversation_id=office.conversation, key=key, address=AWA, channel="whatsapp",
                            body="un", state="queued", dispatched_at=office.clock.now())  # fmt: skip
    sid = f"SM{part_id:032x}"
    for status, code in order:
        with office.database.write() as session:
            callback = StatusCallback(part_id, sid, status, int(code) if code else None)
            callbacks.apply(session, callback, office.clock.now(), office.links, reminds=False)
    return part_id


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from([("sent", ""), *OUTCOMES, ("undelivered", "63016"), ("failed", "30005"), ("sending", "")]),
        min_size=1,
        max_size=7,
    )
)
def test_any_word_any_number_of_times_in_any_order(office: Office, order: list[tuple[str, str]]) -> None:
    """One truth: read, else delivered, else lost; and for what arrived nothing else is left to leave."""
    with office.database.write() as session:
        session.connection().exec_driver_sql("DELETE FROM outbound_part")
    part_id = told_in_order(office, tuple(order))
    ends = {status for status, _ in order}
    state = office.part(part_id).state
    if "read" in ends or "delivered" in ends:
        assert state == ("read" if "read" in ends else "delivered")
        assert "pending" not in office.states()
        assert "held" not in office.states()
    elif {"failed", "undelivered"} & ends:
        assert state in ("failed", "undelivered", "held")
    assert office.states().count("pending") <= 1


def test_what_was_held_and_has_arrived_is_not_sent_again(office: Office) -> None:
    part_id, sid = sent_part(office)
    call_back(office, part_id, sid, "failed", ErrorCode="63016")
    assert office.states() == ["held"]
    call_back(office, part_id, sid, "delivered")
    with office.database.write() as session:
        assert not held_parts.release(session, AWA, office.clock.now(), None)
    assert office.states() == ["delivered"]


def test_an_address_that_took_a_message_after_all_is_good(office: Office) -> None:
    part_id, sid = sent_part(office)
    call_back(office, part_id, sid, "undelivered", ErrorCode="30005")
    with office.database.read() as session:
        assert addresses.by_value(session, AWA).bad_at is not None
    call_back(office, part_id, sid, "delivered")
    with office.database.read() as session:
        assert addresses.by_value(session, AWA).bad_at is None


def test_the_way_round_by_sms_leads_only_where_its_user_is_signed_in(office: Office) -> None:
    give_awa_an_sms_address(office)
    with office.database.read() as session:
        assert addresses.other_of(session, AWA, Channel.SMS, office.clock.now()) is not None
    with office.database.write() as session:
        session.get_one(Address, addresses.by_value(session, AWA_SMS).id).signed_in_until = office.clock.now()
    with office.database.read() as session:
        assert addresses.other_of(session, AWA, Channel.SMS, office.clock.now()) is None
