"""What is held is found by address

Every turn asks whether something is held for who wrote: an index of what is held, by address, so that neither the held
parts of everybody nor, on PostgreSQL, all parts are read for it. And what was alerted lately, by kind.

Revision: 0032, after 0031
"""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    held = sa.text("state = 'held'")
    op.create_index(
        "ix_outbound_part_held", "outbound_part", ["address", "state"], sqlite_where=held, postgresql_where=held
    )
    op.create_index("ix_alert_recent", "alert", ["kind", "created_at"])
