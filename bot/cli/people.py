"""Making somebody a user from the command line."""

import re
from datetime import timedelta

import click

from bot.dao import addresses, conversations
from bot.dao.database import Database
from bot.dao.delivery import suppressions
from bot.models import Address, User
from bot.models.base import utc_now
from bot.services.money import credits
from bot.services.sign_in.phone_numbers import number_of
from bot.text.safe import safe_text
from bot.types import Mode

ADDRESS = re.compile(r"(?:whatsapp:)?\+[0-9]{6,15}|whatsapp:[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,140}")
_BETWEEN = re.compile(r"[\s().\-/]")


def address_in(typed: str) -> str:
    """The address in what an operator typed or copied, a number as people write it. Raises click.BadParameter."""
    written = safe_text(typed).strip()
    address = _BETWEEN.sub("", written) if "+" in written else written
    if not ADDRESS.fullmatch(address):
        raise click.BadParameter("an address looks like +2250700000000 or whatsapp:+2250700000000")
    return address


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


def stop_mails(database: Database, address: str) -> str:
    """The agent writes no more e-mails there."""
    with database.write() as session:
        suppressions.add(session, suppressions.digest_of(session, address), utc_now())
    return f"{address}: no more e-mails of the agent, until it is confirmed by /email"
