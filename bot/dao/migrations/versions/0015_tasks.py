"""Tasks

What people asked to be reminded of.

Revision: 0015, after 0014
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "task",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("priority", sa.String(length=8), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("due_at", UTCDateTime(timezone=True), nullable=True),
        sa.Column("whole_day", sa.Boolean(), nullable=False),
        sa.Column("remind_at", UTCDateTime(timezone=True), nullable=True),
        sa.Column("reminded_at", UTCDateTime(timezone=True), nullable=True),
        sa.Column("done_at", UTCDateTime(timezone=True), nullable=True),
        sa.Column("created_at", UTCDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_task_conversation_id_conversation")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_task_user_id_user_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_task")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_task_conversation_id"), "task", ["conversation_id"])
    op.create_index(op.f("ix_task_user_id"), "task", ["user_id"])
    where = sa.text("remind_at IS NOT NULL")
    op.create_index("ix_task_remind_at", "task", ["remind_at"], postgresql_where=where, sqlite_where=where)
