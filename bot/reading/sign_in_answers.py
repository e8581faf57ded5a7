"""Reads what people type while a code or a number is awaited, tolerantly. Pure: what follows is decided in sign_in."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from bot.reading.commands import phrase

DIGITS = 6
SHORT = 80  # characters; a longer text that holds a code is a message, not an answer
GROUPS = re.compile(r"(?=((?<!\d)\d(?:[\s.\-]?\d){5}(?!\d)))")  # overlapping: `12 123 456` holds 123456
PHONE = re.compile(r"\+?\d[\d\s().\-/]{5,}\d")
SEPARATORS = re.compile(r"[\s.,;:·/\-_'’\"«»()]+")
_EDGE = r"(?:[^\w+=€$£%<>°×÷/^]|_)*"  # « *123456* », « 123456 😊 »; a sum of money is no code
ALONE = re.compile(rf"{_EDGE}(?:code{_EDGE})?(?P<digits>\d(?:[\s.,;:·/\-_'’\"«»()]*\d){{5}}){_EDGE}", re.IGNORECASE)
TIMES = re.compile(  # « reçu à 10h02 », « le 12/05 », « valable 10 min », « 2e essai »
    r"(?<!\d)(?:\d{1,2}\s*[h:]\s*\d{2}(?!\d)|\d{1,2}\s*(?:h|heures?|hours?|min|minutes?|e|eme|ème|er|nd|st|th)\b|"
    r"\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d{2}))?(?![\d/]))",
    re.IGNORECASE,
)
LONGEST = 300  # characters of a polite letter that says which the code is
RESEND = frozenset(
    "renvoyer|renvoie|renvoyez|renvoyer le code|renvoie le code|renvoyez le code|renvoie moi le code|"
    "renvoyez moi le code|nouveau code|un nouveau code|un autre code|autre code|ou est le code|ou est mon code|"
    "code expire|le code a expire|mon code a expire|le code est expire|le code ne marche pas|le code ne passe pas|"
    "resend|resend the code|new code|a new code|another code|where is the code|where is my code|code expired|"
    "the code expired|the code has expired|the code does not work|the code doesn t work".split("|")
)
CHANGE = frozenset(
    "changer|changer de numero|changer le numero|changer mon numero|autre numero|un autre numero|mauvais numero|"
    "faux numero|pas mon numero|c est pas mon numero|ce n est pas mon numero|ce n est pas le bon numero|"
    "c est pas le bon numero|je me suis trompe de numero|change|change number|change the number|change my number|"
    "other number|another number|wrong number|not my number|it is not my number|it s not my number".split("|")
)
POLITE = frozenset("svp stp please merci thanks s sil il vous te plait".split())
# « je n’ai toujours pas reçu le SMS » is made of such words, says no, and names what is missing.
_SAYING_NO = frozenset("pas rien jamais aucun not t no never nothing".split())
_OF_THE_POST = frozenset(
    "recu recois recevoir arrive venu vient code sms mail message receive received get got come came arrived".split()
)
_AROUND = frozenset(
    "je j l n ne ai a est ete toujours encore eu vu le la de du d un une mon ma ce par sur tel telephone e email mais "
    "non bonjour il y moi i did didn have haven has hasn is isn my the any it yet still but hello text".split()
)


@dataclass(frozen=True, slots=True)
class Code:
    """Six digits."""

    digits: str


@dataclass(frozen=True, slots=True)
class Malformed:
    """Meant as a code, as far as one can tell, and none."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something else."""


def read_code(reply: str) -> Code | Malformed | Message:
    """A code alone, in pieces (`123 456`, `123-456`, two lines) or in a short sentence without other digits than those
    of a time or a date."""
    text = plain(reply)
    if alone := ALONE.fullmatch(text):
        return Code(re.sub(r"\D", "", alone["digits"]))
    bare = SEPARATORS.sub("", text)
    if bare.isdecimal():
        return Code(bare) if len(bare) == DIGITS else Malformed()
    if len(text.split()) <= 1:
        return Malformed()
    if len(text) > LONGEST or (len(text) > SHORT and not re.search(r"\bcode\b", text, re.IGNORECASE)):
        return Message()
    timeless = TIMES.sub(" | ", text)
    groups = codes_in(timeless)
    if len(groups) == 1 and len(re.findall(r"\d", timeless)) == DIGITS:
        return Code(min(groups))
    is_near = len(text) <= SHORT and re.search(r"\bcode\b.*\d", text, re.IGNORECASE | re.DOTALL)
    return Malformed() if is_near else Message()


def codes_in(text: str) -> frozenset[str]:
    """Every group of six digits in a text, also `123 456` and `123-456`."""
    return frozenset(re.sub(r"\D", "", group) for group in GROUPS.findall(plain(text)))


def phone_in(reply: str) -> str | None:
    """The one thing in a short text that looks like a phone number."""
    found = PHONE.findall(plain(reply)) if len(reply) <= SHORT else []
    return str(found[0]) if len(found) == 1 else None


def is_no_sentence(reply: str) -> bool:
    """Whether a reply is one word, or no words at all: never a message for the agent while something is awaited."""
    return len(reply.split()) <= 1 or not any(letter.isalpha() for letter in reply)


def has_digits(reply: str) -> bool:
    """Whether a reply may hold a piece of a code."""
    return any(letter.isdigit() for letter in reply)


def asks_resend(reply: str) -> bool:
    """Whether another code is asked for in words, or said that none has come."""
    said = _plainly(reply)
    return " ".join(said) in RESEND or _is_missing(said)


def asks_change(reply: str) -> bool:
    """Whether another number is asked for in words."""
    return " ".join(_plainly(reply)) in CHANGE


def _is_missing(said: Sequence[str]) -> bool:
    words = frozenset(said)
    return words <= _SAYING_NO | _OF_THE_POST | _AROUND and bool(words & _SAYING_NO) and bool(words & _OF_THE_POST)


def _plainly(reply: str) -> Sequence[str]:
    """The words of a reply, folded, without the politeness around them."""
    said = re.findall(r"\w+", phrase(reply))
    while said and said[-1] in POLITE:
        said = said[:-1]
    return said[1:] if said[:1] == ["svp"] else said


def plain(text: str) -> str:
    """Digits of any script as 0 to 9, without the marks that make keycaps of them, without invisible characters."""
    kept = (
        str(unicodedata.decimal(letter)) if letter.isdecimal() else letter
        for letter in unicodedata.normalize("NFKC", text)
        if unicodedata.category(letter) not in ("Cf", "Mn", "Me")
    )
    return "".join(kept).strip()
