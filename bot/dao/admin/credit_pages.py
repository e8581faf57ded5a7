"""The entries of the credit log a page at a time, by keyset: a page begins behind an entry and not after so many, so
entries that come in meanwhile move nothing.

All entries, or those of one user or time, are read in their order. Of a narrow filter, or in the order of amounts,
closed days say which groups of alike entries (kind, amount, reason) a page can have: of each the first few are found at
their place in one index. Nothing is read and thrown away, however rare what is looked for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, literal, select, tuple_, union_all
from sqlmodel import Session, col

from bot.dao.admin.credits import CreditFilter, DaySum, cells
from bot.models import LedgerEntry, User
from bot.models.base import UTCDateTime

AT_ONCE = 300  # groups in one statement: SQLite takes 500 parts
Group = tuple[str, int, str]


class Order(StrEnum):
    """Of entries. By amount, those of the same amount by their time."""

    NEWEST = "newest"
    OLDEST = "oldest"
    MOST = "most"
    LEAST = "least"

    @property
    def by_amount(self) -> bool:
        return self in (Order.MOST, Order.LEAST)

    @property
    def ascends(self) -> bool:
        return self in (Order.OLDEST, Order.LEAST)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands, in every order."""

    id: int
    created_at: datetime
    amount: int

    @property
    def day(self) -> date:
        return self.created_at.date()


class CreditRow(NamedTuple):
    """An entry, and the number of its user as far as there is one."""

    id: int
    created_at: datetime
    user_id: int
    amount: int
    balance: int
    kind: str
    reason: str
    run_id: int | None
    call_id: str | None
    actor: str
    phone: str | None

    @property
    def place(self) -> Place:
        return Place(self.id, self.created_at, self.amount)


@dataclass(frozen=True, slots=True)
class CreditPage:
    """Some entries in their order, and whether there are more on either side."""

    rows: Sequence[CreditRow]
    has_before: bool
    has_after: bool


@dataclass(frozen=True, slots=True)
class Look:
    """One look at entries: in which order, from where, how many. `ascends` is the way it goes, which is against the
    order when it goes back."""

    wanted: CreditFilter
    order: Order
    ascends: bool
    place: Place | None
    number: int

    def directed(self, *columns: Any) -> list[Any]:
        return [column.asc() if self.ascends else column.desc() for column in columns]

    def beyond(self, columns: Sequence[Any], values: Sequence[Any], *, included: bool = False) -> ColumnElement[bool]:
        """Columns lie beyond values on the way."""
        these, those = tuple_(*columns), tuple_(*values)
        if included:
            return these >= those if self.ascends else these <= those
        return these > those if self.ascends else these < those


def place_of(session: Session, entry_id: int) -> Place | None:
    """Where an entry stands; None when there is none with this number."""
    found = session.execute(
        select(col(LedgerEntry.id), col(LedgerEntry.created_at), col(LedgerEntry.amount)).where(
            col(LedgerEntry.id) == entry_id
        )
    ).one_or_none()
    return Place(*found) if found else None


def page(
    session: Session,
    wanted: CreditFilter,
    order: Order,
    days: Sequence[DaySum],
    size: int,
    place: Place | None = None,
    *,
    back: bool = False,
) -> CreditPage:
    """`size` entries behind a place, or with `back` before it. `days` is what the filter comes to (`by_day`)."""
    look = Look(wanted, order, order.ascends != back, place, size + 1)
    ids = _in_order(session, look) if _goes_by_order(look) else _by_groups(session, look, days)
    more, ids = len(ids) > size, ids[:size]
    if back:
        return CreditPage(_rows(session, ids[::-1]), has_before=more, has_after=place is not None)
    return CreditPage(_rows(session, ids), has_before=place is not None, has_after=more)


def _goes_by_order(look: Look) -> bool:
    return look.wanted.user_id is not None or not (look.order.by_amount or look.wanted.is_narrow)


def _in_order(session: Session, look: Look) -> list[int]:
    time, number = col(LedgerEntry.created_at), col(LedgerEntry.id)
    keys: list[Any] = [col(LedgerEntry.amount), time, number] if look.order.by_amount else [time, number]
    asked = select(number).where(*look.wanted.of_entries()).order_by(*look.directed(*keys)).limit(look.number)
    if look.place:
        asked = asked.where(look.beyond(keys, _values(look.place)[-len(keys) :]))
    return list(session.scalars(asked))


def _by_groups(session: Session, look: Look, days: Sequence[DaySum]) -> list[int]:
    groups = _groups_by_amount(session, look) if look.order.by_amount else _groups_by_time(session, look, days)
    found: list[Any] = []
    remaining = iter(groups)
    while some := list(islice(remaining, AT_ONCE)):
        found += session.execute(union_all(*(_first_of(look, group) for group in some)))
    found.sort(key=lambda row: (row.amount if look.order.by_amount else 0, row.created_at, row.id),
               reverse=not look.ascends)  # fmt: skip
    return [row.id for row in found[: look.number]]


def _first_of(look: Look, group: Group) -> Select[Any]:
    """The first of one group on the way."""
    kind, amount, reason = group
    time, number = col(LedgerEntry.created_at), col(LedgerEntry.id)
    same = (col(LedgerEntry.kind) == kind, col(LedgerEntry.amount) == amount, col(LedgerEntry.reason) == reason)
    asked = select(number, time, col(LedgerEntry.amount)).where(*same, *look.wanted.of_time())
    if look.place and (not look.order.by_amount or amount == look.place.amount):
        asked = asked.where(look.beyond((time, number), _values(look.place)[1:]))
    first = asked.order_by(*look.directed(time, number)).limit(look.number).subquery()
    return select(first.c.id, first.c.created_at, first.c.amount)


def _groups_by_time(session: Session, look: Look, days: Sequence[DaySum]) -> Sequence[Group]:
    """The groups of the nearest days that together have enough entries for a page."""
    near: list[date] = []
    enough = look.number
    for each in days if look.ascends else reversed(days):
        if look.place and _is_behind(look, each.day, look.place):
            continue
        near.append(each.day)
        enough -= each.entries if look.place is None or each.day != look.place.day else 0
        if enough <= 0:
            break
    if not near:
        return []
    cell = cells(session, replace(look.wanted, since=min(near), until=max(near)))
    return _groups(session, select(cell.c.kind, cell.c.amount, cell.c.reason).distinct())


def _is_behind(look: Look, day: date, place: Place) -> bool:
    return day < place.day if look.ascends else day > place.day


def _groups_by_amount(session: Session, look: Look) -> Sequence[Group]:
    """Those of the nearest amounts, and of these the nearest days, that together have enough."""
    cell = cells(session, look.wanted)
    keys = (cell.c.amount, cell.c.day)
    steps = select(*keys).distinct().order_by(*look.directed(*keys)).limit(look.number + 1)
    asked = select(cell.c.kind, cell.c.amount, cell.c.reason).distinct()
    if look.place:
        here = look.beyond(keys, (look.place.amount, look.place.day), included=True)
        steps, asked = steps.where(here), asked.where(here)
    near = session.execute(steps).all()
    if not near:
        return []
    return _groups(session, asked.where(~look.beyond(keys, tuple(near[-1]))))


def _groups(session: Session, asked: Select[Any]) -> Sequence[Group]:
    return [(kind, amount, reason) for kind, amount, reason in session.execute(asked)]


def _values(place: Place) -> tuple[Any, ...]:
    return literal(place.amount), literal(place.created_at, UTCDateTime()), literal(place.id)


def _rows(session: Session, ids: Sequence[int]) -> list[CreditRow]:
    columns: Any = [getattr(LedgerEntry, name) for name in CreditRow._fields[:-1]]
    found = session.execute(
        select(*columns, col(User.phone))
        .join(User, col(User.id) == col(LedgerEntry.user_id), isouter=True)
        .where(col(LedgerEntry.id).in_(ids))
    )
    by_id = {row.id: CreditRow(*row) for row in found}
    return [by_id[number] for number in ids]
