"""Formulas into lines: which of a document's are drawn, how they are made to fit, and None where the plain text must
do. The typesetter itself is loaded with the first formula; most documents have none."""

import logging
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from bot.documents.blocks import Span
from bot.documents.pdf.drawing import Drawing
from bot.documents.pdf.latex_source import broken, cost, readable
from bot.documents.pdf.pieces import Ink, Line, Piece, measure
from bot.text.latex import to_unicode

log = logging.getLogger(__name__)

MODULE = "bot.documents.pdf.formulas"
MAX_COST = 50_000  # of a document's formulas: two to four hundred different ones; what comes after them is text
SIZE = 1.06  # of the text's: the formulas' letters look smaller
TALLEST = 500.0  # points: less than a page
SMALLEST = 0.35  # of its size: a formula that would have to be made smaller is no longer read
WORTH_BREAKING = 0.75  # a displayed formula is made this much smaller before it is broken


class _Draughtsman(Protocol):
    """What the module offers."""

    def draw(self, latex: str, size: float, *, displayed: bool) -> Drawing: ...


class FormulaSetter:
    """Draws the formulas of one document, each once."""

    def __init__(self) -> None:
        self._left = MAX_COST
        self._drawing = cache(self._drawn)

    def piece(self, span: Span, size: float) -> Piece | None:
        """A formula's span as a piece of a line; None for other spans, and where its text must do."""
        if span.formula is None:
            return None
        drawing = self._drawing(span.formula.source, size, displayed=span.formula.displayed)
        if drawing is None:
            return None
        fitting = drawing.within(1e6, TALLEST)
        ink = Ink(fitting, span.formula)
        return Piece(span.text, "text", span.style, size, fitting.width, ink) if fitting.scale >= SMALLEST else None

    def parts(self, piece: Piece, width: float) -> list[Piece]:
        """A formula wider than its line, broken where a reader would; what is still too wide is made smaller."""
        return [_fitted(part, width) for part in self._broken(piece) or [piece]]

    def displayed(self, span: Span, size: float, width: float) -> list[Line]:
        """A formula for a place of its own: one line, more where it is much too wide; none when it cannot be drawn."""
        whole = self.piece(span, size)
        if whole is None:
            return []
        if whole.width * WORTH_BREAKING <= width:
            return [(_fitted(whole, width),)]
        lines: list[Line] = []
        for part in self.parts(whole, width):
            if lines and measure(lines[-1]) + part.width <= width:
                lines[-1] = (*lines[-1], part)
            else:
                lines.append((part,))
        return lines

    def _broken(self, piece: Piece) -> list[Piece]:
        """The parts of a long formula, each drawn; none when one cannot be."""
        if piece.ink is None:
            return []
        spans = [
            Span(to_unicode(source), piece.style, replace(piece.ink.latex, source=source))
            for source in broken(piece.ink.latex.source)
        ]
        parts = [self.piece(span, piece.size) for span in spans]
        return [part for part in parts if part] if all(parts) else []

    def _drawn(self, latex: str, size: float, *, displayed: bool) -> Drawing | None:
        """The formula, or None: too long or deep, unreadable, or one too many."""
        source = readable(latex, displayed=displayed)
        if source is None or cost(source) > self._left:
            return None
        self._left -= cost(source)
        draughtsman = cast(_Draughtsman, import_module(MODULE))
        try:
            return draughtsman.draw(source, size * SIZE, displayed=displayed)
        except Exception as problem:  # two libraries and a dozen kinds, all meaning: no formula
            log.info("formula left as text: %s", type(problem).__name__)
            return None


def _fitted(piece: Piece, width: float) -> Piece:
    if piece.ink is None or piece.width <= width:
        return piece
    drawing = piece.ink.drawing.within(width, TALLEST)
    return piece._replace(width=drawing.width, ink=piece.ink._replace(drawing=drawing))
