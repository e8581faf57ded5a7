"""How a task's day is said, and how it comes back."""

from datetime import timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.i18n.catalogue import say
from bot.i18n.day import day_in, long_date_in, moment_in, place_of, weekday_in, weekdays_in, zone_of
from bot.models import Task
from bot.services.tasks.due import Due
from bot.services.tasks.recurrence import LAST, NTH, WEEKLY, of_stored
from bot.services.tasks.repeating import due_of, zone_of_task
from bot.types import Language

JUST_REMINDED: Final = timedelta(hours=24)  # so long what somebody says may be said of a reminder


def task_in_words(task: Task, address: str, language: Language) -> str:
    """When a task is due, or will be next, and how it comes back, for who reads it at an address; nothing for a task
    without a day."""
    if task.due_at is None:
        return ""
    due, zone = due_of(task), zone_of_task(task, address)
    said = due_in_words(due, zone, language, zone_of(address))
    return ", ".join(filter(None, (said, repeats_in_words(due, zone, language))))


def due_in_words(due: Due, zone: ZoneInfo, language: Language, here: ZoneInfo | None = None) -> str:
    """« mardi 24 novembre 2026 à 18 h » by the clock of a zone; with its town, where another one (`here`) differs."""
    local = due.at.astimezone(zone)
    if due.whole_day:
        return day_in(local.date(), language)
    said = moment_in(local, language)
    if here is None or due.at.astimezone(here).utcoffset() == local.utcoffset():
        return said
    return say(language, "task_hour_of", moment=said, place=place_of(zone, language))


def repeats_in_words(due: Due, zone: ZoneInfo, language: Language) -> str:
    """« tous les lundis et jeudis jusqu’au 12 décembre 2026 »; "" for what comes once."""
    if due.repeats is None:
        return ""
    rule = of_stored(due.repeats)
    days = weekdays_in(rule.days, language) if rule.kind == WEEKLY else ""
    if rule.kind == NTH:
        days = weekday_in(rule.days[1], language)
    number = rule.days[0] if rule.days else 0
    until = long_date_in(due.until.astimezone(zone).date(), language) if due.until else ""
    return say(language, "task_repeats", kind=rule.kind, days=days, number=number, last=LAST, until=until)
