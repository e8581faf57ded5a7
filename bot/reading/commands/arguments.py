"""What may follow a command's name: a number, an e-mail address, any text. Pure: the command knows what is meant."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.clients.mail_message import is_address
from bot.reading.commands.command_phrases import FILLERS
from bot.reading.replies.sign_in_answers import phone_alone, plain
from bot.reading.words.answer_words import NUMBER_WORDS, ORDINALS, tokens

MOST_DIGITS: Final = 9
_FILLERS: Final = frozenset(FILLERS.replace("|", " ").split())
_THINGS: Final = frozenset(
    "tache task rappel reminder demande request travail souvenir memory fichier document file".split()
)
_AROUND_NUMBER: Final = (
    _FILLERS
    | (_THINGS - {"fichier", "document", "file"})
    | frozenset("le la les l n no numero number num the f fcfa cfa xof franc francs credit credits".split())
)
_AROUND_NUMBERS: Final = _AROUND_NUMBER | frozenset(
    "et and puis taches tasks rappels reminders demandes requests numeros numbers fait done".split()
)
_ONE: Final = frozenset({"un", "une", "one"})
_EVERYTHING: Final = frozenset("tout tous toutes all both everything".split())
_SEVERAL: Final = frozenset(tuple(pair.split()) for pair in ("les deux", "les trois", "the two", "the three"))
_AROUND_PHONE: Final = _FILLERS | frozenset(
    "au a avec par sur le mon ma numero n no tel telephone mobile est c code sms to with by on my the number phone "
    "is at non plutot envoie envoyez envoyer essaie essayez send try moi me it instead un autre another voici here bon "
    "correct right".split()
)
AROUND_ADDRESS: Final = _FILLERS | frozenset(
    "mon ma my adresse address est is c e mail email courriel voici this here a to at l le la nouveau "
    "nouvelle new oui non yes no".split()
)

# « awa arobase gmail point com », as who cannot find the sign writes it and as a voice is written down.
_AT: Final = re.compile(r" ?\b(?:arobase|arobaze|arrobase)\b ?", re.IGNORECASE)
_DOT: Final = re.compile(r" (?:point|dot) ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, 0 or more."""

    value: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """Several, each once, in the order in which they were written."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EmailAddress:
    """One e-mail address, well formed."""

    value: str


@dataclass(frozen=True, slots=True)
class PhoneNumber:
    """What looks like a telephone number, as it was written."""

    written: str


@dataclass(frozen=True, slots=True)
class AnyText:
    """Any text, as it was written."""

    text: str


@dataclass(frozen=True, slots=True)
class Misread:
    """Something else than the command takes: it says what it takes."""

    text: str


Argument = Number | Numbers | EmailAddress | PhoneNumber | AnyText | Misread
Reader = Callable[[str], Argument | None]


def number(text: str) -> Number | None:
    """The one number of a text that says nothing else: `2`, `n° 2`, `deux`, `1 000 F`, `le 2 stp`."""
    words = tokens(re.sub(r"(?<=\d)[\s.,](?=\d{3}\b)", "", _without_signs(text)))
    core = [word for word in words if word not in _AROUND_NUMBER]
    value = value_of(core[0]) if len(core) == 1 and not has_article(words) else None
    return Number(value) if value is not None else None


def numbers(text: str) -> Number | Numbers | None:
    """The same, or several of them: `1 3`, `1, 2 et 4`, `le 1 et le 2`, and `1` with `/fait 3` below it."""
    one = number(text)
    if one is not None:
        return one
    words = tokens(re.sub(r"/(?=[^\W\d_])", " ", _without_signs(text)))
    values = [value_of(word) for word in words if word not in _AROUND_NUMBERS]
    found = tuple(dict.fromkeys(value for value in values if value is not None))
    return Numbers(found) if len(values) > 1 and None not in values and not has_article(words) else None


def has_article(words: Sequence[str]) -> bool:
    """Whether « un » is no number: « un rappel » is any, « une seconde » is a moment."""
    return any(word in _ONE and (what in _THINGS or what in ORDINALS) for word, what in pairwise(words))


def says_everything(text: str) -> bool:
    """Whether a command means all there is: « annule tout », « les deux », "cancel both"."""
    words = tokens(text)
    return not _EVERYTHING.isdisjoint(words) or any(pair in _SEVERAL for pair in pairwise(words))


def everything(text: str) -> AnyText | None:
    """« tout », "all", and nothing else."""
    return AnyText(text) if _EVERYTHING.issuperset(tokens(text)) else None


def _without_signs(text: str) -> str:
    return text.replace("n°", " ").replace("#", " ")


def value_of(word: str) -> int | None:
    """The number that a word is, in digits or spelt out."""
    if word.isdecimal():
        return int(word) if len(word) <= MOST_DIGITS else None
    return NUMBER_WORDS.get(word)


def email_address(text: str) -> EmailAddress | None:
    """The one address of a text that says nothing else: `awa@example.org`, `mon adresse est <awa@example.org>.`"""
    words = with_signs(text).split(" ")
    found = [word.strip("<>()[]«»\"',;:.!?") for word in words if "@" in word]
    around = tokens(" ".join(word for word in words if "@" not in word))
    if len(found) != 1 or not is_address(found[0]) or any(word not in AROUND_ADDRESS for word in around):
        return None
    return EmailAddress(found[0])


def with_signs(text: str) -> str:
    said = " ".join(text.split())
    return _DOT.sub(".", _AT.sub("@", said)) if _AT.search(said) else said


def phone_number(text: str) -> PhoneNumber | None:
    """The one telephone number of a text that says nothing else: `07 00 00 00 01`, `avec mon numéro +225…`"""
    said = plain(text)
    found = phone_alone(said)
    if found is None or any(word not in _AROUND_PHONE for word in tokens(said.replace(found, " "))):
        return None
    return PhoneNumber(found)


def any_text(text: str) -> AnyText:
    """Whatever it is."""
    return AnyText(text)


def anything_else(_text: str) -> None:
    """Nothing is taken; behind a slash the command is meant all the same: « /humain mon compte est bloqué »."""
