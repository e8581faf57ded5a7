"""From the slides that were asked for to those of the file: what does not fit is set smaller or goes on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.documents.figures.slices import check_slices
from bot.documents.pptx.marks import plain
from bot.documents.pptx.measure import LEADING, fitting_size, line_count, width_of
from bot.documents.pptx.model import MAX_PAGES, Graph, Group, Slide, Table
from bot.documents.pptx.points import SMALLEST, Point, fitted, paged, points_of
from bot.documents.pptx.template import BODY, HALF
from bot.errors import DocumentError

INSET: Final = 14.4  # left and right inside a text box
ROOM: Final = BODY.height - 12.0
HEADINGS: Final = (40.0, 60.0)  # room of the headings of two columns: of one line, or of two
HEADING_SIZES: Final = (20.0, 18.0, 16.0, 14.0, 12.0)
HEADING_GAPS: Final = 14.0  # in and below that room
EASY: Final = 16.0  # the size down to which a heading stays on one line
TABLE_SIZES: Final = (20.0, 18.0, 16.0, 14.0, 12.0)
CELL: Final = 14.4  # padding of a cell, left and right
CELL_GAP: Final = 9.0  # above and below
NARROWEST: Final = 56.0
MOST_LINES: Final = 8  # of a cell
BOLD: Final = 1.1  # its letters are wider


@dataclass(frozen=True, slots=True)
class Grid:
    """A piece of a table that fits on one slide; its cells are marked text. `widths` and `heights` in points, the
    header's height first."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]
    heights: tuple[float, ...]
    size: float


@dataclass(frozen=True, slots=True)
class Column:
    heading: str
    points: list[Point]


@dataclass(frozen=True, slots=True)
class Headings:
    """The size of both columns' headings, and the room above their points."""

    size: float
    room: float


@dataclass(frozen=True, slots=True)
class Page:
    """One slide of the file."""

    title: str
    notes: str = ""
    part: str = ""  # "(2/3)" of a slide that goes on
    points: list[Point] = field(default_factory=list)
    size: float = SMALLEST
    columns: tuple[Column, ...] = ()
    headings: Headings = Headings(HEADING_SIZES[0], HEADINGS[0])
    grid: Grid | None = None
    chart: Graph | None = None
    image: str = ""

    @property
    def beside(self) -> bool:
        """Whether bullets share the slide with a chart or an image."""
        return bool(self.points and (self.chart or self.image))

    @property
    def is_bare(self) -> bool:
        """Whether it shows nothing but its title: « Merci », the name of a part."""
        return not (self.points or self.columns or self.grid or self.chart or self.image)


def pages_of(slides: Sequence[Slide], clean: Callable[[str], str]) -> list[Page]:
    """All slides of the file but its first; `clean` gives marked text. Raises DocumentError when there are too many, or
    one shows nothing."""
    pages = [page for number, slide in enumerate(slides, 1) for page in _numbered(_pages(number, slide, clean))]
    if len(pages) > MAX_PAGES:
        raise DocumentError(f"it comes to more than {MAX_PAGES} slides: write less on each, or make two files")
    return pages


def _pages(number: int, slide: Slide, clean: Callable[[str], str]) -> list[Page]:
    first = Page(plain(clean(slide.title)), plain(clean(slide.notes)))
    points = points_of(slide.bullets, clean)
    if slide.chart and any(len(series.values) != len(slide.chart.labels) for series in slide.chart.series):
        raise DocumentError(f"slide {number}: each series of the chart needs one value for each of its labels")
    if slide.chart and all(value is None for series in slide.chart.series for value in series.values):
        raise DocumentError(f"slide {number}: the chart holds no number")
    if slide.chart and slide.chart.type == "pie":
        check_slices([value or 0.0 for value in slide.chart.series[0].values])
    pages: list[Page] = []
    image = replace(first, image=slide.image.strip())
    if slide.chart:
        pages = _beside(replace(first, chart=_cleaned(slide.chart, clean)), points)
        pages += [image] if image.image else []
    elif image.image:
        pages = _beside(image, points)
    elif points:
        pages = _bulleted(first, points)
    if slide.columns:
        pages += _columned(first, slide.columns, clean)
    if slide.table:
        pages += [replace(first, grid=grid) for grid in grids_of(number, slide.table, clean)]
    return pages or [first]


def _cleaned(chart: Graph, clean: Callable[[str], str]) -> Graph:
    series = [one.model_copy(update={"name": plain(clean(one.name))}) for one in chart.series]
    return chart.model_copy(update={"labels": [plain(clean(label)) for label in chart.labels], "series": series})


def _numbered(pages: list[Page]) -> list[Page]:
    """A slide that goes on says so; what the speaker says is said at the first."""
    if len(pages) == 1:
        return pages
    return [
        replace(page, part=f" ({number}/{len(pages)})", notes=page.notes if number == 1 else "")
        for number, page in enumerate(pages, 1)
    ]


def _bulleted(first: Page, points: list[Point]) -> list[Page]:
    width = BODY.width - INSET
    size = fitted(points, width, ROOM)
    if size:
        return [replace(first, points=points, size=size)]
    return [replace(first, points=part, size=SMALLEST) for part in paged(points, width, ROOM)]


def _beside(visual: Page, points: list[Point]) -> list[Page]:
    """Bullets to the left of a chart or an image; where they do not fit they come first."""
    if not points:
        return [visual]
    size = fitted(points, HALF - INSET, ROOM)
    if size:
        return [replace(visual, points=points, size=size)]
    text = replace(visual, chart=None, image="")
    return [*_bulleted(text, points), visual]


def _columned(first: Page, groups: Sequence[Group], clean: Callable[[str], str]) -> list[Page]:
    """Two columns of one size; both go on together."""
    columns = [Column(plain(clean(group.heading)), points_of(group.bullets, clean)) for group in groups]
    first = replace(first, headings=_headings([column.heading for column in columns]))
    width, room = HALF - INSET, ROOM - first.headings.room
    sizes = [fitted(column.points, width, room) for column in columns]
    if all(sizes):
        return [replace(first, columns=tuple(columns), size=min(size for size in sizes if size))]
    parts = [paged(column.points, width, room) for column in columns]
    count = max(map(len, parts))
    return [
        replace(
            first,
            columns=tuple(
                Column(column.heading, part[number]) if number < len(part) else Column("", [])
                for column, part in zip(columns, parts, strict=True)
            ),
        )
        for number in range(count)
    ]


def _headings(texts: Sequence[str]) -> Headings:
    """Both of one size, on two lines rather than in small letters."""
    width = (HALF - INSET) / BOLD
    for room in HEADINGS:
        size = min(fitting_size(text, HEADING_SIZES, width, room - HEADING_GAPS) for text in texts)
        if size >= EASY:
            break
    return Headings(size, room)


def grids_of(number: int, table: Table, clean: Callable[[str], str]) -> list[Grid]:
    """A table in pieces that fit, its header on each. Raises DocumentError for rows that are too long."""
    head = tuple(clean(title) for title in table.columns)
    if any(len(row) > len(head) for row in table.rows):
        raise DocumentError(f"slide {number}: a row of the table has more cells than there are columns")
    rows = [tuple(clean(cell) for cell in (*row, *[""] * (len(head) - len(row)))) for row in table.rows]
    fitting = [grid for size in TABLE_SIZES if sum((grid := _grid(head, rows, size)).heights) <= BODY.height]
    for is_good in (_is_whole, _is_uncut):
        if good := next(filter(is_good, fitting), None):
            return [good]
    return fitting[-1:] or _balanced(_grid(head, rows, TABLE_SIZES[-1]))


def _grid(head: tuple[str, ...], rows: list[tuple[str, ...]], size: float) -> Grid:
    widths = _widths([head, *rows], size)
    return Grid(head, tuple(rows), widths, tuple(_row_height(row, widths, size) for row in (head, *rows)), size)


def _is_whole(grid: Grid) -> bool:
    """Whether no word of it is broken either; those of its head are bold."""
    wide = [tuple(room / BOLD for room in grid.widths), *[grid.widths] * len(grid.rows)]
    return _is_uncut(grid) and all(
        width_of(word, grid.size) <= room - CELL
        for row, rooms in zip((grid.head, *grid.rows), wide, strict=True)
        for cell, room in zip(row, rooms, strict=True)
        for word in cell.split()
    )


def _is_uncut(grid: Grid) -> bool:
    return all(
        line_count(cell, grid.size, width - CELL) <= MOST_LINES
        for row in grid.rows
        for cell, width in zip(row, grid.widths, strict=True)
    )


def _balanced(grid: Grid) -> list[Grid]:
    """In pieces that are about as full as each other: not two lonely rows on the last."""
    pieces = _cut(grid, BODY.height)
    head, *rows = grid.heights
    even = head + sum(rows) / len(pieces)
    tried = (_cut(grid, min(BODY.height, even + more * max(rows))) for more in (0.01, 0.5, 1.0))
    return next((balanced for balanced in tried if len(balanced) == len(pieces)), pieces)


def _cut(grid: Grid, room: float) -> list[Grid]:
    pieces = [replace(grid, rows=(), heights=grid.heights[:1])]
    for row, high in zip(grid.rows, grid.heights[1:], strict=True):
        if pieces[-1].rows and sum(pieces[-1].heights) + high > room:
            pieces.append(replace(grid, rows=(), heights=grid.heights[:1]))
        pieces[-1] = replace(pieces[-1], rows=(*pieces[-1].rows, row), heights=(*pieces[-1].heights, high))
    return pieces


def _widths(rows: Sequence[tuple[str, ...]], size: float) -> tuple[float, ...]:
    """The whole width, shared by what columns would like, none starved."""
    wished = [
        min(320.0, max(NARROWEST, *(width_of(line, size) + CELL + 4 for cell in column for line in cell.split("\n"))))
        for column in zip(*rows, strict=True)
    ]
    ratio = BODY.width / sum(wished)
    return tuple(wish * ratio for wish in wished)


def _row_height(row: tuple[str, ...], widths: tuple[float, ...], size: float) -> float:
    lines = [line_count(cell, size, width - CELL) for cell, width in zip(row, widths, strict=True)]
    return min(MOST_LINES, max(lines)) * size * LEADING + CELL_GAP
