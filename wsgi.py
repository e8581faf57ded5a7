"""The web process: `gunicorn wsgi:app`, `flask --app wsgi …`."""

from bot.app import application
from bot.cli.doctor.command import only_the_doctor
from bot.config import load_settings
from bot.errors import ConfigurationError

try:
    app = application(load_settings())
except ConfigurationError as error:
    app = only_the_doctor(error)
