"""Whether a reply writes out one of the options: to the letter, accents included, or the same numbers and signs in
another spelling (½ and 1/2, 2×3 and 2*3, 5km and 5 km, x² and x^2). Pure; labels and other words are read in
`reply`."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import regex

from bot.reading.answers.formulas import EDGES, bare, formula, signs
from bot.reading.words.answer_phrases import without_fillers
from bot.reading.words.answer_words import NUMBER_WORDS, tokens
from bot.text.folding import folded

_APOSTROPHES: Final = str.maketrans(dict.fromkeys("‘`´ʼ′", "’") | {"'": "’"})
LONGEST: Final = 120  # characters; around a longer text no words are taken away
_ANYTHING: Final = "\0"  # stands for the answer between the words around it
_BEFORE_LABELS: Final = frozenset(
    "la le l n no num numero option choix lettre proposition reponse rep the number choice letter answer".split()
)  # « la deux » is a line of the list; « c’est deux » may be the option « deux »
_BEHIND_LABELS: Final = frozenset("option choix proposition reponse choice answer".split())  # « premier choix »
_DECIMAL: Final = re.compile(r"\d\s*[.,]\s*\d")
_CHARGE: Final = re.compile(r"(?<![a-z])(?:[a-z]{1,3}|[a-z]\S*[\d^)]\S*)([-+])$")  # of an ion, a blood group
_MIXED: Final = re.compile(r"(?:^|[^\W\d] )\d \d+ ?/ ?\d+\W*$")  # « 1 1/3 » is four thirds; « 1) 1/3 » the first line
_FRACTION: Final = re.compile(r"\d+\s?/\s?\d+")
_POINTED: Final = re.compile(r"\d[.,](?!\d{3}(?!\d))\d")  # 50.000 is fifty thousand
_LISTED: Final = re.compile(r"\d\s*;\s*[-\d]")
_ATOM: Final = re.compile(r"\((√?[-+]?\w+)\)")  # brackets that say nothing: √(3)
_GROUP: Final = re.compile(r"\(([^();]*[-+*/=<>^][^();]*)\)")
_LIST: Final = re.compile(r"[\[\]{}]|\((?=[^()]*;)")
_OPERATOR: Final = regex.compile(  # between two numbers or letters
    r"(?<=\d|(?<![a-z])[a-z])\^|(?<=(?:\d|\)|(?<![a-z])(?:[a-z]|pi))\s*)[-+*/](?=\s*(?:\d|\(|√|(?:[a-z]|pi)(?![a-z])))"
)
_SHORTEST_WORD: Final = 3  # letters of what is no symbol
_SIGN: Final = regex.compile(r"(?<=\d)(?=[√(])|[-+*/^=<>≤≥√|∩∪∈∧∨]|:(?=\s*(?:\d|[a-z]\b))")
_HYPHEN: Final = regex.compile(  # of « F-16 », « as-tu », « a-t-il », « 3-0 », which many leave out; none of « x-2 »
    r"(?<=(?<!\p{L})[A-W])-(?=\d\d)|(?<=\p{L}{2})-(?=\p{L})|(?<=\p{L})-(?=\p{L}{2})|-(?=t-)|(?<=^\d)-(?=\d$)"
)
_LABEL: Final = regex.compile(r"\(?([a-d\d])(?:\s*[.):>=]+\s*|\s*-\s+|\s+)")  # « 2) », « b = », « 2 - »
_SYMBOL: Final = regex.compile(r"-([a-z])|[-|(]*(n)\s?[-+*/^]\s?\d+[-|)]*")  # « -a », « n - 1 », and no line
_NUMBERED: Final = regex.compile(r"no?\d{1,2}")  # « n2 »: the second line, or N₂ or n² where options are such
_LIKE_IT: Final = regex.compile(r"(?<![a-z])[A-Z][a-z]?[\d₀-₉]|(?<!\p{L})n(?!\p{L})")
_MINUS_APART: Final = regex.compile(r"[^\W\d]\W*\s[-\u2010-\u2013\u2212]\s*$")  # « c'est - » before a number
_THAT, _IS = regex.compile(r"(?<!\w)c[\s'’]+$", regex.I), regex.compile(r"est\W*", regex.I)  # « c’est » is unfinished
_NUMBERS_BEGIN: Final = frozenset("0123456789√.,")
_DASH: Final = regex.compile(r"\s*[-\u2010-\u2013\u2212]\s*")
_POWER: Final = re.compile(r"(?<=\d)[xX](?=[23](?!\d))")
_ELIDED: Final = re.compile(
    r"(?<![^\W\d_])(?:qu|[cdjlmnst])[ '’‘`´ʼ′](?=[^\W\d_])|(?<=[^\W\d_])[ '’‘`´ʼ′](?:s|t|m|re|ve|ll)(?!\w)",
    re.IGNORECASE,
)  # « m a », « it s »
_FUNCTIONS: Final = frozenset("sin cos tan log exp lim pi".split())


def written_option(text: str, options: Sequence[str]) -> int | None:
    """The one option that a reply writes out, with or without « c’est », "please" and the like around it. None also
    for a number alone that may be a label: it is the line of the list."""
    for said in without_words_around(text):
        if _is_number(said):
            continue
        for spelt in (letters, _parted, formula, _with_powers):
            meant = spelt(said)
            found = [index for index, option in enumerate(options) if spelt(option) == meant]
            if meant and len(found) == 1 and not (spelt in (letters, _parted) and accents_are_lost(said, options)):
                return None if ends_otherwise(said, options[found[0]]) else found[0]
    return None


def is_another(text: str, options: Sequence[str], index: int, *, is_label: bool) -> bool:
    """Whether a reply that was read as one of the options, or as the label of one, says something else."""
    if is_label:
        return _is_a_symbol(text, options)
    return _is_another_operation(text, options[index], index) or ends_otherwise(text, options[index])


def _is_another_operation(text: str, option: str, index: int) -> bool:
    """Whether a reply that has the words of an option has other signs between, around or behind its numbers: 12 : 4 is
    not 12 - 4, nor 103 10³, nor « 2 4 » 2,4, nor O2 O²⁻, nor ]2 ; 5[ [2 ; 5]. A reply that is a label has no words of
    an option."""
    said, meant = signs(text), signs(option)
    is_mixed = bool(_MIXED.search(text) and _FRACTION.fullmatch(meant))
    if is_mixed or _charge(said) != _charge(meant) or _groups(said) != _groups(meant):
        return True
    if _LIST.search(said) and _LIST.findall(said) != _LIST.findall(meant):
        return True
    if _is_formula(meant) and _has_other_signs(_without_label(said, index), meant, option):
        return True
    if not re.search(r"\d", said):
        return False
    decimal = bool(_DECIMAL.search(meant))
    if (decimal and not _DECIMAL.search(said)) or (said.startswith("0.") and not decimal):
        return True
    if _LISTED.search(meant) is None and (_LISTED.search(said) or (not decimal and _POINTED.search(said))):
        return True  # « 2,1 » is not the second line, 1
    between, wanted = _OPERATOR.findall(said), _OPERATOR.findall(meant)
    if between.count("^") != wanted.count("^"):
        return True
    return between not in ([], wanted) and (wanted != [] or set(between) != {"-"})


def _has_other_signs(said: str, meant: str, option: str) -> bool:
    """Whether a formula has a sign too many, or lacks a minus: cos(x) is not -cos(x), « x : 2 » not x - 2."""
    has, wanted = Counter(_signs_in(said)), Counter(_signs_in(meant))
    return bool(has - wanted) or has["-"] < wanted["-"] - len(_HYPHEN.findall(option))


def _is_formula(meant: str) -> bool:
    return all(len(word) < _SHORTEST_WORD or word in _FUNCTIONS for word in re.findall(r"[^\W\d_]+", meant))


def _without_label(said: str, index: int) -> str:
    """The text without the label of that line; « d-t » has none where d is another one."""
    found = _LABEL.match(said)
    return said[found.end() :] if found and found[1] in (str(index + 1), chr(ord("a") + index)) else said


def _signs_in(said: str) -> list[str]:
    """What stands for an operation, one that is not written between 2 and √3 too."""
    return [found[0] for found in _SIGN.finditer(said)]


def _is_a_symbol(said: str, options: Sequence[str]) -> bool:
    """Whether what could name a line has a symbol of the options and a sign: « n - 1 », « -a » beside « a + b »."""
    if any(_NUMBERED.fullmatch(signs(each)) for each in without_words_around(said)):
        return any(map(_LIKE_IT.search, options))
    found = _SYMBOL.fullmatch(signs(said))
    known = [signs(option) for option in options]
    return found is not None and any(
        _is_formula(option) and re.search(rf"(?<![a-z]){found[1] or found[2]}(?![a-z])", option) for option in known
    )


def ends_otherwise(said: str, option: str) -> bool:
    """Whether a word has an accent on its ending that the option has not: « chanté » is not « chante ». Accents that
    are missing are forgiven, those of an option in capitals too."""
    known = set(re.findall(r"\w+", as_typed(option)))
    typed = set(re.findall(r"\w+[éÉ](?:[eE]?[sS]?)\b", as_typed(said)))
    return any(word.casefold() not in known and folded(word) in known for word in typed)


def _groups(said: str) -> list[str]:
    """What stands in brackets that change what a formula means: none around one number, or around all of it."""
    atoms = re.sub(r"\s+", "", _ATOM.sub(r"\1", said)).strip(EDGES)
    return [] if _GROUP.fullmatch(atoms) else sorted(_GROUP.findall(atoms))


def _charge(formula_said: str) -> str:
    found = _CHARGE.search(formula_said)
    return found[1] if found else ""


def accents_are_lost(said: str, options: Sequence[str]) -> bool:
    """Whether a word in capitals may be several options: COTE is « cote » and « côté »."""
    is_plain = len(said) > 1 and said.isupper() and folded(said) == said.casefold()  # whoever types OÙ has accents
    return is_plain and sum(folded(option) == folded(said) for option in options) > 1


@lru_cache(maxsize=512)
def letters(text: str) -> str:
    """A text in lower case, its accents kept."""
    return bare(as_typed(text).casefold())


def _parted(text: str) -> str:
    """The same with a blank for an apostrophe: « m a » is m’a, not ma."""
    return letters(text).replace("’", " ") if _ELIDED.search(text) else ""


def _with_powers(text: str) -> str:
    """The same with x² for what reads as a product of two numbers: « 3x2 »."""
    return formula(_POWER.sub("x^", text)) if _POWER.search(text) or "²" in text or "³" in text or "^" in text else ""


def as_typed(text: str) -> str:
    """A text to the letter, whichever telephone wrote it: one kind of apostrophe, of accents and of spaces."""
    return " ".join(unicodedata.normalize("NFC", text).translate(_APOSTROPHES).split())


def _is_number(said: str) -> bool:
    """Whether nothing is said but a number without a sign."""
    words = tokens(said)
    return len(words) == 1 and words[0].isdecimal() and len(words[0]) <= 2 and formula(said).isdecimal()


def without_words_around(text: str) -> Iterator[str]:
    """The text, then with ever fewer of the words that only lead to an answer or follow it."""
    yield text
    if len(text) > LONGEST:
        return
    starts = [0, *(found.end() for found in re.finditer(r"(?:[\s'’:]|,(?!\d))+", text) if _leads(text[: found.end()]))]
    ends = [len(text), *(found.start() for found in re.finditer(r"[\s,]+", text) if _follows(text[found.start() :]))]
    for start in starts:
        for end in sorted(ends, reverse=True):
            said = text[start:end]
            is_label = folded(said.strip(EDGES)) in NUMBER_WORDS and (
                (tokens(text[:start]) or [""])[-1] in _BEFORE_LABELS
                or (tokens(text[end:]) or [""])[0] in _BEHIND_LABELS
            )
            is_cut = said and (
                (said[0] in _NUMBERS_BEGIN and _MINUS_APART.search(text[:start]))
                or (_IS.fullmatch(said) and _THAT.search(text[:start]))
            )
            if start < end and not is_label and not is_cut:
                yield said


def _leads(words: str) -> bool:
    return not _DASH.fullmatch(words) and without_fillers([*tokens(words), _ANYTHING]) == [_ANYTHING]


def _follows(words: str) -> bool:
    return without_fillers([_ANYTHING, *tokens(words)]) == [_ANYTHING]
