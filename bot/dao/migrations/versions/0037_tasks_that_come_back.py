"""Tasks that come back

On which days, at which hour, and until when. Those whose next time is not set, as by the release before, or was set by a
clock far ahead are found by the indexes.

Revision: 0037, after 0036
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

REPEATS = sa.text("repeats IS NOT NULL AND done_at IS NULL")
ASTRAY = sa.text("repeats IS NOT NULL AND remind_at IS NULL AND done_at IS NULL")


def upgrade() -> None:
    op.add_column("task", sa.Column("repeats", sa.String(length=40), nullable=True))
    op.add_column("task", sa.Column("repeats_until", UTCDateTime(timezone=True), nullable=True))
    op.create_index("ix_task_repeats", "task", ["reminded_at"], postgresql_where=REPEATS, sqlite_where=REPEATS)
    op.create_index("ix_task_astray", "task", ["id"], postgresql_where=ASTRAY, sqlite_where=ASTRAY)
