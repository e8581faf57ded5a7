"""Which task is meant when somebody wants it at another time. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.errors import ToolRetry
from bot.models import Task
from bot.text.folding import folded
from bot.text.search_words import stems_of

_NUMBER: Final = re.compile(r"\d{1,6}")
_MOST_NAMED: Final = 10

Numbered = tuple[int, Task]


def meant(still: Sequence[Numbered], words: str) -> Numbered:
    """The open task of a number, of a title, or whose title holds all of these words. Raises ToolRetry where there is
    none or more than one."""
    numbers = _NUMBER.findall(words)
    found = [each for each in still if folded(each[1].title) == folded(words)]
    if not words.strip("#").isdecimal():
        found = found or _holding(still, words)
    if not found and len(numbers) == 1:  # « 2 », « rappel n° 2 »
        found = [each for each in still if each[0] == int(numbers[0])]
    if len(found) == 1:
        return found[0]
    if not still:
        raise ToolRetry("They have no task: note it anew, without move.")
    named = "; ".join(f"{number} {task.title}" for number, task in (found or still)[-_MOST_NAMED:])
    problem = "Several are called so" if found else "None of their open tasks is called so"
    raise ToolRetry(f"{problem}: {named}. Give its number as title, or ask which one they mean.")


def _holding(still: Sequence[Numbered], words: str) -> list[Numbered]:
    wanted = set(stems_of(words))
    return [each for each in still if wanted and wanted <= set(stems_of(each[1].title))]
