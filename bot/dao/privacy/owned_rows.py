"""What we hold about one person: a user with all their conversations, or a guest with one. Nobody else's rows match."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, false, func, or_, union
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from bot.models import (
    Address,
    Conversation,
    ExerciseResult,
    InboundMessage,
    OutboundPart,
    Run,
    ShellHome,
    StoredFile,
    User,
)

ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)
MARGIN = timedelta(hours=1)  # what a run leaves behind is written some time after its end
ARCHIVE = "application/zip"  # only exports are ZIP files; they are not documents of anybody
VOICE_NOTE = "audio/ogg"  # what was said to us or by us: for a day, and no document either
FLEETING = (ARCHIVE, VOICE_NOTE)


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose data. `since` says for each conversation from when on it is theirs: a number may have changed hands.
    `until`: where a user is signed in no more, the end of their time; what guests say there since names nobody."""

    user_id: int | None
    addresses: tuple[Address, ...]
    since: Mapping[str, datetime]
    until: Mapping[str, datetime] = field(default_factory=dict)


def holder(session: Session, address: Address, *, with_guests: bool = False) -> Holder:
    """The owner of an address with everything of theirs; a guest has only this address. `with_guests`: and with what
    guests have said since, where they are signed in no more. To erase it is too much at worst; to show it would be to
    show what may be a stranger's: the phone was sold, or the number is another's now."""
    owned = [address] if address.user_id is None else _addresses(session, address.user_id)
    return _holder(session, address.user_id, owned, with_guests=with_guests)


def account(session: Session, user_id: int) -> Holder:
    """`holder` of a user, `with_guests`, also where no address is theirs any more."""
    return _holder(session, user_id, _addresses(session, user_id), with_guests=True)


def _addresses(session: Session, user_id: int) -> Sequence[Address]:
    return session.exec(select(Address).where(Address.user_id == user_id).order_by(col(Address.id))).all()


def _holder(session: Session, user_id: int | None, owned: Sequence[Address], *, with_guests: bool) -> Holder:
    of = {each.id: each for each in owned}
    found = select(Conversation.id, Conversation.address_id).where(col(Conversation.address_id).in_(of))
    at = {key: of[address_id] for key, address_id in session.exec(found)}
    begun = {key: since(session, key, user_id) for key in at}
    if user_id is None or with_guests:
        return Holder(user_id, tuple(owned), begun)
    ended = {key: until(session, key, each) for key, each in at.items()}
    return Holder(user_id, tuple(owned), begun, ended)


def since(session: Session, conversation_id: str, user_id: int | None) -> datetime:
    """When another user's time in this conversation ended: their last run and a margin, and the moment somebody else
    signed in."""
    found = session.exec(
        select(func.max(func.coalesce(Run.ended_at, Run.started_at)))
        .join(User, col(User.id) == col(Run.user_id))
        .where(Run.conversation_id == conversation_id, col(User.deleted_at).is_(None), User.id != (user_id or 0))
    ).one()
    taken_over = session.exec(select(Conversation.owner_since).where(Conversation.id == conversation_id)).one()
    return max(ALWAYS if found is None else found + MARGIN, taken_over or ALWAYS)


def until(session: Session, conversation_id: str, address: Address) -> datetime:
    """When the time of an address's user ends: with their sign-in; and where they signed out, with the last that they
    did there as themselves."""
    if address.signed_in_until is not None:
        return address.signed_in_until
    ran = func.max(func.coalesce(Run.ended_at, Run.started_at))
    by_run = select(ran).where(Run.conversation_id == conversation_id, Run.user_id == address.user_id)
    wrote = func.max(InboundMessage.received_at)
    by_word = select(wrote).where(
        InboundMessage.conversation_id == conversation_id, InboundMessage.user_id == address.user_id
    )
    return max(session.exec(found).one() or ALWAYS for found in (by_run, by_word))


def within(who: Holder, conversation: Any, moment: Any) -> ColumnElement[bool]:
    """Rows of their conversations, by the columns that say which and when."""
    ended = {key: [col(moment) <= end] for key, end in who.until.items()}
    of = [and_(col(conversation) == key, col(moment) >= at, *ended.get(key, ())) for key, at in who.since.items()]
    return or_(false(), *of)


def of_user(who: Holder, user: Any) -> ColumnElement[bool]:
    """Rows that carry the user's id; none for a guest."""
    return false() if who.user_id is None else col(user) == who.user_id


def accounts_of(user_id: int) -> SelectOfScalar[int]:
    """The ids of a user and of those who became one with them: their ledger entries stay under these."""
    return select(User.id).where(or_(col(User.id) == user_id, col(User.merged_into) == user_id))


def all_accounts(session: Session, who: Holder) -> Sequence[int]:
    """`accounts_of` whoever it is, in order; none of a guest's."""
    return [] if who.user_id is None else session.exec(accounts_of(who.user_id).order_by(col(User.id))).all()


def of_runs(who: Holder) -> ColumnElement[bool]:
    """Their runs."""
    return or_(of_user(who, Run.user_id), within(who, Run.conversation_id, Run.started_at))


def of_messages(who: Holder, upto: int | None = None) -> ColumnElement[bool]:
    """What they wrote in their time or as themselves, up to a message if said, and whatever their runs were asked
    by."""
    theirs = within(who, InboundMessage.conversation_id, InboundMessage.received_at)
    if upto is not None:
        theirs = and_(theirs, col(InboundMessage.id) <= upto)
    answered = col(InboundMessage.run_id).in_(select(Run.id).where(of_runs(who)))
    return either(InboundMessage, theirs, of_user(who, InboundMessage.user_id), answered)


def of_parts(who: Holder, *others: ColumnElement[bool]) -> ColumnElement[bool]:
    """What was said in their time and names nobody else, what was said to them, what their runs answered, and parts for
    which one of the others is true."""
    answered = col(OutboundPart.run_id).in_(select(Run.id).where(of_runs(who)))
    is_nobodys = and_(col(OutboundPart.user_id).is_(None), or_(col(OutboundPart.run_id).is_(None), answered))
    said = and_(within(who, OutboundPart.conversation_id, OutboundPart.created_at), is_nobodys)
    return either(OutboundPart, said, of_user(who, OutboundPart.user_id), answered, *others)


def either(table: Any, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Rows of a table with ids for which one of some conditions is true, each found by an index of its own: where OR
    joins two of which one asks another table, PostgreSQL reads the whole."""
    return col(table.id).in_(union(*(select(table.id).where(each).correlate(None) for each in conditions)))


def of_files(who: Holder) -> ColumnElement[bool]:
    """Their files, exports included."""
    unowned = and_(col(StoredFile.user_id).is_(None), within(who, StoredFile.conversation_id, StoredFile.created_at))
    return or_(of_user(who, StoredFile.user_id), unowned)


def of_documents(who: Holder) -> ColumnElement[bool]:
    """Their files, without those that go by themselves."""
    return and_(of_files(who), col(StoredFile.content_type).not_in(FLEETING))


def of_homes(who: Holder) -> ColumnElement[bool]:
    """What the shell sandbox keeps for them."""
    theirs = within(who, ShellHome.conversation_id, ShellHome.created_at)
    return or_(of_user(who, ShellHome.user_id), and_(col(ShellHome.user_id).is_(None), theirs))


def of_results(who: Holder) -> ColumnElement[bool]:
    """What their exercises came to."""
    unowned = and_(
        col(ExerciseResult.user_id).is_(None), within(who, ExerciseResult.conversation_id, ExerciseResult.created_at)
    )
    return or_(of_user(who, ExerciseResult.user_id), unowned)


def documents(
    session: Session, who: Holder, limit: int | None = None, *, skip: int = 0, below: int | None = None
) -> Sequence[StoredFile]:
    """Their files, newest first; `below`: only those with lower ids, which are older."""
    chosen = select(StoredFile).where(of_documents(who))
    older = chosen if below is None else chosen.where(col(StoredFile.id) < below)
    return session.exec(older.order_by(col(StoredFile.id).desc()).offset(skip).limit(limit)).all()


def documents_named(session: Session, who: Holder, ids: Collection[int]) -> Sequence[StoredFile]:
    """Those of some files that are still theirs, newest first."""
    chosen = select(StoredFile).where(of_documents(who), col(StoredFile.id).in_(ids))
    return session.exec(chosen.order_by(col(StoredFile.id).desc())).all()


def documents_held(session: Session, who: Holder) -> tuple[int, int]:
    """How many there are, and their bytes."""
    counted = select(func.count(), func.coalesce(func.sum(StoredFile.size), 0)).where(of_documents(who))
    number, size = session.exec(counted).one()
    return number, int(size)


def lock(session: Session, user_id: int) -> None:
    """Let one transaction at a time decide about a user, until it ends."""
    session.execute(select(User.id).where(User.id == user_id).with_for_update())


def last_export(session: Session, who: Holder) -> StoredFile | None:
    """Their newest export; None when none is left."""
    exports = select(StoredFile).where(of_files(who), StoredFile.content_type == ARCHIVE)
    return session.exec(exports.order_by(col(StoredFile.id).desc()).limit(1)).first()
