"""How a task's day is said."""

from datetime import timedelta
from typing import Final

from bot.i18n.day import day_in, moment_in, zone_of
from bot.models import Task
from bot.types import Language

JUST_REMINDED: Final = timedelta(hours=24)  # so long what somebody says may be said of a reminder


def due_in_words(task: Task, address: str, language: Language) -> str:
    """« mardi 24 novembre 2026 à 18 h » at the place of an address; nothing for a task without a day."""
    if task.due_at is None:
        return ""
    local = task.due_at.astimezone(zone_of(address))
    return day_in(local.date(), language) if task.whole_day else moment_in(local, language)
