"""By whose clock a task's hours are meant

The name of a time zone. Empty in what was noted before, and by the release before: then it is that of the number.

Revision: 0038, after 0037
"""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("task", sa.Column("zone", sa.String(length=40), nullable=True))
