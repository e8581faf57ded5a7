"""The pages while they fill: what is put where, in points from the top left. No fonts, no PDF."""

from dataclasses import dataclass, field
from typing import NamedTuple

from bot.documents.blocks import Heading, Picture
from bot.documents.model import MAX_PAGES
from bot.documents.pdf.pieces import Line
from bot.documents.theme import BOTTOM, HAIRLINE, PAGE_HEIGHT, PAGE_WIDTH, RIGHT, TOP, Colour
from bot.errors import DocumentError

ROUNDING = 0.01


class Text(NamedTuple):
    """A line of text; `y` is its baseline."""

    x: float
    y: float
    line: Line
    colour: Colour


class Box(NamedTuple):
    """A filled rectangle; a rule is a thin one."""

    x: float
    y: float
    width: float
    height: float
    colour: Colour


class Image(NamedTuple):
    """A picture; its place and size in points."""

    x: float
    y: float
    width: float
    height: float
    picture: Picture


class Mark(NamedTuple):
    """Where a heading stands, for who looks for it."""

    level: int
    y: float
    words: str


@dataclass(slots=True)
class Sheet:
    """One page: boxes are drawn first, text over them; `end` is how far down it was filled. A `wide` one lies on its
    side."""

    boxes: list[Box] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    end: float = TOP
    wide: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return (PAGE_HEIGHT, PAGE_WIDTH) if self.wide else (PAGE_WIDTH, PAGE_HEIGHT)

    @property
    def right(self) -> float:
        """Where its text ends."""
        return self.size[0] - (PAGE_WIDTH - RIGHT)

    @property
    def bottom(self) -> float:
        return self.size[1] - (PAGE_HEIGHT - BOTTOM)


@dataclass(slots=True)
class Sheets:
    """The pages so far and how far the last one is filled. `wide`: the next ones lie on their sides."""

    pages: list[Sheet] = field(default_factory=lambda: [Sheet()])
    y: float = TOP
    wide: bool = False

    @property
    def room(self) -> float:
        """Points left on the page."""
        return self.pages[-1].bottom - self.y

    @property
    def at_top(self) -> bool:
        return self.y <= TOP

    def turn(self) -> None:
        """Begin the next page. Raises DocumentError when there are too many."""
        if len(self.pages) == MAX_PAGES:
            raise DocumentError(f"the document has more than {MAX_PAGES} pages: make several documents")
        self.pages[-1].end = self.y
        self.pages.append(Sheet(wide=self.wide))
        self.y = TOP

    def lay_wide(self) -> None:
        """Go to a page that lies on its side, unless this one does."""
        self.wide = True
        if self.at_top:
            self.pages[-1].wide = True
        elif not self.pages[-1].wide:
            self.turn()

    def new_page(self) -> None:
        """The next page, unless this one is still empty."""
        if not self.at_top:
            self.turn()

    def need(self, height: float) -> None:
        """Go to the next page unless `height` points are left on this one."""
        if self.room < height - ROUNDING and not self.at_top:
            self.turn()

    def space(self, height: float) -> None:
        """Leave a gap, but none at the top of a page."""
        if not self.at_top:
            self.y += height

    def begin_section(self, gap: float, heading: Heading) -> None:
        """Leave a gap, and remember that a heading comes."""
        self.space(gap)
        if words := " ".join("".join(span.text for span in heading.spans).split()):
            self.pages[-1].marks.append(Mark(heading.level, self.y, words))

    def box(self, box: Box) -> None:
        self.pages[-1].boxes.append(box)

    def rule(self, x: float, following: float) -> None:
        """A line across the page, which `following` points of what it parts stand below."""
        self.need(16 + following)
        self.space(8)
        self.box(Box(x, self.y, RIGHT - x, 0.7, HAIRLINE))
        self.y += 8

    def backdrop(self, since: tuple[int, float], box: Box) -> None:
        """A box behind everything set since `(page index, y)`, on each page concerned; its own y and height are
        what it adds above and below."""
        page, top = since
        self.pages[-1].end = self.y
        for sheet in self.pages[page:]:
            height = sheet.end - top + box.height - box.y
            sheet.boxes.insert(0, box._replace(y=top + box.y, height=height))
            top = TOP

    @property
    def place(self) -> tuple[int, float]:
        """Where the next thing goes: page index and y."""
        return len(self.pages) - 1, self.y

    def image(self, image: Image) -> None:
        self.pages[-1].images.append(image)

    def text(self, x: float, y: float, line: Line, colour: Colour) -> None:
        if line:
            self.pages[-1].texts.append(Text(x, y, line, colour))
