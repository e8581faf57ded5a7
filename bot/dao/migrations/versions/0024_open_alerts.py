"""Open alerts

Those nobody has seen to are found by an index of their own.

Revision: 0024, after 0023
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    where = sa.text("acknowledged_at IS NULL")
    op.create_index("ix_alert_open", "alert", ["kind", "id"], postgresql_where=where, sqlite_where=where)
