"""Which option a reply names by the name of a family: « Senghor », « Senghor Léopold » and « L. Senghor » of « Léopold
Sédar Senghor ». Pure."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from bot.reading.words.answer_words import one_edit_apart
from bot.text.folding import folded

_WORD: Final = re.compile(r"[^\W\d_][\w-]*")
_PARTICLES: Final = frozenset("de du des d la le von van el al ben".split())
_SHORTEST: Final = 3  # letters; what is shorter is rather a label


def by_family_name(said: str, options: Sequence[str]) -> int | None:
    """The one option whose last name stands in a reply that says nothing else. A first name alone says too little, as
    one word of « Guinée-Bissau » or « Soudan du Sud » does."""
    words = _parts(_WORD.findall(said))
    found = [index for index, option in enumerate(options) if _names(words, _name(option))]
    rest = [option for index, option in enumerate(options) if index not in found]
    of_others = {part for option in rest for part in _parts(_WORD.findall(option))}  # « Congo » is in two, perhaps
    return found[0] if len(found) == 1 and not of_others.issuperset(words) else None


def _names(words: Sequence[str], name: Sequence[str]) -> bool:
    family, known = _parts(name[-1:]), _parts(name)
    last = [word for word in words if len(word) >= _SHORTEST and _is_among(word, family)]
    return last != [] and all(word in last or word in known or _is_initial(word, known) for word in words)


def _is_among(word: str, names: Collection[str]) -> bool:
    return any(word == name or one_edit_apart(word, name) for name in names)


def _is_initial(word: str, names: Collection[str]) -> bool:
    return len(word) == 1 and any(name.startswith(word) for name in names)


def _name(option: str) -> list[str]:
    """The words of an option that is a person's name or looks like one: two or more in capitals and nothing else but
    particles; none for any other."""
    words = _WORD.findall(option)
    capital = [word[0].isupper() for word in words]
    is_name = all(large or word in _PARTICLES for large, word in zip(capital, words, strict=True))
    return words if len(words) > 1 and is_name and capital[0] and capital[-1] and not option.isupper() else []


def _parts(words: Sequence[str]) -> list[str]:
    return [part for word in words for part in folded(word).split("-") if part]
