"""Reads the wish to be spoken to in a language: "english please", « en français stp », « parle anglais ». Pure.

Only whole messages: « traduis en anglais » is an exercise, « anglais » alone a subject, who wants to speak French wants
to learn it, and « bonjour en anglais » asks what that is in English."""

import re
from typing import Final

from bot.reading.words.answer_words import tokens
from bot.text.folding import folded
from bot.types import Language

LONGEST: Final = 80  # characters
_NAMES: Final = {"francais": Language.FR, "french": Language.FR, "anglais": Language.EN, "english": Language.EN}
_NAME: Final = rf"(?:{'|'.join(_NAMES)})"
_BEFORE: Final = (
    r"(?:bonjour|bonsoir|salut|slt|bjr|hello|hi|hey|ok|okay|non|no|desole|desolee|sorry|pardon|excuse me|mais|but|"
    r"please|pls|plz|stp|svp)"
)
_AFTER: Final = (
    r"(?:please|pls|plz|stp|svp|s il te plait|s il vous plait|sil te plait|sil vous plait|merci|thanks|thank you|now|"
    r"maintenant|only|seulement|uniquement|instead|from now on|desormais|toujours|always|sir|monsieur)"
)
_MAY: Final = (
    r"(?:(?:est ce que )?(?:tu peux|tu peu|vous pouvez|on peut|peux tu|peut tu|pouvez vous|pourriez vous|tu pourrais|"
    r"je veux que tu|il faut|faut|merci de|veuillez|kindly|can you|could you|can we|could we|would you|"
    r"i want you to|let s|lets|you can))"
)
_WITHIN: Final = (
    r"(?: (?:me|nous|please|pls|plz|stp|svp|toujours|seulement|uniquement|plutot|maintenant|desormais|only|always|just|"
    r"now))*"
)
_SPEAK: Final = (
    r"(?:parle|parler|parles|parlez|parlons|reponds|repond|repondre|repondez|continue|continuer|continuez|continuons|"
    r"passe|passer|passez|passons|reste|rester|restons|speak|talk|reply|respond|answer|switch|chat|change(?= to )|"
    r"(?:change|changer|changez|mets|mettez|switch|set)(?: the| my| la| ma)? (?:language|langue))"
    rf"(?: moi| me| to me| with me| nous)?{_WITHIN}"
)
_WISH: Final = re.compile(
    rf"(?:{_BEFORE} )*(?:(?:{_MAY}{_WITHIN} )?{_SPEAK}(?: en| in| to)? {_NAME}(?: {_AFTER})*|"
    rf"(?:en |in )?{_NAME}(?: {_AFTER})+)"
    rf"|{_BEFORE} (?:en |in )?{_NAME}"
)
_ASKED_FOR: Final = re.compile(  # a word of the other language with nothing but a space behind it
    rf"\W*(?:{_BEFORE}\W+)*(?:"
    r"(?:bonjour|bonsoir|salut|non|desole|desolee|pardon)\s+(?:en|in)\s+(?:anglais|english)|"
    r"(?:hello|hi|hey|no|sorry|excuse me|please|pardon)\s+(?:en|in)\s+(?:francais|french))"
)


def wished_language(text: str) -> Language | None:
    """The language that a message asks for by nothing but its words; None when it says anything else."""
    if len(text) > LONGEST:
        return None
    words = tokens(text)
    if not _WISH.fullmatch(" ".join(words)) or _ASKED_FOR.match(folded(text)):
        return None
    return next(_NAMES[word] for word in words if word in _NAMES)
