"""States: what a late, false or misplaced word about a part may not change."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from bot.dao import conversations
from bot.dao.delivery import held_parts, parts
from bot.errors import PermanentError
from bot.models import OutboundPart
from bot.services.delivery.sender import Delivery
from bot.services.delivery.states import ARRIVED, FINAL, RANKS, below, from_twilio
from bot.services.delivery.transport import Accepted
from tests.fakes.keys import conversation_id
from tests.fakes.waiting import eventually
from tests.integration.delivery.conftest import AWA, Office
from tests.integration.delivery.test_callbacks import call_back, sent_part
from tests.integration.delivery.test_sending import deliver_until

BEN = "whatsapp:+2250700000002"
OTHER_ACCOUNT = "AC" + "9" * 32


def claim(office: Office, sender: Delivery) -> OutboundPart:
    """The next part as a worker claims it, before it calls Twilio."""
    with office.database.write() as session:
        claimed = sender._next(session, office.lines(session), office.clock.now())
    assert isinstance(claimed, OutboundPart)
    return claimed


def dispatched(part: OutboundPart) -> datetime:
    """The moment of its claim."""
    assert part.dispatched_at
    return part.dispatched_at


def set_state(office: Office, state: str) -> None:
    with office.database.write() as session:
        session.connection().exec_driver_sql(f"UPDATE outbound_part SET state = '{state}'")


def test_twilios_states_climb_in_its_own_order() -> None:
    order = ["queued", "sending", "sent", "delivered", "read"]
    assert sorted(order, key=RANKS.__getitem__) == order
    assert [from_twilio(status) for status in ("accepted", "scheduled", "canceled")] == ["queued", "queued", "failed"]


@pytest.mark.parametrize("status", ["pending", "held", "dispatching", "unknown", "dropped", "receiving", "", "x"])
def test_words_that_are_not_twilios_about_an_outbound_message_say_nothing(status: str) -> None:
    assert from_twilio(status) is None


@pytest.mark.parametrize("state", FINAL)
def test_what_was_dropped_never_rises_and_what_is_held_only_by_its_arrival(state: str) -> None:
    assert "dropped" not in below(state)
    assert ("held" in below(state)) == (state in ARRIVED)


def test_arrival_outranks_failure() -> None:
    assert {"failed", "undelivered"} <= set(below("delivered"))
    assert not {"delivered", "read"} & set(below("failed") + below("undelivered"))


def test_a_callback_of_another_account_is_refused(office: Office) -> None:
    part_id, sid = sent_part(office)
    assert call_back(office, part_id, sid, "read", AccountSid=OTHER_ACCOUNT) == 403
    assert call_back(office, part_id, sid, "read", AccountSid="") == 403
    assert office.states() == ["queued"]


def test_the_sid_of_another_part_is_not_taken(office: Office) -> None:
    """The second part's create call is under way when a callback claims the first one's message for it."""
    _, sid = sent_part(office)
    office.clock.skip(11)
    second = office.post("un", "deux")[-1]
    claim(office, office.sender())
    assert call_back(office, second, sid, "read") == 204
    assert office.states() == ["queued", "dispatching"]
    assert office.part(second).twilio_sid is None


@pytest.mark.parametrize(
    ("state", "statuses"),
    [("held", ("sent", "undelivered")), ("dropped", ("sent", "undelivered", "delivered", "read"))],
)
def test_a_late_callback_does_not_move_what_is_held_or_dropped(
    office: Office, state: str, statuses: Sequence[str]
) -> None:
    part_id, sid = sent_part(office)
    set_state(office, state)
    for status in statuses:
        assert call_back(office, part_id, sid, status) == 204
    assert office.states() == [state]


def test_an_arrival_that_overtakes_a_lost_answer_stays(office: Office) -> None:
    """Twilio took the message and told of its arrival while the answer to the create call hung, then broke off."""
    office.twilio.faults.silent(1, hold_s=0.5)
    office.post("un")
    office.sender().deliver(office.conversation)
    eventually(lambda: office.states() == ["read"])
    assert len(office.twilio.stand_in.sent) == 1


def test_a_refusal_that_overtakes_the_answer_stays(office: Office) -> None:
    """Twilio's callback that the window is closed was here before the answer to the create call was written down."""
    part_id = office.post("un")[0]
    sender, sid = office.sender(), "SM" + "7" * 32
    claimed = claim(office, sender)
    assert call_back(office, part_id, sid, "failed", ErrorCode="63016") == 204
    assert office.states() == ["held"]
    sender._outcomes.accepted(claimed, Accepted(sid))
    assert office.states() == ["held"]


def test_the_failure_of_a_ghosts_attempt_does_not_count_for_the_next_one(office: Office) -> None:
    office.post("un")
    ghost, heir = office.sender("ghost"), office.sender("heir")
    lost = claim(office, ghost)
    office.clock.skip(16)
    with office.database.write() as session:
        parts.change(session, lost, expected=("dispatching",), state="pending", due_at=office.clock.now())
    claim(office, heir)
    ghost._outcomes.failed(lost, PermanentError("too late", code=30004))
    assert office.states() == ["dispatching"]


def test_a_ghost_whose_attempt_was_judged_lost_does_not_send_beside_the_next_one(office: Office) -> None:
    office.post("un")
    ghost, heir, since = office.sender("ghost"), office.sender("heir"), office.clock.monotonic()
    lost = claim(office, ghost)
    office.clock.skip(16)
    with office.database.write() as session:
        parts.change(session, lost, expected=("dispatching",), state="pending", due_at=office.clock.now())
    claim(office, heir)
    ghost._dispatch(lost, since)
    assert office.twilio.stand_in.sent == []


@pytest.mark.parametrize(
    ("days", "after"), [(6, ["read"]), (8, ["held"])], ids=["after six days it leaves", "after eight it does not"]
)
def test_what_is_held_waits_a_week(office: Office, days: int, after: Sequence[str]) -> None:
    office.twilio.stand_in.close_window(AWA)
    office.post("Votre cours est prêt")
    deliver_until(office, ["held"])
    office.clock.skip(timedelta(days=days).total_seconds())
    office.opens_window(AWA)
    with office.database.write() as session:
        assert held_parts.release(session, AWA, office.clock.now(), None) == (after == ["read"])
    deliver_until(office, list(after))


@pytest.mark.parametrize(
    ("worker", "ago_s"), [("w2", 0.0), ("w1", 0.001)], ids=["another worker's", "another thread's"]
)
def test_a_claim_that_is_not_the_lost_one_is_not_undone(office: Office, worker: str, ago_s: float) -> None:
    """Else what is just being sent is sent once more."""
    office.post("un")
    claimed = claim(office, office.sender("w1"))
    with office.database.write() as session:
        office.sender(worker)._unclaim(session, claimed.id, dispatched(claimed) - timedelta(seconds=ago_s))
    assert office.states() == ["dispatching"]


def test_a_lost_claim_that_somebody_has_dealt_with_meanwhile_is_not_undone(office: Office) -> None:
    office.post("un")
    sender = office.sender()
    claimed = claim(office, sender)
    set_state(office, "dropped")
    with office.database.write() as session:
        sender._unclaim(session, claimed.id, dispatched(claimed))
    assert office.states() == ["dropped"]


def test_who_has_looked_before_another_attempt_claims_nothing(office: Office) -> None:
    """It was refused for now: it rests, and two attempts of one number would be taken for each other."""
    part_id = office.post("un")[0]
    seen = office.part(part_id)
    tried = claim(office, office.sender("other"))
    with office.database.write() as session:
        assert parts.change(session, tried, expected=("dispatching",), state="pending")
        assert parts.claim(session, seen, state="dispatching", attempts=seen.attempts + 1) is None
    assert (office.states(), office.part(part_id).attempts) == (["pending"], 1)


def test_what_is_over_is_not_taken_up_again(office: Office) -> None:
    """An e-mail nobody knows the fate of was told so, by whoever was faster."""
    part_id = office.post("un")[0]
    seen = office.part(part_id)
    set_state(office, "unknown")
    with office.database.write() as session:
        assert parts.change(session, seen, expected=("unknown",), closed_at=office.clock.now())
        assert not parts.change(session, seen, expected=("unknown",), state="pending")
    assert office.states() == ["unknown"]


def test_what_was_dropped_on_its_way_is_known_by_its_sid(office: Office) -> None:
    """So that no other part of the same words passes for it in Twilio's log."""
    part_id = office.post("un")[0]
    sender, sid = office.sender(), "SM" + "7" * 32
    claimed = claim(office, sender)
    set_state(office, "dropped")
    sender._outcomes.accepted(claimed, Accepted(sid))
    assert (office.states(), office.part(part_id).twilio_sid) == (["dropped"], sid)


def test_what_is_withdrawn_from_one_conversation_stays_in_others(office: Office) -> None:
    """Keys are one conversation's."""
    office.post("un")
    with office.database.write() as session:
        conversations.ensure(session, BEN)
        ben = {"conversation_id": conversation_id(BEN), "address": BEN, "channel": "whatsapp"}
        parts.add(session, key="t0", body="un", **ben)
    with office.database.write() as session:
        parts.withdraw(session, office.conversation, ["t0"], office.clock.now())
    assert office.states() == ["dropped", "pending"]
