"""The order in which the pieces of a line are drawn, from left to right: Unicode's UAX 9, by fpdf2. No fonts here."""

from collections.abc import Callable
from itertools import groupby
from typing import Final

import regex
from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection

from bot.documents.pdf.pieces import Piece

_LEFTWARD: Final = regex.compile(r"[\p{bc=R}\p{bc=AL}\p{bc=AN}]")
_FORMULA: Final = "\ufffc"  # an object, to UAX 9
_LETTER: Final = "x"


def has_leftward(text: str) -> bool:
    """Whether some of it is written from right to left: Arabic, Hebrew, N'Ko, Adlam…"""
    return not text.isascii() and _LEFTWARD.search(text) is not None


def in_order(pieces: list[Piece], leftward: bool, measured: Callable[[Piece, str], Piece]) -> list[Piece]:
    """Pieces in reading order, cut where the direction changes, in the order of drawing; those that are drawn from
    right to left say so. `leftward`: the paragraph runs so. `measured` is a piece with another text."""
    if not leftward and not any(has_leftward(piece.text) for piece in pieces):
        return pieces
    text = "".join(map(_seen, pieces))
    base = TextDirection.RTL if leftward else TextDirection.LTR
    found = BidiParagraph(text, base, preserve_bn_chars=True).get_characters()
    levels = [character.embedding_level for character in found]
    parts: list[tuple[int, Piece]] = []
    at = 0
    for piece in pieces:
        length = len(_seen(piece))
        parts += _cut(piece, levels[at : at + length], measured)
        at += length
    return [piece for _level, piece in _turned(parts)]


def _seen(piece: Piece) -> str:
    """A piece as its neighbours see it: brackets and dots of code and addresses stay where they are."""
    if piece.ink:
        return _FORMULA
    kept = (piece.style.code or piece.style.link) and not has_leftward(piece.text)
    return _LETTER * len(piece.text) if kept else piece.text


def _cut(piece: Piece, levels: list[int], measured: Callable[[Piece, str], Piece]) -> list[tuple[int, Piece]]:
    if piece.ink:
        return [(levels[0], piece)]
    parts, at = [], 0
    for level, group in groupby(levels):
        end = at + len(list(group))
        part = piece if end - at == len(piece.text) else measured(piece, piece.text[at:end])
        parts.append((level, part._replace(leftward=level % 2 == 1)))
        at = end
    return parts


def _turned(parts: list[tuple[int, Piece]]) -> list[tuple[int, Piece]]:
    """Rule L2: from the highest level down, stretches of at least that level are turned round."""
    for lowest in range(max((level for level, _piece in parts), default=0), 0, -1):
        stretches = [(high, list(group)) for high, group in groupby(parts, key=lambda part: part[0] >= lowest)]
        parts = [part for high, stretch in stretches for part in (stretch[::-1] if high else stretch)]
    return parts
