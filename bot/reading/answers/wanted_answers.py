"""What somebody wants of a quiz instead of answering it: to be told (« donne la réponse », "just tell me"), a hint
(« un indice stp »), the question again (« répète la question »). Pure. Asked only where no option was read."""

from enum import StrEnum
from typing import Final

import regex

from bot.reading.words.answer_phrases import is_pass, without_fillers
from bot.reading.words.answer_words import tokens

LONGEST: Final = 80  # characters
_ONLY: Final = r"(?:juste |seulement |directement |just |only |vite |moi |nous |me |us )*"
_OF_IT: Final = (
    r"(?: (?:a|de|du|of|to) (?:(?:la|cette|the|this) question|quiz|ca|this|it)| (?:directement|now|vite|la))?"
)
_GIVE: Final = (
    r"(?:(?:tu |vous )?(?:peux|peut|pouvez|pourrais|pourriez)(?: tu| vous)? |can you |could you |please )?"
    r"(?:me |m |nous )?"
    r"(?:donn(?:e[rz]?|es)|dis|di|dit|dites|dire|montre[rz]?|affiche[rz]?|revele[rz]?|envoie|balance|tell|give|show|"
    r"reveal)"
)
_WANT: Final = (
    r"(?:je |j |on )?(?:veux|ve|veu|voudrais|peux|peut|pourrais)(?: avoir| savoir| connaitre)?|(?:j ai|g) besoin de?|"
    r"i (?:want|need)(?: to know)?|i d like"
)
_WHAT: Final = r"(?:c est |c |cest )?(?:quoi|koi)|(?:quelle|quel|kel|kelle) est|what is|what s|whats"
_THE: Final = r"(?:la |les |the )?(?:bonnes? |vraies? |right |correct )?"
_PLEASE: Final = r"(?:svp|stp|s il te plait|s il vous plait|please|pls)"
_WANTED: Final = regex.compile(
    rf"(?:(?:{_GIVE}|{_WANT}|{_WHAT}) {_ONLY}{_THE}(?:(?P<one>reponse|rep|solution|answer)|reponses|solutions|answers)"
    rf"{_OF_IT}(?: (?:et|avec|and|with) (?:l |les |the )?expl[a-z]+(?: moi)?)?(?: {_PLEASE})?|"
    rf"(?P<one>la (?:bonne )?reponse {_PLEASE}|{_PLEASE} la (?:bonne )?reponse|the answer {_PLEASE}|"
    r"(?:je )?(?:donne|jette) ma langue au chat|langue au chat|j abandonne|i give up(?: (?:just )?tell me)?|"
    r"just tell me))"
)
_HINT: Final = regex.compile(
    rf"(?:(?:{_GIVE}|{_WANT}|(?:il )?(?:me |m en )?faut) {_ONLY})?(?:un |1 |l |d |une |a |the )?(?:petite? |little )?"
    rf"(?:indices?|indisse|hint|clue)(?: {_PLEASE})?"
)
_QUESTION: Final = r"(?:la|les|cette|tes|the) (?:questions?|choix|options|propositions|choices)"
_ANEW: Final = r"(?:repet(?:e[rsz]?)?|redi(?:s|t|re|tes)|repeat)(?: (?:moi|nous|me))?(?: encore| ca)?"
_SHOW: Final = (
    r"(?:r?envo(?:ie|ies|yer?|yez)|(?:re)?met[sz]?|remettre|(?:re)?pose[rsz]?|(?:re)?montre[rz]?|affiche[rz]?|"
    r"reecri(?:s|t|re|vez)|(?:re)?voir|rappel(?:le[rz]?|er|ez)|(?:re)?donne[rz]?|(?:re)?send|show|give)"
    r"(?: (?:moi|nous|me))?"
)
_ASKED: Final = (
    r"(?:(?:tu |vous )?(?:peux|peut|pouvez|pourrais|pourriez)(?: tu| vous)? |can you |could you |je veux |please )?"
    r"(?:me |m |nous )?"
)
_UNSEEN: Final = (
    r"(?:j ai|jai|g|i) (?:perdu|oublie|lost|forgot)|(?:je|j)(?: ne)? (?:vois|trouve|retrouve) (?:pas|plus)|"
    r"(?:j ai|jai|g|je n ai) pas (?:vu|recu)"
)
_AGAIN: Final = regex.compile(
    rf"(?:{_ASKED}(?:(?P<named>(?:{_ANEW}|{_SHOW}) {_QUESTION})|{_ANEW})|"
    rf"(?P<named>(?:{_WHAT}|quel(?:le)?s? (?:etait|etaient|sont)|what (?:was|are|were))(?: deja)? {_QUESTION}|"
    rf"{_QUESTION} (?:c est |cest |c )?(?:quoi|koi)|(?:{_UNSEEN}) {_QUESTION}|"
    rf"{_QUESTION}(?= (?:encore|deja|{_PLEASE}))))"
    rf"(?: (?:encore(?: une fois)?|deja|again|(?:de|a) nouveau))*(?: {_PLEASE})?"
)
_BEHIND: Final = frozenset("alors donc now then".split())


class Again(StrEnum):
    """Whether the question is to be put again."""

    NAMED = "named"  # by its name: « répète la question »
    BARE = "bare"  # « répète », which may be said of any message


def wants_answers(text: str) -> int:
    """How many answers somebody wants to be told: 0 none, 1 that of the question at hand, 2 those of all of them. What
    says that they do not know may stand before it: « jsp, donne la réponse »."""
    found = _said(text, _WANTED)
    return 0 if found is None else 1 if found["one"] else 2


def wants_hint(text: str) -> bool:
    """Whether somebody wants a hint: « jsp, un indice ? »."""
    return _said(text, _HINT) is not None


def wants_again(text: str) -> Again | None:
    """Whether somebody wants to read the question again, and no more than that."""
    found = _said(text, _AGAIN)
    return None if found is None else Again.NAMED if found["named"] else Again.BARE


def _said(text: str, wanted: regex.Pattern[str]) -> regex.Match[str] | None:
    """What a whole text says, without what says nothing around it and behind « je sais pas »."""
    words = tokens(text) if len(text) <= LONGEST else []
    for at in range(len(words)):
        if at and not is_pass(words[:at]):
            continue
        for said in (words[at:], without_fillers(words[at:])):
            found = wanted.fullmatch(" ".join(_without_end(said)))
            if found:
                return found
    return None


def _without_end(words: list[str]) -> list[str]:
    kept = list(words)
    while kept and kept[-1] in _BEHIND:
        kept.pop()
    return kept
