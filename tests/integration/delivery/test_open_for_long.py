"""Parts that stay open, or come to no end by themselves: nobody else waits for them, and they end all the same."""

from datetime import timedelta

import pytest

from bot.clients.twilio import TwilioMessenger
from bot.dao.delivery import held_parts, parts
from bot.errors import PermanentError, ProviderTimeout
from tests.integration.delivery.conftest import AWA, AWA_SMS, Office

MANY = 40  # more than are looked at


def put(office: Office, key: str, **values: object) -> None:
    """A part as earlier work has left it."""
    columns = {"address": AWA, "channel": "whatsapp", "body": key} | values
    with office.database.write() as session:
        parts.add(session, conversation_id=office.conversation, key=key, **columns)


@pytest.mark.parametrize("due_s", [600, -1])
def test_messages_whose_carrier_never_reports_hold_no_answer_back(office: Office, due_s: float) -> None:
    """Nor when all of them are to be asked about at this moment."""
    now = office.clock.now()
    left, due = now - timedelta(minutes=5), now + timedelta(seconds=due_s)
    for number in range(MANY):
        put(
            office, f"s{number}", address=AWA_SMS, channel="sms", state="sent", attempts=1, due_at=due,
            dispatched_at=left, first_dispatched_at=left, twilio_sid=f"SM{number:032x}",
        )  # fmt: skip
    put(office, "answer", address=AWA_SMS, channel="sms")
    office.sender().deliver(office.conversation)
    assert [message.body for message in office.twilio.stand_in.sent] == ["answer"]


def test_what_is_asked_about_comes_behind_what_can_leave(office: Office) -> None:
    asked: list[str] = []

    class Asked(TwilioMessenger):
        def fetch(self, sid: str) -> object:  # type: ignore[override]
            asked.append(f"{sid} with {len(office.twilio.stand_in.sent)} sent")
            raise PermanentError("gone", code=20404)

    left = office.clock.now() - timedelta(minutes=5)
    sid = f"SM{1:032x}"
    put(office, "old", state="sent", attempts=1, due_at=left, dispatched_at=left, twilio_sid=sid)
    put(office, "answer")
    office.sender(messenger=Asked(office.settings)).deliver(office.conversation)
    assert asked == [f"{sid} with 1 sent"]


def test_what_was_held_too_long_holds_no_answer_back(office: Office) -> None:
    old = office.clock.now() - timedelta(days=8)
    for number in range(MANY):
        put(office, f"h{number}", state="held", created_at=old, due_at=old, dispatched_at=old, attempts=1)
    with office.database.write() as session:  # she writes again: too late for these
        held_parts.release(session, AWA, office.clock.now(), None)
    put(office, "answer")
    office.sender().deliver(office.conversation)
    assert [message.body for message in office.twilio.stand_in.sent] == ["answer"]


def test_a_message_whose_every_try_fails_is_given_up_in_the_end(office: Office) -> None:
    """Ever more slowly; then it is told, and those behind it go on."""
    calls: list[str] = []

    class Fails(TwilioMessenger):
        def send(self, *, body: str, **others: object) -> str:
            calls.append(body)
            if body == "un":
                raise ProviderTimeout("500")
            return super().send(body=body, **others)  # type: ignore[arg-type]

    sender = office.sender(messenger=Fails(office.settings))
    office.post("un", "deux")
    for _ in range(5_000):
        sender.deliver(office.conversation)
        office.clock.skip(5)
        assert not office.sets_back(), "a long pause is no clock that ran ahead"
    assert 20 < calls.count("un") < 120
    assert office.states()[0] == "failed"
    assert calls.count("deux") == 1
    with office.database.read() as session:
        kinds = session.connection().exec_driver_sql("SELECT kind FROM alert").scalars().all()
    assert "delivery_unknown" in kinds


def test_a_clock_that_jumps_gives_nothing_up(office: Office) -> None:
    calls: list[str] = []

    class FailsOnce(TwilioMessenger):
        def send(self, *, body: str, **others: object) -> str:
            calls.append(body)
            if len(calls) == 1:
                raise ProviderTimeout("500")
            return super().send(body=body, **others)  # type: ignore[arg-type]

    sender = office.sender(messenger=FailsOnce(office.settings))
    office.post("un")
    sender.deliver(office.conversation)
    office.clock.jump(7 * 3600)
    for _ in range(20):
        sender.deliver(office.conversation)
        office.clock.skip(5)
    assert calls == ["un", "un"]


def test_a_message_twilio_has_no_more_is_not_asked_about_for_ever(office: Office) -> None:
    office.twilio.faults.callbacks.off = True
    (part,) = office.post("un")
    office.sender().deliver(office.conversation)
    asked: list[str] = []

    class Gone(TwilioMessenger):
        def fetch(self, sid: str) -> object:  # type: ignore[override]
            asked.append(sid)
            raise PermanentError("gone", code=20404)

    sender = office.sender(messenger=Gone(office.settings))
    for _ in range(1_000):
        office.clock.skip(60)
        sender.deliver(office.conversation)
    assert office.part(part).closed_at
    assert 10 < len(asked) < 20
