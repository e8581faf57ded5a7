"""`flask --app wsgi users erase`: what /supprimer does, for who asks for it by letter, or came back with a backup."""

from collections.abc import Sequence
from dataclasses import dataclass

import click
from sqlmodel import Session

from bot.cli.people import address_in
from bot.clients.storage import FileStore
from bot.dao import addresses, users
from bot.dao.database import Database
from bot.dao.privacy import owned_rows
from bot.dao.privacy.owned_rows import Holder
from bot.errors import StorageError
from bot.models.base import utc_now
from bot.services.privacy.erase import erase_held, remove_bytes
from bot.services.sign_in.phone_numbers import number_of

LONGEST_ID = 9  # digits: what has more and no + is a number, typed wrongly


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody to erase, and how who asks is told of them."""

    who: Holder
    name: str


def erase_person(database: Database, store: FileStore, person: str, *, asks: bool) -> None:
    """Erase everything of a user (by id) or of whoever an address is. Raises click.ClickException for nobody."""
    with database.read() as session:
        names = [each.name for each in _found(session, person)]
    if asks:
        click.confirm("\n".join((*names, "Erase all of it for ever?")), abort=True)
    digests: list[str] = []
    with database.write() as session:
        found = _found(session, person)
        if [each.name for each in found] != names:
            raise click.ClickException(f"{person} has done something meanwhile; nothing was erased, run it again")
        for each in found:
            digests += erase_held(session, each.who, "", None, utc_now())
    for name in names:
        click.echo(f"{name}: erased")
    try:
        remove_bytes(database, store, digests)
    except StorageError as error:
        click.echo(f"the bytes of their files are left to the workers' sweep: {error}", err=True)


def _found(session: Session, person: str) -> Sequence[Found]:
    """A user and the guests at their number; one user at most, since a shared phone leads to several."""
    if person.isascii() and person.isdigit() and len(person) <= LONGEST_ID:
        return [_of_user(session, int(person))]
    address = address_in(person)
    number = number_of(address)
    values = (number, f"whatsapp:{number}") if number else (address,)
    rows = [row for value in values if (row := addresses.by_value(session, value))]
    confirmed = users.with_number(session, number) if number else None
    ids = {row.user_id for row in rows if row.user_id is not None} | ({confirmed.id} if confirmed else set())
    if len(ids) > 1:
        raise click.ClickException(f"{person} leads to users {', '.join(map(str, sorted(ids)))}: give the id of one")
    guests = [Found(owned_rows.holder(session, row), f"{row.value}: a guest") for row in rows if row.user_id is None]
    found = [*(_of_user(session, each) for each in ids), *guests]
    if not found:
        raise click.ClickException(f"{person} is nobody's here")
    return found


def _of_user(session: Session, user_id: int) -> Found:
    user = users.by_id(session, user_id)
    if user is None or user.deleted_at is not None:
        now = f": they are user {user.merged_into} now" if user and user.merged_into else ""
        raise click.ClickException(f"user {user_id} is nobody{now}")
    who = owned_rows.account(session, user_id)
    places = ", ".join(each.value for each in who.addresses) or "without an address"
    return Found(who, f"user {user_id}, {places}, {user.credits} credits")
