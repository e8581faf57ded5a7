"""Limits of a sender

What each address has used of its limits; what makes a message more than one of many, so that it is found among a
thousand others; indexes for the questions that are asked about waiting messages and running turns.

Revision: 0007, after 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

WAITING = "processed_at IS NULL"
INDEXES = (
    ("ix_inbound_message_oldest", "inbound_message", ("received_at",), WAITING),
    (
        "ix_inbound_message_priority",
        "inbound_message",
        ("conversation_id", "priority", "id"),
        f"{WAITING} AND priority IS NOT NULL",
    ),
    ("ix_run_open", "run", ("conversation_id", "id"), "ended_at IS NULL"),
)


def upgrade() -> None:
    op.add_column("address", sa.Column("meters", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("inbound_message", sa.Column("priority", sa.String(16), nullable=True))
    for name, table, columns, where in INDEXES:
        op.create_index(name, table, list(columns), postgresql_where=sa.text(where), sqlite_where=sa.text(where))
