"""A guest chooses a language

What a guest had chosen by /langue was kept as the language spoken last, which the next message in the other one changed.
A choice stands apart from it, as a user's does.

Revision: 0035, after 0034
"""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("address", sa.Column("chosen_language", sa.String(length=2), nullable=True))
