"""Tables of web pages: cells that stand in several rows or columns are in each of them, and what holds data is a line a
row. Only ever run in child processes."""

import re
from collections.abc import Iterator
from itertools import groupby

import lxml.html

CELLS = ("td", "th")
GROUPS = ("thead", "tbody", "tfoot")
MOST_WIDE, MOST_HIGH = 100, 1_000
MOST_COPIES = 20_000  # on one page
COPY_CHARS = 60
NUMBER = re.compile(r"\d{1,5}")
BETWEEN_FIGURES = re.compile(r"\d\n\d")
COPY = "COPY"  # of an attribute: parsers of HTML write those that a page has in small letters


def spread_cells(tree: lxml.html.HtmlElement) -> None:
    """Write a merged cell in each place that it stands in: a lesson of two hours in both, « Filles » above both of its
    columns. Without that the cells behind it stand in columns that are not theirs, and those below seem to be empty. A
    line of its own, over the whole table, is said once."""
    left = MOST_COPIES
    for table in list(tree.iter("table")):
        for group in _groups(table):
            hanging: dict[int, tuple[str, str, int]] = {}  # by column: tag, text and in how many rows more
            for row in group:
                if hanging or any(_span(cell, "colspan", 2) > 1 or _span(cell, "rowspan", 2) > 1 for cell in row):
                    left = _spread_row(row, hanging, left)


def rows_of(table: lxml.html.HtmlElement) -> Iterator[list[lxml.html.HtmlElement]]:
    """The cells of each row, not those of tables in it."""
    for group in _groups(table):
        for row in group:
            if cells := _cells(row):
                yield cells


def in_one_line(text: str) -> str:
    """Lines of a cell beside each other; figures never become one."""
    while BETWEEN_FIGURES.search(text):
        text = BETWEEN_FIGURES.sub(lambda found: found[0].replace("\n", " / "), text)
    return " ".join(text.split())


def _groups(table: lxml.html.HtmlElement) -> Iterator[list[lxml.html.HtmlElement]]:
    """Rows that belong together: no cell goes on below their end."""
    for is_loose, children in groupby(table, key=lambda child: child.tag == "tr"):
        if is_loose:
            yield list(children)
            continue
        for group in children:
            if group.tag in GROUPS:
                yield [child for child in group if child.tag == "tr"]


def _cells(row: lxml.html.HtmlElement) -> list[lxml.html.HtmlElement]:
    return [child for child in row if child.tag in CELLS]


def _span(cell: lxml.html.HtmlElement, name: str, most: int) -> int:
    said = NUMBER.match((cell.get(name) or "").strip()) if cell.tag in CELLS else None
    number = int(said[0]) if said else 1
    if name == "rowspan" and said and not number:
        return most  # to the end of its rows
    return min(max(1, number), most)


def _spread_row(row: lxml.html.HtmlElement, hanging: dict[int, tuple[str, str, int]], left: int) -> int:
    cells = _cells(row)
    is_a_line = len(cells) == 1 and not hanging
    placed: list[lxml.html.HtmlElement] = []
    for cell in cells:
        left = _hang(placed, hanging, left)
        wide, high = _span(cell, "colspan", MOST_WIDE), _span(cell, "rowspan", MOST_HIGH)
        wide = 1 if is_a_line else min(wide, max(1, left))
        text = "" if cell.find(".//table") is not None else " ".join(cell.text_content().split())
        text = text if len(text) <= COPY_CHARS else f"{text[: COPY_CHARS - 1]}…"
        for place in range(wide):
            if high > 1 and left > 0:
                hanging[len(placed)] = (cell.tag, text, high - 1)
            placed.append(_made(cell.tag, text) if place else cell)
        left -= wide - 1
    left = _hang(placed, hanging, left)
    for cell in cells:
        for name in ("colspan", "rowspan"):
            cell.attrib.pop(name, None)
        row.remove(cell)
    row.extend(placed)
    return left


def _hang(placed: list[lxml.html.HtmlElement], hanging: dict[int, tuple[str, str, int]], left: int) -> int:
    """What comes down from the rows above, up to the next place that is free. How many copies may still be made."""
    if left <= 0:
        hanging.clear()
    while (here := len(placed)) in hanging:
        tag, text, rows = hanging.pop(here)
        if rows > 1:
            hanging[here] = (tag, text, rows - 1)
        placed.append(_made(tag, text))
        left -= 1
    return left


def _made(tag: str, text: str) -> lxml.html.HtmlElement:
    cell = lxml.html.Element(tag, {COPY: ""})
    cell.text = text
    return cell
