"""What a person sees while a turn runs: typing at once and every 20 s, one line after a while, nothing afterwards."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from sqlalchemy import func
from sqlmodel import Session, col, select

from bot.clients.twilio import TwilioMessenger
from bot.dao.database import Database
from bot.dao.work import runs, workers
from bot.errors import DatabaseAway, ProviderTimeout
from bot.models import OutboundPart, Run
from bot.queue.policy import job_policies
from bot.queue.wake import WakeQueue
from bot.services.delivery.outbox import Recipient
from bot.services.library.files import links_of
from bot.services.work.lanes import Lane
from bot.services.work.presence import Heartbeats, Presence
from bot.types import Channel, Language
from jobs.periodic import Every
from tests.fakes import lanes
from tests.fakes.clock import FakeClock
from tests.fakes.product import make_settings
from tests.fakes.twilio import FakeTwilio
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually
from tests.integration.database.test_lanes import AWA, KEY, write_to


@dataclass
class Scene:
    """A turn about to run, somebody watching, and Twilio's record of what was shown."""

    database: Database
    twilio: FakeTwilio
    clock: FakeClock
    presence: Presence
    lane: Lane
    run_id: int
    asked: str  # the message that is being answered

    def watch(self, channel: Channel = Channel.WHATSAPP, language: Language = Language.FR) -> object:
        recipient = Recipient(KEY, AWA, channel, language)
        return self.presence.watch(self.lane, recipient, self.run_id, self.asked)

    def typed(self) -> int:
        return len(self.twilio.stand_in.typing)

    def said(self) -> list[str]:
        with self.database.read() as session:
            return [part.body for part in session.exec(select(OutboundPart).order_by(col(OutboundPart.id)))]


@pytest.fixture
def scene(database: Database, valkey: Valkey) -> Iterator[Scene]:
    write_to(database)
    with database.write() as session:
        workers.register(session, "w", "w")
    lane = lanes.claim(database, KEY, "w", 8)
    assert lane
    with lane.write() as session:
        run = runs.start(session, Run(conversation_id=KEY, mode="student", language="fr"))
    with FakeTwilio("http://127.0.0.1:9") as twilio:
        settings = make_settings(twilio_api_url=twilio.url, redis_url=valkey.url)
        clock, wake = FakeClock(), WakeQueue(valkey.url, job_policies(180))
        messenger = TwilioMessenger(settings)
        presence = Presence(messenger, links_of(settings, clock), wake, clock, progress_after_s=15)
        sid = twilio.stand_in.receive(AWA, "Bonjour").sid
        yield Scene(database, twilio, clock, presence, lane, run.id, sid)
        messenger.close()
        wake.close()


def test_typing_is_shown_at_once_and_every_twenty_seconds(scene: Scene) -> None:
    with scene.watch():
        shown = []
        for seconds in (0, 10, 11, 10, 11, 0):
            scene.clock.skip(seconds)
            scene.presence.tick()
            shown.append(scene.typed())
    assert shown == [1, 1, 2, 2, 3, 3]
    assert {call.message_sid for call in scene.twilio.stand_in.typing} == {scene.asked}


def test_after_fifteen_seconds_one_line_says_what_is_done(scene: Scene, valkey: Valkey) -> None:
    with scene.watch() as activity:
        scene.presence.tick()
        scene.clock.skip(8)
        scene.presence.tick()
        assert scene.said() == []
        activity.doing = "web_search"
        scene.clock.skip(8)
        for _ in range(10):
            scene.presence.tick()
            scene.clock.skip(1)
    (line,) = scene.said()
    assert "cherche" in line
    assert valkey.client().llen("rq:queue:delivery") == 1


@pytest.mark.parametrize(("language", "word"), [(Language.FR, "réfléchis"), (Language.EN, "thinking")])
def test_without_a_tool_it_is_thinking(scene: Scene, language: Language, word: str) -> None:
    with scene.watch(language=language):
        scene.clock.skip(16)
        scene.presence.tick()
    assert word in scene.said()[0]


def test_sms_has_no_typing_indicator_but_the_line(scene: Scene) -> None:
    with scene.watch(Channel.SMS):
        scene.clock.skip(16)
        scene.presence.tick()
    assert scene.typed() == 0
    assert len(scene.said()) == 1


def test_nothing_is_said_behind_the_answer(scene: Scene) -> None:
    """The turn ends while a tick is on its way to it: the line of another one hangs."""
    inside, go_on = threading.Event(), threading.Event()

    @contextmanager
    def write() -> Iterator[None]:
        inside.set()
        go_on.wait(10)
        raise DatabaseAway
        yield

    hanging = SimpleNamespace(write=write)
    recipient = Recipient(KEY, AWA, Channel.SMS, Language.FR)
    ticking = threading.Thread(target=scene.presence.tick)
    with scene.presence.watch(hanging, recipient, 0, ""):  # type: ignore[arg-type]
        with scene.watch():
            scene.clock.skip(16)
            ticking.start()
            assert inside.wait(10)
        go_on.set()
        ticking.join(10)
    assert scene.said() == []
    assert scene.typed() == 0


def test_a_twilio_that_hangs_is_asked_by_one_turn_at_a_time(scene: Scene) -> None:
    """However many work: others are not shown, for a while, and nobody's word waits for it."""
    asked: list[str] = []

    class Silent(TwilioMessenger):
        def show_typing(self, message_sid: str) -> None:
            asked.append(message_sid)
            raise ProviderTimeout("no answer")

    scene.presence._messenger = Silent(make_settings())
    recipient = Recipient(KEY, AWA, Channel.WHATSAPP, Language.FR)
    with ExitStack() as turns:
        for number in range(1, 9):
            turns.enter_context(scene.presence.watch(scene.lane, recipient, 100 + number, f"SM{number}"))
        for seconds in (0, 10, 15):
            scene.clock.skip(seconds)
            scene.presence.tick()
            assert len(asked) == 1 + (seconds == 15)
    assert len(scene.said()) == 8


def test_a_turn_that_begins_is_shown_without_waiting_for_the_next_tick(scene: Scene) -> None:
    ticks = Every("presence", 3600, scene.presence.tick, scene.presence.began)
    ticks.start()
    with scene.watch():
        eventually(lambda: scene.typed() == 1)
    ticks.stop()


def test_twilio_out_of_order_does_not_keep_the_line_back(scene: Scene) -> None:
    scene.presence._messenger = TwilioMessenger(make_settings(twilio_api_url="http://127.0.0.1:9"))
    with scene.watch():
        scene.clock.skip(16)
        scene.presence.tick()
    assert len(scene.said()) == 1


def test_a_ghosts_line_is_not_said_and_others_are(scene: Scene) -> None:
    other = Run(conversation_id=KEY, mode="student", language="fr")
    with scene.lane.write() as session:
        runs.start(session, other)
    ghost = Lane(KEY, scene.lane.epoch - 1, scene.database)
    recipient = Recipient(KEY, AWA, Channel.WHATSAPP, Language.FR)
    with scene.presence.watch(ghost, recipient, other.id, scene.asked), scene.watch():
        scene.clock.skip(16)
        scene.presence.tick()
    with scene.database.read() as session:
        assert session.exec(select(func.count()).select_from(OutboundPart)).one() == 1


def test_a_line_that_our_own_code_fails_over_is_tried_once_and_others_are_said(
    scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    other = Run(conversation_id=KEY, mode="student", language="fr")
    with scene.lane.write() as session:
        runs.start(session, other)

    def words(_session: Session) -> str:
        raise ValueError("a plan that cannot be read")

    recipient, beats = Recipient(KEY, AWA, Channel.WHATSAPP, Language.FR), Heartbeats({"heartbeat60": 15}, words)
    with scene.presence.watch(scene.lane, recipient, other.id, "", beats), scene.watch():
        scene.clock.skip(16)
        scene.presence.tick()
        scene.presence.tick()
    assert len(scene.said()) == 1
    assert caplog.messages.count("a line about a run is not said") == 1


def test_a_ghost_that_leaves_takes_no_presence_along(scene: Scene) -> None:
    """A merge, or signing out everywhere, gives a run another life while the one before waits for its model still, in
    the same process: whoever cancels is heard by the one that lives, which is shown and says its line."""
    with ExitStack() as living:
        with scene.watch():
            activity = living.enter_context(scene.watch())  # type: ignore[arg-type]
        scene.clock.skip(16)
        scene.presence.tick()
        assert (scene.typed(), len(scene.said())) == (1, 1)
        with scene.lane.write() as session:
            session.get_one(Run, scene.run_id).cancelled_at = scene.clock.now()
        scene.presence.hear()
        assert activity.cancellation.is_set()
