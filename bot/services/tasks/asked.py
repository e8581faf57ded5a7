"""Whether somebody asked for a task in their own words. Pure."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from bot.services.memory.facts import is_said_by
from bot.text.search_words import stems_of

_ASKING: Final = (
    "rappelle rappeler rappel note noter notez tache taches liste ajoute ajouter oublie oublier penser pense agenda "
    "calendrier alarme reveille planifie planifier programme inscris retiens souviens remind reminder task tasks list "
    "todo forget alarm schedule calendar remember wake"
)


def is_asked_for(title: str, texts: Sequence[str]) -> bool:
    """Whether what a person wrote asks for a task at all, and holds every word of this one."""
    return is_said_by(title, texts) and any(_asking().intersection(stems_of(text)) for text in texts)


@cache
def _asking() -> frozenset[str]:
    return frozenset(stems_of(_ASKING))
