"""What a ledger entry says

The balance after it, who caused it and for which tool call; `note` becomes `reason`. From now on the database itself
refuses to change or delete an entry: all that may be done to one is to empty the words of somebody who is erased.

Revision: 0017, after 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

REFUSAL = "ledger entries are append-only"
FIXED = "id user_id amount balance kind run_id actor idempotency_key created_at".split()


def upgrade() -> None:
    op.execute("ALTER TABLE ledger_entry RENAME COLUMN note TO reason")
    op.add_column("ledger_entry", sa.Column("call_id", sa.String(128), nullable=True))
    op.add_column("ledger_entry", sa.Column("actor", sa.String(64), nullable=False, server_default="system"))
    op.execute(
        "ALTER TABLE ledger_entry ADD COLUMN balance INTEGER NOT NULL DEFAULT 0 "
        "CONSTRAINT ck_ledger_entry_balance CHECK (balance >= 0)"
    )
    op.execute(
        "UPDATE ledger_entry SET balance = (SELECT sum(earlier.amount) FROM ledger_entry AS earlier "
        "WHERE earlier.user_id = ledger_entry.user_id AND earlier.id <= ledger_entry.id)"
    )
    if op.get_bind().dialect.name == "postgresql":
        _guard_postgresql()
    else:
        _guard_sqlite()


def _guard_postgresql() -> None:
    same = " AND ".join(f"NEW.{name} IS NOT DISTINCT FROM OLD.{name}" for name in FIXED)
    op.execute(
        "CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF TG_OP = 'UPDATE' AND {same} AND NEW.reason = '' AND NEW.call_id IS NULL THEN RETURN NEW; END IF; "
        f"RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END $$"
    )
    op.execute(
        "CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry "
        "FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change()"
    )


def _guard_sqlite() -> None:
    same = " AND ".join(f"NEW.{name} IS OLD.{name}" for name in FIXED)
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    op.execute(
        "CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE ON ledger_entry "
        f"WHEN NOT ({same} AND NEW.reason = '' AND NEW.call_id IS NULL) {refuse}"
    )
    op.execute(f"CREATE TRIGGER ledger_entry_never_deleted BEFORE DELETE ON ledger_entry {refuse}")
