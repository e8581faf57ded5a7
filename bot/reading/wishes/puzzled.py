"""Reads « ? », « ??? », « hein ? », "huh?": somebody did not understand, and says no more than that. Pure."""

import re
from typing import Final

_PUZZLED: Final = re.compile(r"(?:hein|heu|euh|huh|eh|uh|hm+)?[?？؟]+", re.IGNORECASE)
LONGEST: Final = 40  # characters


def is_puzzled(text: str) -> bool:
    """Whether a message is nothing but a question mark, or as many as one likes."""
    return len(text) <= LONGEST and _PUZZLED.fullmatch(re.sub(r"[\s.!…]", "", text)) is not None
