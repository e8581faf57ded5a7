"""Moves conversations from the plain ids of old (32 hexadecimal characters, a digest of the number that anybody could
make) to keyed ones. What happens to codes on the way: bot.services.privacy.rekeying."""

import re
from collections.abc import Callable, Sequence

from sqlalchemy import String, cast, delete, insert, literal, null, select, update
from sqlmodel import Session, SQLModel, col

from bot.dao import periodic_statements
from bot.dao.work import run_leases
from bot.models import (
    Alert,
    Conversation,
    ConversationContext,
    OtpCode,
    OutboundPart,
    PendingInteraction,
    ownership,
)
from bot.models.base import utc_now

KEYED = "k"  # sorts after every hexadecimal digit
PLAIN = re.compile(r"\b[0-9a-f]{32}\b")


def plain(session: Session, limit: int) -> Sequence[tuple[str, str]]:
    """Conversations with an id of old, as (id, address); messages that came in under one have no conversation yet."""
    given = {"keyed": KEYED, "most": limit}
    rows = periodic_statements.plain_conversations().rows(session, given)
    rows = rows or periodic_statements.plain_strays().rows(session, given)
    return [(str(key), str(address)) for key, address in rows]


def move(session: Session, old: str, new: str) -> None:
    """Everything of one conversation is another's from now on, which is made if need be. Whoever worked on it, or on a
    run of it, is a ghost afterwards: the lane and the leases are gone."""
    session.execute(select(col(Conversation.id)).where(col(Conversation.id) == old).with_for_update())
    if session.get(Conversation, new) is None:
        _copy(session, old, new)
    else:
        _make_room(session, old, new)
    run_leases.take_in(session, old)
    for column in ownership.carriers():
        session.execute(update(column.table).where(column == old).values({column.name: new}))
    session.execute(delete(Conversation).where(col(Conversation.id) == old))


def codes_of(session: Session, asker: str) -> Sequence[OtpCode]:
    """The one-time codes a conversation asked for."""
    return session.execute(select(OtpCode).where(col(OtpCode.asker) == asker)).scalars().all()


def rename_in_alerts(session: Session, renamed: Callable[[str], str | None], after: int, limit: int) -> int:
    """Replace the ids of old in alerts behind one id, and return the last id looked at, or 0 when there are no more."""
    found = select(Alert).where(col(Alert.id) > after).order_by(col(Alert.id)).limit(limit)
    rows = session.execute(found).scalars().all()
    for alert in rows:
        alert.detail = PLAIN.sub(lambda match: renamed(match[0]) or "…", alert.detail)
    return rows[-1].id if rows else 0


def _copy(session: Session, old: str, new: str) -> None:
    table = SQLModel.metadata.tables["conversation"]
    changed = {"id": literal(new), "lane_worker": null(), "lane_epoch": table.c.lane_epoch + 1}
    source = select(*[changed.get(column.name, column) for column in table.c]).where(table.c.id == old)
    session.execute(insert(table).from_select([column.name for column in table.c], source))


def _make_room(session: Session, old: str, new: str) -> None:
    """Where both conversations have what there may be only one of, the newer one's stays open and keeps its name."""
    is_open = col(PendingInteraction.closed_at).is_(None)
    open_there = select(col(PendingInteraction.id)).where(col(PendingInteraction.conversation_id) == new, is_open)
    session.execute(
        update(PendingInteraction)
        .where(col(PendingInteraction.conversation_id) == old, is_open, open_there.exists())
        .values(closed_at=utc_now(), outcome="replaced")
    )
    there = select(col(ConversationContext.owner_id)).where(col(ConversationContext.conversation_id) == new)
    session.execute(
        delete(ConversationContext).where(
            col(ConversationContext.conversation_id) == old, col(ConversationContext.owner_id).in_(there)
        )
    )
    session.execute(
        update(OutboundPart)
        .where(col(OutboundPart.conversation_id) == old)
        .values(key=literal("moved:") + cast(col(OutboundPart.id), String))
    )
