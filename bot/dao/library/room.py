"""How much a person's library holds, and which of its files may go to make room. What goes by itself (exports, voice
notes) is no part of it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, exists, update
from sqlmodel import Session, col, func, select

from bot.dao.privacy import owned_rows
from bot.dao.privacy.owned_rows import FLEETING
from bot.models import Address, Conversation, OutboundPart, PendingInteraction, Run, StoredFile
from bot.types import EMAIL


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose library: a user's, or a guest's, who has one conversation."""

    user_id: int | None
    conversation_id: str

    def owns(self) -> Sequence[ColumnElement[bool]]:
        """The condition on stored files."""
        kept = col(StoredFile.content_type).not_in(FLEETING)
        if self.user_id is not None:
            return (col(StoredFile.user_id) == self.user_id, kept)
        return (col(StoredFile.user_id).is_(None), col(StoredFile.conversation_id) == self.conversation_id, kept)


def lock(session: Session, owner: Owner) -> None:
    """Let one transaction at a time decide about a library, until it ends. A guest's conversation is locked by its
    lane's fence already."""
    if owner.user_id is not None:
        owned_rows.lock(session, owner.user_id)


def held(session: Session, owner: Owner) -> tuple[int, int]:
    """How many files there are, and their bytes."""
    found = select(func.count(), func.coalesce(func.sum(StoredFile.size), 0)).where(*owner.owns())
    number, size = session.exec(found).one()
    return number, int(size)


def made(session: Session, owner: Owner, staying: Collection[int]) -> Iterator[StoredFile]:
    """The files that were made for them, oldest first, without those that some message still has to carry: they hang
    on a part that is not over, or their run is not. `staying`: numbers of others to leave out."""
    awaited = exists().where(col(OutboundPart.file_id) == col(StoredFile.id), col(OutboundPart.closed_at).is_(None))
    at_work = exists().where(col(Run.id) == col(StoredFile.run_id), col(Run.ended_at).is_(None))
    found = select(StoredFile).where(*owner.owns(), StoredFile.origin == "made", ~awaited, ~at_work)
    rows = session.exec(found.order_by(col(StoredFile.id))).all()
    return (file for file in rows if file.id not in staying)


def named_in_mails(session: Session, owner: Owner, now: datetime) -> set[int]:
    """The files that e-mails which have not left carry, and those that somebody is asked about just now."""
    here = _conversations(session, owner)
    mails = select(OutboundPart.email).where(
        col(OutboundPart.conversation_id).in_(here),
        OutboundPart.channel == EMAIL,
        col(OutboundPart.closed_at).is_(None),
    )
    asked = select(PendingInteraction.payload).where(
        col(PendingInteraction.conversation_id).in_(here),
        col(PendingInteraction.closed_at).is_(None),
        col(PendingInteraction.expires_at) > now,
    )
    found = {number for email in session.exec(mails) for number in (email or {}).get("attachments", [])}
    drafts = (payload["draft"] for payload in session.exec(asked) if "draft" in payload)
    return found | {file["id"] for draft in drafts for file in draft.get("files", [])}


def in_flight(session: Session, file_ids: Collection[int]) -> set[int]:
    """Those of some files that hang on a part which is just being sent, or of which nobody knows whether it was; and
    those of runs that are not over, which will."""
    hanging = select(OutboundPart.file_id).where(
        col(OutboundPart.file_id).in_(file_ids), col(OutboundPart.state).in_(("dispatching", "unknown"))
    )
    at_work = select(StoredFile.id).join(Run, col(Run.id) == col(StoredFile.run_id))
    awaited = at_work.where(col(StoredFile.id).in_(file_ids), col(Run.ended_at).is_(None))
    return {number for number in (*session.exec(hanging), *session.exec(awaited)) if number is not None}


def drop_waiting(session: Session, file_ids: Collection[int], now: datetime) -> None:
    """Let no part carry these files any more that has not left."""
    waiting = (col(OutboundPart.file_id).in_(file_ids), col(OutboundPart.state).in_(("pending", "held")))
    session.execute(update(OutboundPart).where(*waiting).values(state="dropped", closed_at=now))


def _conversations(session: Session, owner: Owner) -> Sequence[str]:
    if owner.user_id is None:
        return [owner.conversation_id]
    joined = select(Conversation.id).join(Address, col(Address.id) == col(Conversation.address_id))
    return session.exec(joined.where(Address.user_id == owner.user_id)).all()
