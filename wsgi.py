"""The web process: `gunicorn wsgi:app`, `flask --app wsgi …`."""

import sys

from bot.app import application
from bot.config import load_settings
from bot.errors import ConfigurationError

try:
    app = application(load_settings())
except ConfigurationError as error:
    sys.exit(f"palabre: {error}")
