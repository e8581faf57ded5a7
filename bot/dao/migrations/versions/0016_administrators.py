"""Administrators

Revision: 0016, after 0015
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "administrator",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("value", sa.String(160), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("value"),
        sqlite_autoincrement=True,
    )
