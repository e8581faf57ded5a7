"""Blocks onto pages: what a heading, a list or a quotation looks like, and where pages may turn."""

from bot.documents.blocks import (
    Block,
    Code,
    Equation,
    Heading,
    Listing,
    PageBreak,
    Paragraph,
    Picture,
    Quote,
    Rule,
    Side,
    Span,
    Spans,
    Style,
    Table,
    marked,
    restyled,
)
from bot.documents.direction import list_runs_leftward, quote_runs_leftward, runs_leftward
from bot.documents.model import Source
from bot.documents.pdf.keeping import caption_height, kept, picture_size, rank_of
from bot.documents.pdf.layout import NO_BREAK_SPACE, Typesetter
from bot.documents.pdf.pieces import BASELINE, Line, height_of, measure, swell
from bot.documents.pdf.sheets import Box, Image, Sheets
from bot.documents.pdf.tables import TableSetter
from bot.documents.theme import (
    ACCENT,
    BODY,
    CODE,
    DEEP,
    HEADINGS,
    INDENT,
    INK,
    LEADING,
    LEFT,
    MUTED,
    PARAGRAPH_GAP,
    RIGHT,
    SUBTITLE,
    TIGHT,
    TINT,
    TITLE,
    Colour,
)

BULLETS = ("•", "–", "▪")
MARKER_GAP = 6.0
TIGHT_GAP = 2.5
FIRST = 3  # blocks that stand with the title
CODE_PADDING = 9.0
BAR = 2.2  # of a quotation


class Composer:
    """Puts one block after the other onto sheets. `x` is always the left edge of what is being set, `_right` the right
    one of text. Markers wait with where they begin."""

    def __init__(self, setter: Typesetter) -> None:
        self.sheets = Sheets()
        self._setter = setter
        self._tables = TableSetter(setter, self.sheets)
        self._depth, self._right = 0, RIGHT
        self._side: Side | None = None
        self._markers: list[tuple[float, Line]] = []

    def title(self, title: str, subtitle: str) -> None:
        """The head of the first page: title, subtitle, a short coloured rule."""
        spans = (Span(title, Style(bold=True)),)
        for line in self._balanced(spans, TITLE):
            self._line(line, self._start(spans, line, LEFT), TITLE * TIGHT, DEEP)
        if subtitle:
            self.sheets.y += 4
            self.lines((Span(subtitle),), LEFT, SUBTITLE, 1.35, MUTED)
        self.sheets.y += 10
        self.sheets.box(Box(RIGHT - 46 if runs_leftward(spans) else LEFT, self.sheets.y, 46, 2.4, ACCENT))
        self.sheets.y += 22

    def blocks(self, blocks: tuple[Block, ...], x: float, gap: float = PARAGRAPH_GAP, colour: Colour = INK) -> None:
        """Blocks one below the other, `gap` points between them."""
        for index, block in enumerate(blocks):
            if index and not isinstance(block, Heading):
                self.sheets.space(gap)
            self._side = block.side if isinstance(block, (Heading, Paragraph)) else None
            if isinstance(block, PageBreak):
                self.sheets.new_page()
            elif isinstance(block, Rule):
                self.sheets.rule(x, kept(blocks[index + 1 :], x, self._setter, self._tables))
            elif isinstance(block, (Heading, Paragraph)) and (rank := rank_of(block)):
                following = kept(blocks[index + 1 :], x, self._setter, self._tables, (rank,))
                if isinstance(block, Heading):
                    self._heading(block, x, following)
                else:
                    self.lines(block.spans, x, BODY, LEADING, colour, following)
            else:
                self._block(block, x, colour)
        self._side = None

    def begin_wide(self, blocks: tuple[Block, ...]) -> None:
        """The first page on its side where a table that needs it comes first: no title stands on a page of its own."""
        if any(isinstance(block, Table) and self._tables.is_wide(block) for block in blocks[:FIRST]):
            self.sheets.lay_wide()
            self.sheets.wide = False

    def sources(self, sources: tuple[Source, ...], label: str) -> None:
        """The numbered list at the end: title, and the address as a link."""
        self._heading(Heading(2, (Span(label),)), LEFT, 4 * BODY)
        for number, source in enumerate(sources, 1):
            self.sheets.space(3)
            self.sheets.need(2 * CODE * LEADING)
            marker = self._setter.piece(f"{number}.", Style(bold=True), CODE)
            self._markers.append((LEFT + INDENT - MARKER_GAP - measure(marker), marker))
            self.lines((Span(source.title, Style(bold=True, link=source.link)),), LEFT + INDENT, CODE, 1.4, INK)
            address = Span(source.url, Style(link=source.link))
            self.lines((address, Span(source.noted)), LEFT + INDENT, CODE - 1, 1.4, MUTED)

    def _block(self, block: Block, x: float, colour: Colour) -> None:
        match block:
            case Picture():
                self._picture(block, x)
            case Paragraph(spans):
                self.lines(spans, x, BODY, LEADING, colour)
            case Listing():
                self._listing(block, x, colour)
            case Quote():
                self._quote(block, x)
            case Code(text):
                self._code(text, x)
            case Table():
                self._place_markers(self.sheets.y + BODY)
                self._tables.put(block, x)
            case Equation(span):
                self._equation(span, x, colour)

    def _heading(self, heading: Heading, x: float, kept: float) -> None:
        """Never the last thing on a page: `kept` points of what follows stay with it."""
        size, before, after = HEADINGS[min(heading.level, len(HEADINGS)) - 1]
        lines = self._setter.lines(restyled(heading.spans, bold=True), size, self._right - x)
        self.sheets.need(before + sum(height_of(line, size * TIGHT) for line in lines) + after + kept)
        self.sheets.begin_section(before, heading)
        for line in lines:
            self._line(line, self._start(heading.spans, line, x), size * TIGHT, DEEP)
        self.sheets.y += after

    def _start(self, spans: Spans, line: Line, x: float) -> float:
        """Where a line begins: what is read from the right ends there."""
        room = self._right - x - measure(line)
        whole = bool(self._side) or runs_leftward(spans)
        return x + (room / 2 if self._side == "center" else room if whole else 0.0)

    def _balanced(self, spans: Spans, size: float) -> list[Line]:
        """Lines of like length, as few as needed: no single word left over below a title."""
        width = RIGHT - LEFT
        lines = self._setter.lines(spans, size, width)
        while width > (RIGHT - LEFT) / 2:
            width -= size / 2
            narrower = self._setter.lines(spans, size, width)
            if len(narrower) > len(lines):
                break
            lines = narrower
        return lines

    def lines(
        self, spans: Spans, x: float, size: float, leading: float, colour: Colour, following: float = 0.0
    ) -> None:
        """A paragraph. Its first or last line never stands alone on a page; its end has room for `following` points."""
        lines = self._setter.lines(spans, size, self._right - x)
        height = size * leading
        for index, line in enumerate(lines):
            left = len(lines) - index
            if index == 0 or left == 2:
                together = [height_of(line, height) for line in lines[index : index + (left if left <= 3 else 2)]]
                self.sheets.need(sum(together, following if len(together) == left else 0.0))
            self._line(line, self._start(spans, line, x), height, colour)

    def _line(self, line: Line, x: float, height: float, colour: Colour) -> None:
        """`height` is that of a line of text; formulas that need more get it."""
        higher, deeper = swell(line, height * BASELINE, height * (1 - BASELINE))
        self.sheets.need(height + higher + deeper)
        baseline = self.sheets.y + higher + height * BASELINE
        self._place_markers(baseline)
        self.sheets.text(x, baseline, line, colour)
        self.sheets.y += height + higher + deeper

    def _equation(self, span: Span, x: float, colour: Colour) -> None:
        """Centred; its Unicode text as a paragraph where it cannot be drawn."""
        room = RIGHT - x
        lines = self._setter.formulas.displayed(span, BODY, room)
        for line in lines:
            self._line(line, x + (room - measure(line)) / 2, BODY * LEADING, colour)
        if not lines:
            self.lines((span,), x, BODY, LEADING, colour)

    def _picture(self, picture: Picture, x: float) -> None:
        """Centred, with its caption on the same page."""
        room = RIGHT - x
        width, height = picture_size(picture, room)
        self.sheets.need(height + caption_height(picture))
        self.sheets.image(Image(x + (room - width) / 2, self.sheets.y, width, height, picture))
        self.sheets.y += height + 4
        for line in self._setter.lines((Span(picture.caption),), CODE, room) if picture.caption else ():
            self._line(line, x + (room - measure(line)) / 2, CODE * LEADING, MUTED)

    def _listing(self, listing: Listing, x: float, colour: Colour) -> None:
        bullet = BULLETS[min(self._depth, len(BULLETS) - 1)]
        items = marked(listing, bullet)
        markers = [self._setter.piece(text, Style(bold=listing.start is not None), BODY) for text, _ in items]
        inset = max(INDENT, *(measure(marker) + MARKER_GAP for marker in markers))
        right, leftward = self._right, list_runs_leftward(listing)
        self._right -= inset if leftward else 0
        inner = x if leftward else x + inset
        gap = TIGHT_GAP if listing.tight else PARAGRAPH_GAP
        self._depth += 1
        for index, (_, item) in enumerate(items):
            if index:
                self.sheets.space(gap)
            start = self._right + MARKER_GAP if leftward else inner - MARKER_GAP - measure(markers[index])
            self._markers.append((start, markers[index]))
            self.blocks(item or (Paragraph(()),), inner, gap, colour)
        self._depth, self._right = self._depth - 1, right

    def _place_markers(self, baseline: float) -> None:
        """Bullets and numbers waiting for the first line of their item: only there is their page known."""
        for start, marker in self._markers:
            self.sheets.text(start, baseline, marker, ACCENT)
        self._markers.clear()

    def _quote(self, quote: Quote, x: float) -> None:
        """A coloured bar where its lines begin."""
        self.sheets.need(2 * BODY * LEADING)
        since, right, leftward = self.sheets.place, self._right, quote_runs_leftward(quote)
        self._right -= INDENT if leftward else 0
        self.blocks(quote.blocks, x if leftward else x + INDENT, colour=MUTED)
        self._right = right
        self.sheets.backdrop(since, Box(right - 4 - BAR if leftward else x + 4, 1, BAR, -1, ACCENT))

    def _code(self, text: str, x: float) -> None:
        """Lines as they are, on a tint; those too long go on below. No-break spaces keep the indentation."""
        height = CODE * 1.5
        self.sheets.need(3 * height + 2 * CODE_PADDING)
        self.sheets.y += CODE_PADDING
        since = self.sheets.place
        for source in text.split("\n"):
            spans = (Span(source.expandtabs(4).replace(" ", NO_BREAK_SPACE), Style(code=True)),)
            for line in self._setter.lines(spans, CODE, RIGHT - x - 2 * CODE_PADDING):
                self._line(line, x + CODE_PADDING, height, INK)
        self.sheets.backdrop(since, Box(x, -CODE_PADDING, RIGHT - x, CODE_PADDING, TINT))
        self.sheets.y += CODE_PADDING
