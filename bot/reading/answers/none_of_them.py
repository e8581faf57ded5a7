"""« aucun », « aucune de ces réponses », « ni l'un ni l'autre » where one option says that. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.reading.words.answer_phrases import without_fillers
from bot.reading.words.answer_words import tokens

_NONE: Final = frozenset("aucun aucune none neither".split())
_OF_THEM: Final = (
    r"(?: (?:de|d|of|parmi)(?: (?:ces|ses|les|la|eux|elles|entre|the|these|them|above|reponses?|propositions?|options?|"
    r"answers?))+)?"
)
_SAID: Final = re.compile(
    rf"(?:aucune?|none|neither){_OF_THEM}|"
    r"(?P<two>(?:aucune?|neither) (?:des deux|d entre (?:les|ces) deux|of (?:the two|both))|"
    r"ni (?:l )?une? ni (?:l )?autre)"
)
_TWO: Final = frozenset(("les deux", "tous les deux", "toutes les deux", "both", "both of them"))


def that_is_none(text: str, options: Sequence[str]) -> int | None:
    """The one option that says so. « aucun des deux » only where two can be meant: two others, or « les deux » beside
    them; an option that only begins so (« Aucune de ces réponses ») for one word alone."""
    written = [" ".join(tokens(option)) for option in options]
    said = without_fillers(tokens(text))
    if len(said) == 1:
        found = [index for index, option in enumerate(written) if option.split(" ", 1)[0] in _NONE]
        return found[0] if len(found) == 1 and said[0] in _NONE else None
    meant = _SAID.fullmatch(" ".join(said))
    found = [index for index, option in enumerate(written) if _SAID.fullmatch(option)]
    if meant is None or len(found) != 1:
        return None
    of_two = len(options) == 3 or not _TWO.isdisjoint(written)
    return found[0] if of_two or not meant["two"] else None
