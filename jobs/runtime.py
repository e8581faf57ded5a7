"""The worker process, composed: everything its jobs use, and the threads that run beside them."""

import logging
import os
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.clients.model import OpenAIModel
from bot.clients.storage import open_store
from bot.clients.twilio import TwilioMessenger
from bot.clock import Clock, SystemClock
from bot.config import Settings
from bot.conversation.composition import desk_of, exchange
from bot.conversation.inbox import Inbox
from bot.conversation.turn.background import BackgroundWork
from bot.conversation.turn.runner import TurnRunner
from bot.conversation.waiting_line import WaitingLine
from bot.dao.conversation_key import USE
from bot.dao.database import Database
from bot.dao.work import workers
from bot.models.base import random_id
from bot.obs.counting import counted
from bot.obs.logs import configure_logging
from bot.obs.metrics import Metrics
from bot.queue.policy import job_policies
from bot.queue.progress import ProgressFeed
from bot.queue.wake import WakeQueue
from bot.services.attachments.composition import intake_of
from bot.services.background.holds import RunHolds
from bot.services.delivery.by_mail import ByMail
from bot.services.delivery.by_twilio import ByTwilio
from bot.services.delivery.sender import Delivery
from bot.services.delivery.transport import Transport, Transports
from bot.services.delivery.unwritten import Unwritten
from bot.services.library.files import links_of
from bot.services.library.indexing import when_due
from bot.services.money.cashier import Cashier
from bot.services.money.prices import prices_of
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.sign_in.phone_numbers import learn
from bot.services.speech.saying import Saying, speaker_of
from bot.services.work.chores import Chores
from bot.services.work.holds import Holds
from bot.services.work.pace import AT_ONCE, MOST_AT_ONCE, Pace
from bot.services.work.presence import Presence
from bot.services.work.shutdown import Shutdown
from bot.signing.keys import keys_of
from bot.tools.composition import compose_toolbox
from bot.tools.toolbox import Toolbox
from bot.types import EMAIL, Channel
from jobs import beginning
from jobs.cashier import cashier_of
from jobs.chores import chore_table, index_chore, reminder_chore
from jobs.mailer import mailer_of
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
    clock, worker_id = clock or SystemClock(), random_id()
    database = Database(settings.database_url, keys_of(settings, USE))
    beginning.look(database, settings)
    wake = WakeQueue(settings.redis_url, job_policies(settings.turn_timeout_s, settings.background_timeout_s))
    feed = ProgressFeed(settings.redis_url, newsreel=not settings.is_production)
    metrics = Metrics()
    messenger = counted(TwilioMessenger(settings), "twilio", metrics.provider_errors)
    links = links_of(settings, clock)
    shutdown = Shutdown(clock, settings.stop_grace_s)
    presence = Presence(messenger, links, wake, clock, settings.progress_after_s)
    store, holds = counted(open_store(settings), "storage", metrics.provider_errors), Holds(database, worker_id)
    model = counted(
        OpenAIModel(settings.openai_base_url, settings.openai_api_key.get_secret_value()), "model",
        metrics.provider_errors,
    )  # fmt: skip
    toolbox = compose_toolbox(settings, database, clock, store, metrics, model)
    prices_of(settings).check_tools(toolbox.tools)
    turns = TurnRunner(
        settings=settings,
        database=database,
        model=model,
        store=store,
        links=links,
        clock=clock,
        presence=presence,
        metrics=metrics,
        toolbox=toolbox,
        shutdown=shutdown,
        feed=feed,
        pace=Pace(most=AT_ONCE if database.is_sqlite else MOST_AT_ONCE),  # one file has one writer
    )
    codes = OneTimeCodes(settings)
    learn(settings.otp_countries)
    desk = desk_of(settings, clock, links, store, codes)
    exchanges, run_holds = exchange(desk, database), RunHolds(database, worker_id)
    inbox = Inbox(
        database=database,
        settings=settings,
        clock=clock,
        turns=turns,
        exchange=exchanges,
        intake=intake_of(settings, database, store, clock, codes, metrics),
        wake=wake,
        shutdown=shutdown,
        holds=holds,
        worker_id=worker_id,
    )
    background = BackgroundWork(
        database=database,
        settings=settings,
        clock=clock,
        turns=turns,
        exchange=exchanges,
        wake=wake,
        shutdown=shutdown,
        holds=run_holds,
        worker_id=worker_id,
    )
    unwritten = Unwritten(database)
    ways_out: dict[str, Transport] = {
        **dict.fromkeys(Channel, ByTwilio(messenger, links, settings.public_url, settings.whatsapp_templates)),
        EMAIL: ByMail(mailer_of(settings, metrics), store),
        **(more or {}),
    }
    delivery = Delivery(
        database,
        Transports(ways_out),
        links,
        clock,
        worker_id,
        settings.part_wait_s,
        codes,
        unwritten,
        settings.default_language,
    )
    saying = Saying(settings, database, store, speaker_of(settings, metrics), wake, clock)
    cashier = cashier_of(settings, database, links, wake, clock, metrics)
    sweeper = Sweeper(database, settings, messenger, wake.apart(), clock, worker_id, holds, run_holds, links, unwritten,
                      database.apart(), f"{socket.gethostname()}:{os.getpid()}")  # fmt: skip
    beginning.patiently(sweeper.beat)

    def count_chore(what: str, number: int) -> None:
        metrics.chores.labels(what).inc(number)

    tables = (chore_table(settings, store, codes), (reminder_chore(settings, links),),
              (index_chore(settings, database, store, model),))  # fmt: skip
    chores, reminding, indexing = (Chores(database, worker_id, table, count_chore) for table in tables)
    threads = (
        Every("heartbeat", settings.worker_heartbeat_s, sweeper.beat),
        Every("lanes", settings.worker_heartbeat_s, sweeper.give_back),
        Every("lost workers", settings.worker_heartbeat_s, sweeper.take_over),
        Every("sweeper", settings.sweep_interval_s, sweeper.sweep),
        Every("gap finder", settings.sweep_interval_s, sweeper.find_gaps),
        Every("waiting line", WAITS_LOOKED_AT_S, WaitingLine(database, settings, clock, exchanges, wake).look),
        Every("chores", CHORES_LOOKED_AT_S, chores.tick),
        Every("reminders", CHORES_LOOKED_AT_S, reminding.tick),
        Every("indexing", settings.sweep_interval_s, when_due(database, indexing.tick, clock.now)),
        Every("presence", TICK_S, presence.tick, presence.began),
        Every("wishes", TICK_S, presence.hear),
    )
    metrics_server = MetricsServer(settings, metrics, sweeper.beats)
    return Runtime(settings, database, wake, toolbox, inbox, background, delivery, saying, cashier, Timers(), shutdown,
                   worker_id, threads, (chores, reminding, indexing), metrics_server, feed, sweeper)  # fmt: skip
