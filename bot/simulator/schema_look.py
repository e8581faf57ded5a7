"""Whether a database file is ready for the processes of `make run`, seen without the libraries that prepare one: they
take a second to load."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.dao.revisions import newest


def is_ready(database_url: str) -> bool:
    """Whether it is a SQLite file with the newest schema and the people whom a development machine makes up. False
    whenever that cannot be told at once, and for a service's own: no worker may meet it before `bot.cli.prepare` has
    judged it."""
    path = Path(database_url.removeprefix("sqlite:///"))
    if not database_url.startswith("sqlite:///") or not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(path, timeout=1)) as connection:
            version = connection.execute("SELECT version_num FROM alembic_version").fetchall()
            made_up = connection.execute("SELECT EXISTS (SELECT 1 FROM user_account WHERE id < 0)").fetchone()
            return bool(version == [(newest(),)] and made_up == (1,))
    except sqlite3.Error:
        return False
