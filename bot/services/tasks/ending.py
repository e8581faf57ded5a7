"""Ends a task, done or dropped: stores it, and words the line that says so."""

from collections.abc import Callable
from datetime import datetime

from sqlmodel import Session

from bot.dao import tasks
from bot.i18n.catalogue import say
from bot.i18n.day import zone_of
from bot.models import Task
from bot.services.tasks.repeating import due_of, tick, zone_of_task
from bot.services.tasks.wording import due_in_words
from bot.types import Language

Ending = Callable[[Session, Task, str, Language, datetime], str]  # str: the address of whoever is told; the line


def tick_off(session: Session, task: Task, address: str, language: Language, now: datetime) -> str:
    """Store that a task is done, for this time if it comes back. Returns the line that says so."""
    ticked = tick(session, task, now)
    if not ticked.goes_on:
        return say(language, "task_done" if ticked.is_new else "task_was_done", title=task.title)
    session.refresh(task)
    number, due = tasks.number_of(session, task), _next(task, address, language)
    key = "task_done_this_time" if ticked.is_new else "task_not_yet"
    return say(language, key, title=task.title, due=due, number=number)


def _next(task: Task, address: str, language: Language) -> str:
    return due_in_words(due_of(task), zone_of_task(task, address), language, zone_of(address))


def take_off(session: Session, task: Task, _address: str, language: Language, now: datetime) -> str:
    """Store that a task is not to be done after all; one that comes back does so no more. Returns the line for it."""
    is_new = tasks.finish(session, task.id, now)
    return say(language, "task_dropped" if is_new else "task_was_done", title=task.title)
