"""People and events that a development machine makes up, so that its administrators' page shows something. They are
recognised by their users: those have numbers below zero, which no database gives by itself, and whatever is made up
belongs to one of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import exists, insert, literal, select
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col

from bot.config import Settings
from bot.dao.database import Database
from bot.errors import ConfigurationError, DatabaseAway
from bot.models import Address, Run, User

Rows = Sequence[Mapping[str, Any]]


def is_made_up(user_id: int | None) -> bool:
    """Whether a user is made up, and with them all that is theirs."""
    return user_id is not None and user_id < 0


def is_there(session: Session) -> bool:
    """Whether anything made up is in this database."""
    nobody = literal(0, literal_execute=True)  # so that PostgreSQL knows how few there are, and goes by the index
    return bool(session.scalar(select(exists().where(col(User.id) < nobody))))


def is_new(session: Session) -> bool:
    """Whether nothing has happened in this database yet: somebody is known, but nobody was answered and nothing made
    up. (The first real user comes first: after one below zero SQLite would number the next one 0.)"""
    has_users, has_runs = exists().where(col(User.id) > 0), exists().where(col(Run.id).is_not(None))
    return not is_there(session) and bool(session.scalar(select(has_users & ~has_runs)))


def check(database: Database, settings: Settings) -> None:
    """Raise ConfigurationError in production when something made up is in the database: what people paid must never
    stand beside what nobody did."""
    if settings.is_production and _holds(database, is_there):
        raise ConfigurationError("DATABASE_URL is that of a development machine: it holds made-up people")


def _holds(database: Database, what: Callable[[Session], bool]) -> bool:
    try:
        with database.read() as session:
            return what(session)
    except (SQLAlchemyError, DatabaseAway):
        return False  # it is away, or not migrated yet: what needs it will say so


def check_home(database: Database, people: Collection[str]) -> None:
    """Raise ConfigurationError when a database has addresses, and neither somebody made up nor one of `people`, who are
    on every development machine: it is a service's. Its people would be answered on the phones of a page, and never
    hear of it."""
    if _holds(database, lambda session: _is_anothers(session, people)):
        raise ConfigurationError(
            "DATABASE_URL holds people who are not of a development machine: their messages would be answered on the "
            "phones here, and reach nobody. Let DATABASE_URL name another one, or nothing, and --data another folder"
        )


def _is_anothers(session: Session, people: Collection[str]) -> bool:
    known = select(exists().where(col(Address.value).in_(people)))
    others = select(exists().where(col(Address.id).is_not(None)))
    return bool(session.scalar(others)) and not session.scalar(known) and not is_there(session)


def write(session: Session, table: type[Any], rows: Rows) -> None:
    """Insert rows as they are."""
    if rows:
        session.connection().execute(insert(table.__table__), rows)


def write_numbered(session: Session, table: type[Any], rows: Rows) -> Sequence[int]:
    """Insert rows; returns the numbers the database gave them, in their order."""
    made = insert(table.__table__).returning(table.__table__.c.id, sort_by_parameter_order=True)
    return list(session.connection().execute(made, rows).scalars()) if rows else []
