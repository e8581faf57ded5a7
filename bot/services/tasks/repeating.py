"""The times of a stored task that comes back: which one is reminded of, which one follows, what a tick means."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.dao import addresses, tasks
from bot.i18n.day import zone_named, zone_of
from bot.models import Task
from bot.services.tasks.due import Due
from bot.services.tasks.recurrence import LAST, MONTHLY, of_stored

A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Ticked:
    """What a tick came to. `is_new` is False where there was nothing to tick off."""

    is_new: bool
    goes_on: bool = False


def zone_of_task(task: Task, address: str) -> ZoneInfo:
    """The time zone in which a task's hours are meant: its own, or, of one noted before it had any, that of where it
    was asked for (`address`)."""
    return zone_named(task.zone or "") or zone_of(address)


def due_of(task: Task) -> Due:
    """The time that a task is due at, or will be next."""
    return Due(task.due_at or task.created_at, task.whole_day, task.remind_at, task.repeats, task.repeats_until)


def hour_of(task: Task, zone: ZoneInfo) -> time | None:
    """The hour at which a task is due; None where it has none."""
    if task.due_at is None or task.whole_day:
        return None
    return (of_stored(task.repeats).hour if task.repeats else None) or task.due_at.astimezone(zone).time()


def time_of_reminder(task: Task, zone: ZoneInfo, now: datetime) -> Due:
    """The time that a task is reminded of now: of several that were missed, by whatever way, the last one alone."""
    due = due_of(task)
    if task.repeats is None:
        return due
    end = min(now, task.repeats_until) if task.repeats_until else now
    latest = of_stored(task.repeats).latest(end, zone)
    return max(due, latest, key=lambda each: each.at)


def following(task: Task, zone: ZoneInfo, now: datetime) -> Due | None:
    """The first time of a task that is still to come; None where it comes back no more. One that was brought forward
    comes no second time at its own hour."""
    if task.repeats is None:
        return None
    due = of_stored(task.repeats).after(max(now, _replaced(task, zone) or now), zone)
    return None if task.repeats_until and due.at > task.repeats_until else due


def for_this_time(task: Task, when: Due, zone: ZoneInfo, now: datetime) -> dict[str, Any]:
    """What is stored when one time of a task that comes back is moved. Meant is the last one, which is put off, or, a
    day behind it or nearer to the next one, that one. Of which it is `reminded_at` tells: empty, the last is over."""
    columns: dict[str, Any] = {"due_at": when.at, "whole_day": when.whole_day, "remind_at": when.remind_at}
    last, at = task.reminded_at, task.remind_at or now
    is_next_meant = last is not None and at > now and now - last > min(A_DAY, at - now)
    brought_forward = columns | {"reminded_at": None}
    return brought_forward if is_next_meant and _replaced(moved(task, brought_forward), zone) else columns


def moved(task: Task, columns: dict[str, Any]) -> Task:
    """What a task will be."""
    return Task(**(task.model_dump() | columns))


def _replaced(task: Task, zone: ZoneInfo) -> datetime | None:
    """The moment of the time that was brought forward to when a task is due: of its own times the nearest one is
    meant. None where it is due at its own time, or later: then the next one is another."""
    if task.reminded_at is not None or task.repeats is None or task.due_at is None:
        return None
    rule = of_stored(task.repeats)
    before, behind = rule.latest(task.due_at, zone), rule.after(task.due_at, zone)
    if before.at == task.due_at or behind.at - task.due_at >= task.due_at - before.at:
        return None
    return behind.remind_at


def is_short_month_end(due: Due, zone: ZoneInfo) -> bool:
    """Whether it comes on a day of each month that is the last one of this month alone."""
    rule = of_stored(due.repeats) if due.repeats else None
    day = due.at.astimezone(zone).date()
    return (
        rule is not None
        and rule.kind == MONTHLY
        and rule.days == (day.day,)
        and rule.days != (LAST,)
        and ((day + timedelta(days=1)).day == 1)
    )


def columns_of(due: Due | None) -> dict[str, Any]:
    """What is stored of the time that follows. Behind the last one a task is as any other."""
    if due is None:
        return {"remind_at": None, "repeats": None}
    return {"due_at": due.at, "whole_day": due.whole_day, "remind_at": due.remind_at}


def tick(session: Session, task: Task, now: datetime) -> Ticked:
    """Somebody has done it. What comes back is done for this time: that of the last reminder, or, when it is nearer,
    the one that is to come today; neither is reminded of any more, by whatever it was moved."""
    if task.repeats is None or task.done_at is not None:
        return Ticked(tasks.finish(session, task.id, now))
    zone = zone_of_task(task, addresses.of_conversation(session, task.conversation_id) or "")
    behind = _done_until(task, zone, now)
    if behind is None:
        return Ticked(tasks.tick(session, task.id), goes_on=True)
    coming = following(task, zone, behind)
    if coming is None:
        return Ticked(tasks.finish(session, task.id, now))
    return Ticked(tasks.go_on(session, task, reminded_at=None, **columns_of(coming)), goes_on=True)


def _done_until(task: Task, zone: ZoneInfo, now: datetime) -> datetime | None:
    """Behind which moment the next reminder is wanted; None where it is the one that is set."""
    at, last = task.remind_at or now, task.reminded_at
    if at <= now or (task.due_at is not None and task.due_at <= now):
        return now
    if last is not None and at != of_stored(task.repeats or "").latest(at, zone).remind_at:  # the last one was put off
        return now
    is_today = at.astimezone(zone).date() == now.astimezone(zone).date()
    return at if is_today and (last is None or at - now < now - last) else None
