"""Reads a yes or a no in words to a question that only a typed digit answers with yes. Pure."""

from collections.abc import Set
from enum import Enum, auto
from typing import Final

import regex

from bot.reading.answer_words import AGREEING, FALSE_WORDS, tokens
from bot.reading.answers import NotAnAnswer, Truth, read_choice, read_true_false

HURRIED: Final = AGREEING | frozenset(
    "ok okay oki dac daccord d accord vas y go ahead sure allez bien please svp stp c est bon parfait je valide merci "
    "perfect great looks good i agree agreed approve approved thanks".split()
)
SENDING: Final = HURRIED | frozenset(
    "envoie envoi envoyer envoyez send le la l it un mail e email message maintenant now the".split()
)
_WRONG: Final = FALSE_WORDS - frozenset("non nn no n nan nope nah".split())  # « c'est faux »: what is asked is mistaken
_POLITE: Final = frozenset("merci thanks thank you".split())
_SIGNS: Final = regex.compile(r"(?:[👍👌✅✔☑🆗]\p{Emoji_Modifier}?\uFE0F?\s*)+")
_SPELT: Final = regex.compile(r"(?:(?:le|tape|je tape|the|type|i type) )*(?:chiffre|digit|numero|number) (?:un|one|1)")


class Assent(Enum):
    """What words say of what is asked."""

    YES = auto()
    NO = auto()
    NEITHER = auto()


def assent(reply: str, agreeing: Set[str] = HURRIED) -> Assent:
    """What a reply says that is nothing but a yes (made of `agreeing` words, or a thumb) or nothing but a no."""
    words = tokens(reply)
    said = read_true_false(reply)
    is_label = not isinstance(read_choice(reply, ("", "", "")), NotAnAnswer)
    if said == Truth(False) and not is_label and _WRONG.isdisjoint(words):
        return Assent.NO
    if words[1:] and words[0] in ("non", "no") and all(word in _POLITE for word in words[1:]):
        return Assent.NO
    agrees = words != [] and all(word in agreeing for word in words)
    if said == Truth(True) or agrees or _SIGNS.fullmatch(reply.strip()) or _SPELT.fullmatch(" ".join(words)):
        return Assent.YES
    return Assent.NEITHER
