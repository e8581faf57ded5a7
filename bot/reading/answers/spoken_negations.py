"""What is spoken in one word or left out: « x change pas » for « x ne change pas », "doesn't" for "does not", "I'm
eating" for "I am eating". Pure."""

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


_VERBS: Final = tuple(
    (regex.compile(pattern, regex.I), verb)
    for pattern, verb in (
        (r"(?<=\bi)\s?['’‘]?\s?m\b", " am"),
        (r"(?<=\b(?:you|we|they))\s?['’‘]\s?re\b|(?<=\b(?:you|they))re\b", " are"),
        (r"(?<=\b(?:i|you|we|they))\s?['’‘]?\s?ve\b", " have"),
        (r"(?<=\b(?:i|you|he|she|it|we|they))\s?['’‘]\s?ll\b", " will"),
        (r"(?<=\b(?:he|she|it))\s?['’‘]?\s?s(?=\s+\w+ing\b)", " is"),  # « he's gone » may be has
    )
)


def as_spoken(text: str) -> str:
    """A text whose negations and contracted verbs are all spelt one way; as it is where it has none."""
    for short, verb in _VERBS:
        text = short.sub(verb, text)
    return _CANNOT.sub("can not", _NOT.sub(r"\1 not", _NE.sub("", text)))
