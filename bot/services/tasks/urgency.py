"""Which tasks come first. Pure."""

from collections.abc import Sequence
from datetime import datetime

from bot.models import Task


def most_urgent(still: Sequence[tuple[int, Task]], most: int, now: datetime) -> Sequence[tuple[int, Task]]:
    """Open tasks with their numbers: what is due first, then what has no day. Where there are more, what was due
    longest ago is left out first: few tick off what they were reminded of, and what is to come must not vanish behind
    it."""
    over = sum(task.due_at is not None and task.due_at < now for _, task in still)
    left_out = max(0, min(over, len(still) - most))
    return sorted(still, key=_urgency)[left_out : left_out + most]


def _urgency(numbered: tuple[int, Task]) -> tuple[bool, datetime, int]:
    number, task = numbered
    return task.due_at is None, task.due_at or task.created_at, number
