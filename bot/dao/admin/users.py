"""Users as administrators look for them, and what belongs to one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, or_, update
from sqlmodel import Session, col, select

from bot.dao.admin.people import conversations_of, is_for
from bot.models import Address, AdminAction, LedgerEntry, OutboundPart, Payment, Run, StoredFile, User

STATES = ("blocked", "deleted", "never")  # never: has chosen no mode


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which users. `number` is E.164, `ending` the last digits of one; with both, either will do. "" and None ask for
    all."""

    user_id: int | None = None
    number: str = ""
    ending: str = ""
    mode: str = ""
    state: str = ""


def page(session: Session, wanted: Wanted, limit: int, before: int | None = None) -> Sequence[User]:
    """Users, the newest first; only those of an id below `before`, if said."""
    found = select(User).where(*_conditions(wanted)).order_by(col(User.id).desc()).limit(limit)
    if before is not None:
        found = found.where(col(User.id) < before)
    return session.exec(found).all()


def numbers(session: Session, user_ids: Collection[int]) -> Mapping[int, str]:
    """An address of each of some users who has one: the one they wrote from last."""
    rows = session.exec(
        select(Address.user_id, Address.value)
        .where(col(Address.user_id).in_(user_ids))
        .order_by(col(Address.last_inbound_at).asc().nulls_first(), col(Address.id).desc())
    )
    return {user_id: value for user_id, value in rows if user_id is not None}


def addresses(session: Session, user_id: int) -> Sequence[Address]:
    """All addresses of a user, the one they wrote from last first."""
    found = select(Address).where(Address.user_id == user_id)
    return session.exec(found.order_by(col(Address.last_inbound_at).desc().nulls_last(), col(Address.id))).all()


def entries(session: Session, user_id: int, limit: int) -> Sequence[LedgerEntry]:
    """The last entries of a user's ledger, the newest first."""
    found = select(LedgerEntry).where(LedgerEntry.user_id == user_id)
    return session.exec(found.order_by(col(LedgerEntry.id).desc()).limit(limit)).all()


def runs(session: Session, user_id: int, limit: int) -> Sequence[Run]:
    """The last runs of a user, the newest first."""
    found = select(Run).where(Run.user_id == user_id)
    return session.exec(found.order_by(col(Run.id).desc()).limit(limit)).all()


def files(session: Session, user_id: int, limit: int) -> Sequence[StoredFile]:
    """The last files of a user, the newest first."""
    found = select(StoredFile).where(StoredFile.user_id == user_id)
    return session.exec(found.order_by(col(StoredFile.id).desc()).limit(limit)).all()


def deliveries(session: Session, user_id: int, limit: int) -> Sequence[OutboundPart]:
    """The last messages that went to a user, the newest first."""
    there = col(OutboundPart.conversation_id).in_(conversations_of(user_id))
    found = select(OutboundPart).where(there, is_for(user_id, OutboundPart))
    return session.exec(found.order_by(col(OutboundPart.id).desc()).limit(limit)).all()


def payments(session: Session, user_id: int, limit: int) -> Sequence[Payment]:
    """The last purchases of a user, the newest first."""
    found = select(Payment).where(Payment.user_id == user_id)
    return session.exec(found.order_by(col(Payment.id).desc()).limit(limit)).all()


def actions(session: Session, user_id: int, limit: int) -> Sequence[AdminAction]:
    """What administrators did to a user last, the newest first."""
    found = select(AdminAction).where(AdminAction.user_id == user_id)
    return session.exec(found.order_by(col(AdminAction.id).desc()).limit(limit)).all()


def block(session: Session, user_id: int, at: datetime | None) -> None:
    """Begin no turn for a user any more; None: begin them again."""
    session.execute(update(User).where(col(User.id) == user_id).values(blocked_at=at))


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    made: list[ColumnElement[bool]] = []
    if wanted.user_id is not None:
        made.append(col(User.id) == wanted.user_id)
    if whose := _by_number(wanted):
        made.append(or_(*whose))
    if wanted.mode:
        made.append(col(User.mode) == wanted.mode)
    states = {
        "blocked": col(User.blocked_at).is_not(None),
        "deleted": col(User.deleted_at).is_not(None),
        "never": col(User.mode).is_(None),
    }
    return [*made, states[wanted.state]] if wanted.state else made


def _by_number(wanted: Wanted) -> list[ColumnElement[bool]]:
    """The conditions of which one must be true; none where no number is asked for."""
    found: list[ColumnElement[bool]] = []
    if wanted.number:
        at_it = select(Address.user_id).where(col(Address.value).in_((wanted.number, f"whatsapp:{wanted.number}")))
        found += [col(User.phone) == wanted.number, col(User.id).in_(at_it)]
    if wanted.ending:
        ends = select(Address.user_id).where(
            col(Address.user_id).is_not(None), col(Address.value).endswith(wanted.ending, autoescape=True)
        )
        found += [col(User.phone).endswith(wanted.ending, autoescape=True), col(User.id).in_(ends)]
    return found
