"""Which open tasks somebody names in a few words: « de demain », « de 18 h », « pour les fractions ». Pure."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.models import Task
from bot.services.tasks.repeating import due_of
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


def named(still: Sequence[Task], said: str, zone: ZoneInfo, now: datetime) -> list[Task]:
    """Those whose title, day and hour have every word that was said; none where nothing was."""
    text = folded(said)
    for words in _AFTER_TOMORROW:
        text = text.replace(words, "surlendemain")
    wanted = words_of(text)
    today = now.astimezone(zone).date()
    return [task for task in still if wanted and all(_has(task, word, zone, today) for word in wanted)]


def _has(task: Task, word: str, zone: ZoneInfo, today: date) -> bool:
    return word in _time_of(task, zone, today) or not set(stems_of(word)).isdisjoint(stems_of(task.title))


def _time_of(task: Task, zone: ZoneInfo, today: date) -> set[str]:
    """The words of when it is, as either language says it."""
    if task.due_at is None:
        return set()
    due = due_of(task)
    local = due.at.astimezone(zone)
    said = {
        word
        for each in Language
        for word in words_of(due_in_words(due, zone, each) + " " + repeats_in_words(due, zone, each))
    }
    ahead = (local.date() - today) // timedelta(days=1)
    if 0 <= ahead < len(_DAYS):
        said |= _DAYS[ahead]
    if not due.whole_day:
        part = {"matin", "morning"} if local.hour < _NOON else {"soir", "evening"} if local.hour >= _EVENING else set()
        said |= {f"{local.hour}h", f"{local.hour}h{local.minute:02}", *part}
    return said
