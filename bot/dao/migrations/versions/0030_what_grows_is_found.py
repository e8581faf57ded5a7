"""What grows is found by an index

Files that were indexed with another model of sentences; what somebody wrote lately that could not wait; and the open
runs and parts of a conversation: with the column that says so in the index too, SQLite takes it rather than that of all
runs and parts that ever were.

Revision: 0030, after 0029
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

OPEN = (("run", "ended_at"), ("outbound_part", "closed_at"))


def upgrade() -> None:
    for table, ended in OPEN:
        op.drop_index(op.f(f"ix_{table}_open"), table)
        _partial(f"ix_{table}_open", table, ["conversation_id", ended, "id"], f"{ended} IS NULL")
    marked = ["conversation_id", "priority", "received_at"]
    _partial("ix_inbound_message_marked", "inbound_message", marked, "priority IS NOT NULL")
    _partial("ix_file_index_embedder", "file_index", ["outcome", "embedder"], "due_at IS NULL")


def _partial(name: str, table: str, columns: list[str], where: str) -> None:
    op.create_index(name, table, columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))
