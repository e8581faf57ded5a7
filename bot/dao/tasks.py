"""Tasks. A task's number is its place among all its user ever had: it stays when others are done, and when another
account becomes one with theirs, whose tasks come behind."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, bindparam, case, func, null, tuple_, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from bot.dao.changes import changed
from bot.models import Task

AHEAD: Final = timedelta(hours=1)
ABOUT: Final = timedelta(minutes=2)


def add(session: Session, task: Task) -> None:
    """Store a task, behind all that its user has."""
    task.behind = session.scalar(select(func.max(Task.behind)).where(Task.user_id == task.user_id))
    session.add(task)


def still_open(session: Session, user_id: int) -> Sequence[tuple[int, Task]]:
    """What a user has to do, with its numbers, the oldest first. What is done is counted, and not read."""
    place = func.row_number().over(order_by=_place_of(Task)).label("number")
    of_user = select(Task.id, place).where(Task.user_id == user_id).subquery()
    found = select(of_user.c.number, Task).join(Task, col(Task.id) == of_user.c.id).where(col(Task.done_at).is_(None))
    return [(number, task) for number, task in session.exec(found.order_by(of_user.c.number))]


def with_number(session: Session, user_id: int, number: int) -> Task | None:
    """The task of this number, done or not."""
    if number < 1:
        return None
    theirs = select(Task).where(Task.user_id == user_id).order_by(*_place_of(Task))
    return session.exec(theirs.offset(number - 1).limit(1)).first()


def count_open(session: Session, user_id: int) -> int:
    """How much a user has to do."""
    return session.exec(select(func.count()).where(Task.user_id == user_id, col(Task.done_at).is_(None))).one()


def count_repeating(session: Session, user_id: int) -> int:
    """How much of it comes back."""
    theirs = (Task.user_id == user_id, col(Task.done_at).is_(None), col(Task.repeats).is_not(None))
    return session.exec(select(func.count()).where(*theirs)).one()


def longest_over(session: Session, user_id: int, before: datetime) -> int | None:
    """The open task that a user was reminded of longest ago, before a moment, and of which no reminder is to come."""
    theirs = select(Task.id).where(Task.user_id == user_id, col(Task.done_at).is_(None))
    over = theirs.where(col(Task.reminded_at) < before, col(Task.remind_at).is_(None))
    return session.exec(over.order_by(col(Task.reminded_at), col(Task.id)).limit(1)).first()


def number_of(session: Session, task: Task) -> int:
    """The number of a stored task."""
    return numbers_of(session, [task.id])[task.id]


def numbers_of(session: Session, ids: Collection[int]) -> Mapping[int, int]:
    """The numbers of several stored tasks, by their ids."""
    earlier = aliased(Task)
    upto = (col(earlier.user_id) == col(Task.user_id), tuple_(*_place_of(earlier)) <= tuple_(*_place_of(Task)))
    place = select(func.count(col(earlier.id))).where(*upto).scalar_subquery()
    return dict(session.exec(select(Task.id, place).where(col(Task.id).in_(ids))).all())


def _place_of(task: type[Task]) -> tuple[SQLColumnExpression[int], SQLColumnExpression[int]]:
    """By what tasks stand in the order of their numbers."""
    return func.coalesce(task.behind, 0), col(task.id)


def put_behind(session: Session, source_id: int, target_id: int) -> None:
    """Before two users become one: what `source` ever had to do gets numbers behind all of `target`'s, whose own stay,
    as does its order."""
    last = session.scalar(select(func.max(Task.behind)).where(Task.user_id == target_id)) or 0
    behind = func.coalesce(Task.behind, 0) + last + 1
    session.execute(update(Task).where(col(Task.user_id) == source_id).values(behind=behind))


def has_open(session: Session, user_id: int, title: str, due_at: datetime | None, repeats: str | None = None) -> bool:
    """Whether a user has this to do already. « Dans une heure », said again because nothing seemed to arrive, is no
    other time."""
    same = select(Task.id).where(Task.user_id == user_id, Task.title == title, col(Task.done_at).is_(None))
    same = same.where(col(Task.repeats).is_not_distinct_from(repeats))
    due = col(Task.due_at).is_(None)
    if due_at is not None:
        due = col(Task.due_at).between(due_at - ABOUT, due_at + ABOUT)
    return session.exec(same.where(due)).first() is not None


def finish(session: Session, task_id: int, now: datetime) -> bool:
    """Tick a task off; it is not reminded of any more. False: it was done before."""
    open_one = update(Task).where(col(Task.id) == task_id, col(Task.done_at).is_(None))
    return changed(session, open_one.values(done_at=now, remind_at=None))


def to_remind(session: Session, now: datetime, most: int, only: int | None = None) -> Sequence[Task]:
    """Tasks whose time has come, the longest due first; `only` that one of them."""
    due = select(Task).where(col(Task.remind_at) <= now, col(Task.done_at).is_(None), *_of_id(only))
    return session.exec(due.order_by(col(Task.remind_at), col(Task.id)).limit(most)).all()


def astray(session: Session, now: datetime, most: int, only: int | None = None) -> Sequence[Task]:
    """Tasks that come back of which the next time is not set, or was set by a clock that was hours ahead; `only` that
    one of them."""
    alive = (col(Task.repeats).is_not(None), col(Task.done_at).is_(None), *_of_id(only))
    unset = select(Task).where(*alive, col(Task.remind_at).is_(None)).order_by(col(Task.id))
    ahead = select(Task).where(*alive, col(Task.reminded_at) > now + AHEAD).order_by(col(Task.reminded_at))
    return [*session.exec(unset.limit(most)), *session.exec(ahead.limit(most))]


def _of_id(only: int | None) -> Sequence[ColumnElement[bool]]:
    return () if only is None else (col(Task.id) == only,)


def put_off(session: Session, task_id: int, now: datetime, until: datetime) -> None:
    """Have nobody look at a task before a moment, whatever its times say."""
    ahead = col(Task.reminded_at) > now + AHEAD
    reminded_at = case((ahead, null()), else_=col(Task.reminded_at))
    session.execute(update(Task).where(col(Task.id) == task_id).values(remind_at=until, reminded_at=reminded_at))


def reminded(session: Session, task: Task, now: datetime, **following: Any) -> bool:
    """Note that a reminder is written, and what follows when it comes back (`go_on`). True for the one caller that may
    write it."""
    return go_on(session, task, reminded_at=now, **({"remind_at": None} | following))


def go_on(session: Session, task: Task, **following: Any) -> bool:
    """Give a task its next time (`due_at`, `whole_day`, `remind_at`), or a later look at it. False when it was done,
    reminded of or moved since it was read, or is another user's by now."""
    mine = update(Task).where(
        col(Task.id) == task.id,
        col(Task.user_id) == task.user_id,
        col(Task.remind_at).is_not_distinct_from(task.remind_at),
        col(Task.done_at).is_(None),
    )
    return changed(session, mine.values(**following))


def move(session: Session, user_id: int, task_id: int, **values: Any) -> bool:
    """Give an open task of a user another time. False: they have none of this id."""
    theirs = update(Task).where(col(Task.id) == task_id, col(Task.user_id) == user_id, col(Task.done_at).is_(None))
    return changed(session, theirs.values(**values))


def tick(session: Session, task_id: int) -> bool:
    """A task that comes back is done for the time of its last reminder. False: it was so already."""
    reminded_of = update(Task).where(
        col(Task.id) == task_id, col(Task.done_at).is_(None), col(Task.reminded_at).is_not(None)
    )
    return changed(session, reminded_of.values(reminded_at=None))


def last_reminded(session: Session, user_id: int, since: datetime) -> Task | None:
    """The open task a user was reminded of last."""
    found = session.scalar(any_reminded(), {"of_user": user_id, "reminded_since": since})
    return None if found is None else by_id(session, found)


def by_id(session: Session, task_id: int) -> Task | None:
    """The task of this id."""
    return session.get(Task, task_id)


def any_reminded() -> Select[Any]:
    """For a statement: the number of `last_reminded`, of `of_user` since `reminded_since`. Mostly there is none."""
    theirs = (Task.user_id == bindparam("of_user"), col(Task.reminded_at) > bindparam("reminded_since"))
    recent = select(Task.id).where(*theirs, col(Task.done_at).is_(None))
    return recent.order_by(col(Task.reminded_at).desc(), col(Task.id).desc()).limit(1)
