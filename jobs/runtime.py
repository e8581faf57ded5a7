"""The worker process, composed: everything its jobs use, and the threads that run beside them."""

import logging
import os
import socket
from dataclasses import dataclass

from bot.clients.jina import JinaReader
from bot.clients.mail import Mailer
from bot.clients.model import OpenAIModel
from bot.clients.storage import open_store
from bot.clients.tavily import TavilySearch
from bot.clients.twilio import TwilioMessenger
from bot.clock import Clock, SystemClock
from bot.config import Settings
from bot.conversation.inbox import Inbox
from bot.conversation.talk import Desk
from bot.conversation.turn import TurnRunner
from bot.dao import workers
from bot.dao.database import Database
from bot.models.base import random_id
from bot.obs.logs import configure_logging
from bot.obs.metrics import Metrics
from bot.queue.policy import job_policies
from bot.queue.wake import WakeQueue
from bot.services.browse import Browser
from bot.services.delivery.mailing import Mailing
from bot.services.delivery.sender import Delivery
from bot.services.departure import Departure
from bot.services.files import links_of
from bot.services.otp import OneTimeCodes
from bot.services.presence import Presence
from bot.services.privacy.erase import sweep_orphans
from bot.tools.toolsets import missing
from jobs.background import Every, Timers
from jobs.exchanges import exchange, slow_halves
from jobs.sweeper import Sweeper

LEAVE_AFTER_S = 15.0  # what a running turn is given to end by itself when the process must leave
TICK_S = 1.0
ORPHANS_EVERY_S = 300.0
OLD_ROWS_EVERY_S = 3600.0
ORPHANS_AFTER_S = 3600.0  # longer than any run takes from storing a file to committing its row

log = logging.getLogger(__name__)
_current: list["Runtime"] = []


@dataclass(frozen=True, slots=True)
class Runtime:
    """What the jobs of this process use; also a background service of the worker."""

    settings: Settings
    database: Database
    wake: WakeQueue
    inbox: Inbox
    delivery: Delivery
    mailing: Mailing
    timers: Timers
    departure: Departure
    worker_id: str
    threads: tuple[Every, ...]

    def start(self) -> None:
        """Register this worker and begin to beat, sweep and tick."""
        _current[:] = [self]
        for line in missing(self.settings):
            log.warning(line)
        self.timers.start()
        for thread in self.threads:
            thread.start()

    def stop_claiming(self) -> None:
        """Begin nothing new; running turns stop at a checkpoint when their grace is over."""
        self.departure.ask()

    def stop(self) -> None:
        """End the threads and leave in good order: what this worker held is free at once."""
        for thread in self.threads:
            thread.stop()
        self.timers.stop()
        with self.database.write() as session:
            workers.forget(session, self.worker_id)
        self.wake.close()
        self.database.close()


def current() -> Runtime:
    """The runtime of this process. Raises RuntimeError outside a started worker."""
    if not _current:
        raise RuntimeError("no runtime: jobs run inside python -m jobs.worker")
    return _current[0]


def build_runtime(settings: Settings, clock: Clock | None = None) -> Runtime:
    """Compose the worker process; nothing runs before `start`."""
    configure_logging(settings.log_level, settings.secret_values())
    clock, worker_id = clock or SystemClock(), random_id()
    database = Database(settings.database_url)
    wake = WakeQueue(settings.redis_url, job_policies(settings.turn_timeout_s))
    messenger, links = TwilioMessenger(settings), links_of(settings, clock)
    departure = Departure(clock, LEAVE_AFTER_S)
    presence = Presence(messenger, links, wake, clock, settings.progress_after_s)
    store = open_store(settings)
    turns = TurnRunner(
        settings=settings,
        database=database,
        model=OpenAIModel(settings.openai_base_url, settings.openai_api_key.get_secret_value()),
        store=store,
        links=links,
        clock=clock,
        presence=presence,
        metrics=Metrics(),
        search=_search(settings),
        browser=_browser(settings),
        departure=departure,
    )
    desk, codes = Desk(settings, clock, links, store), OneTimeCodes(settings)
    inbox = Inbox(
        database=database,
        settings=settings,
        clock=clock,
        turns=turns,
        desk=desk,
        exchange=exchange(desk, database, codes),
        prepare=slow_halves(desk, database),
        wake=wake,
        departure=departure,
        worker_id=worker_id,
    )
    delivery = Delivery(database, messenger, links, clock, worker_id, settings.public_url, settings.part_wait_s, codes)
    mailing = Mailing(database, _mailer(settings), links, clock, worker_id, settings.default_language)
    label = f"{socket.gethostname()}:{os.getpid()}"
    sweeper = Sweeper(database, settings, messenger, wake, clock, worker_id, label)
    sweeper.beat()
    threads = (
        Every("heartbeat", settings.worker_heartbeat_s, sweeper.beat),
        Every("sweeper", settings.sweep_interval_s, sweeper.sweep),
        Every("gap finder", settings.sweep_interval_s, sweeper.find_gaps),
        Every("orphans", ORPHANS_EVERY_S, lambda: sweep_orphans(database, store, ORPHANS_AFTER_S, clock.now())),
        Every("old rows", OLD_ROWS_EVERY_S, sweeper.forget_old),
        Every("presence", TICK_S, presence.tick, presence.began),
    )
    return Runtime(settings, database, wake, inbox, delivery, mailing, Timers(), departure, worker_id, threads)


def _mailer(settings: Settings) -> Mailer | None:
    url = settings.smtp_url
    return Mailer(url.get_secret_value(), settings.mail_from) if url else None


def _search(settings: Settings) -> TavilySearch | None:
    key = settings.tavily_api_key
    return TavilySearch(key.get_secret_value(), settings.tavily_url) if key else None


def _browser(settings: Settings) -> Browser:
    key = settings.jina_api_key.get_secret_value() if settings.jina_api_key else None
    uses_jina = settings.jina_url or key
    jina = JinaReader(settings.jina_url or "https://r.jina.ai", key) if uses_jina else None
    return Browser(allow_hosts=settings.browse_allow_hosts, jina=jina)
