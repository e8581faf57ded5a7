"""Several words or values in any order: « le cuivre et le fer » for « le fer et le cuivre », « -2 et 3 » for « x = 3 ou
x = -2 ». Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.reading.answers.formulas import formula, signs
from bot.reading.answers.value_said import value_said
from bot.reading.answers.written_options import without_words_around
from bot.reading.words.answer_words import tokens
from bot.text.folding import folded

_MEMBERS: Final = re.compile(r"\s*(?:[,;&]|\b(?:et|and)\b)+\s*", re.IGNORECASE)  # « masse / volume » is a formula
_BETWEEN: Final = re.compile(r"\s(?:ou|et|or|and)\s|;|,(?=\s|-)")
_OR: Final = re.compile(r"\s(?:ou|or)\s")
_LISTS: Final = re.compile(r";|,(?=\s|-)")
_SET: Final = re.compile(r"^s\s*=\s*(?=\{)")
_UNKNOWN: Final = re.compile(r"[a-z]=")
_PARTICLES: Final = frozenset("le la les l un une des du de d the a an".split())
_SHORTEST: Final = 2  # letters of what is no label and no symbol
_ORDER_IS_ASKED: Final = re.compile(
    r"\b(?:ordre|order|(?<!\bla )(?<!\ben )class\w+|rang\w+|trie\w*|sort|arrange|constru\w+|structure|etapes?|steps?|"
    r"puis|d abord|first|chronolog\w+|(?:de)?croissant|respectivement|respectively|"
    r"du (?:plus|moins|haut|bas)|de (?:gauche|droite|haut|bas)|from (?:the )?(?:left|right|top|bottom|\w+est))\b"
)
_ROLES: Final = re.compile(  # « le quotient et le reste », « au nord et à l’est »: the first one answers the first
    r"[^\W\d_]{3,}[»\"”]?\s+(?:et|and)\s+(?:(?:les?|la|l|the|its|s[ao]n?|au|a|du|de|d|[«\"“])\b[\s'’]*)*[«\"“]?\s*[^\W\d_]{3,}"
)
_TOLD: Final = re.compile(  # « observe et choisis » names no roles
    r"\b(?:lis|lisez|observe[rz]?|regarde[rz]?|resou\w+|resolv\w+|trouve[rz]?|calcule[rz]?|cherche[rz]?|"
    r"read|look|find|solve|calculate)\b"
)
_ALIKE: Final = re.compile(
    r"\b(?:(?<!par )deux|two|both|solutions?|racines|roots|entre|between)\b"
)  # « les deux verbes »
_GAP: Final = re.compile(r"(?:\.{2,}|…|_{2,})+")

Members = frozenset[tuple[str, ...]]


def in_any_order(text: str, options: Sequence[str], question: str) -> int | None:
    """The one option that enumerates the same; None where another does too, or where the order says something."""
    known = [_members(option) if _MEMBERS.search(option) else frozenset() for option in options]
    if not any(known) or _has_an_order(options, question):
        return None
    for said in without_words_around(text):
        meant = _members(said) if _MEMBERS.search(said) else _members(" , ".join(tokens(said)))
        if meant and known.count(meant) == 1:
            return known.index(meant)
    return None


def _has_an_order(options: Sequence[str], question: str) -> bool:
    """Whether the question asks for an order or has several gaps, one for each, or « ces, ces » can be chosen."""
    says_twice = any(len(set(pieces := _pieces(option))) < len(pieces) for option in options)
    return says_twice or len(_GAP.findall(question)) > 1 or _ORDER_IS_ASKED.search(folded(question)) is not None


def in_another_order(text: str, options: Sequence[str], question: str) -> bool:
    """Whether a reply has the members of one option in another order than that, where the question tells two things
    apart: « 2 et 3 » for the quotient and the remainder, which are « 3 et 2 »."""
    plain = folded(question)
    has_roles = _ROLES.search(_TOLD.sub("0", plain)) is not None and not _ALIKE.search(plain)
    if not (has_roles or _ORDER_IS_ASKED.search(plain) or len(_GAP.findall(question)) > 1):
        return False
    for said in without_words_around(value_said(text, options)):
        for sorting, reading in ((frozenset, _pieces), (sorted, _several_values)):
            meant, known = reading(said), [reading(option) for option in options if not _tells_apart(option)]
            alike = [members for members in known if len(members) > 1 and sorting(members) == sorting(meant)]
            if len(meant) > 1 and alike and meant not in alike:
                return True
    return False


def _tells_apart(option: str) -> bool:
    """Whether « x = 2 et y = 1 » says itself which one is which, in any order."""
    return len(set(_UNKNOWN.findall(formula(option)))) > 1


def _pieces(text: str) -> list[tuple[str, ...]]:
    pieces = (tuple(word for word in tokens(piece) if word not in _PARTICLES) for piece in _MEMBERS.split(text))
    return [piece for piece in pieces if piece]


def _members(text: str) -> Members:
    """What a text enumerates, each without its article; nothing where it is not two things at least, all of words."""
    members = frozenset(_pieces(text))
    is_told = len(members) > 1 and all(any(map(_is_word, member)) for member in members)
    return members if is_told else frozenset()


def _is_word(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isalpha()


def by_values(said: str, options: Sequence[str]) -> int | None:
    """The one option that has the same values; those of {2 ; 3} too, not of (2 ; 3). None where « ou » is in doubt."""
    known, meant = [_values(option) for option in options], _values(said)
    index = known.index(meant) if meant and known.count(meant) == 1 and not _may_be_lines(said) else None
    if index is None or not _OR.search(said) or _OR.search(options[index]):
        return index
    if not re.search(r"\d", said):  # « Senghor ou Damas » is in doubt, « 3 ou -2 » tells two solutions
        return None
    alone = {formula(option) for option in options}
    return None if any(formula(piece) in alone for piece in _BETWEEN.split(said)) else index


def _may_be_lines(said: str) -> bool:
    """« a et b », « 2 ou 3 »; « 3 et 2 » are two values where an option has them."""
    pieces = [formula(piece) for piece in _BETWEEN.split(said.strip("{} "))]
    label = r"[a-z]|\d" if _OR.search(said) else "[a-z]"
    return all(re.fullmatch(label, piece) for piece in pieces)


def _values(text: str) -> tuple[str, ...] | None:
    """Several values in any order: « x = 3 ou x = -2 », « -2 et 3 », {3 ; -2}. Where they are of several unknowns each
    stays with its own: « x = 2 et y = 1 » is not « x = 1 et y = 2 »."""
    said = _SET.sub("", signs(text), count=1)
    if _LISTS.search(said) and not (said.startswith("{") and said.endswith("}")):  # (2 ; 3) is not (3 ; 2)
        return None
    return tuple(sorted(_several_values(said))) or None


def _several_values(text: str) -> list[str]:
    """The values of a text as they stand in it; none where it has one or no value."""
    pieces = [formula(piece) for piece in _BETWEEN.split(_SET.sub("", signs(text), count=1).strip("{} "))]
    if len(pieces) < 2 or not all(pieces):
        return []
    unknowns = {found[0] for piece in pieces if (found := _UNKNOWN.search(piece))}
    return pieces if len(unknowns) > 1 else [_UNKNOWN.sub("", piece) for piece in pieces]
