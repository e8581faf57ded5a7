"""What of a conversation a model is shown, by whose it is: each user who was ever signed in there, and its guests, have
a beginning and a summary of their own. Which transcript rows are whose is decided by the runs they belong to."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, bindparam, delete, func, update
from sqlalchemy import select as select_columns
from sqlmodel import Session, SQLModel, col, select

from bot.dao.changes import forget as read_anew
from bot.dao.engine.prepared import Prepared
from bot.dao.inserts import insert_into
from bot.models import Address, Conversation, ConversationContext, InboundMessage, Run, TranscriptMessage, ownership

GUESTS_KEPT: Final = timedelta(days=30)  # of silence: whoever is a guest there then may be another one
GUESTS = 0  # stands for « nobody is signed in » in a key, which cannot be NULL


class Context(NamedTuple):
    """What a row says, as it was read (see ConversationContext)."""

    context_from: int = 0
    summary: str = ""
    summary_upto: int = 0


def of(session: Session, conversation_id: str, user_id: int | None) -> Context:
    """The context of a user, or of guests (None), in a conversation; a blank one when none is stored."""
    found = _context().first(session, {"of_id": conversation_id, "of_owner": user_id or GUESTS})
    return Context(*found) if found else Context()


@cache
def _context() -> Prepared:
    """Built once a process: every turn asks."""
    its = SQLModel.metadata.tables["conversation_context"].c
    here = (its.conversation_id == bindparam("of_id"), its.owner_id == bindparam("of_owner"))
    return Prepared(select_columns(its.context_from, its.summary, its.summary_upto).where(*here))


def is_tainted(session: Session, conversation_id: str, user_id: int | None) -> bool:
    """Whether what a model is shown of the past rests on untrusted data, be it summarised or cut to a line. What others
    have read on the same address since counts too: rather one question too many."""
    tainted_upto = session.get_one(Conversation, conversation_id).tainted_upto
    return tainted_upto > 0 and tainted_upto > of(session, conversation_id, user_id).context_from


def is_of(user_id: int | None) -> ColumnElement[bool]:
    """Runs of a user, or of guests (None)."""
    return col(Run.user_id).is_(None) if user_id is None else col(Run.user_id) == user_id


def forget(session: Session, conversation_id: str, user_id: int | None, upto: int) -> None:
    """Start afresh: of theirs, transcript rows up to `upto` are shown to no model any more. Nobody else's change."""
    _store(session, conversation_id, user_id, context_from=upto, summary="", summary_upto=0)


def store_summary(session: Session, conversation_id: str, user_id: int | None, summary: str, upto: int) -> None:
    """Remember what their transcript up to a row id says; the rows themselves stay as they are."""
    _store(session, conversation_id, user_id, summary=summary, summary_upto=upto)


def _store(session: Session, conversation_id: str, user_id: int | None, **values: object) -> None:
    """One statement, whether there is a row or not: two users of one phone who are erased at the same moment both begin
    anew for its guests."""
    whose = {"conversation_id": conversation_id, "owner_id": user_id or GUESTS}
    made = insert_into(session, ConversationContext).values(Context()._asdict() | whose | values)
    session.execute(made.on_conflict_do_update(index_elements=list(whose), set_=values))
    read_anew(session, ConversationContext, tuple(whose.values()), list(values))


def adopt(session: Session, conversation_id: str, user_id: int) -> None:
    """Give a user who signs in what was done here as a guest; the next guest begins with nothing. A user who has spoken
    here before keeps their own context: a guest's fresh start is not theirs."""
    is_known = has_spoken(session, conversation_id, user_id)
    for table in ownership.adopted():
        session.execute(
            update(table)
            .where(col(table.conversation_id) == conversation_id, col(table.user_id).is_(None))
            .values(user_id=user_id)
        )
    guests = session.get(ConversationContext, (conversation_id, GUESTS))
    if guests is None:
        return
    if not is_known and session.get(ConversationContext, (conversation_id, user_id)) is None:
        session.add(ConversationContext(**{**guests.model_dump(), "owner_id": user_id}))
    session.delete(guests)
    session.flush()


def leave(session: Session, user_id: int, before: datetime) -> None:
    """A user's phones get another owner: what guests did there before a moment stays behind, as the user's."""
    theirs = select(Conversation.id).join(Address, col(Address.id) == col(Conversation.address_id))
    for table in ownership.adopted():
        done_at = table.started_at if table is Run else table.created_at
        session.execute(
            update(table)
            .where(
                col(table.conversation_id).in_(theirs.where(Address.user_id == user_id)),
                col(table.user_id).is_(None),
                col(done_at) < before,
            )
            .values(user_id=user_id)
            .execution_options(synchronize_session=False)
        )


def has_spoken(session: Session, conversation_id: str, user_id: int, since: datetime | None = None) -> bool:
    """Whether a user has asked anything in a conversation, ever or since a moment."""
    spoke = select(Run.id).where(Run.conversation_id == conversation_id, Run.user_id == user_id)
    if since is not None:
        spoke = spoke.where(col(Run.started_at) > since)
    return session.exec(spoke.limit(1)).first() is not None


def merge(session: Session, source_id: int, target_id: int) -> None:
    """Two users are one. Where both spoke in one conversation, the later beginning counts, with its own summary: the
    other's tells what stands before it, and was forgotten with its mark. Of two that began at once the longer does."""
    theirs = select(ConversationContext.conversation_id).where(ConversationContext.owner_id == source_id)
    for key in session.exec(theirs).all():
        source = session.get_one(ConversationContext, (key, source_id))
        target = session.get(ConversationContext, (key, target_id))
        target = target or ConversationContext(conversation_id=key, owner_id=target_id)
        if (source.context_from, source.summary_upto) > (target.context_from, target.summary_upto):
            target.context_from = source.context_from
            target.summary, target.summary_upto = source.summary, source.summary_upto
        session.add(target)
        session.delete(source)
    session.flush()


def erase(session: Session, user_id: int) -> None:
    """Nothing of a user is remembered in any conversation."""
    session.execute(delete(ConversationContext).where(col(ConversationContext.owner_id) == user_id))


def lower_marks(session: Session, conversation_ids: Collection[str]) -> None:
    """Let no mark in some conversations lie above what is left of their transcripts, once rows are gone. SQLite gives
    the ids of the newest ones again, to whoever speaks next there: below a mark nobody would be shown what they say.
    PostgreSQL never does."""
    if session.get_bind().dialect.name != "sqlite":
        return
    context, its_id = ConversationContext, col(ConversationContext.conversation_id)
    for table, key, mark in (
        (context, its_id, col(context.context_from)),
        (context, its_id, col(context.summary_upto)),
        (Conversation, col(Conversation.id), col(Conversation.tainted_upto)),
    ):
        left = select_columns(func.coalesce(func.max(TranscriptMessage.id), 0))
        last = left.where(col(TranscriptMessage.conversation_id) == key).scalar_subquery()
        lowered = update(table).where(key.in_(conversation_ids), mark > last).values({mark: last})
        session.execute(lowered.execution_options(synchronize_session="fetch"))


def first_bodies(session: Session, key: str, most: int) -> Sequence[str]:
    """What a conversation's first messages say, as far as they are kept."""
    theirs = select(InboundMessage.body).where(InboundMessage.conversation_id == key)
    return session.exec(theirs.order_by(col(InboundMessage.id)).limit(most)).all()
