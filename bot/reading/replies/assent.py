"""Reads the answers to a question that only a typed digit answers with yes: the digit, a yes or a no in words. Pure."""

import re
from collections.abc import Sequence, Set
from enum import Enum, auto
from typing import Final

import regex

from bot.reading.answers.reply import Choice, NotAnAnswer, Truth, TruthReply, read_choice, read_true_false
from bot.reading.answers.verdict_signs import denies, signs_as_words, takes_back
from bot.reading.replies.confirmations import REFUSALS, gives_up
from bot.reading.words.answer_words import AGREEING, FALSE_WORDS, GLUED, tokens

HURRIED: Final = AGREEING | frozenset(
    "ok okay oki dac daccord d accord vas y go ahead sure allez bien please svp stp c est bon parfait je valide merci "
    "perfect great looks good i agree agreed approve approved thanks confirme confirmer confirm confirmed valider tres "
    "super nickel impeccable excellent top genial ca marche tu vous peux pouvez nice cool awesome fine okk okok okey "
    "oky dakor dakord dacor dacord acc cest sa waaw ndiyo".split()
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
_DECLINING: Final = frozenset(
    "non no nn nan nope merci thanks thank you svp stp please pardon desole desolee sorry".split()
)
# A yes in Lingala, Hausa, Bambara, pidgin or nouchi; or a mere « oh », a no, a thank you: nobody pays by it.
_PERHAPS: Final = frozenset("eh ee eeh waw wawaw sawa oya awo awoo iyo te ayi oki doki okidoki ndima gree".split())
_PERHAPS_IN_WORDS: Final = frozenset(
    "no wahala|on est ensemble|y a pas drap|ya pas drap|pas de drap|i gree|yes na|c est cale|ok sawa".split("|")
)
_YES_IN_WORDS: Final = frozenset("ca me va|sa me va|ca me convient|j ai dit oui|i said yes|c est oui".split("|"))
_ADDED: Final = frozenset(
    "euh heu hum bah ben alors voila chef boss papa mama tonton tantie tata prof frere mon inchallah inch allah wallah "
    "wallahi seulement jerejef jarajef asante mingi deh hein abeg".split()
)
_NO: Final = frozenset("non no nn nan nope".split())
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
    DOUBTED = auto()  # a yes that something takes back, or that may be none: « oui 👎 », « 1 non », « eh »
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


def without_additions(words: Sequence[str]) -> Sequence[str]:
    """The words of a yes or a no without what adds nothing to it, unless nothing else is said: « oui chef »."""
    return [word for word in words if word not in _ADDED] or words


def assent(reply: str, agreeing: Set[str] = HURRIED) -> Assent:
    """What a reply says that is nothing but a yes (made of `agreeing` words, or a thumb) or nothing but a no."""
    words, said = without_additions(tokens(reply)), read_true_false(signs_as_words(reply))
    if _says_no(reply, words, said):
        return Assent.NO
    agrees = said == Truth(True) or _says_yes(reply, words, agreeing)
    if takes_back(reply):
        if denies(reply) and _DECLINING.issuperset(words):  # « 👎 merci »
            return Assent.NO
        return Assent.DOUBTED if agrees or _are_digits(words) else Assent.NEITHER
    if agrees:
        return Assent.YES
    is_asked = "?" in reply and _are_digits(words)  # « 48213 ? »
    return Assent.DOUBTED if is_asked or _may_say_yes(words, agreeing) else Assent.NEITHER


def _says_no(reply: str, words: Sequence[str], said: TruthReply) -> bool:
    is_label = not isinstance(read_choice(reply, ("", "", "")), NotAnAnswer)
    if said == Truth(False) and not is_label and _WRONG.isdisjoint(words):
        return True
    refuses = _DECLINING.issuperset(words) and not _NO.isdisjoint(words)  # « non merci », « pardon non »
    return refuses or gives_up(words) or gives_up(words, REFUSALS)


def _says_yes(reply: str, words: Sequence[str], agreeing: Set[str]) -> bool:
    agrees, said = words != [] and all(word in agreeing for word in words), " ".join(words)
    is_shown = _SIGNS.fullmatch(reply.strip()) or _SPELT.fullmatch(said)
    return agrees or bool(is_shown) or said in _YES_IN_WORDS


def _may_say_yes(words: Sequence[str], agreeing: Set[str]) -> bool:
    is_both = _are_digits(words[:1]) and not _NO.isdisjoint(words) and _DECLINING.issuperset(words[1:])  # « 1 non »
    is_other = not _PERHAPS.isdisjoint(words) and all(word in agreeing or word in _PERHAPS for word in words)
    return is_both or is_other or gives_up(words, _PERHAPS_IN_WORDS)


def _are_digits(words: Sequence[str]) -> bool:
    return words[:1] != [] and all(map(str.isdecimal, words))


def is_doubted(reply: str, *, agrees: bool) -> bool:
    """Whether an answer asks what it does (« 1 ? », « c’est bon, non ? »), or is a yes beside a sign that says no:
    « 1 ❌ », « 1 ✋ »."""
    return "?" in reply or (agrees and takes_back(reply))


def insists(reply: str) -> bool:
    """Whether a reply to a question that a number confirms is a yes in words, or the wish once more."""
    words = without_additions(tokens(reply))
    is_only_polite = bool(words) and _SAYING_NOTHING.issuperset(words)
    return assent(reply, CONFIRMING) in (Assent.YES, Assent.DOUBTED) and not is_only_polite
