"""Reads what people type below a numbered list of things that can be deleted, in French and English. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.reading.commands.arguments import Number, has_article, value_of
from bot.reading.commands.command_phrases import FILLERS, WISHES
from bot.reading.words.answer_words import tokens
from bot.reading.words.wrapped import cores, phrases, without_opening

MOST_CHARACTERS: Final = 200
_MORE: Final = frozenset(
    "suite|la suite|voir la suite|suivant|suivants|suivante|page suivante|la page suivante|les suivants|plus|encore|"
    "voir plus|les autres|autres|next|next page|more|see more|show more|the rest|continue|continuer".split("|")
)
_DELETING: Final = frozenset(
    "supprimer supprime supprimez suprimer suprime supprimes effacer efface effacez enlever enleve enlevez retirer "
    "retire retirez virer vire delete remove erase suppr del".split()
)
_FILLERS: Final = phrases(FILLERS, {})
_WISHES: Final = phrases(WISHES, {})
_ALL: Final = frozenset("tout tous toutes all everything".split())
_POLITE: Final = frozenset(FILLERS.replace("|", " ").split()) - {"suite"}  # of « tout de suite »
_AROUND: Final = (_POLITE - _ALL) | frozenset(
    "le la les l et and n no numero numeros number numbers num the fichier fichiers document documents file files "
    "page pages de du des one ones".split()
)
_UNSAID: Final = frozenset("ca cela ceci celui that this it les".split())
_MINE: Final = frozenset(("mes", "my"))  # beside a number, « mes 2 fichiers », how many there are: not which
_RANGE: Final = re.compile(r"(\d{1,4})\s*(?:-|–|a|à|to|jusqu'?a)\s*(\d{1,4})")


@dataclass(frozen=True, slots=True)
class More:
    """They want to see what comes next."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The numbers that they want deleted, each once; none when a deletion is wished, but not of what."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Everything:
    """They want all deleted that was listed."""


def read_list_reply(text: str) -> More | Chosen | Everything | None:
    """What a reply means: `suite`, `3`, `supprimer 3`, `1, 4 et 5`, `2 à 6`, `supprimer tout`, `tout effacer`;
    None for anything else. A slash in front says no more: it stands before all that is offered elsewhere."""
    if len(text) > MOST_CHARACTERS:
        return None
    text = text.lstrip().removeprefix("/")
    if " ".join(word for word in tokens(text) if word not in _POLITE) in _MORE:
        return More()
    wished = _wished(tokens(_RANGE.sub(_spelt, text)))
    words = [word for word in wished if word not in _AROUND]
    deletes = words[:1] != [] and words[0] in _DELETING
    if has_article(wished):
        return Chosen(()) if deletes else None
    numbers = [value_of(word) for word in (words[1:] if deletes else words)]
    if numbers and None not in numbers:
        return Chosen(tuple(dict.fromkeys(number for number in numbers if number is not None)))
    of = [word for word in words if word not in _MINE]
    if len(of) > 1 and _ALL.issuperset(of[1:] if deletes else of[:-1]) and (deletes or of[-1] in _DELETING):
        return Everything()
    return Chosen(()) if deletes and _UNSAID.issuperset(of[1:]) else None


def page(text: str) -> Number | None:
    """The page of a list: `2`, `page 2`."""
    words = [word for word in tokens(text) if word not in _AROUND]
    number = value_of(words[0]) if len(words) == 1 else None
    return Number(number) if number else None


def _wished(words: Sequence[str]) -> Sequence[str]:
    """« je veux supprimer le 3 » as « supprimer le 3 »; who wants « le 3 » wants to have it."""
    for core in cores(tuple(words), _FILLERS):
        wanted = without_opening(core, _WISHES)
        if wanted[:1] and wanted[0] in _DELETING | _ALL:
            return wanted
    return words


def _spelt(found: re.Match[str]) -> str:
    """A range as its numbers; one that leads back or far becomes a word that is no answer."""
    first, last = int(found[1]), int(found[2])
    return " ".join(map(str, range(first, last + 1))) if first < last <= first + 50 else "range"
