"""Work in the background

How a run stands to working beside its conversation, its number there and since when; what its last life had reached.

Revision: 0026, after 0025
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("run", sa.Column("lease_from", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("run", sa.Column("background", sa.String(length=16), nullable=False, server_default=""))
    op.add_column("run", sa.Column("number", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("run", sa.Column("background_at", UTCDateTime(), nullable=True))
