"""French spacing: a no-break space before « ; : ? ! » and inside guillemets, so that no mark begins a line alone."""

from typing import Final

import regex

NO_BREAK: Final = "\u00a0"  # its narrow sister U+202F is an empty box on some phones

# Code is copied; a link must end at a real space. Other letters go in one piece: looked at one by one for a link behind
# them, thousands without a space took the square of their number.
_KEPT: Final = r"(?s:```.*?```)|`[^`\n]*`|\S{0,200}(?:://|www\.|@)\S* ?|[^\s`]+"
_BEFORE_MARK: Final = r"(?<=\S) (?=[;:?!»](?![=:]))"
_SPACED: Final = regex.compile(rf"(?P<kept>{_KEPT})|{_BEFORE_MARK}|(?<=«) ")


def spaced(text: str) -> str:
    """The text as it is set in French: only where a space stands already, never in code or right behind a link."""
    return _SPACED.sub(lambda match: match["kept"] or NO_BREAK, text)


def with_plain_spaces(text: str) -> str:
    """The text with ordinary spaces for no-break ones: one of these makes a whole SMS UCS-2."""
    return text.replace(NO_BREAK, " ").replace("\u202f", " ")
