"""Whether somebody asked for a task, or to move one, in their own words. Pure."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from bot.services.memory.facts import is_said_by
from bot.text.search_words import stems_of, words_of

_ASKING: Final = (
    "rappelle rappeler rappel note noter notez tache taches liste ajoute ajouter oublie oublier penser pense agenda "
    "calendrier alarme reveille planifie planifier programme inscris retiens souviens previens prevenir avertis "
    "avertir alerte alerter remind reminder task tasks list todo forget alarm alert notify schedule calendar remember "
    "wake"
)

_MOVING: Final = (
    "decale decaler repousse repousser reporte reporter deplace deplacer avance avancer retarde tard remets remettre "
    "change changer modifie modifier move postpone snooze delay later reschedule shift push"
)


_DOUBLED: Final = re.compile(r"(.)\1")


def is_asked_for(title: str, texts: Sequence[str]) -> bool:
    """Whether what a person wrote asks for a task at all, and holds every word of this one."""
    return is_said_by(title, texts) and any(_asking().intersection(_heard(text)) for text in texts)


def is_move_asked_for(number: int, title: str, texts: Sequence[str], *, is_reminded: bool) -> bool:
    """Whether what a person wrote asks to move a task, and names this one there by its number or a word of it. That of
    the reminder they have just read needs no name."""
    asking = [text for text in texts if _moving().intersection(_heard(text))]
    names = {str(number), *stems_of(title)}
    return any(is_reminded or not names.isdisjoint([*words_of(text), *stems_of(text)]) for text in asking)


@cache
def _moving() -> frozenset[str]:
    return frozenset(_heard(_MOVING))


@cache
def _asking() -> frozenset[str]:
    return frozenset(_heard(_ASKING))


def _heard(text: str) -> Iterable[str]:
    """Stems as they are heard: « rapelle » and « rappelle » are one."""
    return (_DOUBLED.sub(r"\1", stem) for stem in stems_of(text))
