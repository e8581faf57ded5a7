"""Replies that may be one option or another for the way they are typed or spoken: « c » where c’est can be chosen,
« 05 » for 0,5, « mille cinq » for 1 500, « 2/2 » for √2/2, « 2 et 3 » where 3 is asked before 2, « acide non basique »,
« non » to what is denied, « mangè » where the spelling is asked. Whoever writes so is asked. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.reading.answers.enumerations import in_another_order
from bot.reading.answers.formulas import formula
from bot.reading.answers.reply import Choice, read_choice
from bot.reading.answers.value_said import checks_what_is_given, is_of_another
from bot.reading.answers.written_options import as_typed, without_words_around
from bot.reading.words.answer_phrases import without_fillers
from bot.reading.words.answer_words import tokens
from bot.reading.words.spoken import LONGEST
from bot.text.folding import folded

_WORD: Final = re.compile(r"\w+")
_LETTER: Final = "c"  # as « c’est » is typed
_SPELT: Final = ["c", "est"]
_LOST_POINT: Final = re.compile(r"0+(\d+)")
_HUNDREDS: Final = re.compile(  # « mille cinq » is 1005, and 1 500 at the market
    r"\b(mille|million)[\s-]+(deux|trois|quatre|cinq|six|sept|huit|neuf)\b(?![\s-]*(?:cents?|mille|vingts?|virgule)\b)",
    re.IGNORECASE,
)
_SCALED: Final = {"mille": "cent", "million": "cent mille"}


_NOT: Final = re.compile(r"([^\W\d_][^,;:.!?\n]*?)\s+non\s+(?!plut[oô]t\b)([^\W\d_][^,;:.!?\n]*)", re.IGNORECASE)
_SHORTEST: Final = 4  # letters of a word that « non » may deny
_NO: Final = frozenset("non no nn nan nop nope nah".split())
_DENIED: Final = re.compile(
    r"\bn(?:e|['’])(?!\s*(?:\w+\s+){0,2}qu[e'’]).*\b(?:pas|plus|jamais|rien|aucune?|personne|point|ni)\b|"
    r"\b(?:personne|rien|aucune?|jamais|nul(?:le)?)\b.*\bn(?:e\b|['’])|"
    r"\b(?:not|never|cannot|nobody|nothing|neither|no|none)\b|n['’]t\b|"
    r"\b(?:faux|fausse|inexact|incorrect|false|untrue|wrong)\s+(?:que\b|qu['’]|de\b|d['’]|that\b|to\b)"
)

_OF_SPELLING: Final = re.compile(
    r"orthograph|\bs['’ ]ecri|\becrit[- ]on\b|\b(?:bien|correctement|comment) ecri|\becri(?:s|re|vez|ture)\b|\bepel|"
    r"\baccents?\b|\bparticipe|\bconjug|\baccord|\bterminaison|\bhomophon|\bdictee|\bcomplete[rz]?\b|\bspell|\bspelt\b"
)


def denies_what_is_denied(text: str, statement: str) -> bool:
    """« Non » to « le requin n’est pas un mammifère » may agree or not; « faux » says which."""
    said = without_fillers(tokens(text))
    return said != [] and _NO.issuperset(said) and _DENIED.search(folded(statement)) is not None


def doubted(text: str, options: Sequence[str], question: str = "") -> str | None:
    """What is said, as short as can be, where several options may be meant by it; None where none or one is.
    `question`: what was asked."""
    if len(text) > LONGEST or any(as_typed(text) == as_typed(option) for option in options):
        return None
    if _is_letter_or_word(tokens(text), options):
        return _LETTER
    if _OF_SPELLING.search(folded(question)) and _has_another_accent(text, options):
        return as_typed(text)
    if in_another_order(text, options, question) or _denies_one_of_two(text, options):
        return as_typed(text)
    is_of_something_else = checks_what_is_given(text, question) or is_of_another(text, question)
    if is_of_something_else and isinstance(read_choice(text, options), Choice):
        return as_typed(text)
    sum_said = _HUNDREDS.search(text)
    if sum_said and _is_of_two_sums(text, options):
        return sum_said[0]
    return next((said for said in without_words_around(text) if _lacks_a_sign(said, options)), None)


def _is_letter_or_word(words: list[str], options: Sequence[str]) -> bool:
    """« c », not « la c », where c’est is another line than the third."""
    line = ord(_LETTER) - ord("a")
    having = [index for index, option in enumerate(options) if tokens(option) == _SPELT]
    is_line = line < len(options) and having != [] and line not in having
    return is_line and words[:1] == [_LETTER] and words.count(_LETTER) == 1 and without_fillers(words) == [_LETTER]


def _has_another_accent(text: str, options: Sequence[str]) -> bool:
    """« mangè » where « mangé » can be chosen; accents that are left out are forgiven."""
    known = {word for option in options for word in _WORD.findall(as_typed(option).casefold())}
    named = without_fillers(tokens(text))  # « là 2 » is the second line, however a telephone writes « la »
    if len(named) == 1 and isinstance(read_choice(named[0], ("",) * len(options)), Choice):
        return False
    typed = set(_WORD.findall(as_typed(text).casefold())) - known
    meant = ([word for word in known if folded(word) == folded(said)] for said in typed)
    return any(
        words and all(_contradicts(said, word) for word in words) for said, words in zip(typed, meant, strict=True)
    )


def _contradicts(said: str, word: str) -> bool:
    """Whether a letter has an accent, and another one than the word."""
    plain = folded(word)
    if not len(said) == len(word) == len(plain):
        return False
    return any(one != other != bare for one, bare, other in zip(word, plain, said, strict=True))


def _denies_one_of_two(text: str, options: Sequence[str]) -> bool:
    """« parallèles non confondues »: a correction, or no correction where the options are such words."""
    found = _NOT.fullmatch(text.strip())
    if found is None or not all(option[:1].islower() for option in options):
        return False
    meant = [read_choice(said, options) for said in found.groups()]
    is_word = all(len(said) >= _SHORTEST for said in found.groups())
    return is_word and all(isinstance(reply, Choice) for reply in meant) and meant[0] != meant[1]


def _is_of_two_sums(text: str, options: Sequence[str]) -> bool:
    in_hundreds = _HUNDREDS.sub(lambda found: f"{found[0]} {_SCALED[found[1].casefold()]}", text)
    meant = [read_choice(said, options) for said in (text, in_hundreds)]
    return all(isinstance(reply, Choice) for reply in meant) and meant[0] != meant[1]


def _lacks_a_sign(said: str, options: Sequence[str]) -> bool:
    """« 05 » where 0,5 can be chosen, « 2/2 » where √2/2 can be; not a number that may be a line."""
    plain, known = formula(said), [formula(option) for option in options]
    pointless = _LOST_POINT.fullmatch(plain)
    if plain in known:
        return False
    if pointless:
        return f"0.{plain[1:]}" in known
    return not plain.isdecimal() and any("√" in option and option.replace("√", "") == plain for option in known)
