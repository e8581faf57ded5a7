"""Finds a command's slash where people put it: « /connexion » in the marks it was quoted in, or behind a greeting.
Pure."""

import re
from typing import Final

from bot.reading.answer_words import tokens
from bot.reading.command_phrases import FILLERS, WISHES
from bot.reading.wrapped import cores, phrases

_QUOTING: Final = "«»‹›“”„‘’\"'`´*_()[]<>"
_MARKS: Final = f"{_QUOTING}-–—•·→>"
_MARKED: Final = re.compile(rf"[{re.escape(_MARKS)}\s]+(?=/)")
_CLOSING: Final = f"{_QUOTING} \u00a0\u202f\n.,;:!"
_INSIDE: Final = re.compile(r"(?P<front>[^/]{1,60}\s)(?P<slashed>/\w.*)", re.DOTALL)
_FILLERS: Final = phrases(f"{FILLERS}|{WISHES}|oui|ouais|yes|yeah|d accord|daccord|dac", {})


def from_its_slash(text: str) -> str:
    """What begins with a slash, from there on, when nothing stands before it but marks, a greeting, a yes or « je
    veux », and without the marks that close what they open; any other text as it is."""
    text = text.strip()
    marked = _MARKED.match(text)
    if marked:
        return text[marked.end() :].rstrip(_CLOSING)
    found = _INSIDE.fullmatch(text)
    is_polite = found is not None and () in cores(tuple(tokens(found["front"])), _FILLERS)
    return found["slashed"] if found and is_polite else text
