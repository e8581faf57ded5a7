"""In which order rows are locked on PostgreSQL, so that no two transactions wait for each other: conversations (of
several by their ids), the user, then what hangs on them: addresses, runs, payments, tasks, parts.

Who holds a lane locks its conversation first (bot.dao.conversations, bot.dao.work.run_leases); who has none and changes
a part or a task says so first, by `enter`. Whoever does something about all conversations of a person comes from a lane
of theirs, which they hold already: of two who do so from two phones in the same moment one gives way after a second, is
rolled back whole and done again."""

from collections.abc import Collection

from sqlalchemy import ColumnElement
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from bot.models import Address, Conversation, OutboundPart, User


def lock_all(session: Session, whose: ColumnElement[bool]) -> None:
    """Wait for whoever writes in some conversations now, so that the statements behind this one see what they wrote. A
    fence lets those pass who write without a lane (a reminder, what is sent instead of a refused part): a row that
    names its conversation goes well with an UPDATE of that, and not with this lock."""
    session.execute(_in_order(whose).with_for_update())


def enter(session: Session, user_ids: Collection[int]) -> None:
    """Have `lock_all` of some users' conversations wait for this transaction, before it changes what hangs on them. A
    row that is added to a conversation later has the same effect, too late: by then each may wait for the other."""
    _enter(session, col(User.id).in_(user_ids))


def enter_by_number(session: Session, number: str) -> None:
    """`enter` for the user who has a number, before they are locked."""
    _enter(session, col(User.phone) == number)


def enter_by_part(session: Session, part_id: int) -> None:
    """Lock the conversation of a part, as a fence does, before the part is changed and what follows from that is: its
    address may be marked, and a turn that works there has its address before it has all its conversations."""
    of_part = select(OutboundPart.conversation_id).where(OutboundPart.id == part_id).scalar_subquery()
    session.execute(_in_order(col(Conversation.id) == of_part).with_for_update(key_share=True))


def _enter(session: Session, whose: ColumnElement[bool]) -> None:
    phones = select(Address.id).join(User, col(User.id) == col(Address.user_id)).where(whose)
    theirs = _in_order(col(Conversation.address_id).in_(phones))
    session.execute(theirs.with_for_update(read=True, key_share=True))


def _in_order(whose: ColumnElement[bool]) -> SelectOfScalar[str]:
    return select(Conversation.id).where(whose).order_by(col(Conversation.id))
