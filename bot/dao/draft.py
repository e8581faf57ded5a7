"""`make migration NAME="…"`: drafts the next migration by comparing the models with a migrated, empty database."""

import sys
import tempfile
from pathlib import Path

from alembic import command

from bot.dao.database import Database
from bot.dao.revisions import MIGRATIONS
from bot.dao.schema import alembic_config


def draft(name: str) -> Path:
    """Write the next numbered file in migrations/versions; a person then reads and mends it."""
    versions = MIGRATIONS / "versions"
    number = f"{len(list(versions.glob('[0-9]*.py'))) + 1:04d}"
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/draft.db")
        with database.write_connection() as connection:
            config = alembic_config(connection)
            command.upgrade(config, "head")
            command.revision(config, message=name, rev_id=number, autogenerate=True)
        database.close()
    path = next(versions.glob(f"{number}_*.py"))
    text = path.read_text().replace("sqlmodel.sql.sqltypes.AutoString", "sa.String")
    path.write_text("\n".join(line for line in text.splitlines() if not line.strip().startswith("# ###")) + "\n")
    return path


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1]:
        sys.exit('usage: make migration NAME="Add quizzes"')
    sys.stdout.write(f"{draft(sys.argv[1])}\n")
