"""Answers said aloud

What of an answer is to be said; voice notes go after a day.

Revision: 0029, after 0028
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

VOICE_NOTES = sa.text("content_type = 'audio/ogg'")


def upgrade() -> None:
    op.create_table(
        "spoken_answer",
        sa.Column("run_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("due_at", UTCDateTime(timezone=True), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_spoken_answer_run_id_run")),
        sa.PrimaryKeyConstraint("run_id", name=op.f("pk_spoken_answer")),
    )
    op.create_index("ix_spoken_answer_due_at", "spoken_answer", ["due_at"])
    op.create_index(
        "ix_stored_file_voice_notes",
        "stored_file",
        ["created_at"],
        sqlite_where=VOICE_NOTES,
        postgresql_where=VOICE_NOTES,
    )
