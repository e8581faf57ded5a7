"""Signed out is private

Whose a summary, a fresh start and a question are. What there is so far belongs to the user of the address, and so do
the runs and files of the guest they were before: that is what their next sign-in would make of them.

Revision: 0004, after 0003
"""

import sqlalchemy as sa
from alembic import op

import bot.models.base

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "conversation_context",
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("context_from", sa.Integer(), nullable=False),
        sa.Column("summary", sa.String(), nullable=False),
        sa.Column("summary_upto", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_conversation_context_conversation_id_conversation")
        ),
        sa.PrimaryKeyConstraint("conversation_id", "owner_id", name=op.f("pk_conversation_context")),
    )
    op.create_index(op.f("ix_conversation_context_owner_id"), "conversation_context", ["owner_id"])
    op.execute(
        """INSERT INTO conversation_context (conversation_id, owner_id, context_from, summary, summary_upto)
           SELECT conversation.id, COALESCE(address.user_id, 0), context_from, summary, summary_upto
           FROM conversation JOIN address ON address.id = conversation.address_id
           WHERE context_from > 0 OR summary_upto > 0"""
    )
    with op.batch_alter_table("conversation") as batch_op:
        batch_op.drop_column("context_from")
        batch_op.drop_column("summary")
        batch_op.drop_column("summary_upto")
        batch_op.add_column(sa.Column("owner_since", bot.models.base.UTCDateTime(timezone=True), nullable=True))
    with op.batch_alter_table("pending_interaction", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        batch_op.add_column(sa.Column("user_id", sa.Integer(), nullable=True))
        batch_op.create_foreign_key(
            op.f("fk_pending_interaction_user_id_user_account"), "user_account", ["user_id"], ["id"]
        )
        batch_op.create_index(op.f("ix_pending_interaction_user_id"), ["user_id"])
    for table in ("pending_interaction", "run", "stored_file"):
        _give_to_users(table)


def _give_to_users(name: str) -> None:
    """Rows that are nobody's become those of the user their conversation's address belongs to."""
    table = sa.table(name, sa.column("user_id"), sa.column("conversation_id"))
    conversation = sa.table("conversation", sa.column("id"), sa.column("address_id"))
    address = sa.table("address", sa.column("id"), sa.column("user_id"))
    owner = (
        sa.select(address.c.user_id)
        .join(conversation, conversation.c.address_id == address.c.id)
        .where(conversation.c.id == table.c.conversation_id)
        .scalar_subquery()
    )
    op.execute(sa.update(table).where(table.c.user_id.is_(None)).values(user_id=owner))
