"""What people send

Files that came from people beside those made for them; when media go at the provider.

Revision: 0028, after 0027
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

DUE = sa.text("media_due_at IS NOT NULL")


def upgrade() -> None:
    op.add_column("stored_file", sa.Column("origin", sa.String(length=8), nullable=False, server_default="made"))
    op.add_column("stored_file", sa.Column("description", sa.String(), nullable=False, server_default=""))
    op.add_column("inbound_message", sa.Column("media_due_at", UTCDateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_inbound_message_media_due", "inbound_message", ["media_due_at"], sqlite_where=DUE, postgresql_where=DUE
    )
