"""Statements about who is there, and what they have, that every turn asks, built once a process, as those of
bot.dao.turn_statements are."""

from functools import cache

from sqlalchemy import bindparam, select, update
from sqlmodel import SQLModel

from bot.dao.engine.prepared import Prepared
from bot.dao.inserts import inserter
from bot.models import Address, Conversation, LedgerEntry, User

_ADDRESSES, _CONVERSATIONS, _LEDGER, _USERS = (
    SQLModel.metadata.tables[str(each.__tablename__)] for each in (Address, Conversation, LedgerEntry, User)
)


@cache
def people_of() -> Prepared:
    """`of_id`: all columns of its address, of that one's user, empty where there is none, and of the conversation."""
    here, at, user = _CONVERSATIONS.c, _ADDRESSES.c, _USERS.c
    joined = _CONVERSATIONS.join(_ADDRESSES, at.id == here.address_id).outerjoin(_USERS, user.id == at.user_id)
    return Prepared(select(*at, *user, *here).select_from(joined).where(here.id == bindparam("of_id")))


@cache
def signed_in() -> Prepared:
    """`of_id`, `since`: a conversation, if somebody is signed in there beyond that moment."""
    here, at = _CONVERSATIONS.c, _ADDRESSES.c
    joined = _CONVERSATIONS.join(_ADDRESSES, at.id == here.address_id)
    beyond = at.signed_in_until > bindparam("since", type_=at.signed_in_until.type)
    return Prepared(select(here.id).select_from(joined).where(here.id == bindparam("of_id"), beyond))


@cache
def moved_balance() -> Prepared:
    """`of_user`, `amount`; the new balance comes back, unless it would be below zero."""
    moved = _USERS.c.credits + bindparam("amount")
    covered = update(_USERS).where(_USERS.c.id == bindparam("of_user"), moved >= 0)
    return Prepared(covered.values(credits=moved).returning(_USERS.c.credits))


@cache
def new_entry(dialect: str) -> Prepared:
    """All columns but the id, which comes back unless there is an entry with this key."""
    once = inserter(dialect)(_LEDGER).on_conflict_do_nothing(index_elements=["idempotency_key"])
    return Prepared(once.returning(_LEDGER.c.id))
