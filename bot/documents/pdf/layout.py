"""Running text into lines: words, and where they may be broken. No drawing."""

import re
from collections.abc import Iterator
from itertools import groupby

from bot.documents.blocks import PLAIN, Span, Spans, Style
from bot.documents.direction import runs_leftward
from bot.documents.pdf.fontbook import FontBook
from bot.documents.pdf.formula_setter import FormulaSetter
from bot.documents.pdf.order import in_order
from bot.documents.pdf.pieces import Line, Piece, Word, measure

CODE_SCALE = 0.92  # a monospaced letter looks larger than its neighbours
# Where a word too long for its line is best cut: behind the joints of addresses, paths and compounds.
JOINT = re.compile("(?<=[-/_.?&=,;+)\u00a0])")
NO_BREAK_SPACE = "\u00a0"


class Typesetter:
    """Breaks text into lines of a given width, with the widths of the given fonts."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
        self.formulas = FormulaSetter()

    def lines(self, spans: Spans, size: float, width: float) -> list[Line]:
        """The lines of a paragraph, at least one, none wider than `width` points."""
        leftward = runs_leftward(spans)
        lines: list[Line] = []
        line: list[Word] = []
        used = 0.0
        for word in self._fitting(spans, size, width):
            gap = self._space(line[-1], word, size).width if line and word.pieces else 0.0
            if word.forced or (line and used + gap + word.width > width):
                lines.append(self._joined(line, size, leftward))
                line, used, gap = [], 0.0, 0.0
            if not word.forced:
                line.append(word)
                used += gap + word.width
        return [*lines, self._joined(line, size, leftward)] if line or not lines else lines

    def width(self, spans: Spans, size: float) -> tuple[float, float]:
        """How wide the text would like to be (its longest line), and its widest word."""
        lines = self.lines(spans, size, 1e6)
        words = [word.width for word in self._words(spans, size)]
        return max(measure(line) for line in lines), max(words, default=0.0)

    def piece(self, text: str, style: Style, size: float) -> Line:
        """A text that is not broken, such as a list marker."""
        leftward = not style.code and runs_leftward((Span(text, style),))
        return tuple(in_order(list(self._pieces(text, style, size)), leftward, self._measured))

    def _pieces(self, text: str, style: Style, size: float) -> Iterator[Piece]:
        size = round(size * CODE_SCALE, 2) if style.code else size
        for run in self._fonts.runs(text, style):
            yield Piece(run.text, run.font, style, size, self._fonts.width(run.text, run.font, size))

    def _words(self, spans: Spans, size: float) -> Iterator[Word]:
        """Spaces and newlines end words; a no-break space does not, nor does a change of style."""
        pieces: list[Piece] = []
        for span in spans:
            if formula := self.formulas.piece(span, size):
                pieces.append(formula)
                continue
            for text in re.findall(r"\n| +|[^ \n]+", span.text):
                if text[0] in " \n":
                    if pieces:
                        yield _word(pieces)
                        pieces = []
                    if text == "\n":
                        yield Word(forced=True)
                else:
                    pieces += self._pieces(text, span.style, size)
        if pieces:
            yield _word(pieces)

    def _fitting(self, spans: Spans, size: float, width: float) -> Iterator[Word]:
        """The words, those wider than the line cut to pieces that fit."""
        for word in self._words(spans, size):
            if word.width <= width:
                yield word
            else:
                yield from self._cut(word, width)

    def _cut(self, word: Word, width: float) -> Iterator[Word]:
        fitting: list[Piece] = []
        for part in (part for piece in word.pieces for part in self._parts(piece, width)):
            if fitting and sum(piece.width for piece in fitting) + part.width > width:
                yield _word(fitting)
                fitting = []
            fitting.append(part)
        yield _word(fitting)

    def _parts(self, piece: Piece, width: float) -> Iterator[Piece]:
        """A piece cut at its joints, and anywhere where a part is still too wide."""
        if piece.ink:
            yield from self.formulas.parts(piece, width)
            return
        for part in JOINT.split(piece.text):
            whole = self._measured(piece, part)
            if whole.width <= width:
                yield whole
            else:
                yield from (self._measured(piece, character) for character in part)

    def _measured(self, piece: Piece, text: str) -> Piece:
        return piece._replace(text=text, width=self._fonts.width(text, piece.font, piece.size))

    def _space(self, before: Word, after: Word, size: float) -> Piece:
        """The space between two words: of their style where they share one, so that a link is one line."""
        last, first = before.pieces[-1], after.pieces[0]
        shared = last.style == first.style
        style = last.style if shared else PLAIN
        font = last.font if shared and last.font == first.font != "emoji" else "text"
        return self._measured(Piece(" ", font, style, last.size if shared else size, 0), " ")

    def _joined(self, words: list[Word], size: float, leftward: bool) -> Line:
        """One line as it is drawn, neighbours of one font and style made one piece."""
        pieces: list[Piece] = []
        for index, word in enumerate(words):
            if index:
                pieces.append(self._space(words[index - 1], word, size))
            pieces += word.pieces
        groups = groupby(pieces, key=lambda piece: (piece.ink is None, piece.font, piece.style, piece.size))
        joined = [piece for (is_text, *_key), group in groups for piece in self._merged(is_text, list(group))]
        return tuple(in_order(joined, leftward, self._measured))

    def _merged(self, is_text: bool, pieces: list[Piece]) -> list[Piece]:
        return [self._measured(pieces[0], "".join(piece.text for piece in pieces))] if is_text else pieces


def _word(pieces: list[Piece]) -> Word:
    return Word(tuple(pieces), sum(piece.width for piece in pieces))
