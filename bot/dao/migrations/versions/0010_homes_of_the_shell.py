"""Homes of the shell

What the shell sandbox keeps for an hour between two commands of a conversation.

Revision: 0010, after 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shell_home",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.String(32), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("tainted", sa.Boolean(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name="fk_shell_home_conversation_id_conversation"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name="fk_shell_home_user_id_user_account"),
        sa.PrimaryKeyConstraint("id", name="pk_shell_home"),
        sqlite_autoincrement=True,
    )
    for column in ("conversation_id", "user_id", "sha256", "expires_at"):
        op.create_index(f"ix_shell_home_{column}", "shell_home", [column])
