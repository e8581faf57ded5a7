"""Taint and approvals

Runs and conversations remember that they rest on untrusted data; a tool call names the question that allowed it. What
is there already is marked when it may rest on pages or search results: rather one question too many.

Revision: 0005, after 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

BACKFILL = (
    "UPDATE run SET tainted = true WHERE id IN "
    "(SELECT run_id FROM tool_call WHERE tool IN ('web_search', 'browse_url'))",
    "UPDATE stored_file SET tainted = true WHERE run_id IN (SELECT id FROM run WHERE tainted)",
    "UPDATE conversation SET tainted_upto = COALESCE((SELECT max(t.id) FROM transcript_message t "
    "WHERE t.conversation_id = conversation.id AND t.run_id IN (SELECT id FROM run WHERE tainted)), 0)",
)


def upgrade() -> None:
    op.add_column("run", sa.Column("tainted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("run", sa.Column("asked", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("conversation", sa.Column("tainted_upto", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("tool_call", sa.Column("approval_id", sa.Integer(), nullable=True))
    for statement in BACKFILL:
        op.execute(statement)
