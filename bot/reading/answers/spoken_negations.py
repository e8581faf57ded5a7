"""Negations as they are spoken: « x change pas » for « x ne change pas », "doesn't" for "does not". Pure."""

from typing import Final

import regex

_NE: Final = regex.compile(  # not before « plus », which says the opposite without it
    r"\bn(?:e\s+|\s?['’‘]\s?|(?=(?:est|ai|as|a|avons|avez|ont|y|était|etait|avait|existe)\b))"
    r"(?=(?:[^\s.,;:!?]+\s+){1,4}(?:pas|jamais|rien|aucune?)\b)",
    regex.I,
)
_NOT: Final = regex.compile(
    r"\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must)n(?:\s?['’‘]\s?)?t\b", regex.I
)
_CANNOT: Final = regex.compile(r"\bcan(?:not|(?:\s?['’‘]\s?)?t)\b", regex.I)


def as_spoken(text: str) -> str:
    """A text whose negations are all spelt one way; as it is where it has none."""
    return _CANNOT.sub("can not", _NOT.sub(r"\1 not", _NE.sub("", text)))
