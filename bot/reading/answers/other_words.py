"""Which option a reply gives in other words than it has: its number in words (« trois quarts »), without what all the
options share (« acide » of « milieu acide »), without its article or its unit, by the name of a family. Pure.

Asked only where neither a label nor an option was read: a number that may be a line of the list never comes here."""

import re
from collections.abc import Hashable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import Final

from bot.reading.answers.dates import date_of
from bot.reading.answers.enumerations import by_values
from bot.reading.answers.family_names import by_family_name
from bot.reading.answers.formulas import formula, signs
from bot.reading.answers.numerals import by_numeral
from bot.reading.answers.quantities import quantity
from bot.reading.answers.value_said import behind, value_said
from bot.reading.answers.written_options import accents_are_lost, ends_otherwise, letters, without_words_around
from bot.reading.words.answer_words import one_edit_apart, tokens
from bot.reading.words.figures import OF_NUMBERS, in_figures
from bot.reading.words.slips import but_for_a_slip
from bot.text.folding import folded

Options = tuple[str, ...]

LONGEST: Final = 80  # characters
MOST_READINGS: Final = 24  # of one reply; each is held against every option
_WORD: Final = re.compile(r"[^\W\d_]+(?=\s*[=<>≤≥])|=|[^\W\d_]+['’]|\S+")
_SHARED: Final = re.compile(r"=|[^\W\d_]+['’]?|\d{4}")  # no sign and no number but a year is left out
_LEFT: Final = re.compile(r"\w|∅|[=<>≤≥]\s?[-\d√]|[-√∞\[\]({]\S")  # begins what is left of an option
_ARTICLE: Final = re.compile(
    r"(?:un|une|les?|la|des?|du|the|an?|de la)\s+(?=\w{3})|(?:de )?l['’]\s*(?=\w{2})", re.IGNORECASE
)
_DEFINITE: Final = re.compile(  # « les deux » are both
    r"(?:les|the)\s+(?=[^\W\d_]{3})(?!(?:deux|trois|quatre|two|three|four)\W*$)", re.IGNORECASE
)
_INDEFINITE: Final = re.compile(  # « une seconde » asks for one
    r"(?:une?|des|an?)\s+(?=[^\W\d_]{3})(?!(?:seconde?|minute|instant|moment)\W*$)", re.IGNORECASE
)
_WHERE: Final = re.compile(
    r"(?:en|(?:en )?l['’ ]?an(?:n[ée]e)?)\s+(?=\d{3,4}\b)|(?:au|le)\s+(?=[\dxvi]+\s*(?:i?[eè]|$))|"
    r"[àa]\s+(?=[^\W\d_]{4})|à\s+(?=\d{1,2}\s*[h:]\s*\d)",
    re.IGNORECASE,
)
_CENTURY: Final = re.compile(r"(\d{1,2}|[ivx]+)\s*(?:i?eme|er|e)?(\s*siecles?)?")
_ROMAN_ORDINAL: Final = re.compile(r"\b([IVX]+)(?:i?[eè]me|er|e)\b|\b([ivx]+)[eè]me\b")  # XVIIème is 17, XVIième 16
_ORDINAL: Final = re.compile(r"([a-z]+)ieme\b")  # « dix-huitième »
_CARDINALS: Final = {"quatr": "quatre", "cinqu": "cinq", "neuv": "neuf"} | {
    f"{stem}z": f"{stem}ze" for stem in ("on", "dou", "trei", "quator", "quin", "sei")
}
_ROMAN: Final = {"i": 1, "v": 5, "x": 10}
_WELL_WRITTEN: Final = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})")
# A unit behind a number: 5km, not 5x, 5x³ or 2πr, and not the next member of « 12et2 ».
_UNIT: Final = re.compile(r"[%‰€$£]|°[cfk]?|(?!(?:et|ou|and|or)\d|[a-ciknotx-z]\d?$|pi)[a-zµ]+(?:[*/][a-z]+)?[23]?")
_GOES_ON: Final = {"", *"0123456789./*^"}  # begins what makes another number of it
_PARTED: Final = re.compile(r"\s*(?:[/,;&]|\b(?:et|and)\b)\s*(?=[^\W\d_]{3})", re.IGNORECASE)  # before a word
_PARTICLES: Final = frozenset("de d du des la le les l en et a au aux of the and".split())
_SHORTEST: Final = 3  # letters of initials
_IN_WORDS: Final = re.compile(r"(\d+(?:[.,]\d+)?)\s*(milles?|mil|k|millions?)\b", re.IGNORECASE)
_THOUSANDS: Final = re.compile(r"(?<![\d.])([1-9]\d{0,2}(?:\.\d{3})+)(?![\d.,])")


def in_other_words(text: str, options: Sequence[str]) -> int | None:
    """The one option that is meant; None when there is none, or several may be."""
    known = tuple(options)
    if len(text) > LONGEST or not _may_name(text, known):
        return None
    readings = tuple(islice(_readings(value_said(text, known), known), MOST_READINGS))
    looks = (
        *(_in_another_form, _by_date, _in_parts, _by_initials),
        *(_by_century, by_values, _without_unit, by_family_name, by_numeral),
    )
    found = (look(said, known) for look in looks for said in readings)
    meant = next((index for index in found if index is not None), None)
    return None if meant is None or ends_otherwise(text, known[meant]) else meant


def _may_name(text: str, options: Options) -> bool:
    """Whether a word of a text begins like one of an option, is a number where one has a number, or has the initials of
    one: most messages do not."""
    said = tokens(text)
    of_options = [tokens(option) for option in options]
    known = {word for words in of_options for word in words}
    if "∅" in signs(text) or _initials(said) in known or not {*map(_initials, of_options)}.isdisjoint(said):
        return True
    of_numbers = any(map(_tells_a_number, known))
    return any(
        (of_numbers and _tells_a_number(word))
        or any(other.startswith(word[:4]) or one_edit_apart(word, other) for other in known)
        for word in said
    )


def _tells_a_number(word: str) -> bool:
    return word in OF_NUMBERS or any(map(str.isdecimal, word)) or _CENTURY.fullmatch(word) is not None


def _readings(text: str, options: Options) -> Iterator[str]:
    """What a text says: without the words around it, without a preposition or an article, in figures."""
    has_articles = any(map(_ARTICLE.match, options))
    for said in without_words_around(text):
        core = behind(_WHERE, behind(_DEFINITE, said.strip()))
        ways = [said, core, in_figures(core), _IN_WORDS.sub(_scaled, core)]
        ways.append(_THOUSANDS.sub(lambda found: found[1].replace(".", ""), core))
        if not has_articles:
            ways.append(behind(_INDEFINITE, core))
        yield from dict.fromkeys(ways)


def _scaled(found: re.Match[str]) -> str:
    """« 15 mille » and « 1,5k » in digits."""
    value = Decimal(found[1].replace(",", ".")) * (10**6 if found[2].casefold().startswith("million") else 1000)
    return str(int(value)) if value == int(value) else found[0]


def _only(meant: Hashable, known: Sequence[Hashable]) -> int | None:
    return known.index(meant) if meant and known.count(meant) == 1 else None


def _in_another_form(said: str, options: Options) -> int | None:
    """The option that is spelt like this, whole or without what says nothing in it."""
    for known in _forms(options):
        for spelt in (formula,) if accents_are_lost(said, known) else (letters, formula):
            index = _only(spelt(said), [spelt(option) for option in known])
            if index is not None:
                return index
    return but_for_a_slip(tokens(said), [tokens(option) for option in _without_shared(options)])


@lru_cache(maxsize=64)
def _forms(options: Options) -> tuple[Options, ...]:
    """The options whole, without what all of them begin or end with, without their articles, and in figures."""
    left = _without_shared(options)
    bare = (tuple(behind(_ARTICLE, option) for option in form) for form in (options, left))
    return tuple(dict.fromkeys((options, left, _without_shared(options, 1), *bare, tuple(map(in_figures, options)))))


def _without_shared(options: Options, most: int = LONGEST) -> Options:
    """What tells the options apart: 5 of « x = 5 » where the others are « x = … » too, « XIXe » of « XIXe siècle »; or
    without so many words of what they share: « j’aie » of « que j’aie »."""
    words = [_WORD.findall(option) for option in options]
    if len(words) < 2:
        return options
    room = min(map(len, words)) - 1
    first = _count_shared(words, min(room, most))
    last = _count_shared([said[::-1] for said in words], room - first)
    left = tuple(" ".join(said[first : len(said) - last]) for said in words)
    return left if all(map(_LEFT.match, left)) else options


def _count_shared(words: Sequence[Sequence[str]], most: int) -> int:
    count = 0
    while count < most and len({said[count].casefold() for said in words}) == 1 and _SHARED.fullmatch(words[0][count]):
        count += 1
    return count


def _by_date(said: str, options: Options) -> int | None:
    """« 07/08/1960 » and « 7 août » where « 7 août 1960 » can be chosen, and no other 7 August."""
    meant = date_of(said)
    known = [date_of(option) for option in options]
    return None if meant is None else _only(True, [date is not None and meant.may_be(date) for date in known])


def _in_parts(said: str, options: Options) -> int | None:
    """« débit 601, crédit 401 » where « Débit 601 / Crédit 401 » can be chosen."""
    if not any(map(_PARTED.search, options)):
        return None
    return _only(_parts(said), [_parts(option) for option in options])


def _parts(text: str) -> tuple[str, ...]:
    return tuple(tokens(_PARTED.sub(" ", text)))


def _by_initials(said: str, options: Options) -> int | None:
    """« COD » where « complément d’objet direct » can be chosen, and the other way round."""
    found = [
        index
        for index, option in enumerate(options)
        if _is_initials(tokens(said), tokens(option))
        or (option.isupper() and _is_initials(tokens(option), tokens(said)))
    ]
    return found[0] if len(found) == 1 else None


def _is_initials(short: Sequence[str], words: Sequence[str]) -> bool:
    return len(short) == 1 and short[0] == _initials(words)


def _initials(words: Sequence[str]) -> str:
    """The first letters of several words; nothing where they are too few to be told from a word."""
    letters_of = "".join(word[0] for word in words if word not in _PARTICLES)
    return letters_of if len(letters_of) >= _SHORTEST and letters_of.isalpha() else ""


def _by_century(said: str, options: Options) -> int | None:
    """« 18e », XVIII and « 18e siècle » where « XVIIIe siècle » can be chosen."""
    known = [_century(option) for option in options]
    return (
        _only(_century(said), known)
        if all(known) and all("siècle" in option.casefold() for option in options)
        else None
    )


def _century(text: str) -> int | None:
    numeral = folded(_ROMAN_ORDINAL.sub(r"\1\2", text)).strip().removeprefix("au ")
    plain = _ORDINAL.sub(lambda said: f"{_CARDINALS.get(said[1], said[1])}", numeral)
    found = _CENTURY.fullmatch(in_figures(plain))
    if not found:
        return None
    if found[1].isdecimal():
        return int(found[1])
    if not _WELL_WRITTEN.fullmatch(found[1]):  # « XVIIII » may be 18 or 19
        return None
    digits = [_ROMAN[letter] for letter in found[1]]
    return sum(-one if one < behind else one for one, behind in zip(digits, [*digits[1:], 0], strict=True))


def _without_unit(said: str, options: Options) -> int | None:
    """20 where « 20 % » can be chosen and no other option is 20 of something."""
    number = re.fullmatch(r"(-?\d+(?:[./]\d+)?)(°?)", formula(said))
    if not number:
        return None
    units = [spelt.removeprefix(number[1]) if spelt.startswith(number[1]) else "" for spelt in map(formula, options)]
    found = [index for index, unit in enumerate(units) if unit.startswith(number[2]) and unit[:1] not in _GOES_ON]
    if any(units[index] in "%‰" for index in found) and quantity(said) in map(quantity, options):
        return None  # 0,75 is 75 % as well, and not 0,75 %
    if any(unit.startswith("mill") for unit in units) and len(set(units)) > 1:
        return None  # 150 is neither 150 millions nor 150 000 where both can be chosen
    return found[0] if len(found) == 1 and _UNIT.fullmatch(units[found[0]]) else None
