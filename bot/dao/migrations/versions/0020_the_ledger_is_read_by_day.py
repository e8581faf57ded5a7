"""The ledger is read by day

Indices for the administrators' page, and what whole days came to. The index by user alone is part of the one by user
and time.

Revision: 0020, after 0019
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ledger_day",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(256), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", "kind", "amount", "reason", name=op.f("pk_ledger_day")),
    )
    op.create_index("ix_ledger_entry_time", "ledger_entry", ["created_at", "id"])
    op.create_index("ix_ledger_entry_user", "ledger_entry", ["user_id", "created_at", "id", "amount"])
    op.create_index("ix_ledger_entry_alike", "ledger_entry", ["kind", "amount", "reason", "created_at", "id"])
    op.drop_index(op.f("ix_ledger_entry_user_id"), "ledger_entry")
