"""The sweeper: whatever waits is woken, whoever was forgotten registers again, what Twilio kept is fetched."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from rq import Queue
from rq.serializers import JSONSerializer
from sqlalchemy.exc import DBAPIError
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.clients.twilio import TwilioMessenger
from bot.dao import clock_jumps, conversations
from bot.dao.database import Database
from bot.dao.delivery import parts, spoken_answers
from bot.dao.inbound import NewInbound
from bot.dao.work import run_leases, runs, workers
from bot.errors import GaveWay
from bot.models import InboundMessage, OutboundPart, Payment, Run, Worker
from bot.queue.policy import job_policies
from bot.queue.wake import WakeQueue
from bot.reading.incoming.inbound import parse
from bot.reading.incoming.message import Inbound
from bot.services.background.holds import RunHolds
from bot.services.delivery.unwritten import Unwritten
from bot.services.inbound import missed_messages
from bot.services.inbound.rows import row
from bot.services.library.files import links_of
from bot.services.work.holds import Holds
from bot.simulator.forms import inbound_form
from bot.simulator.records import Media
from bot.types import Background, Mode
from jobs.sweeper import BEATS_WITHIN_S, GAPS_AGAIN_S, GAPS_EVERY_S, Sweeper
from tests.fakes import lanes
from tests.fakes.clock import FakeClock
from tests.fakes.engines import hear
from tests.fakes.keys import conversation_id, migrate, open_database
from tests.fakes.product import make_settings
from tests.fakes.twilio import ACCOUNT_SID, FakeTwilio
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually
from tests.integration.database.test_lanes import AWA, KEY, write_to

ALI = "+2250700000002"
HOUR = timedelta(hours=1)
NOWHERE = "http://127.0.0.1:9"


@dataclass
class Shift:
    """A sweeper, what it looks after, and the wake-ups it sent."""

    database: Database
    twilio: FakeTwilio
    clock: FakeClock
    sweeper: Sweeper
    redis: Redis

    def woken(self) -> list[tuple[str, str]]:
        """The wake-ups since the last look: (job, conversation)."""
        found = []
        for name in ("urgent", "turns", "delivery", "background"):
            queue = Queue(name, connection=self.redis, serializer=JSONSerializer)
            found += [(job.func_name.rpartition(".")[2], job.args[0]) for job in queue.jobs]
            queue.empty()
        return found

    def loses(self, body: str, address: str = AWA) -> None:
        """Somebody writes, and Twilio cannot reach our webhook."""
        self.twilio.stand_in.receive(address, body)

    def inbound(self) -> list[InboundMessage]:
        with self.database.read() as session:
            return list(session.exec(select(InboundMessage).order_by(col(InboundMessage.id))))

    def worker_ids(self) -> list[str]:
        with self.database.read() as session:
            return list(session.exec(select(Worker.id)))


@pytest.fixture
def shift(tmp_path: Path, valkey: Valkey) -> Iterator[Shift]:
    database = open_database(f"sqlite:///{tmp_path}/palabre.db")
    migrate(database)
    with FakeTwilio(NOWHERE) as twilio:
        settings = make_settings(twilio_api_url=twilio.url, redis_url=valkey.url)
        clock, wake = FakeClock(), WakeQueue(valkey.url, job_policies(180))
        messenger = TwilioMessenger(settings)
        sweeper = Sweeper(
            database, settings, messenger, wake, clock, "w", Holds(database, "w"), RunHolds(database, "w"),
            links_of(settings, clock), Unwritten(database), database, "machine:1",
        )  # fmt: skip
        yield Shift(database, twilio, clock, sweeper, valkey.client())
        messenger.close()
        wake.close()
    database.close()


def test_what_nobody_holds_is_woken(shift: Shift) -> None:
    shift.sweeper.sweep()
    assert shift.woken() == []
    write_to(shift.database)
    for _ in range(2):  # a lost wake-up is not the last
        shift.sweeper.sweep()
        assert shift.woken() == [("drain", KEY)]


def test_what_a_living_worker_holds_is_left_to_it_and_woken_when_it_is_dead(shift: Shift) -> None:
    write_to(shift.database)
    shift.sweeper.beat()
    assert lanes.claim(shift.database, KEY, "w", 8)
    shift.sweeper.sweep()
    assert shift.woken() == []
    with shift.database.write() as session:
        session.connection().exec_driver_sql("UPDATE worker SET heartbeat = heartbeat - 9")
    shift.sweeper.sweep()
    assert shift.woken() == [("drain", KEY)]


@pytest.mark.parametrize("priority", ["stop", "cancel", "status", "distress"])
def test_what_waits_for_no_lane_is_woken_for_while_a_turn_runs(shift: Shift, priority: str) -> None:
    """Its wake-up went with Redis. What it leaves open, as a cry for help, is no endless work."""
    write_to(shift.database)
    shift.sweeper.beat()
    assert lanes.claim(shift.database, KEY, "w", 8)
    write_to(shift.database, 1, priority=priority)
    for _ in range(2):  # nobody has taken it meanwhile
        shift.sweeper.sweep()
    assert shift.woken() == [("hasten", KEY)]
    shift.sweeper.sweep()
    assert shift.woken() == []
    shift.clock.skip(61)
    shift.sweeper.sweep()
    assert shift.woken() == [("hasten", KEY)]
    with shift.database.write() as session:
        session.connection().exec_driver_sql("UPDATE inbound_message SET processed_at = received_at")
    shift.clock.skip(61)
    shift.sweeper.sweep()
    assert shift.woken() == []


def old(shift: Shift, worker_id: str) -> None:
    """A worker's heart has not beaten for long."""
    with shift.database.write() as session:
        late = "UPDATE worker SET heartbeat = heartbeat - 9 WHERE id = ?"
        session.connection().exec_driver_sql(late, (worker_id,))


def test_what_a_dead_worker_held_is_woken_once_without_a_sweep(shift: Shift) -> None:
    write_to(shift.database)
    shift.sweeper.beat()
    with shift.database.write() as session:
        workers.register(session, "mortal", "machine:2")
        workers.register(session, "other", "machine:3")
    assert lanes.claim(shift.database, KEY, "mortal", 8)
    shift.sweeper.take_over()
    assert shift.woken() == []
    old(shift, "mortal")
    shift.sweeper.take_over()
    assert shift.woken() == [("drain", KEY)]
    shift.sweeper.take_over()
    assert shift.woken() == []  # from here on sweeps look after it
    old(shift, "other")
    shift.sweeper.take_over()
    assert shift.woken() == [("drain", KEY)]


def test_what_a_dead_worker_held_is_woken_as_soon_as_who_has_slept_meanwhile_may_take_it(shift: Shift) -> None:
    """A machine that was asleep looks before its heart has beaten, and what is woken then takes nothing over: it waited
    for the next sweep."""
    write_to(shift.database)
    shift.sweeper.beat()
    with shift.database.write() as session:
        workers.register(session, "mortal", "machine:2")
    assert lanes.claim(shift.database, KEY, "mortal", 8)
    old(shift, "mortal"), old(shift, "w")
    shift.sweeper.take_over()
    assert shift.woken() == []
    assert lanes.claim(shift.database, KEY, "w", 8) is None
    shift.sweeper.beat()
    shift.sweeper.take_over()
    assert shift.woken() == [("drain", KEY)]
    assert lanes.claim(shift.database, KEY, "w", 8)


def test_parts_are_woken_when_they_are_due_unless_they_are_held_or_closed(shift: Shift) -> None:
    add_user(shift.database, AWA, Mode.STUDENT, 0)
    with shift.database.write() as session:
        due = shift.clock.now() + timedelta(seconds=60)
        parts.add(session, conversation_id=KEY, key="a", address=AWA, channel="whatsapp", due_at=due)
    shift.sweeper.sweep()
    assert shift.woken() == []
    shift.clock.skip(61)
    shift.sweeper.sweep()
    assert shift.woken() == [("deliver", KEY)]
    for change in ("state = 'held'", "state = 'sent', closed_at = due_at"):
        with shift.database.write() as session:
            session.connection().exec_driver_sql(f"UPDATE outbound_part SET {change}")
        shift.sweeper.sweep()
        assert shift.woken() == []


def test_parts_that_a_clock_ahead_has_put_off_leave_when_it_is_back(shift: Shift) -> None:
    """Those that wait for a minute on purpose, or for an e-mail's quarter of an hour, are left alone."""
    add_user(shift.database, AWA, Mode.STUDENT, 0)
    now = shift.clock.now()
    put_off = (("a", "whatsapp", 3_600), ("b", "whatsapp", 60), ("c", "email", 900), ("d", "email", 3_600))
    for key, channel, ahead in put_off:
        due = now + timedelta(seconds=ahead)
        with shift.database.write() as session:
            parts.add(session, conversation_id=KEY, key=key, address=AWA, channel=channel, due_at=due)
    shift.sweeper.sweep()
    assert shift.woken() == [("deliver", KEY)]
    with shift.database.read() as session:
        still = session.exec(select(OutboundPart.key).where(OutboundPart.due_at > shift.clock.now())).all()
    assert sorted(still) == ["b", "c"]


def test_payments_are_woken_when_they_are_due(shift: Shift) -> None:
    """However their wake-ups got lost; one that was paid is not due."""
    add_user(shift.database, AWA, Mode.STUDENT, 0)
    with shift.database.write() as session:
        now, minute = shift.clock.now(), timedelta(seconds=60)
        payment = Payment(user_id=1, provider="wave", reference="PAL1", pack="small", credits=50, amount=500,
                          currency="XOF", expires_at=now + minute, due_at=now + minute)  # fmt: skip
        session.add(payment)
    shift.sweeper.sweep()
    assert shift.woken() == []
    shift.clock.skip(61)
    for _ in range(2):
        shift.sweeper.sweep()
        assert shift.woken() == [("pay", 1)]
    with shift.database.write() as session:
        session.connection().exec_driver_sql("UPDATE payment SET due_at = NULL, status = 'paid'")
    shift.sweeper.sweep()
    assert shift.woken() == []


def test_a_payment_that_a_clock_ahead_has_put_off_is_due(shift: Shift) -> None:
    add_user(shift.database, AWA, Mode.STUDENT, 0)
    with shift.database.write() as session:
        ahead = shift.clock.now() + timedelta(hours=1)
        session.add(Payment(user_id=1, provider="wave", reference="PAL1", pack="small", credits=50, amount=500,
                            currency="XOF", expires_at=ahead, due_at=ahead))  # fmt: skip
    shift.sweeper.sweep()
    assert shift.woken() == [("pay", 1)]


def test_nobody_is_woken_for_twice(shift: Shift) -> None:
    """Workers that cannot keep up would else find each conversation once more for every sweep of every worker."""
    write_to(shift.database)
    shift.sweeper.wake.wake("speak", 1)  # waits in the same queue
    for _ in range(5):
        shift.sweeper.sweep()
    assert shift.woken() == [("speak", 1), ("drain", KEY)]
    shift.sweeper.sweep()  # whoever took it up has died
    assert shift.woken() == [("drain", KEY)]


def test_nor_for_a_message_on_its_way_out_nor_for_a_stop(shift: Shift) -> None:
    add_user(shift.database, AWA, Mode.STUDENT, 0)
    write_to(shift.database, priority="stop")
    with shift.database.write() as session:
        parts.add(session, conversation_id=KEY, key="a", address=AWA, channel="whatsapp")
    shift.sweeper.wake.wake("hasten", KEY)
    for _ in range(3):
        shift.sweeper.sweep()
    assert shift.woken() == [("hasten", KEY), ("drain", KEY), ("deliver", KEY)]


def test_who_cannot_see_the_queues_adds_nothing_to_them(shift: Shift) -> None:
    """Else each sweep would, for as long as Redis is slow or refuses: all of it again."""
    write_to(shift.database, priority="stop")
    shift.redis.execute_command("ACL SETUSER default -lrange")
    try:
        shift.sweeper.sweep()
    finally:
        shift.redis.execute_command("ACL SETUSER default +lrange")
    assert shift.woken() == []
    eventually(lambda: shift.sweeper.wake.wake("speak", 1))  # its rest after a failure may end in the midst of a sweep
    shift.sweeper.sweep()
    assert shift.woken() == [("hasten", KEY), ("speak", 1), ("drain", KEY)]


def test_whom_a_thread_of_this_process_is_about_to_look_after_is_not_woken_for(shift: Shift) -> None:
    write_to(shift.database)
    with shift.sweeper.holds.expects(KEY), shift.sweeper.holds.expects(KEY):
        shift.sweeper.sweep()
        assert shift.woken() == []
    shift.sweeper.sweep()
    assert shift.woken() == [("drain", KEY)]


def test_whom_a_thread_is_left_with_by_its_process_is_woken_for_by_it(shift: Shift) -> None:
    """A process that leaves does not wait for its threads: nobody comes to what they were about to look after."""
    write_to(shift.database)
    with shift.sweeper.holds.expects(KEY):
        shift.sweeper.holds.lay_down_all()
        shift.sweeper.wake_waiting()
        assert shift.woken() == [("drain", KEY)]


def test_a_guest_who_was_sent_behind_is_not_woken_for_in_front(shift: Shift) -> None:
    write_to(shift.database)
    shift.sweeper.wake.wake("drain_guest", KEY)
    shift.sweeper.sweep()
    assert shift.woken() == []
    shift.redis.delete("rq:queue:guests")
    shift.sweeper.sweep()
    assert shift.woken() == [("drain", KEY)]


def test_what_died_between_the_queue_and_its_beginning_is_woken_for_again(shift: Shift) -> None:
    write_to(shift.database)
    shift.sweeper.sweep()
    shift.redis.lmove("rq:queue:turns", "rq:queue:turns:intermediate", "LEFT", "RIGHT")
    shift.sweeper.sweep()
    assert shift.woken() == [("drain", KEY)]


def test_a_wake_up_of_the_release_before_stands_for_nobody(shift: Shift) -> None:
    write_to(shift.database)
    shift.redis.rpush("rq:queue:turns", "0f" * 16)
    shift.sweeper.sweep()
    assert shift.redis.llen("rq:queue:turns") == 2


@pytest.mark.parametrize("why", [GaveWay(), ValueError("a row of another release")])
def test_a_step_that_does_not_get_through_keeps_no_other_from_being_done(
    shift: Shift, monkeypatch: pytest.MonkeyPatch, why: Exception
) -> None:
    def stops(*_: object) -> int:
        raise why

    monkeypatch.setattr(clock_jumps, "set_back_parts", stops)
    write_to(shift.database)
    shift.sweeper.sweep()
    assert shift.woken() == [("drain", KEY)]


def test_a_worker_swept_away_registers_again(shift: Shift) -> None:
    shift.sweeper.beat()
    with shift.database.write() as session:
        workers.forget(session, "w")
    shift.sweeper.beat()
    assert shift.worker_ids() == ["w"]
    write_to(shift.database)
    assert lanes.claim(shift.database, KEY, "w", 8)
    assert lanes.claim(shift.database, KEY, "other", 8) is None


def test_workers_dead_for_an_hour_are_forgotten(shift: Shift) -> None:
    with shift.database.write() as session:
        for name in ("dead for an hour", "dead for a minute", "alive"):
            workers.register(session, name, name)
        session.connection().exec_driver_sql("UPDATE worker SET heartbeat = heartbeat - 3601 WHERE id LIKE '%hour'")
        session.connection().exec_driver_sql("UPDATE worker SET heartbeat = heartbeat - 60 WHERE id LIKE '%minute'")
    shift.sweeper.find_gaps()
    assert shift.worker_ids() == ["alive", "dead for a minute"]


def test_what_twilio_could_not_deliver_is_fetched_once_and_in_order(shift: Shift) -> None:
    for body in ("un", "deux\x00", ""):
        shift.loses(body)
    shift.loses("par SMS", ALI)
    shift.sweeper.find_gaps()
    ali = conversation_id(ALI)
    assert sorted(shift.woken()) == sorted([("drain", KEY)] * 3 + [("drain", ali)])
    rows = shift.inbound()
    assert [row.body for row in rows if row.conversation_id == KEY] == ["un", "deux", ""]
    assert [(row.sender, row.channel, row.kind) for row in rows if row.sender == ALI] == [(ALI, "sms", "text")]
    assert [row.kind for row in rows if not row.body] == ["empty"]
    shift.sweeper.find_gaps()
    assert shift.woken() == []
    assert len(shift.inbound()) == 4


def test_one_that_our_own_code_fails_over_keeps_no_other_from_being_found(
    shift: Shift, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = missed_messages.row

    def odd(database: Database, inbound: Inbound, *rest: Any, **more: Any) -> NewInbound:
        if inbound.body == "illisible":
            raise ValueError
        return read(database, inbound, *rest, **more)

    monkeypatch.setattr(missed_messages, "row", odd)
    for body in ("illisible", "lisible"):
        shift.loses(body)
    assert shift.sweeper.find_gaps() == GAPS_EVERY_S
    assert [message.body for message in shift.inbound()] == ["lisible"]


def test_what_is_found_in_the_log_is_read_as_the_webhook_reads_it(shift: Shift) -> None:
    photo = Media(b"\xff\xd8", "image/jpeg")
    lost = shift.twilio.stand_in.receive(AWA, "Corrigez ceci", media=[photo])
    shift.sweeper.find_gaps()
    (found,) = shift.inbound()
    form = {name: [value] for name, value in inbound_form(shift.twilio.stand_in.account, lost).items()}
    expected = row(shift.database, parse(form, account_sid=ACCOUNT_SID), ())
    assert (found.kind, found.body) == ("media", "Corrigez ceci") == (expected.kind, expected.body)
    for name in ("content_type", "media_urls"):
        assert found.details[name] == expected.details[name]


def test_with_a_messaging_service_alone_its_messages_are_found(shift: Shift) -> None:
    service = "MG" + "a" * 32
    shift.sweeper.settings = make_settings(
        twilio_api_url=shift.twilio.url, twilio_whatsapp_from=None, twilio_sms_from=None,
        twilio_messaging_service_sid=service,
    )  # fmt: skip
    shift.twilio.stand_in.receive(ALI, "le nôtre", extra={"MessagingServiceSid": service})
    shift.twilio.stand_in.receive(ALI, "d’un autre service", extra={"MessagingServiceSid": "MG" + "b" * 32})
    shift.sweeper.find_gaps()
    assert [found.body for found in shift.inbound()] == ["le nôtre"]


def test_a_sender_the_webhook_would_refuse_is_passed_over(shift: Shift) -> None:
    shift.loses("de nulle part", "+225 07 00")
    shift.loses("un")
    shift.sweeper.find_gaps()
    assert [found.body for found in shift.inbound()] == ["un"]


def test_messages_that_are_there_already_hold_up_no_writer(shift: Shift) -> None:
    shift.loses("un")
    shift.sweeper.find_gaps()
    begun: list[bool] = []
    hear(shift.database, "begin", lambda connection: begun.append(connection.engine is shift.database.engine))
    found = missed_messages.fill(
        shift.database, shift.sweeper.messenger, shift.sweeper.settings, shift.clock.now() - HOUR
    )
    assert found == []
    assert begun == [True], "one transaction, and it reads"


def test_twilios_log_is_read_every_five_minutes(shift: Shift) -> None:
    assert shift.sweeper.find_gaps() == GAPS_EVERY_S == 300


def test_what_we_sent_is_not_taken_for_what_came_in(shift: Shift) -> None:
    shift.loses("un")
    shift.sweeper.messenger.send(to=AWA, channel="whatsapp", body="réponse", media_url=None, callback_url="")  # type: ignore[arg-type]
    shift.sweeper.find_gaps()
    assert [row.body for row in shift.inbound()] == ["un"]


def test_twilio_out_of_reach_is_asked_again_later(shift: Shift, caplog: pytest.LogCaptureFixture) -> None:
    lost = TwilioMessenger(make_settings(twilio_api_url=NOWHERE))
    there, sweeper = shift.sweeper.messenger, replace(shift.sweeper, messenger=lost)
    assert sweeper.find_gaps() == GAPS_AGAIN_S < GAPS_EVERY_S
    assert "cannot be read" in caplog.text
    shift.loses("un")
    sweeper.messenger = there
    sweeper.find_gaps()
    assert [row.body for row in shift.inbound()] == ["un"]


def test_what_came_in_as_an_outage_of_hours_began_is_found_when_it_is_over(shift: Shift) -> None:
    there, shift.sweeper.messenger = shift.sweeper.messenger, TwilioMessenger(make_settings(twilio_api_url=NOWHERE))
    shift.loses("il y a quatre heures")
    for _ in range(4):
        shift.clock.skip(3600)
        shift.sweeper.find_gaps()
    shift.sweeper.messenger = there
    shift.sweeper.find_gaps()
    assert [row.body for row in shift.inbound()] == ["il y a quatre heures"]


def test_a_look_that_an_outage_of_the_database_ended_is_taken_again(shift: Shift) -> None:
    shift.loses("un")
    with shift.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE inbound_message RENAME TO away")
    with pytest.raises(DBAPIError):
        shift.sweeper.find_gaps()
    with shift.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE away RENAME TO inbound_message")
    shift.sweeper.find_gaps()
    assert [row.body for row in shift.inbound()] == ["un"]


def test_a_run_in_the_background_that_nobody_holds_is_woken(shift: Shift) -> None:
    write_to(shift.database)
    with shift.database.write() as session:
        conversations.ensure(session, AWA)
        run = runs.start(session, Run(conversation_id=KEY, mode="student", language="fr"))
        assert run_leases.hand_over(session, run.id, shift.clock.now())
    shift.sweeper.sweep()
    assert ("work", run.id) in shift.woken()
    assert claimed(shift, run.id)
    shift.sweeper.sweep()
    assert ("work", run.id) not in shift.woken()


def claimed(shift: Shift, run_id: int) -> bool:
    with shift.database.write() as session:
        workers.register(session, "lives", "")
        return run_leases.claim(session, run_id, "lives", 8) is not None


def test_an_answer_that_nobody_says_aloud_is_woken_for(shift: Shift) -> None:
    write_to(shift.database)
    with shift.database.write() as session:
        conversations.ensure(session, AWA)
        run = runs.start(session, Run(conversation_id=KEY, mode="student", language="fr"))
        spoken_answers.add(session, run.id, "Oui.")
    shift.sweeper.sweep()
    assert ("speak", run.id) in shift.woken()
    with shift.database.write() as session:
        assert spoken_answers.claim(session, run.id, shift.clock.now(), shift.clock.now() + HOUR)
    shift.sweeper.sweep()
    assert ("speak", run.id) not in shift.woken()


def test_what_waits_for_a_place_in_the_background_begins_with_a_sweep(shift: Shift) -> None:
    add_user(shift.database, AWA, Mode.STUDENT, 0)
    write_to(shift.database)
    with shift.database.write() as session:
        run = runs.start(session, Run(conversation_id=KEY, user_id=1, mode="student", language="fr"))
        assert run_leases.hand_over(session, run.id, shift.clock.now(), Background.WAITING)
    shift.sweeper.sweep()
    assert ("work", run.id) not in shift.woken()
    shift.sweeper.sweep()
    assert ("work", run.id) in shift.woken()


def test_what_an_outage_kept_back_is_written_before_lanes_are_given_back(shift: Shift) -> None:
    written: list[bool] = []
    shift.sweeper.unwritten.later(lambda _session: written.append(True))
    for _ in range(2):
        shift.sweeper.give_back()
    assert written == [True]


def test_a_worker_that_has_not_told_the_database_of_itself_for_long_is_not_well(shift: Shift) -> None:
    assert not shift.sweeper.beats()
    shift.sweeper.beat()
    shift.clock.skip(BEATS_WITHIN_S - 1)
    assert shift.sweeper.beats()
    shift.clock.skip(2)
    assert not shift.sweeper.beats()
