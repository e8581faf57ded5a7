"""`flask --app wsgi content sync`: our templates at Twilio."""

import click
from flask.cli import AppGroup

from bot.cli.in_words import in_words
from bot.clients.twilio_content import TwilioContent
from bot.clock import SystemClock
from bot.config import Settings
from bot.dao.database import Database
from bot.errors import ProviderError
from bot.services.delivery import templates


def content_group(settings: Settings, database: Database) -> AppGroup:
    """The group of commands."""
    content = AppGroup("content", help="Templates at Twilio, for buttons and lists on WhatsApp.")

    @content.command("sync")
    @in_words(database)
    def sync() -> None:
        """Make the templates that are missing at Twilio and remember them. May be run at any time, from anywhere."""
        client = TwilioContent(settings)
        try:
            there, made = templates.sync(database, client, settings.twilio_account_sid, SystemClock())
        except ProviderError as error:
            code = f" (code {error.code})" if error.code is not None else ""
            raise click.ClickException(f"{error}{code}; nothing has changed, run it again") from None
        finally:
            client.close()
        click.echo(f"templates: {there}, made now: {made}")

    return content
