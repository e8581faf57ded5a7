"""Whether somebody wants to be told the answer to a quiz: « donne la réponse », « je donne ma langue au chat », "just
tell me". Pure. Asked only where no option was read."""

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
    r"(?:je |j |on )?(?:veux|ve|veu|voudrais|peux|peut|pourrais)(?: avoir| savoir| connaitre)?|(?:j ai|g) besoin de|"
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
_BEHIND: Final = frozenset("alors donc now then".split())


def wants_answers(text: str) -> int:
    """How many answers somebody wants to be told: 0 none, 1 that of the question at hand, 2 those of all of them. What
    says that they do not know may stand before it: « jsp, donne la réponse »."""
    if len(text) > LONGEST:
        return 0
    words = tokens(text)
    for at in range(len(words)):
        if at and not is_pass(words[:at]):
            continue
        for said in (words[at:], without_fillers(words[at:])):
            found = _WANTED.fullmatch(" ".join(_without_end(said)))
            if found:
                return 1 if found["one"] else 2
    return 0


def _without_end(words: list[str]) -> list[str]:
    kept = list(words)
    while kept and kept[-1] in _BEHIND:
        kept.pop()
    return kept
