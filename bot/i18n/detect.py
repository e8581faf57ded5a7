"""Which of our two languages a person is to be answered in, from the small words that carry grammar. Pure.

One odd word changes nothing: who is known to speak French stays French until a message is clearly English."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.i18n.word_lists import ENGLISH, FRENCH
from bot.text.folding import folded
from bot.types import Language

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_QUOTED = re.compile(r"\"[^\"]*\"|«[^»]*»|“[^”]*”|[:=]\s.*", re.DOTALL)  # what is to be translated, corrected, copied
_ELIDED = re.compile(r"(?:[ljmtncsd]|qu|jusqu|lorsqu|puisqu)'(?!s$|t$|m$|d$|ll$|re$|ve$)")
_GLUED = re.compile(r"j[bcdfgjklmnpqrstvwxz](?!r$|s{1,2}\d*$|hs$)[a-z]+")  # « jveu », « jcomprend »; not JHS or JSS
_ACCENTED = re.compile("[éèêàùçôîûœë]")
_COURTESIES = re.compile(  # what everybody says, whatever their language
    r"\b(?:thank you|thanks|(?:very|so) much|good (?:morning|night|evening|afternoon|day|luck)|how are you|"
    r"i love you|yes|hello|hi|hey|please|sorry|see you(?: soon| later)?|what's up|happy birthday|oh my god|my friend|"
    r"sir|madam|merci|beaucoup|bonjour|bonsoir|bonne nuit|salut|oui|au revoir|je t'aime|comment [cç]a va|"
    r"comment allez[- ]vous|[aà] bient[oô]t|s'il (?:te|vous) pla[iî]t|voil[aà]|monsieur|madame|mon ami|"
    r"c'est la vie|d'accord)\b"
)
_I_AM = re.compile(r"\bi am\b")  # « am » alone may be Wolof
_SHORT = 24  # letters of a word that is kept
CLEAR_WORDS = 2
CLEAR_SHARE = 3  # times as many as of the other language


@dataclass(frozen=True, slots=True)
class Evidence:
    """How many different words of a text belong to one language only."""

    french: int
    english: int

    @property
    def leaning(self) -> Language | None:
        """The language with more words, be it one."""
        if self.french == self.english:
            return None
        return Language.FR if self.french > self.english else Language.EN

    @property
    def clear(self) -> Language | None:
        """The language that a text is in beyond doubt: two words at least, and hardly any of the other."""
        less, more = sorted((self.french, self.english))
        return self.leaning if more >= CLEAR_WORDS and more >= CLEAR_SHARE * less else None


@lru_cache(maxsize=4)  # a turn asks twice of the same words
def evidence(text: str) -> Evidence:
    """What the words tell; of « traduis : I like it » only what is the person's own, if that tells."""
    text = _plain(text)
    own = _count(_QUOTED.sub(" ", text))
    return own if own.leaning else _count(text)


def detect(text: str) -> Language | None:
    """French or English by the words that only one of them has; None when nothing tells."""
    return evidence(text).leaning


def clearly(text: str) -> Language | None:
    """The language that a text is in beyond doubt, whatever courtesies are in it."""
    return evidence(_COURTESIES.sub(" ", _plain(text))).clear


def language_for(text: str, known: Language | None, at_home: Sequence[Language]) -> Language | None:
    """The language to answer a message in: what it is clearly in, else what is known of the person, else what it leans
    to if that is spoken where they are, else what is. `at_home` is empty when nobody knows; None: nothing tells."""
    clear = clearly(text)
    if clear or known:
        return clear or known
    leaning = detect(text)
    if leaning and (leaning in at_home or not at_home):
        return leaning
    return at_home[0] if at_home else None


def _count(text: str) -> Evidence:
    spoken = [
        _kept(word) if len(word) <= _SHORT else _spoken_in(word)
        for word in set(_WORD.findall(_I_AM.sub("i i'm", text)))
    ]
    return Evidence(spoken.count(Language.FR), spoken.count(Language.EN))


def _spoken_in(word: str) -> Language | None:
    """The one of our languages that has a word."""
    bare = folded(word)
    if bare in ENGLISH:
        return Language.EN
    is_french = bare in FRENCH or _ELIDED.match(bare) or _GLUED.fullmatch(bare) or _ACCENTED.search(word)
    return Language.FR if is_french else None


_kept = lru_cache(maxsize=2_048)(_spoken_in)  # the same small words in every message


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).lower().replace("’", "'")
