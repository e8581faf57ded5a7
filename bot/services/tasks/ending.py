"""A task is done, for this time or for good, or not to be done after all: what is stored, and the line that says so."""

from collections.abc import Callable
from datetime import datetime

from sqlmodel import Session

from bot.dao import tasks
from bot.i18n.catalogue import say
from bot.i18n.day import zone_of
from bot.models import Task
from bot.services.tasks.repeating import due_of, tick
from bot.services.tasks.wording import due_in_words
from bot.types import Language

Ending = Callable[[Session, Task, str, Language, datetime], str]  # the task, the address of who is told


def ticked_off(session: Session, task: Task, address: str, language: Language, now: datetime) -> str:
    """They have done it."""
    ticked = tick(session, task, now)
    if not ticked.goes_on:
        return say(language, "task_done" if ticked.is_new else "task_was_done", title=task.title)
    session.refresh(task)
    number, due = tasks.number_of(session, task), due_in_words(due_of(task), zone_of(address), language)
    key = "task_done_this_time" if ticked.is_new else "task_not_yet"
    return say(language, key, title=task.title, due=due, number=number)


def taken_off(session: Session, task: Task, _address: str, language: Language, now: datetime) -> str:
    """They will not do it; what comes back does so no more."""
    is_new = tasks.finish(session, task.id, now)
    return say(language, "task_dropped" if is_new else "task_was_done", title=task.title)
