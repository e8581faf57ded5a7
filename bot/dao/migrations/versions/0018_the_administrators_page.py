"""The administrators' page

Who is signed in there, what they did; alerts somebody has seen to, users nobody answers.

Revision: 0018, after 0017
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "admin_session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("administrator_id", sa.Integer(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("asked_at", UTCDateTime(), nullable=False),
        sa.Column("confirmed_at", UTCDateTime(), nullable=True),
        sa.Column("seen_at", UTCDateTime(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["administrator_id"], ["administrator.id"], name=op.f("fk_admin_session_administrator_id_administrator")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_session")),
        sa.UniqueConstraint("digest", name=op.f("uq_admin_session_digest")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_admin_session_administrator_id"), "admin_session", ["administrator_id"])
    op.create_index(op.f("ix_admin_session_seen_at"), "admin_session", ["seen_at"])
    op.create_table(
        "admin_action",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("administrator_id", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.Column("detail", sa.String(500), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_admin_action_user_id_user_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_action")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_admin_action_user_id"), "admin_action", ["user_id"])
    op.create_index(op.f("ix_admin_action_subject"), "admin_action", ["subject"])
    op.add_column("alert", sa.Column("acknowledged_at", UTCDateTime(), nullable=True))
    op.add_column("alert", sa.Column("acknowledged_by", sa.String(32), nullable=False, server_default=""))
    op.add_column("user_account", sa.Column("blocked_at", UTCDateTime(), nullable=True))
