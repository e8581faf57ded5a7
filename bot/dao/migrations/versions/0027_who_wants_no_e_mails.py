"""Who wants no more e-mails from the agent

Addresses by a keyed digest; a reader's click puts one there.

Revision: 0027, after 0026
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mail_suppression",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=32), nullable=False),
        sa.Column("created_at", UTCDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_suppression")),
        sa.UniqueConstraint("digest", name=op.f("uq_mail_suppression_digest")),
        sqlite_autoincrement=True,
    )
