"""A file's id is never used again

As with 0003: SQLite gave the id of a deleted newest file to the next one, of whoever it was. Ids of files stand in the
notes of earlier turns, in lists that were shown and among the attachments of e-mails that wait.

Revision: 0036, after 0035
"""

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None
stopped_by = "2026-11-22"  # nothing goes: the table is made anew with the same columns, which any release may use


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    with op.batch_alter_table("stored_file", recreate="always", table_kwargs={"sqlite_autoincrement": True}):
        pass
