"""The worker process, composed: everything its jobs use, and the threads that run beside them."""

import logging
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from bot.clock import Clock, SystemClock
from bot.config import Settings
from bot.conversation.inbox import Inbox
from bot.conversation.turn.background import BackgroundWork
from bot.conversation.waiting_line import WaitingLine
from bot.dao.database import Database
from bot.dao.work import workers
from bot.models.base import random_id
from bot.obs.logs import configure_logging
from bot.queue.progress import ProgressFeed
from bot.queue.wake import WakeQueue
from bot.services.delivery.sender import Delivery
from bot.services.delivery.transport import Transport
from bot.services.delivery.unwritten import Unwritten
from bot.services.library.indexing import when_due
from bot.services.money.cashier import Cashier
from bot.services.money.prices import prices_of
from bot.services.sign_in.phone_numbers import learn
from bot.services.speech.saying import Saying, speaker_of
from bot.services.work.chores import Chores
from bot.services.work.presence import Presence
from bot.services.work.shutdown import Shutdown
from bot.tools.composition import compose_toolbox
from bot.tools.toolbox import Toolbox
from jobs import beginning
from jobs.cashier import cashier_of
from jobs.composition import (
    Means,
    background_of,
    chores_of,
    delivery_of,
    exchange_of,
    inbox_of,
    means_of,
    turns_of,
)
from jobs.metrics_server import MetricsServer
from jobs.periodic import Every, Timers
from jobs.sweeper import Sweeper

TICK_S = 1.0
WAITS_LOOKED_AT_S = 5.0
CHORES_LOOKED_AT_S = 20.0  # reminders are that much late

log = logging.getLogger(__name__)
_current: list["Runtime"] = []


@dataclass(frozen=True, slots=True)
class Runtime:
    """What the jobs of this process use; also a background service of the worker."""

    settings: Settings
    database: Database
    wake: WakeQueue
    toolbox: Toolbox
    inbox: Inbox
    background: BackgroundWork
    delivery: Delivery
    saying: Saying
    cashier: Cashier
    timers: Timers
    shutdown: Shutdown
    worker_id: str
    threads: tuple[Every, ...]
    chores: tuple[Chores, ...]
    metrics_server: MetricsServer
    feed: ProgressFeed
    sweeper: Sweeper

    def start(self) -> None:
        """Register this worker and begin to beat, sweep and tick."""
        _current[:] = [self]
        for line in self.toolbox.off():
            log.warning(line)
        self.timers.start()
        self.metrics_server.start()
        for thread in self.threads:
            thread.start()

    def stop_claiming(self) -> None:
        """Begin nothing new; running turns stop at a checkpoint when their grace is over."""
        self.shutdown.ask()
        for chores in self.chores:
            chores.stop()

    def stop(self) -> None:
        """End the threads and leave in good order: what this worker held is free at once, costs nobody a life, and
        whoever works elsewhere is woken for it. A step that fails keeps no other from being done."""
        steps: tuple[Callable[[], object], ...] = (
            *(thread.stop for thread in self.threads),
            self.timers.stop,
            self.metrics_server.stop,
            self.inbox.holds.lay_down_all,
            self.background.holds.lay_down_all,
            self.sweeper.give_back,
            self._say_goodbye,
            self.sweeper.wake_waiting,
            self.wake.close,
            self.database.close,
            self.feed.close,  # last: it may wait a moment for Redis
        )
        for step in steps:
            try:
                step()
            except Exception as error:  # what it could not give back is taken when its heartbeat is old
                log.warning("left out on leaving", extra={"step": step.__qualname__, "error": type(error).__name__})

    def _say_goodbye(self) -> None:
        """Whatever is still said to be held here is free with this."""
        with self.database.write() as session:
            workers.forget(session, self.worker_id)


def current() -> Runtime:
    """The runtime of this process. Raises RuntimeError outside a started worker."""
    if not _current:
        raise RuntimeError("no runtime: jobs run inside python -m jobs.worker")
    return _current[0]


def build_runtime(
    settings: Settings, clock: Clock | None = None, more: Mapping[str, Transport] | None = None
) -> Runtime:
    """Compose the worker process; nothing runs before `start`. `more`: the ways out of further channels, which were
    introduced (bot.capabilities)."""
    configure_logging(settings.log_level, settings.secret_values())
    learn(settings.otp_countries)
    means = means_of(settings, clock or SystemClock(), random_id())
    database, wake, metrics, store = means.database, means.wake, means.metrics, means.store
    presence = Presence(means.messenger, means.links, wake, means.clock, settings.progress_after_s)
    toolbox = compose_toolbox(settings, database, means.clock, store, metrics, means.model)
    prices_of(settings).check_tools(toolbox.tools)
    turns, exchanges, unwritten = turns_of(means, toolbox, presence), exchange_of(means), Unwritten(database)
    inbox, background = inbox_of(means, turns, exchanges), background_of(means, turns, exchanges)
    sweeper = _sweeper(means, inbox, background, unwritten)
    beginning.patiently(sweeper.beat)
    chores = chores_of(means)
    line = WaitingLine(database, settings, means.clock, exchanges, wake)
    return Runtime(
        settings=settings,
        database=database,
        wake=wake,
        toolbox=toolbox,
        inbox=inbox,
        background=background,
        delivery=delivery_of(means, unwritten, more or {}),
        saying=Saying(settings, database, store, speaker_of(settings, metrics), wake, means.clock),
        cashier=cashier_of(settings, database, means.links, wake, means.clock, metrics),
        timers=Timers(),
        shutdown=means.shutdown,
        worker_id=means.worker_id,
        threads=(*_of_lanes(settings, sweeper), *_of_chores(means, chores), *_of_people(line, presence)),
        chores=chores,
        metrics_server=MetricsServer(settings, metrics, sweeper.beats),
        feed=means.feed,
        sweeper=sweeper,
    )


def _sweeper(means: Means, inbox: Inbox, background: BackgroundWork, unwritten: Unwritten) -> Sweeper:
    process = f"{socket.gethostname()}:{os.getpid()}"
    return Sweeper(means.database, means.settings, means.messenger, means.wake.apart(), means.clock, means.worker_id,
                   inbox.holds, background.holds, means.links, unwritten, means.database.apart(), process)  # fmt: skip


def _of_lanes(settings: Settings, sweeper: Sweeper) -> Iterator[Every]:
    beat_s, sweep_s = settings.worker_heartbeat_s, settings.sweep_interval_s
    yield Every("heartbeat", beat_s, sweeper.beat)
    yield Every("lanes", beat_s, sweeper.give_back)
    yield Every("lost workers", beat_s, sweeper.take_over)
    yield Every("sweeper", sweep_s, sweeper.sweep)
    yield Every("gap finder", sweep_s, sweeper.find_gaps)


def _of_chores(means: Means, chores: tuple[Chores, Chores, Chores]) -> Iterator[Every]:
    others, reminding, indexing = chores
    yield Every("chores", CHORES_LOOKED_AT_S, others.tick)
    yield Every("reminders", CHORES_LOOKED_AT_S, reminding.tick)
    index = when_due(means.database, indexing.tick, means.clock.now)
    yield Every("indexing", means.settings.sweep_interval_s, index)


def _of_people(line: WaitingLine, presence: Presence) -> Iterator[Every]:
    yield Every("waiting line", WAITS_LOOKED_AT_S, line.look)
    yield Every("presence", TICK_S, presence.tick, presence.began)
    yield Every("wishes", TICK_S, presence.hear)
