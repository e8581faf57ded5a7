"""Does the ledger add up

Which difference between a balance and its entries is known already; and who somebody is now that became one with
another user, so that erasing the one also empties the words in the ledger of the other.

Revision: 0019, after 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("user_account", sa.Column("ledger_off", sa.String(32), nullable=False, server_default=""))
    op.add_column("user_account", sa.Column("merged_into", sa.Integer(), nullable=True))
    op.create_index("ix_user_account_merged_into", "user_account", ["merged_into"])
    op.execute(
        "UPDATE user_account SET merged_into = (SELECT max(taken.user_id) FROM ledger_entry AS given "
        "JOIN ledger_entry AS taken ON taken.idempotency_key = replace(given.idempotency_key, '\\:out', '\\:in') "
        "WHERE given.user_id = user_account.id AND given.kind = 'merge' AND given.amount < 0) "
        "WHERE deleted_at IS NOT NULL"
    )
