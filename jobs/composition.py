"""The parts of a worker process, each composed of the means they share; `runtime` puts them together."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.agent.spec import Model
from bot.clients.mail import Mailer
from bot.clients.model import OpenAIModel
from bot.clients.storage import FileStore, open_store
from bot.clients.twilio import TwilioMessenger
from bot.clock import Clock
from bot.config import Settings
from bot.conversation.composition import desk_of, exchange
from bot.conversation.exchange import Exchange
from bot.conversation.inbox import Inbox
from bot.conversation.turn.background import BackgroundWork
from bot.conversation.turn.runner import TurnRunner
from bot.conversation.turn.summarising import Summariser
from bot.dao.conversation_key import USE
from bot.dao.database import Database
from bot.obs.counting import counted
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
from bot.services.library.files import Links, links_of
from bot.services.library.patience import PatientStore
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.work.chores import Chore, Chores
from bot.services.work.holds import Holds
from bot.services.work.pace import AT_ONCE, MOST_AT_ONCE, Pace
from bot.services.work.presence import Presence
from bot.services.work.shutdown import Shutdown
from bot.signing.keys import keys_of
from bot.tools.toolbox import Toolbox
from bot.types import EMAIL, Channel
from jobs import beginning
from jobs.chores import chore_table, index_chore, reminder_chore


@dataclass(frozen=True, slots=True)
class Means:
    """What the parts of one worker share: who it is, where it reads and writes, and the clients of providers."""

    settings: Settings
    clock: Clock
    worker_id: str
    database: Database
    wake: WakeQueue
    feed: ProgressFeed
    metrics: Metrics
    messenger: TwilioMessenger
    links: Links
    store: FileStore
    model: Model
    codes: OneTimeCodes
    shutdown: Shutdown


def means_of(settings: Settings, clock: Clock, worker_id: str) -> Means:
    """Waits until there is a database to begin with. Raises ConfigurationError where it is none of ours."""
    database = Database(settings.database_url, keys_of(settings, USE))
    beginning.look(database, settings)
    metrics = Metrics()
    failures = metrics.provider_errors
    return Means(
        settings,
        clock,
        worker_id,
        database,
        WakeQueue(settings.redis_url, job_policies(settings.turn_timeout_s, settings.background_timeout_s)),
        ProgressFeed(settings.redis_url, newsreel=not settings.is_production),
        metrics,
        counted(TwilioMessenger(settings), "twilio", failures),
        links_of(settings, clock),
        counted(open_store(settings), "storage", failures),
        counted(OpenAIModel(settings.openai_base_url, settings.openai_api_key.get_secret_value()), "model", failures),
        OneTimeCodes(settings),
        Shutdown(clock, settings.stop_grace_s),
    )


def turns_of(means: Means, toolbox: Toolbox, presence: Presence) -> TurnRunner:
    """What answers by the agent."""
    return TurnRunner(
        settings=means.settings,
        database=means.database,
        model=means.model,
        store=PatientStore(means.store, means.clock),
        links=means.links,
        clock=means.clock,
        presence=presence,
        metrics=means.metrics,
        toolbox=toolbox,
        shutdown=means.shutdown,
        feed=means.feed,
        summariser=Summariser(means.settings, means.model, means.clock),
        pace=Pace(most=AT_ONCE if means.database.is_sqlite else MOST_AT_ONCE),  # one file has one writer
    )


def exchange_of(means: Means) -> Exchange:
    """What answers without it."""
    desk = desk_of(means.settings, means.clock, means.links, means.store, means.codes)
    return exchange(desk, means.database)


def inbox_of(means: Means, turns: TurnRunner, exchanges: Exchange) -> Inbox:
    """What drains conversations."""
    settings, database, clock = means.settings, means.database, means.clock
    return Inbox(
        database=database,
        settings=settings,
        clock=clock,
        turns=turns,
        exchange=exchanges,
        intake=intake_of(settings, database, turns.store, clock, means.codes, means.metrics),
        wake=means.wake,
        shutdown=means.shutdown,
        holds=Holds(database, means.worker_id),
        worker_id=means.worker_id,
    )


def background_of(means: Means, turns: TurnRunner, exchanges: Exchange) -> BackgroundWork:
    """What goes on beside conversations."""
    return BackgroundWork(
        database=means.database,
        settings=means.settings,
        clock=means.clock,
        turns=turns,
        exchange=exchanges,
        wake=means.wake,
        shutdown=means.shutdown,
        holds=RunHolds(means.database, means.worker_id),
        worker_id=means.worker_id,
    )


def delivery_of(means: Means, unwritten: Unwritten, more: Mapping[str, Transport]) -> Delivery:
    """What sends. `more`: the ways out of further channels."""
    settings, links = means.settings, means.links
    ways_out: dict[str, Transport] = {
        **dict.fromkeys(Channel, ByTwilio(means.messenger, links, settings.public_url, settings.whatsapp_templates)),
        EMAIL: ByMail(_mailer_of(settings, means.metrics), means.store),
        **more,
    }
    return Delivery(
        means.database,
        Transports(ways_out),
        links,
        means.clock,
        means.worker_id,
        settings.part_wait_s,
        means.codes,
        unwritten,
        settings.default_language,
    )


def _mailer_of(settings: Settings, metrics: Metrics) -> Mailer | None:
    """None where no server is set: then no e-mail leaves."""
    if settings.smtp_url is None:
        return None
    return counted(Mailer(settings.smtp_url.get_secret_value(), settings.mail_from), "mail", metrics.provider_errors)


def chores_of(means: Means) -> tuple[Chores, Chores, Chores]:
    """Those nobody waits for, the reminders, and the indexing: none of them holds up another."""
    settings, store = means.settings, means.store

    def count(what: str, number: int) -> None:
        means.metrics.chores.labels(what).inc(number)

    def of(*table: Chore) -> Chores:
        return Chores(means.database, means.worker_id, table, count)

    return (
        of(*chore_table(settings, store, means.codes)),
        of(reminder_chore(settings, means.links)),
        of(index_chore(settings, means.database, store, means.model)),
    )
