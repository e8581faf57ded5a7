"""`flask --app wsgi migrate` and `flask --app wsgi users add`."""

import re
from datetime import timedelta

import click
from flask import Flask
from flask.cli import AppGroup

from bot.config import Settings
from bot.dao import addresses, conversations, schema
from bot.dao.database import Database
from bot.models import Address, User
from bot.models.base import utc_now
from bot.services import credits
from bot.services.phone_numbers import number_of
from bot.types import Mode

ADDRESS = re.compile(r"\+\d{6,15}|whatsapp:\+\d{6,15}|whatsapp:[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,140}")


def add_commands(app: Flask, settings: Settings, database: Database) -> None:
    """Give the application its commands."""

    @app.cli.command("migrate")
    def migrate() -> None:
        """Bring the database schema to the newest revision."""
        click.echo(f"schema: {schema.migrate(database)}")

    users = AppGroup("users", help="People who may use the service.")

    @users.command("add")
    @click.argument("address")
    @click.option("--mode", type=click.Choice([Mode.STUDENT.value, Mode.PRO.value]), required=True)
    @click.option("--credits", "amount", type=click.IntRange(0, 1_000_000), default=0, show_default=True)
    def add(address: str, mode: str, amount: int) -> None:
        """Make ADDRESS (+225…, whatsapp:+225… or whatsapp:CI.…) a user, or change its mode, and give it credits.

        The WhatsApp and SMS addresses of one number are one user."""
        if not ADDRESS.fullmatch(address):
            raise click.BadParameter("an address looks like +2250700000000 or whatsapp:+2250700000000")
        click.echo(add_user(database, address, Mode(mode), amount, settings.sign_in_days))

    app.cli.add_command(users)


def add_user(database: Database, address: str, mode: Mode, amount: int, sign_in_days: int = 30) -> str:
    """Make an address a user's: the number's, if it has one already, else a new one's. Run again, it changes the mode
    and tops the balance up to `amount`."""
    with database.write() as session:
        row = session.get_one(Address, conversations.ensure(session, address).address_id)
        user, joined = addresses.owner(session, row), ""
        if user is None:
            number = number_of(address)
            user = addresses.user_of_number(session, number) if number else None
            joined = ", the number's user already" if user else ""
            user = user or User()
            session.add(user)
            session.flush()
            row.user_id = user.id
        user.mode = mode
        row.signed_in_until = utc_now() + timedelta(days=sign_in_days)
        session.flush()
        credits.top_up(session, user, amount)
        return f"{address}: user {user.id}{joined}, {user.mode}, {user.credits} credits"
