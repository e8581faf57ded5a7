"""What can be tapped

Parts may carry the options of their question, and the template by which they went; templates are remembered by shape.

Revision: 0009, after 0008
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "content_template",
        sa.Column("account", sa.String(length=34), nullable=False),
        sa.Column("shape", sa.String(length=16), nullable=False),
        sa.Column("sid", sa.String(length=34), nullable=False),
        sa.Column("created_at", UTCDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("account", "shape", name=op.f("pk_content_template")),
    )
    op.add_column("outbound_part", sa.Column("options", sa.JSON(none_as_null=True), nullable=True))
    op.add_column("outbound_part", sa.Column("content_sid", sa.String(length=34), nullable=True))
