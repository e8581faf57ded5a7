"""Whether a request says itself that it may take its time: « … en arrière-plan ». Pure; who reads it so asks first."""

import re
from typing import Final

_WORDS: Final = r"(?:en\s+(?:arri[eè]re[- ]?plan|t[aâ]che\s+de\s+fond)|in\s+the\s+background)"
_POLITE: Final = r"(?:\s*,?\s*(?:stp|svp|merci|please|thanks|s[’']il\s+(?:te|vous)\s+pla[iî]t))?"
_BEFORE: Final = re.compile(rf"\s*{_WORDS}\s*[,:;]\s*(?P<rest>\S.*)", re.IGNORECASE | re.DOTALL)
_BEHIND: Final = re.compile(rf"(?P<rest>.*\S)\s*[,;(]?\s*(?<!\w){_WORDS}\)?{_POLITE}[\s.!]*", re.IGNORECASE | re.DOTALL)
_ABOUT: Final = re.compile(
    r"\b(?:que|qu[’']est|quoi|comment|pourquoi|signifie|traduis|how|what|why|means?)\b", re.IGNORECASE
)


def without_wish(text: str) -> str | None:
    """The request, without the words that wish for the background; None where it has none, or speaks of them."""
    found = _BEFORE.fullmatch(text) or _BEHIND.fullmatch(text)
    if found is None or "«" in text or '"' in text or _ABOUT.search(text):
        return None
    rest = found["rest"].rstrip(" ,;(")
    return rest if len(rest.split()) > 2 else None
