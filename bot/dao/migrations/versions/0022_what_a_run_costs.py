"""What a run costs

Beyond the price that is reserved: what it may cost, what it did, and what nobody paid; and who was told that few credits
are left.

Revision: 0022, after 0021
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("run", sa.Column("quoted", sa.Boolean(), nullable=False, server_default=sa.false()))
    for name in ("budget", "charged", "waived"):
        op.add_column("run", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    op.execute("UPDATE run SET charged = price WHERE status = 'done' AND stop_reason NOT IN ('error', 'cancelled')")
    op.add_column("user_account", sa.Column("told_low", sa.Boolean(), nullable=False, server_default=sa.false()))
