"""Reads a yes to « answer OUI to receive it », and no more than that: the word, a thumb, or the wish itself. Pure."""

from typing import Final

import regex

from bot.reading.replies.confirmations import agrees
from bot.reading.words.answer_words import tokens

_POLITE: Final = (
    r"(?:bonjour|bonsoir|salut|bjr|bsr|slt|hello|hi|hey|oui|ouais|yes|yep|ok|okay|d accord|merci|thanks|thank you|stp|"
    r"svp|please|pls|s il te plait|s il vous plait|bien sur|of course)"
)
_WISH: Final = (
    r"(?:(?:je |j |i )?(?:veux|voudrais|aimerais|souhaite|want|d like|would like|to)(?: bien)? )*"
    r"(?:(?:me|la|le|l|to) )*(?:envoi|envoie|envois|envoye|envoyer|envoyez|recevoir|recois|lire|voir|montre|montrer|"
    r"montrez|send|receive|get|read|see|show)(?: (?:moi|la|le|ca|tout|reponse|it|me|now|maintenant|the|answer|reply))*"
)
_FETCHING: Final = regex.compile(
    rf"(?:{_POLITE} )*(?:{_WISH}|{_POLITE}|je veux bien|vas y|allez y|go|go ahead)(?: {_POLITE})*"
)
_ONLY_POLITE: Final = regex.compile(r"(?:(?:bonjour|bonsoir|salut|bjr|bsr|slt|hello|hi|hey|merci|thanks|thank you) ?)+")
_SIGNS: Final = regex.compile(r"(?:[👍👌✅✔☑🙏🆗]\p{Emoji_Modifier}?\uFE0F?\s*)+")
LONGEST: Final = 60  # characters


def asks_for_it(text: str) -> bool:
    """Whether a message says nothing but that somebody wants what they were told of."""
    if len(text) > LONGEST:
        return False
    if _SIGNS.fullmatch(text.strip()):
        return True
    said = " ".join(tokens(text))
    return agrees(text) or (_FETCHING.fullmatch(said) is not None and _ONLY_POLITE.fullmatch(said) is None)
