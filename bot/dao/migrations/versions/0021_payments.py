"""Payments

What people bought, and what providers told of it.

Revision: 0021, after 0020
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "payment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=True),
        sa.Column("provider", sa.String(length=16), nullable=False),
        sa.Column("reference", sa.String(length=32), nullable=False),
        sa.Column("pack", sa.String(length=16), nullable=False),
        sa.Column("credits", sa.Integer(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("session_id", sa.String(length=128), nullable=False),
        sa.Column("link", sa.String(length=1024), nullable=False),
        sa.Column("created_at", UTCDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", UTCDateTime(timezone=True), nullable=False),
        sa.Column("checked_at", UTCDateTime(timezone=True), nullable=True),
        sa.Column("paid_at", UTCDateTime(timezone=True), nullable=True),
        sa.Column("closed_at", UTCDateTime(timezone=True), nullable=True),
        sa.Column("detail", sa.String(length=256), nullable=False),
        sa.Column("due_at", UTCDateTime(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_payment_conversation_id_conversation")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_payment_user_id_user_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment")),
        sa.UniqueConstraint("reference", name=op.f("uq_payment_reference")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_payment_user_id"), "payment", ["user_id"])
    op.create_index(op.f("ix_payment_conversation_id"), "payment", ["conversation_id"])
    where = sa.text("due_at IS NOT NULL")
    op.create_index("ix_payment_due_at", "payment", ["due_at"], postgresql_where=where, sqlite_where=where)
    op.create_table(
        "payment_event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("provider", sa.String(length=16), nullable=False),
        sa.Column("event_id", sa.String(length=128), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("reference", sa.String(length=64), nullable=False),
        sa.Column("created_at", UTCDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_event")),
        sa.UniqueConstraint("provider", "event_id", name="uq_payment_event_provider"),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_payment_event_reference"), "payment_event", ["reference"])
