"""Whose tasks come first

Where two accounts became one, those of the one that remains. Empty in what was noted before, and by the release before:
that comes first.

Revision: 0039, after 0038
"""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("task", sa.Column("behind", sa.Integer(), nullable=True))
