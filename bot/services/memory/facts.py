"""What may be kept of a person, when two facts are the same, and whether the person said it themselves. Pure."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

from bot.text.folding import folded
from bot.text.search_words import stems_of, words_of

_SECRET_WORDS: Final = re.compile(
    r"\b(mots?[ -]de[ -]pass(?:es?)?|mdp|pass ?(words?|codes?|phrases?)|cvv|cvc|cryptogramme|otp|pin|puk|"
    r"codes? (secrets?|pin|confidentiels?|de (verification|connexion|deverrouillage|retrait)|otp|de la carte|wave|"
    r"orange money|momo|mobile money|moov(?: money)?|mtn(?: money)?|flooz|t[ -]?money|airtel(?: money)?|m[ -]?pesa|"
    r"free money|djamo|(?:du |de )?(?:coffre|depot)|d ?.?acces)|"
    r"(secret|verification|access|login|security|pin|sms) codes?|"
    r"codes?[ :=]+\w*\d{3,}|motdepasse|cle[fs]?s? (privees?|secretes?|d ?.?api|api|wpa\d?)|"
    r"(private|secret|api) keys?)\b|"
    # What a code is of may stand in front of it, but a code by which letters or people are found is no secret.
    r"\bcodes?\b(?! (?:postal|postaux|de la route|pays|region|zip|area|country|barres?)\b)"
    r"(?: (?:(?:de|du|of|for) )?(?:(?:l[ae]|mon|ma|my|the) )?[a-z]+){0,3}?[ ,]*(?:[:=]|\best|\bis|\bc.?est)[ :=]*\d{3,}"
)
# What opens an account or a purse, or says whose it is: numbers of banks and of social security, the words by which a
# purse is restored, a name with what stands in for a password beside it.
_HOLDINGS: Final = re.compile(
    r"\b(?:iban|rib|bban|numeros? de compte|compte (?:bancaire|en banque)|account number|bank account)\b"
    r".{0,40}?\d[\d .-]{3,}"
    r"|\b(?:(?:securite sociale|secu|nss|nir|cnss|cnps|ipres|ssn|social security)\b.{0,25}?\d[\d .-]{5,})"
    r"|\b(?:phrases? (?:de |d ?.?)?(?:recuperation|recup|secours|restauration|seed|mnemonique)|mnemoni(?:que|c)s?"
    r"|(?:seed|recovery|backup|secret) (?:phrase|words?)s?)\b.*(?:[:=]|\b(?:est|sont|is|are)\b)"
    r"|\b(?:12|24|douze|twelve) (?:mots|words)\b[^:]{0,30}(?::|\bsont\b|\bare\b)(?: ?[a-z]+[ ,]+){11,}"
    r"|\b(?:identifiants?|logins?|user(?:name)?|compte|account)\b.{0,40}\bpass(?: ?[:=]| \S+$)(?<!pass culture)"
    r"|\bpwd\b|\b(?:identifiants|credentials)\b[^:=]{0,30}[:=]"
    r"|\b(?:identifiants?|logins?)(?: ?:)? [\w.@+-]+ ?/(?!/) ?[\w.@+-]+"
    r"|\b(?:questions?|reponses?) (?:secretes?|de securite)\b.*[:=]|\b(?:security|secret) (?:question|answer)s?\b.*[:=]"
    r"|\bcodes? (?:(?:du|de la|de l ?.?) ?)?(?:wi-? ?fi|portail|porte|alarme|immeuble|box)\b"
)
_IBAN: Final = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}\b")
# Neither behind a + nor with a 0 in front: those are telephone numbers, of which one in ten would do for a card's.
_DIGITS: Final = re.compile(r"(?<![+\d])[1-9](?:[ .-]?\d){13,18}")
_TOKEN: Final = re.compile(r"(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[A-Za-z\d_-]{20,}")
_MAIL: Final = re.compile(r"(?<![\w.+%/:-])[\w.+%-]+@\w[\w-]*(?:\.\w[\w-]*)+")  # not what stands in a web address
_CARD_DIGITS: Final = range(14, 20)  # of 13 are numbers with their country, and no card of today
# Whom a fact is about, and how it is put: nobody has to have said these words.
_ABOUT: Final = (
    "utilisateur utilisatrice user personne person eleve pupil student etudiant client appelle named name called nom "
    "prenom prefere prefers aime likes habite lives passe takes est is souhaite wants veut"
)
_ELIDED: Final = re.compile(r"\b(?:[dljmtscn]|qu)['’]")
_WORD: Final = re.compile(r"\w+(?:[,./-]\w+)*[+#]*")
# Fewer than a search drops: « plus », « un » and "before" change what a fact says, and « D » of a form is no article.
_EMPTY: Final = frozenset(
    "le la les de du et ce cet cette ces est il elle ils elles on je tu mon ma mes son sa ses leur leurs que qui en "
    "dans a au aux the an and of in on at to is are i he she they my his her their this that".split()
)


def is_secret(text: str) -> bool:
    """Whether a text holds or speaks of a password, a code, a card's number or a key: such things are kept nowhere."""
    plain = folded(text)
    if _SECRET_WORDS.search(plain) or _HOLDINGS.search(plain) or any(map(_is_iban, _IBAN.findall(text))):
        return True
    if _TOKEN.search(_MAIL.sub(" ", text)):
        return True
    return any(_is_card(re.sub(r"\D", "", found)) for found in _DIGITS.findall(plain))


def is_same(one: str, other: str) -> bool:
    """Whether two facts say the same in the same words, in whatever form. « n'aime pas » is not « aime »."""
    return _core(one) == _core(other)


def is_said_by(fact: str, texts: Iterable[str]) -> bool:
    """Whether every word that makes a fact what it is stands in what the person wrote: names, numbers, addresses."""
    said = {stem for text in texts for stem in stems_of(text)}
    wanted = [word for word in words_of(fact) if not _about().intersection(stems_of(word))]
    return bool(wanted) and all(said.intersection(stems_of(word)) for word in wanted)


@cache
def _about() -> frozenset[str]:
    return frozenset(stems_of(_ABOUT))


def _core(text: str) -> Sequence[str]:
    """The words that make a fact what it is: in order, as « de Daloa à Abidjan » is no way back, and dates whole.
    Rather twice the same than a correction lost."""
    words = [word for word in _WORD.findall(_ELIDED.sub(" ", folded(text))) if word not in _EMPTY]
    stems = [stem for word in words for stem in (word.isalpha() and stems_of(word)) or [word]]
    return [stem for stem in stems if stem not in _about()] or words


def _is_iban(found: str) -> bool:
    """ISO 13616, the remainder of 97."""
    code = found.replace(" ", "")
    return int("".join(str(int(letter, 36)) for letter in code[4:] + code[:4])) % 97 == 1


def _is_card(digits: str) -> bool:
    """Luhn's check, ISO/IEC 7812-1."""
    if len(digits) not in _CARD_DIGITS:
        return False
    doubled = [int(digit) * (2 if place % 2 else 1) for place, digit in enumerate(reversed(digits))]
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0
