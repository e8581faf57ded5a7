"""Conversations, their lanes, and the inbound messages waiting in them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import and_, update
from sqlmodel import Session, col, select

from bot.capabilities import channel_of
from bot.dao import lock_order, periodic_statements, turn_statements
from bot.dao.changes import changed
from bot.dao.conversation_key import ConversationKey
from bot.dao.database import CONVERSATION_KEY
from bot.dao.inserts import insert_into
from bot.dao.rekeying import KEYED
from bot.dao.work import run_leases
from bot.errors import LeaseLost
from bot.models import Address, Conversation, InboundMessage


def conversation_id(session: Session, address: str) -> str:
    """The id of the conversation with an address, whether there is one yet or not."""
    key: ConversationKey = session.info[CONVERSATION_KEY]
    return key.id_of(address)


def ensure(session: Session, sender: str, known: str = "") -> Conversation:
    """The conversation with an address, made with its address row when it is the first time. `known`: its id, by a
    message of it; one of old is made anew (bot.dao.rekeying)."""
    key = known if known.startswith(KEYED) else conversation_id(session, sender)
    found = session.get(Conversation, key)
    if found:
        return found
    session.execute(
        insert_into(session, Address)
        .values(value=sender, channel=channel_of(sender))
        .on_conflict_do_nothing(index_elements=["value"])
    )
    address = session.exec(select(Address).where(Address.value == sender)).one()
    session.execute(
        insert_into(session, Conversation)
        .values(id=key, address_id=address.id)
        .on_conflict_do_nothing(index_elements=["id"])
    )
    return session.get_one(Conversation, key)


def claim(
    session: Session,
    key: str,
    worker_id: str,
    lost_after_s: float,
    *,
    if_waiting: bool = False,
    unless_locked: bool = False,
) -> int | None:
    """Take the lane of a conversation if it is free or its worker is lost; `if_waiting`: and a message waits there. The
    caller has locked it, or `unless_locked`: nobody has. Returns the new epoch, or None."""
    given = {"of_id": key, "new_worker": worker_id, "lost_after_s": lost_after_s}
    taking = turn_statements.claimed_lane(if_waiting=if_waiting, unless_locked=unless_locked)
    claimed = taking.first(session, given)
    return None if claimed is None else claimed[0]


def lock(session: Session, key: str, *, unless_locked: bool = False) -> bool:
    """Wait for whoever works in the conversation now, so that the statement behind this one sees what they did.

    On PostgreSQL an UPDATE passes over a row that does not match in its own snapshot, without waiting: a claim would
    miss a release that is about to commit, a release a message that has just been committed, and nobody would come.
    False when there is no such conversation; or, `unless_locked`, when one would have to wait for it."""
    locked = turn_statements.locked_conversation(unless_locked=unless_locked)
    return locked.first(session, {"of_id": key}) is not None


def fence(session: Session, key: str, epoch: int) -> None:
    """Begin a write of a turn: locks the conversation's row and proves the lane is still ours.

    Raises LeaseLost when another worker has claimed the conversation since.
    """
    if turn_statements.fenced_lane().first(session, {"of_id": key, "of_epoch": epoch}) is None:
        raise LeaseLost(key)


def release_if_idle(session: Session, key: str, epoch: int) -> bool:
    """Give the lane back unless something came in meanwhile; False means: go on draining."""
    lock(session, key)
    return leave_if_idle(session, key, epoch)


def leave_if_idle(session: Session, key: str, epoch: int) -> bool:
    """`release_if_idle` for a conversation that the caller has locked, by a fence."""
    return turn_statements.left_lane().changed(session, {"of_id": key, "of_epoch": epoch})


def release(session: Session, key: str, epoch: int) -> bool:
    """Give the lane back as it is: for a worker that leaves. False when it was free or another's already."""
    return changed(
        session,
        update(Conversation)
        .where(
            col(Conversation.id) == key,
            col(Conversation.lane_epoch) == epoch,
            col(Conversation.lane_worker).is_not(None),
        )
        .values(lane_worker=None),
    )


def lanes_of(session: Session, worker_id: str) -> Sequence[tuple[str, int]]:
    """The lanes of a worker, each with its epoch."""
    found = periodic_statements.lanes_of().rows(session, {"of_worker": worker_id})
    return [(key, epoch) for key, epoch in found]


def give_lives_back(session: Session, lives: Sequence[tuple[int, int]]) -> None:
    """Undo one `count_life` of messages; `lives` says how many each had before."""
    for message_id, before in lives:
        session.execute(
            update(InboundMessage)
            .where(
                col(InboundMessage.id) == message_id,
                col(InboundMessage.processed_at).is_(None),
                col(InboundMessage.attempts) > before,
            )
            .values(attempts=col(InboundMessage.attempts) - 1)
        )


def lane_is_held(session: Session, key: str, epoch: int) -> bool:
    """Whether nobody has claimed a lane since it was claimed with this epoch, and it was not given back."""
    held = (Conversation.id == key, Conversation.lane_epoch == epoch, col(Conversation.lane_worker).is_not(None))
    return session.exec(select(Conversation.id).where(*held)).first() is not None


def take_leases(session: Session, user_id: int, here: str) -> None:
    """End the claims on all of a user's conversations but `here`, and on all their background runs: their workers can
    write nothing more there, and others take the work over."""
    theirs = select(Address.id).where(Address.user_id == user_id)
    others = and_(col(Conversation.address_id).in_(theirs), col(Conversation.id) != here)
    lock_order.lock_all(session, others)
    session.execute(
        update(Conversation)
        .where(others)
        .values(lane_worker=None, lane_epoch=col(Conversation.lane_epoch) + 1)
        .execution_options(synchronize_session=False)
    )
    run_leases.take_of(session, user_id)


def count_life(session: Session, messages: Sequence[InboundMessage]) -> None:
    """One more worker takes these messages up."""
    for message in messages:
        message.attempts += 1
    session.flush()


def begin_lives_anew(session: Session, messages: Sequence[InboundMessage]) -> None:
    """Set the lives of messages back to none: the last one left a step behind, so they do not kill their workers."""
    for message in messages:
        message.attempts = 0
    session.flush()


def begin_first_life(session: Session, messages: Sequence[InboundMessage]) -> None:
    """Give messages whose attachments have been read fresh lives for the turn itself; they stay admitted."""
    session.execute(
        update(InboundMessage)
        .where(col(InboundMessage.id).in_([message.id for message in messages]))
        .values(attempts=1)
    )


def attach(session: Session, messages: Sequence[InboundMessage], run_id: int) -> None:
    """Say which run answers these messages."""
    _change(session, messages, new_run_id=run_id)


def of_run(session: Session, run_id: int) -> Sequence[InboundMessage]:
    """The messages a run answers, oldest first."""
    return session.exec(
        select(InboundMessage).where(InboundMessage.run_id == run_id).order_by(col(InboundMessage.id))
    ).all()


def take_urgent(session: Session, message_id: int, now: datetime, user_id: int | None) -> bool:
    """Claim one message of a user's, or a guest's (None), that acts at once, beside the lane. True for the one caller
    that got it."""
    return changed(
        session,
        update(InboundMessage)
        .where(
            col(InboundMessage.id) == message_id,
            col(InboundMessage.processed_at).is_(None),
            col(InboundMessage.run_id).is_(None),
        )
        .values(processed_at=now, outcome="urgent", user_id=user_id),
    )


def take_over(session: Session, key: str, now: datetime) -> None:
    """The address of a conversation is another user's from now on."""
    session.execute(update(Conversation).where(col(Conversation.id) == key).values(owner_since=now))


def take_all_over(session: Session, user_id: int, now: datetime) -> None:
    """The addresses of all conversations of a user are somebody else's from now on."""
    theirs = select(Address.id).where(Address.user_id == user_id)
    session.execute(update(Conversation).where(col(Conversation.address_id).in_(theirs)).values(owner_since=now))


def close_inbound(session: Session, messages: Sequence[InboundMessage], outcome: str, now: datetime) -> None:
    """Say what became of messages that a run answered."""
    _change(session, messages, new_processed_at=now, new_outcome=outcome)


def close_answered(
    session: Session, messages: Sequence[InboundMessage], outcome: str, now: datetime, user_id: int | None
) -> None:
    """Say what became of messages of a user, or of a guest (None), that no run answers."""
    _change(session, messages, new_processed_at=now, new_outcome=outcome, new_user_id=user_id)


def _change(session: Session, messages: Sequence[InboundMessage], **values: object) -> None:
    given = turn_statements.these([message.id for message in messages])
    turn_statements.changed_messages(len(given), tuple(values)).changed(session, {**given, **values})


def needing_a_worker(session: Session, lost_after_s: float, limit: int = 10_000) -> Sequence[str]:
    """Conversations with something to do that no living worker holds, the longest waiting first."""
    found = periodic_statements.conversations_needing_a_worker()
    return [key for (key,) in found.rows(session, {"lost_after_s": lost_after_s, "most": limit})]


def oldest_waiting(session: Session) -> datetime | None:
    """When the oldest unprocessed message came in."""
    return session.exec(
        select(InboundMessage.received_at)
        .where(col(InboundMessage.processed_at).is_(None))
        .order_by(col(InboundMessage.received_at))
        .limit(1)
    ).first()
