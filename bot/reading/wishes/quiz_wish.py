"""Whether somebody asks, in their own words, to be quizzed. Pure. « Un quiz sur les fractions » and "test me" do; « mon
prof a fait un quiz hier » and « pas de quiz » do not."""

import re
from typing import Final

from bot.text.folding import folded

LONGEST: Final = 2_000  # characters; a wish stands in what people type, not in what they paste
_QUIZ: Final = r"(?:quiz+|quizz?es|qcm|vrai ou faux|true or false)"
_HELLO: Final = (
    r"(?:(?:bonjour|bonsoir|salut|coucou|slt|bjr|bsr|cc|hello|hi|hey|good morning|good evening|stp|svp|please|ok|alors|"
    r"monsieur|madame|prof|encore|again|s il te plait|s il vous plait) )*"
)
_A: Final = r"(?:(?:un|une|le|la|les|des|du|de|petit|petite|court|autre|nouveau|a|an|another|one|some|short|\d+) )*"
_WISH: Final = (
    r"(?:fais|faire|faites|on fait|faisons|faisait|donne|donner|donnez|veux|veu|jveux|voudrais|aimerais|souhaite|"
    r"prefere|lance|lancer|lancez|prepare|preparer|preparez|propose|proposer|proposez|envoie|envoyer|genere|generer|"
    r"cree|creer|commence|commencer|commencons|pose|poser|passer|passons|besoin d|want|like|give|make|do|start|create|"
    r"generate|send|need|have|take|play|try)"
)
# « le corrigé du qcm »: what is wished for belongs to one that has been.
_OF_IT: Final = (
    r"(?: \w+)??(?: (?:le|la|les|l|mes|the|my) (?!suite|rest|question)\w+)+? "
    rf"(?:du|de (?:ce|mon)|of (?:the|my|this)) {_QUIZ}"
)
_ASKING: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_HELLO}{_A}{_QUIZ}\b",
        rf"\b{_WISH}(?!{_OF_IT}\b)(?: \w+){{0,5}}? {_QUIZ}\b",
        r"\b(?:interrogez?|testez?|evaluez?|questionnez?|entrainez?) (?:moi|nous)\b",
        r"\b(?:me|m|nous) (?:interroger|tester|evaluer|questionner|entrainer|faire reviser)\b",
        r"\b(?:teste|tester|testez|evalue|evaluer) (?:mes connaissances|mon niveau)\b",
        r"\b(?:fais|faites) (?:moi|nous) reviser\b",
        r"\b(?:(?:pose|posez) (?:moi|nous)|(?:me|nous) poser)(?: \w+){1,4}? questions?\b",
        r"\b(?:quiz|test|examine) (?:me|us)\b",
        r"\bask (?:me|us)(?: \w+){0,3}? questions?\b",
        r"\btest my (?:knowledge|level)\b",
    )
)
_REFUSING: Final = re.compile(
    rf"\b(?:pas|sans|plus|aucun|jamais|arrete|arretez|stop|no|not|without|don t|dont|never)(?: \w+){{0,2}}? "
    rf"(?:{_QUIZ}|questions?|(?:test|quiz|ask) (?:me|us))\b"
)


_LEAVING: Final = re.compile(
    rf"{_HELLO}(?:non |no |ok |stop )*"
    rf"(?:(?:j ai |on a |c est |i am |i m |we are )?(?:fini|finis|finir|fin|termine|terminer|finish|finished|done|end)"
    rf"(?: avec| with)?(?: le| du| ce| de ce| ton| the| this| that)? {_QUIZ}|"
    rf"(?:je (?:ne )?veux |j en veux |i want )?(?:plus|pas|no more|no)(?: de| d autre| d autres| du| this)? {_QUIZ}|"
    rf"(?:laisse|laissez|oublie|forget|sors|sortir|drop)(?: tomber)?(?: le| du| ce| the| this)? {_QUIZ})"
    r"(?: (?:stp|svp|merci|please|thanks|maintenant|now))*"
)


def leaves_quiz(text: str) -> bool:
    """Whether nothing is said but that the quiz is to end: « fini le quiz », "no more quiz"."""
    return (
        len(text) <= 60
        and "?" not in text
        and _LEAVING.fullmatch(" ".join(re.findall(r"[a-z0-9]+", folded(text)))) is not None
    )


def asks_for_quiz(text: str) -> bool:
    """Whether a message asks for a quiz or to be questioned."""
    words = " ".join(re.findall(r"[a-z0-9]+", folded(text[:LONGEST])))
    return any(pattern.search(words) for pattern in _ASKING) and _REFUSING.search(words) is None
