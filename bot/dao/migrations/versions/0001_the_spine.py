"""The spine

Revision: 0001, after None
"""

import sqlalchemy as sa
from alembic import op

import bot.models.base

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:

    op.create_table(
        "alert",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=True),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_alert")),
    )
    with op.batch_alter_table("alert", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_alert_kind"), ["kind"], unique=False)
        batch_op.create_index(batch_op.f("ix_alert_run_id"), ["run_id"], unique=False)

    op.create_table(
        "inbound_message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_sid", sa.String(length=34), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("sender", sa.String(length=160), nullable=False),
        sa.Column("recipient", sa.String(length=160), nullable=False),
        sa.Column("channel", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("received_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.Column("run_id", sa.BigInteger(), nullable=True),
        sa.Column("processed_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.String(length=32), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbound_message")),
        sa.UniqueConstraint("message_sid", name=op.f("uq_inbound_message_message_sid")),
    )
    with op.batch_alter_table("inbound_message", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_inbound_message_conversation_id"), ["conversation_id"], unique=False)
        batch_op.create_index(
            "ix_inbound_message_open",
            ["conversation_id", "id"],
            unique=False,
            postgresql_where=sa.text("processed_at IS NULL"),
            sqlite_where=sa.text("processed_at IS NULL"),
        )
        batch_op.create_index(batch_op.f("ix_inbound_message_run_id"), ["run_id"], unique=False)

    op.create_table(
        "user_account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=True),
        sa.Column("credits", sa.Integer(), nullable=False),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user_account")),
    )
    op.create_table(
        "worker",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("label", sa.String(length=128), nullable=False),
        sa.Column("heartbeat", sa.Float(), nullable=False),
        sa.Column("started_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_worker")),
    )
    with op.batch_alter_table("worker", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_worker_heartbeat"), ["heartbeat"], unique=False)

    op.create_table(
        "address",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("value", sa.String(length=160), nullable=False),
        sa.Column("channel", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("language", sa.String(length=2), nullable=True),
        sa.Column("profile_name", sa.String(length=256), nullable=False),
        sa.Column("opted_out_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.Column("bad_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.Column("last_inbound_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.Column("welcomed_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.Column("guest_day", sa.String(length=10), nullable=False),
        sa.Column("guest_messages", sa.Integer(), nullable=False),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_address_user_id_user_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address")),
        sa.UniqueConstraint("value", name=op.f("uq_address_value")),
    )
    with op.batch_alter_table("address", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_address_user_id"), ["user_id"], unique=False)

    op.create_table(
        "ledger_entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("idempotency_key", sa.String(length=128), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=True),
        sa.Column("note", sa.String(length=256), nullable=False),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_ledger_entry_user_id_user_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entry")),
        sa.UniqueConstraint("idempotency_key", name=op.f("uq_ledger_entry_idempotency_key")),
    )
    with op.batch_alter_table("ledger_entry", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ledger_entry_run_id"), ["run_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_ledger_entry_user_id"), ["user_id"], unique=False)

    op.create_table(
        "conversation",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("address_id", sa.Integer(), nullable=False),
        sa.Column("lane_worker", sa.String(length=32), nullable=True),
        sa.Column("lane_epoch", sa.Integer(), nullable=False),
        sa.Column("context_from", sa.Integer(), nullable=False),
        sa.Column("summary", sa.String(), nullable=False),
        sa.Column("summary_upto", sa.Integer(), nullable=False),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["address_id"], ["address.id"], name=op.f("fk_conversation_address_id_address")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conversation")),
    )
    with op.batch_alter_table("conversation", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_conversation_address_id"), ["address_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_conversation_lane_worker"), ["lane_worker"], unique=False)

    op.create_table(
        "run",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("mode", sa.String(length=16), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("model", sa.String(length=128), nullable=False),
        sa.Column("lives", sa.Integer(), nullable=False),
        sa.Column("iterations", sa.Integer(), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), nullable=False),
        sa.Column("completion_tokens", sa.Integer(), nullable=False),
        sa.Column("cached_tokens", sa.Integer(), nullable=False),
        sa.Column("cost", sa.Float(), nullable=False),
        sa.Column("stop_reason", sa.String(length=32), nullable=True),
        sa.Column("error", sa.String(length=256), nullable=False),
        sa.Column("started_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.Column("ended_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_run_conversation_id_conversation")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_run_user_id_user_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run")),
    )
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_run_conversation_id"), ["conversation_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_run_status"), ["status"], unique=False)
        batch_op.create_index(batch_op.f("ix_run_user_id"), ["user_id"], unique=False)

    op.create_table(
        "stored_file",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=32), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("run_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("title", sa.String(length=256), nullable=False),
        sa.Column("content_type", sa.String(length=128), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("tainted", sa.Boolean(), nullable=False),
        sa.Column("link_version", sa.Integer(), nullable=False),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_stored_file_conversation_id_conversation")
        ),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_stored_file_user_id_user_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stored_file")),
        sa.UniqueConstraint("token", name=op.f("uq_stored_file_token")),
    )
    with op.batch_alter_table("stored_file", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_stored_file_conversation_id"), ["conversation_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_stored_file_run_id"), ["run_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_stored_file_sha256"), ["sha256"], unique=False)
        batch_op.create_index(batch_op.f("ix_stored_file_user_id"), ["user_id"], unique=False)

    op.create_table(
        "iteration",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("model", sa.String(length=128), nullable=False),
        sa.Column("finish_reason", sa.String(length=32), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), nullable=False),
        sa.Column("completion_tokens", sa.Integer(), nullable=False),
        sa.Column("cached_tokens", sa.Integer(), nullable=False),
        sa.Column("cost", sa.Float(), nullable=False),
        sa.Column("latency_ms", sa.Integer(), nullable=False),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_iteration_run_id_run")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_iteration")),
        sa.UniqueConstraint("run_id", "number", name=op.f("uq_iteration_run_id_number")),
    )
    with op.batch_alter_table("iteration", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_iteration_run_id"), ["run_id"], unique=False)

    op.create_table(
        "outbound_part",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=True),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=160), nullable=False),
        sa.Column("channel", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("file_id", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("twilio_sid", sa.String(length=34), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("segments", sa.Integer(), nullable=False),
        sa.Column("error_code", sa.Integer(), nullable=True),
        sa.Column("due_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.Column("claimed_by", sa.String(length=32), nullable=True),
        sa.Column("first_dispatched_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.Column("dispatched_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.Column("closed_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_outbound_part_conversation_id_conversation")
        ),
        sa.ForeignKeyConstraint(["file_id"], ["stored_file.id"], name=op.f("fk_outbound_part_file_id_stored_file")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbound_part")),
        sa.UniqueConstraint("conversation_id", "key", name=op.f("uq_outbound_part_conversation_id_key")),
        sa.UniqueConstraint("twilio_sid", name=op.f("uq_outbound_part_twilio_sid")),
    )
    with op.batch_alter_table("outbound_part", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbound_part_conversation_id"), ["conversation_id"], unique=False)
        batch_op.create_index(
            "ix_outbound_part_open",
            ["conversation_id", "id"],
            unique=False,
            postgresql_where=sa.text("closed_at IS NULL"),
            sqlite_where=sa.text("closed_at IS NULL"),
        )
        batch_op.create_index(batch_op.f("ix_outbound_part_run_id"), ["run_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_outbound_part_state"), ["state"], unique=False)

    op.create_table(
        "tool_call",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("call_id", sa.String(length=128), nullable=False),
        sa.Column("iteration", sa.Integer(), nullable=False),
        sa.Column("tool", sa.String(length=64), nullable=False),
        sa.Column("arguments", sa.String(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("dispatches", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=True),
        sa.Column("error_type", sa.String(length=16), nullable=True),
        sa.Column("result", sa.String(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("latency_ms", sa.Integer(), nullable=False),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.Column("ended_at", bot.models.base.UTCDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_tool_call_run_id_run")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tool_call")),
        sa.UniqueConstraint("run_id", "call_id", name=op.f("uq_tool_call_run_id_call_id")),
    )
    with op.batch_alter_table("tool_call", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tool_call_run_id"), ["run_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_tool_call_tool"), ["tool"], unique=False)

    op.create_table(
        "transcript_message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("conversation_id", sa.String(length=32), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("message", sa.JSON(), nullable=False),
        sa.Column("created_at", bot.models.base.UTCDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversation_id"], ["conversation.id"], name=op.f("fk_transcript_message_conversation_id_conversation")
        ),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_transcript_message_run_id_run")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transcript_message")),
    )
    with op.batch_alter_table("transcript_message", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_transcript_message_conversation_id"), ["conversation_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_transcript_message_run_id"), ["run_id"], unique=False)


def downgrade() -> None:

    with op.batch_alter_table("transcript_message", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_transcript_message_run_id"))
        batch_op.drop_index(batch_op.f("ix_transcript_message_conversation_id"))

    op.drop_table("transcript_message")
    with op.batch_alter_table("tool_call", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tool_call_tool"))
        batch_op.drop_index(batch_op.f("ix_tool_call_run_id"))

    op.drop_table("tool_call")
    with op.batch_alter_table("outbound_part", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbound_part_state"))
        batch_op.drop_index(batch_op.f("ix_outbound_part_run_id"))
        batch_op.drop_index(
            "ix_outbound_part_open",
            postgresql_where=sa.text("closed_at IS NULL"),
            sqlite_where=sa.text("closed_at IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_outbound_part_conversation_id"))

    op.drop_table("outbound_part")
    with op.batch_alter_table("iteration", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_iteration_run_id"))

    op.drop_table("iteration")
    with op.batch_alter_table("stored_file", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_stored_file_user_id"))
        batch_op.drop_index(batch_op.f("ix_stored_file_sha256"))
        batch_op.drop_index(batch_op.f("ix_stored_file_run_id"))
        batch_op.drop_index(batch_op.f("ix_stored_file_conversation_id"))

    op.drop_table("stored_file")
    with op.batch_alter_table("run", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_run_user_id"))
        batch_op.drop_index(batch_op.f("ix_run_status"))
        batch_op.drop_index(batch_op.f("ix_run_conversation_id"))

    op.drop_table("run")
    with op.batch_alter_table("conversation", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_conversation_lane_worker"))
        batch_op.drop_index(batch_op.f("ix_conversation_address_id"))

    op.drop_table("conversation")
    with op.batch_alter_table("ledger_entry", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_ledger_entry_user_id"))
        batch_op.drop_index(batch_op.f("ix_ledger_entry_run_id"))

    op.drop_table("ledger_entry")
    with op.batch_alter_table("address", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_address_user_id"))

    op.drop_table("address")
    with op.batch_alter_table("worker", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_worker_heartbeat"))

    op.drop_table("worker")
    op.drop_table("user_account")
    with op.batch_alter_table("inbound_message", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inbound_message_run_id"))
        batch_op.drop_index(
            "ix_inbound_message_open",
            postgresql_where=sa.text("processed_at IS NULL"),
            sqlite_where=sa.text("processed_at IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_inbound_message_conversation_id"))

    op.drop_table("inbound_message")
    with op.batch_alter_table("alert", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_alert_run_id"))
        batch_op.drop_index(batch_op.f("ix_alert_kind"))

    op.drop_table("alert")
