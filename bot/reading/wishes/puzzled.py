"""Reads « ? », « ??? », « hein ? », "huh?", « je comprends pas »: somebody did not understand, and says no more than
that. Pure."""

import re
from typing import Final

from bot.reading.words.answer_words import tokens

_PUZZLED: Final = re.compile(r"(?:hein|heu|euh|huh|eh|uh|hm+)?[?？؟]+", re.IGNORECASE)
LONGEST: Final = 40  # characters
_NOT_UNDERSTOOD: Final = frozenset(
    "je comprends pas|je ne comprends pas|je comprend pas|j comprends pas|jcomprends pas|jcomprend pas|"
    "je comprends rien|je ne comprends rien|j ai rien compris|je n ai rien compris|jai rien compris|j ai pas compris|"
    "je n ai pas compris|jai pas compris|c est quoi ca|c quoi ca|c est quoi|c quoi|c koi ca|c koi|ca veut dire quoi|"
    "sa veut dire quoi|i don t understand|i dont understand|i do not understand|what is this|what s this|"
    "what does it mean|what does this mean|what do you mean".split("|")
)


def is_puzzled(text: str) -> bool:
    """Whether a message is nothing but a question mark, or as many as one likes."""
    return len(text) <= LONGEST and _PUZZLED.fullmatch(re.sub(r"[\s.!…]", "", text)) is not None


def understands_nothing(text: str) -> bool:
    """Whether a message says so in words, and no more. Said of a question of ours it is answered by that; else the
    agent knows what of."""
    return len(text) <= LONGEST and " ".join(tokens(text)) in _NOT_UNDERSTOOD
