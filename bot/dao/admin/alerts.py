"""Alerts as administrators see to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, update
from sqlmodel import Session, col, select

from bot.dao.changes import rows_changed
from bot.models import Alert

MOST_COUNTED = 10_000


@dataclass(frozen=True, slots=True)
class Group:
    """Open alerts of one kind: how many, since when, and the newest of them. `upto` is its id: who sees to the group
    sees to those that were shown (`Shown`), not to one that came meanwhile."""

    kind: str
    count: int
    first_at: datetime
    upto: int
    newest: Alert


@dataclass(frozen=True, slots=True)
class Shown:
    """What somebody was shown of a kind: so many open alerts up to an id."""

    kind: str
    upto: int
    count: int


def count_open(session: Session) -> int:
    """How many nobody has seen to; `MOST_COUNTED` at most."""
    some = select(Alert.id).where(col(Alert.acknowledged_at).is_(None)).limit(MOST_COUNTED).subquery()
    return session.exec(select(func.count()).select_from(some)).one()


def open_groups(session: Session) -> list[Group]:
    """Open alerts by kind, the kind with the newest one first."""
    count, first_at, upto = func.count(), func.min(Alert.created_at), func.max(Alert.id)
    each = (
        select(count.label("count"), first_at.label("first_at"), upto.label("upto"))
        .where(col(Alert.acknowledged_at).is_(None))
        .group_by(Alert.kind)
        .subquery()
    )
    found = session.exec(  # one statement: of two, the second may find the newest gone by then
        select(Alert, each.c.count, each.c.first_at)
        .join(each, each.c.upto == col(Alert.id))
        .order_by(col(Alert.id).desc())
    )
    return [Group(newest.kind, number, since, newest.id, newest) for newest, number, since in found]


def page(session: Session, limit: int, *, kind: str = "", before: int | None = None) -> Sequence[Alert]:
    """Alerts, the newest first, open or not."""
    found = select(Alert).order_by(col(Alert.id).desc()).limit(limit)
    if kind:
        found = found.where(Alert.kind == kind)
    if before is not None:
        found = found.where(col(Alert.id) < before)
    return session.exec(found).all()


def kinds(session: Session) -> Sequence[str]:
    """Every kind there is: from one to the next, whatever their number of alerts."""
    kind = select(func.min(Alert.kind).label("kind")).cte("kinds", recursive=True)
    following = select(func.min(Alert.kind)).where(col(Alert.kind) > kind.c.kind).scalar_subquery()
    kind = kind.union_all(select(following).where(kind.c.kind.is_not(None)))
    return list(session.scalars(select(kind.c.kind).where(kind.c.kind.is_not(None)).order_by(kind.c.kind)))


def acknowledge(session: Session, shown: Shown, who: str, now: datetime) -> int:
    """Somebody has seen to the open alerts of a kind that were shown. Returns how many; those of before keep their
    name. 0, and nothing is seen to, where others are open up to that id now: PostgreSQL gives ids before it commits,
    and an alert that nobody was shown may stand behind them."""
    rows = _open(shown)
    return rows_changed(
        session,
        update(Alert)
        .where(*rows, select(func.count(col(Alert.id))).where(*rows).scalar_subquery() == shown.count)
        .values(acknowledged_at=now, acknowledged_by=who)
        .execution_options(synchronize_session=False),
    )


def is_any_open(session: Session, shown: Shown) -> bool:
    """Whether one of that kind is open up to that id."""
    return session.exec(select(Alert.id).where(*_open(shown)).limit(1)).first() is not None


def _open(shown: Shown) -> tuple[ColumnElement[bool], ...]:
    return col(Alert.kind) == shown.kind, col(Alert.id) <= shown.upto, col(Alert.acknowledged_at).is_(None)
