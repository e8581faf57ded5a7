"""Lists are read by page

Indices for the administrators' page: of runs, tool calls, parts and payments, each with the id at its end, so that a
page of what it finds is read in order and no further.

Revision: 0025, after 0024
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_REFUSED = sa.text("error_code IS NOT NULL")


def upgrade() -> None:
    for table, column, following in (
        ("run", "conversation_id", "id"),
        ("run", "status", "id"),
        ("tool_call", "tool", "run_id"),
        ("outbound_part", "conversation_id", "id"),
        ("outbound_part", "state", "id"),
        ("payment", "user_id", "id"),
    ):
        op.drop_index(op.f(f"ix_{table}_{column}"), table)
        op.create_index(f"ix_{table}_{column}", table, [column, following])
    op.create_index("ix_run_stop_reason", "run", ["stop_reason", "id"])
    op.create_index(
        "ix_outbound_part_error_code",
        "outbound_part",
        ["error_code", "id"],
        postgresql_where=_REFUSED,
        sqlite_where=_REFUSED,
    )
    op.create_index("ix_payment_status", "payment", ["status", "id"])
    op.create_index("ix_payment_provider", "payment", ["provider", "id"])
