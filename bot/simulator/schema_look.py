"""Whether a database file needs a migration, seen without the libraries that make one: they take a second to load."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.dao.revisions import newest


def is_current(database_url: str) -> bool:
    """Whether it is a SQLite file with the newest schema. False whenever that cannot be told at once."""
    path = Path(database_url.removeprefix("sqlite:///"))
    if not database_url.startswith("sqlite:///") or not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(path, timeout=1)) as connection:
            return bool(connection.execute("SELECT version_num FROM alembic_version").fetchall() == [(newest(),)])
    except sqlite3.Error:
        return False
