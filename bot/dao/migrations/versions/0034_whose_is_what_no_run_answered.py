"""Whose is what no run answered

A command, a number, the answer to a quiz or what was refused is answered without a run. Once another had signed in on
that phone, nothing said whose such a message was: it was in no copy of its writer's and outlived their erasure. Now it
names its user, as what is said without a run does.

Revision: 0034, after 0033
"""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("inbound_message", sa.Column("user_id", sa.Integer(), nullable=True))
    named = sa.text("user_id IS NOT NULL")
    op.create_index(
        "ix_inbound_message_user_id", "inbound_message", ["user_id"], sqlite_where=named, postgresql_where=named
    )
