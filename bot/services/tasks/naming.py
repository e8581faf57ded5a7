"""Which open tasks somebody names in a few words: « de demain », « de 18 h », « pour les fractions ». Pure."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.i18n.day import long_date_in, weekday_in
from bot.models import Task
from bot.services.tasks.due import Due
from bot.services.tasks.recurrence import WEEKLY, YEARLY, of_stored
from bot.services.tasks.repeating import due_of, zone_of_task
from bot.services.tasks.wording import due_in_words, repeats_in_words
from bot.text.folding import folded
from bot.text.search_words import stems_of, words_of
from bot.types import Language

_DAYS: Final = (
    frozenset("aujourd hui aujourdhui today tonight".split()),
    frozenset("demain tomorrow".split()),
    frozenset({"surlendemain"}),
)
_AFTER_TOMORROW: Final = ("apres demain", "apres-demain", "day after tomorrow")
_NOON, _EVENING = 12, 17  # o'clock


def named(still: Sequence[Task], said: str, address: str, now: datetime) -> list[Task]:
    """Those whose title, day and hour, by the clock that the list shows at an address, have every word that was said;
    none where nothing was."""
    text = folded(said)
    for words in _AFTER_TOMORROW:
        text = text.replace(words, "surlendemain")
    wanted = words_of(text)
    return [task for task in still if wanted and all(_has(task, word, address, now) for word in wanted)]


def _has(task: Task, word: str, address: str, now: datetime) -> bool:
    zone = zone_of_task(task, address)
    is_when = word in _time_of(task, zone, now.astimezone(zone).date())
    return is_when or not set(stems_of(word)).isdisjoint(stems_of(task.title))


def _time_of(task: Task, zone: ZoneInfo, today: date) -> set[str]:
    """The words of when it is, as either language says it."""
    if task.due_at is None:
        return set()
    due = due_of(task)
    local = due.at.astimezone(zone)
    said = {word for each in Language for word in words_of(_day_of(due, zone, each))}
    ahead = (local.date() - today) // timedelta(days=1)
    if due.repeats is None and 0 <= ahead < len(_DAYS):
        said |= _DAYS[ahead]
    if not due.whole_day:
        part = {"matin", "morning"} if local.hour < _NOON else {"soir", "evening"} if local.hour >= _EVENING else set()
        said |= {"h", f"{local.hour}", f"{local.hour}h", f"{local.minute:02}", f"{local.hour}h{local.minute:02}", *part}
    return said


def _day_of(due: Due, zone: ZoneInfo, language: Language) -> str:
    """The day of what comes once. Of what comes back it is one of many, and « de demain » no name of them all: only the
    days of the week, or the day of the year, on which it always does."""
    if due.repeats is None:
        return due_in_words(due, zone, language)
    rule = of_stored(due.repeats)
    days = [weekday_in(day, language) for day in rule.days] if rule.kind == WEEKLY else []
    if rule.kind == YEARLY:
        days = [long_date_in(due.at.astimezone(zone).date(), language)]
    return " ".join((repeats_in_words(due, zone, language), *days))
