"""Which option is meant by a reply that writes none of them out: another form of its value (0,75 for 3/4), its first
words (« la fermentation » for « la fermentation alcoolique »), a zero for an O (H20). Pure.

Asked last, of what is neither a label nor an option in other words: a wrong mark is worse than one question more."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from bot.reading.answers.asked_units import has_another_unit, in_the_unit_asked
from bot.reading.answers.enumerations import in_any_order
from bot.reading.answers.formulas import formula
from bot.reading.answers.none_of_them import that_is_none
from bot.reading.answers.other_words import in_other_words
from bot.reading.answers.places import between_its_numbers, in_a_place
from bot.reading.answers.quantities import quantity
from bot.reading.answers.sentences import behind_its_pronoun, in_its_gap
from bot.reading.answers.value_said import behind_what_was_asked, value_said
from bot.reading.answers.written_options import ends_otherwise, without_words_around
from bot.reading.words.answer_phrases import without_fillers
from bot.reading.words.answer_words import tokens
from bot.reading.words.figures import in_figures
from bot.reading.words.slips import ASKING, are_forms, is_inflected, is_near, is_slip_of
from bot.text.folding import folded

LONGEST: Final = 80  # characters
_SHORTEST: Final = 5  # letters of a first word that says which option it is
_BEGUN: Final = 4  # letters of a word that was not finished: « la respi »
_LEFT_OUT: Final = 3  # letters that are missing then, at least: Niger is not Nigeria
_FORM_IS_ASKED: Final = re.compile(
    r"fraction|decima|pourcent|percent|irreductib|simplif|lowest|convert|ecri[rstv]|written|write|notation|scientifi|"
    r"\bformes?\b|\bforms?\b|arrondi|round|approch|approximat|exprim|express|\bunites?\b|\bunits?\b|"
    r"\b(?:en|in) (?:[kcdm]?m|h|min|s|[km]?g|[cdm]?l|heures|minutes|secondes|hours|seconds|(?:\w+)?(?:metres?|meters?|"
    r"grammes?|grams?|litres?|liters?)|tonnes?)\b"
)
_PARTICLES: Final = frozenset("le la les l un une des du de d a au aux en the an of to".split())
_LINKS: Final = frozenset(
    "est c sont il elle on y ont is are it has have there s appelle reste vaut dans ds in se trouve situe".split()
)
_GAP: Final = re.compile(r"…|\.{2,}|_{2,}")
_SIGN: Final = re.compile(r"\d\s*[.,/:]\s*\d|[-+*/^=<>%°√(]\s*\w|\w\s*[+*^=<>%°]|,")
_WORD: Final = 3  # letters of a word that the question has not by chance
_NEGATED: Final = frozenset("ne n pas non sans jamais aucun aucune ni no not never without neither".split())
_PAUSES: Final = frozenset(("une seconde", "une minute", "un instant", "un moment", "one second", "one minute"))
_ELSEWHERE: Final = re.compile(r"\w-\w|\b(?:du|de l)\W(?:sud|nord|est|ouest)\b|\b(?:equatorial|central)e?\b")


def as_meant(text: str, options: Sequence[str], question: str) -> int | None:
    """The one option that is meant; None when there is none, or several may be. `question` is what was asked."""
    if len(text) > LONGEST or "?" in text:
        return None
    looks: tuple[Callable[[], int | None], ...] = (
        lambda: _as_what_was_asked(text, options, question),
        lambda: _of_equal_value(text, options, question),
        lambda: in_the_unit_asked(text, options, question),
        lambda: _with_words_of_the_question(text, options, question),
        lambda: _with_letters_for_zeros(text, options),
        lambda: _by_beginning(text, options),
        lambda: that_is_none(text, options),
        lambda: in_a_place(text, options),
        lambda: between_its_numbers(text, options, question),
        lambda: in_its_gap(text, options, question),
        lambda: behind_its_pronoun(text, options, question),
        lambda: in_any_order(text, options, question),
    )
    meant = next((index for index in (look() for look in looks) if index is not None), None)
    return None if meant is None or ends_otherwise(text, options[meant]) else meant


def _as_what_was_asked(text: str, options: Sequence[str], question: str) -> int | None:
    """« la vitesse est de 60 km/h » for « 60 km/h »; « la solution est 2 » may mean the second line."""
    said = behind_what_was_asked(text, question).strip(" .!")
    is_line = said.isdecimal() and int(said) <= len(options)
    if is_line or not any(map(str.isdecimal, said)) or formula(said).replace(" ", "") in _numbers(question):
        return None
    return in_other_words(said, options)


def _numbers(question: str) -> list[str]:
    return [formula(found).replace(" ", "") for found in re.findall(r"\d[\d\s.,]*\S*", question)]


def _of_equal_value(text: str, options: Sequence[str], question: str) -> int | None:
    """The option that is worth as much. None where its form is what is asked (two options of one value, « en
    fraction »), or where the reply only says again what the question gives."""
    known = [found for found in map(quantity, options) if found is not None]
    if len(set(known)) < max(len(known), 1) or _FORM_IS_ASKED.search(folded(question)):
        return None
    given = formula(question).replace(" ", "")
    for said in without_words_around(value_said(text, options)):
        meant = quantity(said)
        if meant is not None and any(formula(option).endswith(f"^{formula(said)}") for option in options):
            return None  # « 8 » may be the power of 2⁸
        if meant is not None and formula(said).replace(" ", "") not in given:
            if any(formula(option).rstrip("%‰") == formula(said) for option in options):
                return None  # 0,75 where 0,75 % can be chosen beside 75 %
            return next((index for index, option in enumerate(options) if quantity(option) == meant), None)
    return None


def _pieces(question: str) -> list[str]:
    """The words of a question on each side of its gaps: « Quoi que tu fasses » fills one."""
    return [" ".join(tokens(in_figures(piece))) for piece in _GAP.split(question)]


def _with_words_of_the_question(text: str, options: Sequence[str], question: str) -> int | None:
    """The one option in a reply that else only repeats what was asked: « 6 côtés », « la capitale du Mali est Bamako ».
    A number that may be a line has its unit behind it."""
    said, asked = tokens(in_figures(text)), set(tokens(question)) - ASKING
    if _SIGN.search(text) or not _NEGATED.isdisjoint(asked.union(said)):  # « le Mali est en Afrique »: which is not?
        return None
    if len(said) > 1 and any(f" {' '.join(said)} " in f" {piece} " for piece in _pieces(question)):
        return None  # nothing but what was asked: « la pression augmente »
    if has_another_unit(text, question):
        return None
    found: list[tuple[int, list[str], list[str]]] = []
    for index, option in enumerate(options):
        words = [word for word in tokens(option) if word not in _PARTICLES] if not _SIGN.search(option) else []
        at = next((at for at in range(len(said)) if words and said[at : at + len(words)] == words), None)
        if at is not None:
            found.append((index, said[:at], said[at + len(words) :]))
    if len(found) != 1:
        return None
    index, before, behind = found[0]
    named = [word for word in (behind if options[index].isdecimal() else before + behind) if len(word) >= _WORD]
    is_repeated = asked.union(_PARTICLES, _LINKS).issuperset(before + behind)
    return index if is_repeated and not asked.isdisjoint(named) else None


def _with_letters_for_zeros(text: str, options: Sequence[str]) -> int | None:
    """H20 and C02, where no options differ by a zero."""
    spelt = [formula(option).replace("0", "o") for option in options]
    for said in without_words_around(text):
        meant = formula(said)
        if re.search(r"[a-z]\d*0", meant) and spelt.count(meant.replace("0", "o")) == 1:
            return spelt.index(meant.replace("0", "o"))
    return None


def _by_beginning(text: str, options: Sequence[str]) -> int | None:
    """The one option that begins with these words, of which no other option has the first."""
    said = [word for word in without_fillers(tokens(text)) if word not in _PARTICLES]
    if (
        " ".join(without_fillers(tokens(text))) in _PAUSES
        or not said
        or len(said[0]) < _BEGUN
        or not all(map(str.isalpha, said))
        or not ASKING.isdisjoint(said)
    ):
        return None
    words = [[word for word in tokens(option) if word not in _PARTICLES] for option in options]
    having = [index for index, known in enumerate(words) if any(_may_begin(said[0], word) for word in known)]
    if len(having) != 1 or not _NEGATED.isdisjoint(words[having[0]]) or are_forms(words):
        return None
    known = words[having[0]]
    if len(said) < len(known) and _ELSEWHERE.search(folded(options[having[0]])):  # Guinée is not Guinée-Bissau
        return None
    is_short = len(said) == 1 and len(said[0]) < _SHORTEST and said[0] != known[0]
    begun = len(said) <= len(known) and all(map(_begins, said, known))
    return having[0] if begun and not is_short and not is_inflected(said, known, words) else None


def _may_begin(said: str, word: str) -> bool:
    return _begins(said, word) or (len(said) >= _SHORTEST and is_near(said, word))


def _begins(said: str, word: str) -> bool:
    is_cut = len(said) >= _BEGUN and word.startswith(said) and len(word) - len(said) >= _LEFT_OUT
    return said == word or is_slip_of(said, word) or is_cut
