"""Pages of long lists, the newest first, in bounded work: what one index finds is looked at a piece at a time, and no
more rows than that are read, whatever is asked for. When too few of a piece fit, the page says how far it looked, and
the next one goes on from there. By keyset: rows that come in meanwhile move nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, func, select, union_all
from sqlmodel import Session

from bot.dao.by_time import first_id_since
from bot.dao.utc_day import start_of

LOOK: Final = 5_000  # rows looked at for one page
PAGE: Final = 25
ABOUT: Final = 1_000  # how far the order of ids may be from the order of times: rows that were begun at once


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page begins: behind the row with an id (`before` it in time), or going back (`after` it); else at the
    newest."""

    before: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where rows come from: conditions on the columns at the beginning of an index that ends with the ids. `number`:
    the ids in another table that tells which rows are meant, perhaps more than once; else they are the table's own."""

    conditions: Sequence[ColumnElement[bool]] = ()
    number: Any = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A table whose ids grow with a column of times, and the columns that filters ask for."""

    table: Any
    moment: Any
    columns: Sequence[Any] = ()

    @property
    def number(self) -> Any:
        return self.table.id


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked for: rows that a source knows (of several, none that another knows too), for which `others`, asked
    of the listed columns, is true as well. Days are UTC, both included; None: open at that end."""

    sources: Sequence[Source]
    others: Callable[[Any], Sequence[ColumnElement[bool]]]
    since: date | None = None
    until: date | None = None

    def conditions(self, column: Any) -> list[ColumnElement[bool]]:
        """On the column of times."""
        found = [column >= start_of(self.since)] if self.since else []
        return [*found, column < self.end] if self.end else found

    @property
    def end(self) -> datetime | None:
        """The first instant behind the days; None behind the last day there can be, too."""
        return start_of(self.until + timedelta(days=1)) if self.until and self.until < date.max else None


@dataclass(frozen=True, slots=True)
class Found:
    """Ids, the highest first, and the cursors of the pages on either side. `stopped_at`: the id at which looking ended
    before the page was full."""

    ids: Sequence[int]
    newer: int | None = None
    older: int | None = None
    stopped_at: int | None = None


@dataclass(frozen=True, slots=True)
class _Way:
    """In which direction ids are looked at, and between which."""

    up: bool
    low: int | None
    high: int | None

    def along(self, column: Any) -> Any:
        return column.asc() if self.up else column.desc()

    def between(self, column: Any) -> list[ColumnElement[bool]]:
        found = [column > self.low] if self.low is not None else []
        return [*found, column < self.high] if self.high is not None else found


def find(session: Session, listed: Listed, asked: Asked, cursor: Cursor) -> Found:
    """The ids of a page."""
    way = _way(session, listed, asked, cursor)
    looked = _looked(listed, asked.sources, way)
    fits = [*asked.others(looked.c), *asked.conditions(looked.c[listed.moment.key])]
    wanted = select(looked.c.id).where(*fits).order_by(way.along(looked.c.id)).limit(PAGE + 1)
    ids = list(session.scalars(wanted))
    full, ids = len(ids) > PAGE, ids[:PAGE]
    stopped = None if full else _stopped(session, looked, way)
    if not way.up:
        newer = None if cursor.before is None else ids[0] if ids else cursor.before - 1
        return Found(ids, newer, ids[-1] if full else stopped, stopped)
    if not full and stopped is None:  # at the top: the first page, and not what is left of it
        return find(session, listed, asked, Cursor())
    ids.reverse()
    return Found(ids, ids[0] if full else stopped, ids[-1] if ids else (cursor.after or 0) + 1, stopped)


def of_days(session: Session, listed: Listed, asked: Asked) -> list[ColumnElement[bool]]:
    """Between which ids the rows of the days asked for lie, roughly: what lies outside need not be read."""
    return _way(session, listed, asked, Cursor()).between(listed.number)


def values_of(session: Session, column: Any, most: int = 100) -> Sequence[Any]:
    """What stands in an indexed column of texts, each once, in order: one step in the index for each."""
    found: list[Any] = []
    while len(found) < most:
        following = session.scalar(select(func.min(column)).where(column > (found[-1] if found else "")))
        if following is None:
            break
        found.append(following)
    return found


def _looked(listed: Listed, sources: Sequence[Source], way: _Way) -> Any:
    pieces = [_piece(listed, source, way) for source in sources]
    if len(pieces) == 1:
        return pieces[0].subquery()
    every = union_all(*(select(*piece.subquery().c) for piece in pieces)).subquery()
    return select(*every.c).order_by(way.along(every.c.id)).limit(LOOK).subquery()


def _piece(listed: Listed, source: Source, way: _Way) -> Select[Any]:
    columns = select(listed.number, listed.moment, *listed.columns)
    if source.number is None:
        found = columns.where(*source.conditions, *way.between(listed.number))
        return found.order_by(way.along(listed.number)).limit(LOOK)
    named = select(source.number.label("id")).where(*source.conditions, *way.between(source.number)).distinct()
    ids = named.order_by(way.along(source.number)).limit(LOOK).subquery()
    return columns.join(ids, ids.c.id == listed.number)


def _stopped(session: Session, looked: Any, way: _Way) -> int | None:
    """The last id that was looked at, unless there were no more."""
    last = func.max(looked.c.id) if way.up else func.min(looked.c.id)
    count, found = session.execute(select(func.count(), last).select_from(looked)).one()
    return found if count >= LOOK else None


def _way(session: Session, listed: Listed, asked: Asked, cursor: Cursor) -> _Way:
    """The days as ids, roughly: what lies outside is not even looked at."""
    low, high = cursor.after, cursor.before
    if asked.since:
        first = first_id_since(session, listed.table, listed.moment, start_of(asked.since))
        low = max(low or 0, first - ABOUT)
    if asked.end:
        last = first_id_since(session, listed.table, listed.moment, asked.end)
        high = last + ABOUT if high is None else min(high, last + ABOUT)
    return _Way(cursor.after is not None, low, high)
