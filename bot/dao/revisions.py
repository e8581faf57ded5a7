"""The revision that a database has and the newest that this release knows, seen without the libraries that migrate:
they take a second to load."""

from pathlib import Path
from typing import Final

from sqlalchemy import text
from sqlmodel import Session

from bot.dao.work import workers
from bot.errors import ConfigurationError

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def newest() -> str:
    """The newest there is in this release: files are called by their revisions."""
    return max(file.name[:4] for file in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def found(session: Session) -> str:
    """The revision of a database that has its tables."""
    return str(session.execute(text("SELECT version_num FROM alembic_version")).scalar_one())


def there(session: Session) -> str | None:
    """The revision of a database; None when it has no tables yet."""
    return found(session) if workers.have_their_table(session) else None


def is_newer(revision: str | None, known: str) -> bool:
    """Whether a revision comes behind `known`, by its number."""
    return revision is not None and revision.isdigit() and len(revision) == len(known) and revision > known


def is_at_least(revision: str | None, known: str) -> bool:
    """Whether whoever needs `known` can work on it: a migration takes nothing away that the release before uses."""
    return revision == known or is_newer(revision, known)


def refuse_older(session: Session) -> None:
    """Raises ConfigurationError, which says what to run, when a database has no tables or those of an older release."""
    revision, needed = there(session), newest()
    if revision is None:
        raise ConfigurationError("the database has no tables yet: run flask --app wsgi migrate first")
    if not is_at_least(revision, needed):
        raise ConfigurationError(
            f"the database's schema ({revision}) is not this release's ({needed}): run flask --app wsgi migrate first"
        )
