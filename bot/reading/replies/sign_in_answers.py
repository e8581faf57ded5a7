"""Reads what people type while a code or a number is awaited, tolerantly. Pure: what follows is decided in sign_in."""

import re
import unicodedata
from collections.abc import Set
from dataclasses import dataclass
from typing import Final

from bot.reading.commands.command_phrases import FILLERS, WISHES
from bot.reading.words.answer_words import tokens
from bot.reading.words.spoken import says_digits_alone
from bot.reading.words.wrapped import Words, cores, phrases, without_opening
from bot.text.folding import ascii_digits, without_unseen

DIGITS = 6
_DIGIT: Final = re.compile(r"\d")
SHORT = 80  # characters; a longer text that holds a code is a message, not an answer
GROUPS = re.compile(r"(?=((?<!\d)\d(?:[\s.\-]?\d){5}(?!\d)))")  # overlapping: `12 123 456` holds 123456
PHONE = re.compile(r"\+?\d[\d\s().\-/]{5,}\d")
_YEARS: Final = re.compile(r"((?:19|20)\d\d)\W{1,3}((?:19|20)\d\d)")
_LETTER_O = re.compile(r"(?<![^\W\d_])[oO](?=\d)|(?<=\d)[oO](?![^\W\d_])")  # « O7 O7 12 34 56 »: typed for a zero
SEPARATORS = re.compile(r"[\s.,;:·/\-_'’\"«»()]+")
_EDGE = r"(?:[^\w+=€$£%<>°×÷/^]|_)*"  # « *123456* », « 123456 😊 »; a sum of money is no code
ALONE = re.compile(rf"{_EDGE}(?:code{_EDGE})?(?P<digits>\d(?:[\s.,;:·/\-_'’\"«»()]*\d){{5}}){_EDGE}", re.IGNORECASE)
TIMES = re.compile(  # « reçu à 10h02 », « le 12/05 », « valable 10 min », « 2e essai »
    r"(?<!\d)(?:\d{1,2}\s*[h:]\s*\d{2}(?!\d)|\d{1,2}\s*(?:h|heures?|hours?|min|minutes?|e|eme|ème|er|nd|st|th)\b|"
    r"\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d{2}))?(?![\d/]))",
    re.IGNORECASE,
)
_IN_PIECES: Final = re.compile(  # « le code c’est 482 et 913 »
    r"(?:(?:le|mon|ce|code|c|est|cest|voici|it|its|s|is|the|my) )*(\d+(?: (?:et|puis|ensuite|apres|and|then) \d+)+)"
    r"(?: (?:merci|stp|svp|thanks|please))*"
)
_IN_DOUBT: Final = re.compile(
    r"(?:(?:ou|or|non|no|pas|not|plutot|le|code|c|est|is|it|\d|[\s,.;:/'’-])+)", re.IGNORECASE
)
LONGEST = 300  # characters of a polite letter that says which the code is
RESEND: Final = frozenset(
    phrases(
        "renvoyer|renvoie|renvoies|renvoyez|renvoi|renvoyer le code|renvoie le code|renvoyez le code|renvoi le code|"
        "renvoie moi le code|renvoyez moi le code|renvoie moi un code|renvoie un code|me renvoyer le code|"
        "me renvoyer un code|renvoie moi ca|nouveau code|un nouveau code|autre code|un autre code|envoie un autre code|"
        "envoie moi un autre code|envoyez moi un autre code|envoie un nouveau code|envoie moi un nouveau code|"
        "ou est le code|ou est mon code|code expire|le code a expire|mon code a expire|le code est expire|"
        "le code ne marche pas|le code ne passe pas|toujours rien|"
        "resend|resend it|resend code|resend the code|resend me the code|send again|send it again|"
        "send the code again|send me the code again|new code|a new code|another code|send another code|"
        "send me another code|send me a new code|send a new code|where is the code|where is my code|code expired|"
        "the code expired|the code has expired|the code does not work|the code doesn t work",
        {},
    )
)
CHANGE: Final = frozenset(
    phrases(
        "changer|autre|un autre|l autre|other|another|another one|"
        "changer de numero|changer numero|changer le numero|changer mon numero|autre numero|un autre numero|"
        "mauvais numero|faux numero|pas mon numero|c est pas mon numero|ce n est pas mon numero|"
        "ce n est pas le bon numero|c est pas le bon numero|le numero est faux|je me suis trompe de numero|"
        "je me suis trompee de numero|"
        "change|change number|change the number|change my number|another number|other number|wrong number|"
        "the number is wrong|not my number|this is not my number|that is not my number|it is not my number|"
        "it s not my number",
        {},
    )
)
_AROUND: Final = phrases(f"{FILLERS}|non|no|mais|but|toujours", {})
_WISHES: Final = phrases(WISHES, {})
_DASHES: Final = re.compile("[\u2010-\u2015\u2212]")
# « je n’ai toujours pas reçu le SMS » is made of such words, says no, and names what is missing.
_SAYING_NO: Final = frozenset("pas pa rien jamais aucun not t no non never nothing".split())
_OF_THE_POST: Final = frozenset(
    "recu recois recevoir arrive venu vient code sms mail message receive received get got come came arrived".split()
)
_OF_A_LETTER: Final = frozenset(
    "je j jai g l n ne ai a est ete toujours encore eu vu le la de du d un une mon ma ce par sur tel telephone e email "
    "mais "
    "bonjour il y moi i did didn have haven has hasn is isn my the any it yet still but hello text "
    "ca sa "
    "svp stp please merci thanks s sil vous te plait ce cet cette c me moi tu peux pouvez on can you to that "
    "this".split()
)
# So are « renvoie-le moi », « j’ai effacé le SMS », « le code ne fonctionne pas », « j’ai changé de numéro ».
_AGAIN: Final = frozenset("renvoyer renvoie renvoies renvoyez renvoi reenvoie reenvoyer resend".split())
_GONE: Final = frozenset(
    "efface supprime perdu oublie expire perime invalide incorrect faux erased deleted lost forgot forgotten expired "
    "invalid wrong".split()
)
_FAILING: Final = frozenset("marche fonctionne passe vois trouve work works working see find bon correct".split())
_BROKEN: Final = frozenset("marche fonctionne passe works work working".split())  # « ça marche pas »
_THE_CODE: Final = frozenset("code sms message mail".split())
_OTHER: Final = frozenset(
    "pas plus not no autre nouveau changer change mauvais mauvaise faux fausse errone incorrect perdu perdue volee "
    "erreur "
    "trompe trompee wrong another other different new changed lost mistake".split()
)
_CHANGE: Final = frozenset("changer change changed".split())
_CHANGING: Final = _CHANGE | frozenset("nouveau nouvelle new".split())
_SAYING_OF_ONESELF: Final = frozenset("j jai je i puce sim".split())
_OWN: Final = frozenset("de mon ma my".split())
_A_NUMBER: Final = frozenset("numero num number puce sim".split())
_AN_ADDRESS: Final = frozenset("adresse address mail email".split())
_HAVING_NONE: Final = frozenset(
    "j en ai pas|j ai pas|je n en ai pas|je n ai pas|j ai pas ca|j en ai aucune|je n en ai aucune|j en ai pas encore|"
    "i don t have one|i do not have one|i have none|i don t have any|i don t have".split("|")
)
_OF_A_CHANGE: Final = frozenset(
    "veux voudrais utiliser suis acces a au avec sur bon bonne correct want to use am access longer with right".split()
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
    """A code alone, in pieces (`123 456`, `123-456`, two lines), in words, or in a short sentence without other digits
    than those of a time or a date."""
    text = plain(reply)
    return _in_digits(text) if _DIGIT.search(text) else _in_words(text)


def _in_digits(text: str) -> Code | Malformed | Message:
    if alone := ALONE.fullmatch(_LETTER_O.sub("0", text)):
        return Code(re.sub(r"\D", "", alone["digits"]))
    bare = SEPARATORS.sub("", text)
    if bare.isdecimal():
        once = bare[:DIGITS]  # it may have been pasted twice
        return Code(once) if bare in (once, once * 2) and len(once) == DIGITS else Malformed()
    if len(text.split()) <= 1:
        return Malformed()
    if len(said := says_digits_alone(text) or "") == DIGITS:
        return Code(said)
    if len(text) > LONGEST or (len(text) > SHORT and not re.search(r"\bcode\b", text, re.IGNORECASE)):
        return Message()
    if pieces := _IN_PIECES.fullmatch(" ".join(tokens(text))):
        digits = re.sub(r"\D", "", pieces[1])
        return Code(digits) if len(digits) == DIGITS else Malformed()
    timeless = TIMES.sub(" | ", text)
    groups = codes_in(timeless)
    if len(groups) == 1 and len(re.findall(r"\d", timeless)) == DIGITS:
        return Code(min(groups))
    is_near = len(text) <= SHORT and re.search(r"\bcode\b.*\d", text, re.IGNORECASE | re.DOTALL)
    is_in_doubt = len(groups) > 1 and _IN_DOUBT.fullmatch(text)
    return Malformed() if is_near or is_in_doubt else Message()


def _in_words(text: str) -> Code | Malformed | Message:
    if len(text.split()) <= 1:
        return Malformed()
    said = says_digits_alone(text) or ""
    return Code(said) if len(said) == DIGITS else Message()


def codes_in(text: str) -> frozenset[str]:
    """Every group of six digits in a text, also `123 456` and `123-456`."""
    return frozenset(re.sub(r"\D", "", group) for group in GROUPS.findall(plain(text)))


def phone_in(reply: str) -> str | None:
    """The one thing in a short text that looks like a phone number."""
    return phone_alone(_LETTER_O.sub("0", plain(reply))) if len(reply) <= SHORT else None


def phone_alone(text: str) -> str | None:
    """The one thing in a text made plain that looks like a phone number; « 2024-2025 » is a school year."""
    found = PHONE.findall(text)
    if len(found) != 1 or ((years := _YEARS.fullmatch(found[0])) and int(years[2]) - int(years[1]) == 1):
        return None
    return str(found[0])


def is_no_sentence(reply: str) -> bool:
    """Whether a reply is one word, or no words at all: never a message for the agent while something is awaited."""
    return len(reply.split()) <= 1 or not any(letter.isalpha() for letter in reply)


def has_digits(reply: str) -> bool:
    """Whether a reply may hold a piece of a code."""
    return any(letter.isdigit() for letter in reply)


def asks_resend(reply: str) -> bool:
    """Whether another code is asked for in words, or said that none has come."""
    words = frozenset(tokens(reply))
    is_missing = _made_of(words, _SAYING_NO, _OF_THE_POST)
    is_no_use = _made_of(words, _GONE, _THE_CODE) or _made_of(words, _SAYING_NO, _FAILING, _THE_CODE)
    is_no_use = is_no_use or _made_of(words, _SAYING_NO, _BROKEN)
    return _says(reply, RESEND) or is_missing or is_no_use or _made_of(words, _AGAIN, around=_THE_CODE)


def asks_change(reply: str) -> bool:
    """Whether another number is asked for in words."""
    return _says(reply, CHANGE) or _made_of(frozenset(tokens(reply)), _OTHER, _A_NUMBER, around=_OF_A_CHANGE)


def has_new_number(said: str) -> bool:
    """Whether nothing is said but that somebody has another number now, or wants to give another: « j’ai changé de
    numéro ». « Change le numéro », « le nouveau numéro » may be said of one in a letter."""
    words = frozenset(tokens(said)) if len(said) <= SHORT else frozenset()
    is_own = words & _SAYING_OF_ONESELF or (words & _CHANGE and words & _OWN)
    return bool(is_own) and _made_of(words, _CHANGING, _A_NUMBER, around=_OF_A_CHANGE)


def asks_other_address(reply: str) -> bool:
    """The same of the e-mail address."""
    return _made_of(frozenset(tokens(reply)), _OTHER, _AN_ADDRESS, around=_OF_A_CHANGE)


def has_no_address(reply: str) -> bool:
    """Whether nothing is said but that somebody has no e-mail address: « j’en ai pas », « je n’ai pas de mail »."""
    words = tokens(reply)
    return " ".join(words) in _HAVING_NONE or _made_of(frozenset(words), _SAYING_NO, _AN_ADDRESS)


def _made_of(words: Set[str], *needed: Set[str], around: Set[str] = frozenset()) -> bool:
    """Whether some words have one of each kind that is needed, and no other but those of any letter."""
    return words <= _OF_A_LETTER.union(around, *needed) and all(words & kind for kind in needed)


def _says(reply: str, known: Set[Words]) -> bool:
    """Whether a short reply is one of these phrases, with politeness around it or as a wish."""
    if len(reply) > SHORT:
        return False
    around = cores(tuple(tokens(reply)), _AROUND)
    return any(core in known or without_opening(core, _WISHES) in known for core in around)


def plain(text: str) -> str:
    """Digits of any script as 0 to 9, without the marks that make keycaps of them, without invisible characters; every
    dash as a hyphen."""
    kept = without_unseen(unicodedata.normalize("NFKC", text), ("Cf", "Mn", "Me"))
    return _DASHES.sub("-", ascii_digits(kept)).strip()
