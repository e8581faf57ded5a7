"""Users: found by what they confirmed, and what is theirs given to another."""

from sqlalchemy import or_, text, update
from sqlmodel import Session, col, select

from bot.dao.changes import changed
from bot.models import User, ownership


def by_id(session: Session, user_id: int) -> User | None:
    """The user of this id."""
    return session.get(User, user_id)


def with_number(session: Session, number: str) -> User | None:
    """The user who confirmed a number (E.164) by a code."""
    return session.exec(select(User).where(User.phone == number)).one_or_none()


def locked_with_number(session: Session, number: str) -> User | None:
    """`with_number`, locked: the user neither goes nor changes before the transaction ends. Whoever is being erased or
    merged just now is waited for, and has the number no more; so is who confirms the number on another phone, and is
    its user then."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:number, 0))"), {"number": number})
    found = select(User).where(User.phone == number).with_for_update().execution_options(populate_existing=True)
    return session.exec(found).one_or_none()


def phone_of(session: Session, user_id: int) -> str | None:
    """The number (E.164) a user has confirmed, if any."""
    return session.scalar(select(User.phone).where(User.id == user_id))


def balance(session: Session, user_id: int) -> int:
    """Their credits, as they are now."""
    return session.scalar(select(User.credits).where(User.id == user_id)) or 0


def claim_low_notice(session: Session, user_id: int, low: int) -> bool:
    """Note that a user is told now that fewer than `low` credits are left. True for the one caller that is to say it:
    once, until `forget_low`."""
    return changed(
        session,
        update(User)
        .where(col(User.id) == user_id, col(User.credits) < low, col(User.told_low).is_(False))
        .values(told_low=True),
    )


def forget_low(session: Session, user_id: int, low: int) -> None:
    """Undo `claim_low_notice` where there are `low` credits or more again: the next time is told as well."""
    is_over = (col(User.id) == user_id, col(User.credits) >= low, col(User.told_low).is_(True))
    session.execute(update(User).where(*is_over).values(told_low=False))


def unite(session: Session, source_id: int, target_id: int) -> None:
    """Note who a user is from now on, and whoever became one with them before."""
    theirs = or_(col(User.id) == source_id, col(User.merged_into) == source_id)
    session.execute(update(User).where(theirs).values(merged_into=target_id))


def move_rows(session: Session, source_id: int, target_id: int) -> None:
    """Give another user all rows that move at a merge and name their user (bot.models.ownership)."""
    for table in ownership.moving():
        session.execute(update(table).where(col(table.user_id) == source_id).values(user_id=target_id))
