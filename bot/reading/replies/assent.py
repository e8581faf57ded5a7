"""Reads the answers to a question that only a typed digit answers with yes: the digit, a yes or a no in words. Pure."""

import re
from collections.abc import Sequence, Set
from enum import Enum, auto
from typing import Final

import regex

from bot.reading.answers.reply import Choice, NotAnAnswer, Truth, read_choice, read_true_false
from bot.reading.answers.verdict_signs import contradicts, signs_as_words
from bot.reading.replies.confirmations import gives_up
from bot.reading.words.answer_words import AGREEING, FALSE_WORDS, GLUED, tokens

HURRIED: Final = AGREEING | frozenset(
    "ok okay oki dac daccord d accord vas y go ahead sure allez bien please svp stp c est bon parfait je valide merci "
    "perfect great looks good i agree agreed approve approved thanks confirme confirmer confirm confirmed valider tres "
    "super nickel impeccable excellent top genial ca marche tu vous peux pouvez nice cool awesome fine okk okok okey "
    "oky dakor dakord dacor dacord acc cest sa".split()
)
CONFIRMING: Final = HURRIED | frozenset(
    "supprime supprimer supprimez efface effacer effacez tout delete erase remove it all everything exporte exporter "
    "export change changer deconnecte deconnecter le la les l un suis sur sure certain certaine veux want to am m do "
    "yes oui".split()
)
SENDING: Final = HURRIED | frozenset(
    "envoie envoi envoyer envoyez send le la l it un mail e email message maintenant now the".split()
)
SENDING_CODE: Final = HURRIED | frozenset(
    "envoie envoi envoyer envoyez send le la l it moi un mon code sms maintenant now the a me my par by sur to on "
    "celui ci meme ce c est bien oui yes is numero num number this that one same".split()
)  # « celui-ci », « oui c’est bien mon numéro »: the number that is offered
_TYPING: Final = HURRIED | frozenset("tape tapez type envoie envoyer envoyez send le the chiffre digit".split())
_DECLINING: Final = frozenset("non no nn nan nope merci thanks thank you svp stp please".split())
_WRONG: Final = FALSE_WORDS - frozenset("non nn no n nan nope nah".split())  # « c'est faux »: what is asked is mistaken
_POLITE: Final = frozenset("merci thanks thank you".split())
_SAYING_NOTHING: Final = _POLITE | frozenset("please svp stp".split())
_SIGNS: Final = regex.compile(r"(?:[👍👌✅✔☑🆗]\p{Emoji_Modifier}?\uFE0F?\s*)+")
_OPTION: Final = re.compile(r"^\d\. (.+)$", re.MULTILINE)
_SPELT: Final = regex.compile(r"(?:(?:le|tape|je tape|the|type|i type) )*(?:chiffre|digit|numero|number) (?:un|one|1)")


class Assent(Enum):
    """What words say of what is asked."""

    YES = auto()
    NO = auto()
    NEITHER = auto()


def typed_digit(reply: str, options: Sequence[str]) -> int | None:
    """The digit of one of the options that a reply types, alone, before its very words, or with nothing around it but
    a yes; or a no beside that of the last one, which says it. « le 1er » types none: it is a day, or a line of what is
    asked about."""
    words = tokens(reply)
    for number, option in enumerate(options, 1):
        if option and words == [str(number), *tokens(option)]:
            return number
    digits = [word for word in words if word.isdecimal()]
    read = read_choice(reply, ("",) * len(options))
    if isinstance(read, Choice):
        return read.index + 1 if digits or any(map(GLUED.fullmatch, words)) else None
    if len(digits) != 1 or digits[0] not in map(str, range(1, len(options) + 1)):
        return None
    around = [word for word in words if word not in digits]
    declines = digits[0] == str(len(options)) and _DECLINING.issuperset(around)
    return int(digits[0]) if declines or _TYPING.issuperset(around) else None


def options_of(question: str) -> tuple[str, ...]:
    """The words behind the digits of a question, in their order."""
    return tuple(_OPTION.findall(question))


def assent(reply: str, agreeing: Set[str] = HURRIED) -> Assent:
    """What a reply says that is nothing but a yes (made of `agreeing` words, or a thumb) or nothing but a no."""
    words = tokens(reply)
    said = read_true_false(signs_as_words(reply))
    is_label = not isinstance(read_choice(reply, ("", "", "")), NotAnAnswer)
    if said == Truth(False) and not is_label and _WRONG.isdisjoint(words):
        return Assent.NO
    if words[1:] and words[0] in ("non", "no") and all(word in _POLITE for word in words[1:]):
        return Assent.NO
    if gives_up(words):
        return Assent.NO
    if contradicts(reply, is_true=True):  # « 👎 merci »; « oui 👎 » says neither
        return Assent.NO if _DECLINING.issuperset(words) else Assent.NEITHER
    agrees = words != [] and all(word in agreeing for word in words)
    if said == Truth(True) or agrees or _SIGNS.fullmatch(reply.strip()) or _SPELT.fullmatch(" ".join(words)):
        return Assent.YES
    return Assent.NEITHER


def is_doubted(reply: str, *, agrees: bool) -> bool:
    """Whether an answer asks what it does (« 1 ? », « c’est bon, non ? »), or is a yes beside a sign that says no:
    « 1 ❌ »."""
    return "?" in reply or (agrees and contradicts(reply, is_true=True))


def insists(reply: str) -> bool:
    """Whether a reply to a question that a number confirms is a yes in words, or the wish once more."""
    words = tokens(reply)
    is_only_polite = bool(words) and _SAYING_NOTHING.issuperset(words)
    return assent(reply, CONFIRMING) is Assent.YES and not is_only_polite
