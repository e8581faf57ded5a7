"""Finds a command's slash where people put it: « /connexion » in the marks it was quoted in, or behind a greeting.
Pure."""

import re
from typing import Final

from bot.reading.commands.command_phrases import FILLERS, WISHES
from bot.reading.words.answer_words import tokens
from bot.reading.words.wrapped import cores, phrases

LONGEST: Final = 80  # characters
_A_SLASH: Final = r"[/\\⁄∕]"
_ANY: Final = re.compile(_A_SLASH)
_SLASHES: Final = re.compile(
    rf"\A{_A_SLASH}+(?=\s?[^\W\d_]+\W*\Z)"
)  # of one word: « \aide », « //aide »; « \frac{1}{2} » is none
_SLASHED: Final = r"/\s?[^\W\d_]{2}[\w-]*\s?[.,;:!?]*"
_COMMANDS: Final = re.compile(rf"{_SLASHED}(?:\s+(?:(?:et|puis|and|then)\s+)?{_SLASHED})*")
_ONE: Final = re.compile(r"\A\s*/\s?(?=\w+\W*\Z)")
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
    if _ANY.search(text) is None:
        return text
    text = _SLASHES.sub("/", text)
    marked = _MARKED.match(text)
    if marked:
        return text[marked.end() :].rstrip(_CLOSING)
    found = _INSIDE.fullmatch(text)
    is_polite = found is not None and () in cores(tuple(tokens(found["front"])), _FILLERS)
    return found["slashed"] if found and is_polite else text


def without_slash(text: str) -> str:
    """One word or number without the slash it was typed behind, which is the way to answer for some: « /2 », « /vrai »;
    any other text as it is."""
    return _ONE.sub("", text)


def is_slashed(text: str) -> bool:
    """Whether a message is nothing but words behind slashes, as commands are: « /efface », « /aide et /statut »."""
    return len(text) <= LONGEST and _COMMANDS.fullmatch(text.strip()) is not None
