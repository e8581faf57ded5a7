"""The sweeper among many who wait, and among messages of which one cannot be read."""

from collections.abc import Callable, Sequence

import pytest
from sqlmodel import Session

from bot.clients.twilio import TwilioMessenger
from bot.dao import conversations
from bot.dao.inbound import NewInbound, insert_inbound
from bot.dao.work import run_leases, runs, workers
from bot.errors import PermanentError, ProviderError, TransientError
from bot.models import Run
from bot.simulator.records import Media
from tests.fakes import lanes
from tests.fakes.keys import conversation_id
from tests.integration.database.test_lanes import AWA, KEY
from tests.integration.worker.test_sweeper import ALI, Shift
from tests.integration.worker.test_sweeper import shift as shift  # noqa: PLC0414 - a fixture

PHOTO = Media(b"\xff\xd8", "image/jpeg")


def write(shift: Shift, number: int) -> str:
    """Somebody writes; nobody is woken. Returns their conversation."""
    sender = f"whatsapp:+2250700{number:06d}"
    message = NewInbound(
        message_sid=f"SM{number:032x}", conversation_id=conversation_id(sender), sender=sender,
        recipient="whatsapp:+14155238886", channel="whatsapp", kind="text", body="Bonjour",
    )  # fmt: skip
    with shift.database.write_connection() as connection:
        insert_inbound(connection, message)
    return message.conversation_id


def test_whose_worker_died_behind_a_crowd_is_taken_over(shift: Shift) -> None:
    """The crowd has its wake-ups, and stands in front."""
    crowd = [write(shift, number) for number in range(300)]
    shift.sweeper.wake.wake_all("drain_guest", [(key,) for key in crowd])
    pupil = write(shift, 999_999)
    with shift.database.write() as session:
        workers.register(session, "mortal", "")
    assert lanes.claim(shift.database, pupil, "mortal", 8)
    with shift.database.write() as session:
        session.connection().exec_driver_sql("UPDATE worker SET heartbeat = heartbeat - 60")
    shift.sweeper.beat()
    shift.sweeper.take_over()
    assert [found for found in shift.woken() if found[0] == "drain"] == [("drain", pupil)]


def test_who_is_answered_while_a_sweep_looks_is_not_woken_again(shift: Shift, monkeypatch: pytest.MonkeyPatch) -> None:
    """Still waiting when the database is asked, gone from the queue when that is: what took them is done by then."""
    answered, lost = write(shift, 1), write(shift, 2)
    shift.sweeper.wake.wake("drain", answered)
    needing = conversations.needing_a_worker

    def ends_meanwhile(session: Session, lost_after_s: float) -> Sequence[str]:
        found = needing(session, lost_after_s)
        assert shift.woken() == [("drain", answered)]
        return found

    monkeypatch.setattr(conversations, "needing_a_worker", ends_meanwhile)
    shift.sweeper.wake_waiting()
    assert shift.woken() == [("drain", lost)]


def test_a_run_without_a_wake_up_behind_many_that_have_theirs(shift: Shift) -> None:
    with shift.database.write() as session:
        conversations.ensure(session, AWA)
        made = [runs.start(session, Run(conversation_id=KEY, mode="student", language="fr")) for _ in range(201)]
        ids = [run.id for run in made]
        assert all(run_leases.hand_over(session, each, shift.clock.now()) for each in ids)
    shift.sweeper.wake.wake_all("work", [(each,) for each in ids[:-1]])
    shift.sweeper.wake_waiting()
    assert ("work", ids[-1]) in shift.woken()


def test_a_crowd_that_lost_its_wake_ups_is_woken_a_thousand_at_a_look(shift: Shift) -> None:
    crowd = [write(shift, number) for number in range(1_100)]
    shift.sweeper.wake_waiting()
    assert {key for _job, key in shift.woken()} == set(crowd[:1_000])


@pytest.mark.parametrize(
    ("error", "fails", "kept"),
    [(PermanentError("gone", code=20404), False, ["Regardez", "Bonjour"]), (TransientError("busy"), True, ["Bonjour"])],
)
def test_a_message_whose_photo_cannot_be_listed_holds_no_other_back(
    shift: Shift, monkeypatch: pytest.MonkeyPatch, error: ProviderError, fails: bool, kept: list[str]
) -> None:
    shift.twilio.stand_in.receive(ALI, "Regardez", media=[PHOTO])
    shift.loses("Bonjour")

    def fail(_self: TwilioMessenger, _sid: str) -> None:
        raise error

    monkeypatch.setattr(TwilioMessenger, "media_of", fail)
    looks: list[Callable[[], float]] = [shift.sweeper.find_gaps] * 2
    soon, again = (look() for look in looks)
    assert soon == again
    assert (soon < 100) is fails
    assert [message.body for message in shift.inbound()] == kept


def test_a_photo_that_is_not_to_be_had_any_more_and_has_no_words_harms_nobody(
    shift: Shift, monkeypatch: pytest.MonkeyPatch
) -> None:
    shift.twilio.stand_in.receive(ALI, "", media=[PHOTO])
    shift.loses("Bonjour")

    def fail(_self: TwilioMessenger, _sid: str) -> None:
        raise PermanentError("gone", code=20404)

    monkeypatch.setattr(TwilioMessenger, "media_of", fail)
    shift.sweeper.find_gaps()
    assert "Bonjour" in [message.body for message in shift.inbound()]
