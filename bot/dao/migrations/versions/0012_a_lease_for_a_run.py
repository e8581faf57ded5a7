"""A lease for a run

A run may be held by a worker of its own, beside the lane of its conversation; and the rows of a transcript are found in
their order by one index.

Revision: 0012, after 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

IN_BACKGROUND = sa.text("ended_at IS NULL AND lease_epoch > 0")


def upgrade() -> None:
    op.add_column("run", sa.Column("lease_worker", sa.String(length=32), nullable=True))
    op.add_column("run", sa.Column("lease_epoch", sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_run_lease", "run", ["lease_worker"], postgresql_where=IN_BACKGROUND, sqlite_where=IN_BACKGROUND)
    op.create_index("ix_transcript_message_order", "transcript_message", ["conversation_id", "id"])
    op.drop_index("ix_transcript_message_conversation_id", table_name="transcript_message")
