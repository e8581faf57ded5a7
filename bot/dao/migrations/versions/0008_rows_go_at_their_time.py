"""Rows go at their time

The chores that one worker at a time does, and the indexes by which they find what they are about.

Revision: 0008, after 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

INDEXES = (
    ("ix_address_guests", "address", "user_id last_inbound_at", "user_id IS NULL"),
    ("ix_outbound_part_file_id", "outbound_part", "file_id", "file_id IS NOT NULL"),
    ("ix_outbound_part_otp_id", "outbound_part", "otp_id", "otp_id IS NOT NULL"),
    ("ix_stored_file_exports", "stored_file", "created_at", "content_type = 'application/zip'"),
    ("ix_otp_code_counted", "otp_code", "created_at", "prefix <> ''"),
)


def upgrade() -> None:
    op.create_table(
        "chore",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("holder", sa.String(length=32), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.Column("position", sa.String(length=128), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_chore")),
    )
    for name, table, columns, which in INDEXES:
        op.create_index(name, table, columns.split(), postgresql_where=sa.text(which), sqlite_where=sa.text(which))
