"""The library is searched

Files are cut into passages with their words and vectors; facts about a person are kept.

passage_words is no model, since each database has it in its own way: FTS5 in SQLite, tsvector in PostgreSQL. pgvector
is made use of where this database's owner may install it, and is not needed.

Revision: 0013, after 0012
"""

import sqlalchemy as sa
from alembic import op

from bot.models.base import UTCDateTime
from bot.models.library import Floats

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

FILES_ARE_DUE = (  # those that bot.dao.library.file_index.has_text means
    "INSERT INTO file_index (file_id, due_at, tries, outcome, embedder) SELECT id, created_at, 0, '', ''"
    " FROM stored_file WHERE content_type <> 'application/zip' AND content_type NOT LIKE 'image/%'"
)
WORDS_IN_SQLITE = (
    "CREATE VIRTUAL TABLE passage_words USING fts5(stems)",
    "CREATE TRIGGER passage_words_go AFTER DELETE ON file_passage BEGIN"
    " DELETE FROM passage_words WHERE rowid = old.id; END",
)
WORDS_IN_POSTGRESQL = (
    "CREATE TABLE passage_words (passage_id integer PRIMARY KEY REFERENCES file_passage (id) ON DELETE CASCADE,"
    " words tsvector NOT NULL)",
    """
    DO $$ BEGIN
      IF EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector') THEN
        CREATE EXTENSION IF NOT EXISTS vector;
      END IF;
    EXCEPTION WHEN insufficient_privilege THEN NULL;
    END $$
    """,
)


def upgrade() -> None:
    op.create_table(
        "file_index",
        sa.Column("file_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("due_at", UTCDateTime(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("embedder", sa.String(length=128), nullable=False),
        sa.ForeignKeyConstraint(
            ["file_id"], ["stored_file.id"], name=op.f("fk_file_index_file_id_stored_file"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("file_id", name=op.f("pk_file_index")),
    )
    is_due = sa.text("due_at IS NOT NULL")
    op.create_index("ix_file_index_due", "file_index", ["due_at"], postgresql_where=is_due, sqlite_where=is_due)
    op.create_table(
        "file_passage",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("file_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("sheet", sa.String(length=64), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("vector", Floats(), nullable=True),
        sa.ForeignKeyConstraint(
            ["file_id"], ["stored_file.id"], name=op.f("fk_file_passage_file_id_stored_file"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_file_passage")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_file_passage_file_id"), "file_passage", ["file_id"])
    op.create_table(
        "memory",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=True),
        sa.Column("body", sa.String(length=300), nullable=False),
        sa.Column("created_at", UTCDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_memory_user_id_user_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_memory")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_memory_user_id"), "memory", ["user_id"])
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in WORDS_IN_SQLITE if is_sqlite else WORDS_IN_POSTGRESQL:
        op.execute(statement)
    op.execute(FILES_ARE_DUE)
