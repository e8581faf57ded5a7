"""What stands raised, lowered or struck out in a text, as characters: x², H₂O, 10⁻³. Pure."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Final, NamedTuple

from bot.text.latex_reader import script

# 1er, XXe, 2nd, Mlle: raised by custom, meaning what they do on the line. A note's mark may have brackets of its own.
CUSTOM: Final = re.compile(
    r"ers?|res?|i?[èe]mes?|es?|nde?s?|th|st|rd|mes?|lles?|os|TM|[®™]|\[.*\]", re.IGNORECASE | re.DOTALL
)
BEFORE_CUSTOM: Final = re.compile(r"(?:[\d®™]|\b[IVXLC]+|\b[MDNn]|\bPr|\W)$")
DEGREE: Final = ("o", "O")  # of 45 °C and n° 5, as they are typed
LONGEST: Final = 40  # whoever raises a whole sentence means no exponent


class Piece(NamedTuple):
    """Some text. `mark`: `^` where it is raised, `_` where it is lowered, `~` where it is struck out."""

    text: str
    mark: str = ""


def written(pieces: Iterable[Piece]) -> str:
    """All of it, in a row."""
    text = ""
    for mark, group in groupby(pieces, key=lambda piece: piece.mark):
        text += marked("".join(piece.text for piece in group), mark, text)
    return text


def marked(part: str, mark: str, before: str) -> str:
    """Text that is raised, lowered or struck out behind some other."""
    bare = part.strip()
    if not mark or not bare:
        return part
    if mark == "~":
        return part.replace(bare, f"~~{bare}~~")
    if len(bare) > LONGEST:
        return part
    if mark == "^" and bare in DEGREE:
        return part.replace(bare, "°")
    if mark == "^" and CUSTOM.fullmatch(bare) and BEFORE_CUSTOM.search(before):
        return part
    return part.replace(bare, script(bare, mark))
