"""`flask --app wsgi migrate`, `users` (`add`, `erase`, `unsubscribe`), `admin add`, `content sync` and `doctor`."""

import click
from flask import Flask
from flask.cli import AppGroup

from bot.cli.administrators import administrators_group
from bot.cli.content import content_group
from bot.cli.doctor.command import doctor
from bot.cli.erasing import erase_person
from bot.cli.in_words import in_words
from bot.cli.people import add_user, address_in, stop_mails
from bot.cli.schema import bring_up_to_date
from bot.clients.mail_message import is_address
from bot.clients.storage import FileStore
from bot.config import Settings
from bot.dao.database import Database
from bot.services.sign_in.lasting import longest
from bot.types import Mode


def add_commands(app: Flask, settings: Settings, database: Database, store: FileStore) -> None:
    """Give the application its commands."""

    @app.cli.command("migrate")
    @in_words(database, tables=False)
    def migrate() -> None:
        """Bring the database schema to the newest revision."""
        bring_up_to_date(database, settings, click.echo)

    app.cli.add_command(users_group(settings, database, store))
    app.cli.add_command(administrators_group(database, settings.otp_countries))
    app.cli.add_command(doctor)
    app.cli.add_command(content_group(settings, database))


def users_group(settings: Settings, database: Database, store: FileStore) -> AppGroup:
    """The commands about single users."""
    users = AppGroup("users", help="People who may use the service.")

    @users.command("add")
    @click.argument("address")
    @click.option("--mode", type=click.Choice([Mode.STUDENT.value, Mode.PRO.value]), required=True)
    @click.option("--credits", "amount", type=click.IntRange(0, 1_000_000), default=0, show_default=True)
    @in_words(database)
    def add(address: str, mode: str, amount: int) -> None:
        """Make ADDRESS (+225…, whatsapp:+225… or whatsapp:CI.…) a user, or change its mode, and give it credits.

        The WhatsApp and SMS addresses of one number are one user."""
        click.echo(add_user(database, address_in(address), Mode(mode), amount, longest(settings).days))

    @users.command("unsubscribe")
    @click.argument("address")
    @in_words(database)
    def unsubscribe(address: str) -> None:
        """Send no more e-mails of the agent to ADDRESS, whose reader asked for it by e-mail instead of by the link."""
        if not is_address(address):
            raise click.BadParameter("not an e-mail address")
        click.echo(stop_mails(database, address))

    @users.command("erase")
    @click.argument("person")
    @click.option("--yes", is_flag=True, help="Do not ask.")
    @in_words(database)
    def erase(person: str, *, yes: bool) -> None:
        """Erase everything of PERSON as /supprimer does: a user's id (12), or an address (+225…, whatsapp:+225…).

        Of a number it is what was written by WhatsApp and by SMS. The ledger stays without words. Nothing undoes it."""
        erase_person(database, store, person, asks=not yes)

    return users
