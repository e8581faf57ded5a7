"""`flask --app wsgi admin`: who runs the service."""

from collections.abc import Sequence

import click
from flask.cli import AppGroup

from bot.cli.in_words import in_words
from bot.cli.people import address_in
from bot.dao.admin import administrators
from bot.dao.database import Database
from bot.services.sign_in.phone_numbers import Reason, Refused, number_of, parse_mobile

NO_CODE = {
    Reason.INVALID: "no operator gives this number",
    Reason.NOT_MOBILE: "codes go to mobile numbers alone",
    Reason.COUNTRY: "its country is not among OTP_COUNTRIES",
}


def administrators_group(database: Database, countries: Sequence[str]) -> AppGroup:
    """The commands that add, remove and list administrators. `countries`: those that codes go to."""
    group = AppGroup("admin", help="People who run the service.")

    @group.command("add")
    @click.argument("address")
    @in_words(database)
    def add(address: str) -> None:
        """Make ADDRESS (+225…, whatsapp:+225… or whatsapp:CI.…) an administrator's."""
        address = address_in(address)
        with database.write() as session:
            added = administrators.add(session, address)
        click.echo(f"{address}: {'added' if added else 'an administrator already'}")
        hindrance = _hindrance(address, countries)
        if hindrance:
            click.echo(f"{address}: is told of reported faults, and cannot sign in at /admin: {hindrance}", err=True)

    @group.command("remove")
    @click.argument("address")
    @in_words(database)
    def remove(address: str) -> None:
        """Make ADDRESS no administrator's any more, whichever channel it was added for."""
        address = address_in(address)
        with database.write() as session:
            removed = administrators.remove(session, address)
        if not removed:
            raise click.ClickException(f"{address} is no administrator")
        for each in removed:
            click.echo(f"{each}: removed")

    @group.command("list")
    @in_words(database)
    def listed() -> None:
        """Every administrator, one a line."""
        with database.read() as session:
            for address in administrators.all_of(session):
                click.echo(address)

    return group


def _hindrance(address: str, countries: Sequence[str]) -> str:
    """Why no code would let them in; empty when one would."""
    number = number_of(address)
    if number is None:
        return "it hides its number, and codes go to numbers"
    mobile = parse_mobile(number, countries[0], countries)
    if isinstance(mobile, Refused):
        return NO_CODE[mobile.reason]
    return "" if mobile.e164 == number else f"this number has become {mobile.e164}; add that one"
