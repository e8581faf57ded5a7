"""The key of the database

Ids of conversations were plain digests of numbers, which anybody can go through. They are keyed from now on. The rows
are moved by bot.services.privacy.rekeying: that needs SECRET_KEY, for the key itself and for the digests of codes.

Revision: 0006, after 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "database_key",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("sealed", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_database_key")),
    )
