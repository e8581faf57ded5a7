"""The web process of a development machine: the product's, and the phone beside it. `make run` starts it; wsgi.py and
the workers never import it, so that nothing of the simulator is even loaded where people are served."""

import sys

from flask import Flask

from bot.app import HUB, Clients, create_app, make_clients
from bot.config import Settings, load_settings
from bot.errors import ConfigurationError
from bot.obs.logs import configure_logging
from bot.simulator.blueprint import phone_blueprints
from bot.web import guards


def create_development_app(settings: Settings, clients: Clients) -> Flask:
    """The product's application with the phone. Raises ConfigurationError in production."""
    app = create_app(settings, clients)
    for blueprint in phone_blueprints(settings, clients.database, app.extensions[HUB]):
        guards.register(app, blueprint, guards.development_only(settings))
    return app


def application() -> Flask:
    """What gunicorn serves here: `bot.development:application()`."""
    try:
        settings = load_settings()
        configure_logging(settings.log_level, settings.secret_values())
        return create_development_app(settings, make_clients(settings))
    except ConfigurationError as error:
        sys.exit(f"palabre: {error}")
