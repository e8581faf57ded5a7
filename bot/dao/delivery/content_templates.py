"""Templates for what is tapped: which ContentSid stands for which shape in one Twilio account."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import delete
from sqlmodel import Session, col, select

from bot.dao.inserts import insert_into
from bot.models import ContentTemplate


def sid_of(session: Session, account: str, shape: str) -> str | None:
    """The template of a shape; None when none was made yet, or Twilio has lost it."""
    return session.exec(
        select(ContentTemplate.sid).where(ContentTemplate.account == account, ContentTemplate.shape == shape)
    ).first()


def remember(session: Session, account: str, sids: Mapping[str, str], now: datetime) -> None:
    """Which template stands for each shape from now on; two machines may say so at once."""
    for shape, sid in sorted(sids.items()):  # in one order, so that two transactions never wait for each other
        row = {"account": account, "shape": shape, "sid": sid, "created_at": now}
        added = insert_into(session, ContentTemplate).values(row)
        session.execute(added.on_conflict_do_update(index_elements=["account", "shape"], set_={"sid": sid}))


def forget(session: Session, sid: str) -> None:
    """A template that Twilio does not take any more: nothing goes by it until the next sync."""
    session.execute(delete(ContentTemplate).where(col(ContentTemplate.sid) == sid))
