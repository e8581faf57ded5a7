"""Open alerts

Those nobody has seen to are found by an index of their own.

Revision: 0022, after 0021
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    where = sa.text("acknowledged_at IS NULL")
    op.create_index("ix_alert_open", "alert", ["kind", "id"], postgresql_where=where, sqlite_where=where)
