"""Who was told that they wait

When the people of a conversation heard last that their message waits.

Revision: 0031, after 0030
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("conversation", sa.Column("told_waiting_at", UTCDateTime(timezone=True), nullable=True))
