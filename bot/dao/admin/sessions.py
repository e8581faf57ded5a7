"""Who is signed in at the administrators' page."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, update
from sqlmodel import Session, col, select

from bot.models import Administrator, AdminSession


@dataclass(frozen=True, slots=True)
class Known:
    """A session of an administrator who is one still. `address` is where they are reached."""

    id: int
    administrator_id: int
    address: str
    confirmed_at: datetime | None
    seen_at: datetime
    created_at: datetime


def add(session: Session, row: AdminSession) -> int:
    """Store a new one and return its id."""
    session.add(row)
    session.flush()
    return row.id


def by_digest(session: Session, digest: str) -> AdminSession | None:
    """The session of a token, signed in or not, as it stands now; locked, so that its tries are counted one by one."""
    return session.exec(select(AdminSession).where(AdminSession.digest == digest).with_for_update()).one_or_none()


def known(session: Session, digest: str) -> Known | None:
    """The signed-in session of a token, unless its administrator was removed."""
    found = session.exec(
        select(AdminSession, Administrator.value)
        .join(Administrator, col(Administrator.id) == col(AdminSession.administrator_id))
        .where(AdminSession.digest == digest)
    ).one_or_none()
    if found is None:
        return None
    row, address = found
    return Known(row.id, row.administrator_id or 0, address, row.confirmed_at, row.seen_at, row.created_at)


def living(session: Session, ids: Collection[int], *, seen_since: datetime, begun_since: datetime) -> set[int]:
    """Which of some sessions are those of administrators still, were used since a moment and begun since another."""
    return set(
        session.exec(
            select(AdminSession.id)
            .join(Administrator, col(Administrator.id) == col(AdminSession.administrator_id))
            .where(
                col(AdminSession.id).in_(ids),
                col(AdminSession.seen_at) >= seen_since,
                col(AdminSession.created_at) >= begun_since,
            )
        )
    )


def note_use(session: Session, session_id: int, now: datetime) -> None:
    """Note that a session was used just now."""
    session.execute(update(AdminSession).where(col(AdminSession.id) == session_id).values(seen_at=now))


def end(session: Session, session_id: int) -> None:
    """End one."""
    session.execute(delete(AdminSession).where(col(AdminSession.id) == session_id))


def end_all_of(session: Session, administrator_id: int) -> None:
    """End every session of an administrator."""
    session.execute(delete(AdminSession).where(col(AdminSession.administrator_id) == administrator_id))


def forget(session: Session, seen_before: datetime) -> None:
    """Delete what nobody has used since a moment."""
    session.execute(delete(AdminSession).where(col(AdminSession.seen_at) < seen_before))
