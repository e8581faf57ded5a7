"""E-mails of their own kind

A part that is an e-mail names its subject, recipients and files in a column; its body is the text alone. Until now the
body was the subject, an empty line, the text.

Revision: 0011, after 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbound_part", sa.Column("email", sa.JSON(none_as_null=True), nullable=True))
    names = ("id", "channel", "kind", "address", "body")
    part = sa.table("outbound_part", *map(sa.column, names), sa.column("email", sa.JSON(none_as_null=True)))
    connection = op.get_bind()
    written = connection.execute(sa.select(part.c.id, part.c.address, part.c.body).where(part.c.channel == "email"))
    for part_id, address, body in written.all():
        subject, _, text = body.partition("\n\n")
        email = {
            "recipients": [address],
            "subject": subject,
            "html": "",
            "reply_to": "",
            "attachments": [],
            "unsubscribe": "",
        }
        connection.execute(sa.update(part).where(part.c.id == part_id).values(kind="email", body=text, email=email))
