"""`flask --app wsgi admin`: who runs the service."""

import click
from flask.cli import AppGroup

from bot.cli.people import ADDRESS
from bot.dao import administrators
from bot.dao.database import Database


def administrators_group(database: Database) -> AppGroup:
    """The commands that add, remove and list administrators."""
    group = AppGroup("admin", help="People who run the service.")

    @group.command("add")
    @click.argument("address")
    def add(address: str) -> None:
        """Make ADDRESS (+225…, whatsapp:+225… or whatsapp:CI.…) an administrator's."""
        if not ADDRESS.fullmatch(address):
            raise click.BadParameter("an address looks like +2250700000000 or whatsapp:+2250700000000")
        with database.write() as session:
            added = administrators.add(session, address)
        click.echo(f"{address}: {'added' if added else 'an administrator already'}")

    @group.command("remove")
    @click.argument("address")
    def remove(address: str) -> None:
        """Make ADDRESS no administrator's any more, whichever channel it was added for."""
        with database.write() as session:
            removed = administrators.remove(session, address)
        if not removed:
            raise click.ClickException(f"{address} is no administrator")
        for each in removed:
            click.echo(f"{each}: removed")

    @group.command("list")
    def listed() -> None:
        """Every administrator, one a line."""
        with database.read() as session:
            for address in administrators.all_of(session):
                click.echo(address)

    return group
