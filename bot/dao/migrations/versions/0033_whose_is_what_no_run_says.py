"""Whose is what no run says

A task's reminder or a receipt is written without a run: when it was held, whoever wrote next from its user's phone got
it. Such parts name their user, and are found by them when two users become one or somebody is erased.

Revision: 0033, after 0032
"""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbound_part", sa.Column("user_id", sa.Integer(), nullable=True))
    named = sa.text("user_id IS NOT NULL")
    op.create_index(
        "ix_outbound_part_user_id", "outbound_part", ["user_id"], sqlite_where=named, postgresql_where=named
    )
