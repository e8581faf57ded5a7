"""What providers cost

By day and mode, and whether they serve us at all; a user's runs of a day are found by one index.

Revision: 0023, after 0022
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "spending",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("shard", sa.Integer(), nullable=False),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.Column("dollars", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("day", "mode", "shard", name=op.f("pk_spending")),
    )
    op.create_table(
        "provider_breaker",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("outages", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(64), nullable=False),
        *(
            sa.Column(name, UTCDateTime(), nullable=True)
            for name in ("opened_at", "probe_at", "alerted_at", "struck_at")
        ),
        sa.Column("probe_run", sa.Integer(), nullable=True),
        sa.Column("struck_by", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_provider_breaker")),
    )
    op.create_index("ix_run_user", "run", ["user_id", "started_at"])
    op.drop_index("ix_run_user_id", table_name="run")
