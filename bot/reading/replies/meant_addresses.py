"""Which e-mail address somebody means who mistypes one: by how near its domain is to those most people have, and by
what people put in the place of a dot or a sign. A guess, to be asked about: what was written may be right. Pure."""

import re
import unicodedata
from difflib import get_close_matches
from typing import Final

from bot.clients.mail_message import is_address
from bot.reading.commands.arguments import AROUND_ADDRESS, email_address, with_signs
from bot.reading.words.answer_words import tokens
from bot.text.folding import without_accents

# The most usual first. What is much shorter is near to the domain of any firm.
COMMON: Final = tuple(
    "gmail.com yahoo.fr yahoo.com hotmail.com outlook.com hotmail.fr outlook.fr icloud.com orange.fr laposte.net "
    "wanadoo.fr protonmail.com googlemail.com".split()
)
# Near to these, and as good.
ALSO_GOOD: Final = frozenset(
    "mail.com email.com ymail.com rocketmail.com yahoo.ca yahoo.co.uk yahoo.co.in hotmail.ca hotmail.co.uk hotmail.be "
    "orange.ci orange.sn protonmail.ch".split()
)
LONGEST: Final = 300  # characters of a text that may be an address and the words around it
NEAR: Final = 0.8  # of 1, by difflib: two letters of nine that are others, missing or in each other's place

_AROUND_SIGNS: Final = re.compile(r"\s*([@.,;])\s*")
_GAP: Final = re.compile(r"(@[^\s.]+) ([a-z]{2,3})$", re.IGNORECASE)  # « awa@gmail com »
_EDGE: Final = re.compile(r"^\W+|\W+$")


def usual_address(address: str) -> str | None:
    """The address that a well-formed one looks like, with a domain that many people have; None: it is as good."""
    name, _, domain = address.rpartition("@")
    near = _near(domain.lower())
    return f"{name}@{near}" if near else None


def mended_address(text: str) -> str | None:
    """The one address that is meant by a text which holds none: « awa@yahoo,fr », « awa @ gmail.com », « awa@gmail »,
    « aïcha@gmail.com »; None when that is anybody's guess."""
    if len(text) > LONGEST:
        return None
    said = "".join(letter for letter in unicodedata.normalize("NFKC", text) if unicodedata.category(letter) != "Cf")
    squeezed = _GAP.sub(r"\1.\2", _AROUND_SIGNS.sub(r"\1", with_signs(said)).rstrip(".,;"))
    words = squeezed.split()
    found = [word for word in words if "@" in word] or (words if len(words) == 1 else [])
    around = tokens(" ".join(word for word in words if word not in found))
    if "?" in said or len(found) != 1 or any(word not in AROUND_ADDRESS for word in around):
        return None
    return _mended(without_accents(_EDGE.sub("", found[0])))


def _mended(word: str) -> str | None:
    one_sign = re.sub(r"[.,;]+", ".", re.sub("@+", "@", word))
    name, sign, domain = one_sign.partition("@")
    if not sign:
        domain = max((usual for usual in COMMON if word.lower().endswith(usual)), key=len, default="")
        name = re.sub(r"\W+$", "", word[: len(word) - len(domain)])
    meant = f"{name.strip('.')}@{_near(domain.lower()) or domain}"
    return meant if is_address(meant) else None


def _near(domain: str) -> str | None:
    """The common domain that is meant by one that is none; a name that has one ending alone is known by it."""
    if domain in COMMON or domain in ALSO_GOOD:
        return None
    name, _, ending = domain.partition(".")
    named = [known for known in (*COMMON, *ALSO_GOOD) if known.partition(".")[0] == name]
    if len(named) == 1 and named[0] in COMMON and "." not in ending:
        return named[0]
    return next(iter(get_close_matches(domain, COMMON, 1, NEAR)), None)


def names_address(text: str) -> bool:
    """Whether an address stands in a text, or what may be meant for one."""
    return "@" in text or email_address(text) is not None or mended_address(text) is not None
