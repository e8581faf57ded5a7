"""Sign-in and interactions

Revision: 0002, after 0001
"""

import sqlalchemy as sa
from alembic import op

import bot.models.base

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "otp_code",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.String(length=16), nullable=False),
        sa.Column("prefix", sa.String(length=7), nullable=False),
        sa.Column("asker", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_otp_code")),
    )
    with op.batch_alter_table("otp_code", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_otp_code_asker"), ["asker"], unique=False)
        batch_op.create_index(batch_op.f("ix_otp_code_created_at"), ["created_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_otp_code_digest"), ["digest"], unique=False)
        batch_op.create_index(batch_op.f("ix_otp_code_number"), ["number"], unique=False)
        batch_op.create_index(batch_op.f("ix_otp_code_prefix"), ["prefix"], unique=False)

    op.create_table(
        "exercise_result",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=64), nullable=False),
        sa.Column("correct", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=96), nullable=False),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_exercise_result_conversation_id_conversation")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_exercise_result_user_id_user_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exercise_result")),
        sa.UniqueConstraint("key", name=op.f("uq_exercise_result_key")),
    )
    with op.batch_alter_table("exercise_result", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_exercise_result_conversation_id"), ["conversation_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_exercise_result_user_id"), ["user_id"], unique=False)

    op.create_table(
        "pending_interaction",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=True),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.Column("closed_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_pending_interaction_conversation_id_conversation")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pending_interaction")),
    )
    with op.batch_alter_table("pending_interaction", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pending_interaction_conversation_id"), ["conversation_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_pending_interaction_run_id"), ["run_id"], unique=False)
        batch_op.create_index(
            "uq_pending_interaction_open",
            ["conversation_id"],
            unique=True,
            postgresql_where=sa.text("closed_at IS NULL"),
            sqlite_where=sa.text("closed_at IS NULL"),
        )

    with op.batch_alter_table("address", schema=None) as batch_op:
        batch_op.add_column(sa.Column("signed_in_until", bot.models.base.UTCDateTime(timezone=True), nullable=True))

    with op.batch_alter_table("outbound_part", schema=None) as batch_op:
        batch_op.add_column(sa.Column("otp_id", sa.Integer(), nullable=True))
        batch_op.create_foreign_key(batch_op.f("fk_outbound_part_otp_id_otp_code"), "otp_code", ["otp_id"], ["id"])

    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.add_column(sa.Column("price", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("cancelled_at", bot.models.base.UTCDateTime(timezone=True), nullable=True))

    with op.batch_alter_table("user_account", schema=None) as batch_op:
        batch_op.add_column(sa.Column("level", sa.String(length=16), nullable=True))
        batch_op.add_column(sa.Column("phone", sa.String(length=16), nullable=True))
        batch_op.add_column(
            sa.Column(
                "last_seen_at",
                bot.models.base.UTCDateTime(timezone=True),
                nullable=False,
                server_default=sa.func.now(),
            )
        )
        batch_op.add_column(sa.Column("deleted_at", bot.models.base.UTCDateTime(timezone=True), nullable=True))
        batch_op.alter_column("mode", existing_type=sa.VARCHAR(length=16), nullable=True)
        batch_op.create_unique_constraint(batch_op.f("uq_user_account_phone"), ["phone"])


def downgrade() -> None:
    with op.batch_alter_table("user_account", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("uq_user_account_phone"), type_="unique")
        batch_op.alter_column("mode", existing_type=sa.VARCHAR(length=16), nullable=False)
        batch_op.drop_column("deleted_at")
        batch_op.drop_column("last_seen_at")
        batch_op.drop_column("phone")
        batch_op.drop_column("level")

    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.drop_column("cancelled_at")
        batch_op.drop_column("price")

    with op.batch_alter_table("outbound_part", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_outbound_part_otp_id_otp_code"), type_="foreignkey")
        batch_op.drop_column("otp_id")

    with op.batch_alter_table("address", schema=None) as batch_op:
        batch_op.drop_column("signed_in_until")

    with op.batch_alter_table("pending_interaction", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_pending_interaction_open",
            postgresql_where=sa.text("closed_at IS NULL"),
            sqlite_where=sa.text("closed_at IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_pending_interaction_run_id"))
        batch_op.drop_index(batch_op.f("ix_pending_interaction_conversation_id"))

    op.drop_table("pending_interaction")
    with op.batch_alter_table("exercise_result", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_exercise_result_user_id"))
        batch_op.drop_index(batch_op.f("ix_exercise_result_conversation_id"))

    op.drop_table("exercise_result")
    with op.batch_alter_table("otp_code", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_otp_code_prefix"))
        batch_op.drop_index(batch_op.f("ix_otp_code_number"))
        batch_op.drop_index(batch_op.f("ix_otp_code_digest"))
        batch_op.drop_index(batch_op.f("ix_otp_code_created_at"))
        batch_op.drop_index(batch_op.f("ix_otp_code_asker"))

    op.drop_table("otp_code")
