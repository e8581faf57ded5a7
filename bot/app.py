"""The web process, composed: `create_app(settings)` builds what the endpoints need and registers them, guarded."""

from dataclasses import dataclass

from flask import Flask

from bot.cli.commands import add_commands
from bot.clients.storage import FileStore, open_store
from bot.clock import Clock, SystemClock
from bot.config import Settings
from bot.dao import made_up
from bot.dao.conversation_key import USE
from bot.dao.database import Database
from bot.dao.engine.limits import WEB
from bot.errors import ConfigurationError
from bot.obs.logs import configure_logging
from bot.obs.metrics import Metrics
from bot.queue.policy import job_policies
from bot.queue.progress import ProgressReader
from bot.queue.wake import WakeQueue
from bot.services.library.files import links_of
from bot.services.mail.unsubscribing import unsubscribing_of
from bot.services.money.providers import providers_of
from bot.services.watching.hub import Hub
from bot.services.watching.lookout import Lookout
from bot.signing.keys import keys_of
from bot.web import guards
from bot.web.admin.blueprint import join as join_admin
from bot.web.failures import answer_of
from bot.web.health import health_blueprint, metrics_blueprint
from bot.web.hooks import MOST_BYTES, Hooks
from bot.web.media import media_blueprint
from bot.web.payments import back_blueprint, payments_blueprint
from bot.web.twilio import twilio_hooks
from bot.web.unsubscribe import unsubscribe_blueprint
from bot.web.vitals import Vitals

HUB = "palabre.hub"


@dataclass(frozen=True, slots=True)
class Clients:
    """What the web process talks to; made by `make_clients`, or by a test."""

    database: Database
    wake: WakeQueue
    store: FileStore
    clock: Clock
    metrics: Metrics


def make_clients(settings: Settings) -> Clients:
    """The real ones. Raises ConfigurationError when SECRET_KEY is not the database's, or when production is given a
    development machine's."""
    database = Database(settings.database_url, keys_of(settings, USE), limits=WEB, refuses_at_once=True)
    try:
        database.conversation_key.check()
        database.conversation_key.open()  # each message asks for it
        made_up.check(database, settings)
    except ConfigurationError:
        database.close()
        raise
    return Clients(
        database=database,
        wake=WakeQueue(settings.redis_url, job_policies(settings.turn_timeout_s, settings.background_timeout_s)),
        store=open_store(settings),
        clock=SystemClock(),
        metrics=Metrics(),
    )


def create_app(settings: Settings, clients: Clients) -> Flask:
    """The Flask application."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = MOST_BYTES
    app.before_request(guards.well_formed)
    links = links_of(settings, clients.clock)
    database, clock = clients.database, clients.clock
    views = twilio_hooks(settings, database, clients.wake, links, clock, clients.metrics)
    app.wsgi_app = Hooks(app.wsgi_app, views, guards.twilio_only(settings))  # type: ignore[method-assign]
    guards.register(app, media_blueprint(database, clients.store, links), guards.public)
    providers = providers_of(settings)
    guards.register(
        app,
        payments_blueprint(providers, database, clients.wake, clock, clients.metrics),
        guards.payment_provider_only(providers.known, clock),
    )
    guards.register(app, back_blueprint(), guards.public)
    unsubscribing = unsubscribing_of(settings, clock)
    guards.register(app, unsubscribe_blueprint(database, unsubscribing), guards.public)
    vitals = Vitals(database, clients.wake, settings.worker_lost_after_s)
    guards.register(app, health_blueprint(vitals, clock), guards.public)
    guards.register(app, metrics_blueprint(clients.metrics, vitals, clock), guards.metrics_token(settings))
    app.extensions[HUB] = hub = Hub(
        ProgressReader(settings.redis_url), Lookout(database, clock).look, settings.most_watchers
    )
    join_admin(app, settings, database, clients.wake, vitals, clock, hub)
    add_commands(app, settings, database, clients.store)
    app.register_error_handler(Exception, answer_of)
    return app


def application(settings: Settings) -> Flask:
    """What wsgi.py serves."""
    configure_logging(settings.log_level, settings.secret_values())
    return create_app(settings, make_clients(settings))
