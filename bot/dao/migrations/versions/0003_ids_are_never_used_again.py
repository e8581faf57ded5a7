"""Ids are never used again

SQLite gives the id of a deleted newest row to the next one, and PostgreSQL never does. Erasing a person deletes rows
whose ids are named elsewhere: runs in the ledger's keys, parts in Twilio's callbacks, questions on buttons.

Revision: 0003, after 0002
"""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for table in ("run", "outbound_part", "pending_interaction"):
        with op.batch_alter_table(table, recreate="always", table_kwargs={"sqlite_autoincrement": True}):
            pass
