"""What the elements of an OpenDocument file say, in the order in which they stand on its pages."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from lxml import etree

from bot.isolation.page_formulas import write_mathml
from bot.isolation.readers.open_styles import NAMES, UNSEEN, Styles, name_of, number, said
from bot.isolation.readers.outline import CELLS
from bot.isolation.readers.scripts import Piece, written

MOST_SPACES: Final = 100  # in a row
MOST_COLUMNS: Final = 63  # of one table in a text
NO_WORDS: Final = frozenset(
    ("tracked-changes", "forms", "annotation", "annotation-end", "hidden-text", "ruby-text", "title", "desc",
     "event-listeners", "glue-point", "binary-data", "notes", "deletion")
)  # fmt: skip
"""What is not on the page where it stands, or no text."""
FURNITURE: Final = ("page", "page-number", "header", "footer", "date-time")  # of slides: the same on each
SIGNS: Final = {"tab": "\t", "line-break": "\n"}
NOTES: Final = {"footnote": ("Footnotes", ""), "endnote": ("Endnotes", "e")}
MATHEMATICS: Final = "{http://www.w3.org/1998/Math/MathML}math"


@dataclass(slots=True)
class Words:
    """Of one file. `object_of`: the root of an object by its address. `beyond`: what stands below the text, by its
    kind; `pictures`: how many were met, of which nobody reads anything."""

    styles: Styles
    object_of: Callable[[str], Any | None]
    beyond: dict[str, list[str]] = field(default_factory=lambda: {"Footnotes": [], "Endnotes": []})
    pictures: int = 0
    _boxes: list[str] = field(default_factory=list)
    _comments: int = 0
    _counted: dict[tuple[str, int], int] = field(default_factory=dict)

    def blocks(self, place: Any) -> Iterator[str]:
        """The lines of a body, a cell, a box."""
        for element in place:
            yield from self.block(element)

    def block(self, element: Any) -> Iterator[str]:
        """Those of a paragraph, a list, a table, or whatever they stand in."""
        name = name_of(element)
        if name in ("p", "h"):
            yield from self._paragraph(element, "\n## " if name == "h" else "")
        elif name == "list":
            yield from self._list(element, 0, "")
        elif name == "table":
            yield from self.rows(element)
        elif name == "frame":
            if said(element, "presentation:class") not in FURNITURE:
                yield from self._frame(element)
        elif name and name not in NO_WORDS and said(element, "text:display") != "none":
            yield from self.blocks(element)

    def rows(self, table: Any) -> Iterator[str]:
        """A table's, a line each."""
        for row in rows_in(table):
            cells: list[str] = []
            for cell in row:
                if name_of(cell) in ("table-cell", "covered-table-cell"):
                    text = " ".join(" ".join(self.blocks(cell)).split())
                    cells += [text] * number(said(cell, "table:number-columns-repeated"), 1, MOST_COLUMNS - len(cells))
            if any(cells):
                yield CELLS.join(cells)

    def text_of(self, element: Any) -> str:
        """A paragraph's own."""
        return written(self._words(element, self.styles.marks.get(said(element, "text:style-name"), ""))).strip(" ")

    def comment(self, comment: Any) -> Iterator[str]:
        """What somebody noted, in a line for below the place where it is made."""
        self._comments += 1
        label = f"[Comment c{self._comments}]"
        yield f"{label} {' '.join(' '.join(self.blocks(comment)).split())}"

    def _paragraph(self, element: Any, sign: str) -> Iterator[str]:
        outer, self._boxes = self._boxes, []
        text = self.text_of(element)
        boxes, self._boxes = self._boxes, outer
        if text:
            yield f"{sign}{text}"
        yield from boxes

    def _list(self, element: Any, level: int, style: str) -> Iterator[str]:
        style = said(element, "text:style-name") or style
        place = (style, level)
        goes_on = said(element, "text:continue-numbering") == "true" or said(element, "text:continue-list")
        if not goes_on or place not in self._counted:
            self._counted[place] = self.styles.start(style, level) - 1
        for item in element:
            label = ""
            if name_of(item) == "list-item" and len(item) and name_of(item[0]) != "list":
                self._counted[place] = number(said(item, "text:start-value"), self._counted[place] + 1, 100_000)
                label = self.styles.label(style, level, self._counted)
            for child in item:
                if name_of(child) == "list":
                    yield from self._list(child, level + 1, style)
                    continue
                for line in self.block(child):
                    yield f"{label}{line}"
                    label = ""

    def _words(self, element: Any, mark: str) -> Iterator[Piece]:
        if mark == UNSEEN:
            return
        yield Piece(_squeezed(element.text), mark)
        for child in element:
            yield from self._word(child, mark)
            yield Piece(_squeezed(child.tail), mark)

    def _word(self, element: Any, mark: str) -> Iterator[Piece]:
        name = name_of(element)
        if name == "s":
            yield Piece(" " * number(said(element, "text:c"), 1, MOST_SPACES), mark)
        elif name in SIGNS:
            yield Piece(SIGNS[name])
        elif name == "note":
            yield Piece(self._note(element))
        elif name == "annotation":
            self._boxes += self.comment(element)
            yield Piece(f"[c{self._comments}]")
        elif name == "frame" and (formula := self._formula(element)):
            yield Piece(formula)
        elif _is_drawn(element):
            self._boxes += self.block(element)
        elif name and name not in NO_WORDS and said(element, "text:is-hidden") != "true":
            yield from self._words(element, self.styles.marks.get(said(element, "text:style-name"), mark))

    def _note(self, note: Any) -> str:
        kind, before = NOTES.get(said(note, "text:note-class"), NOTES["footnote"])
        label = f"[{before}{len(self.beyond[kind]) + 1}]"
        place = len(self.beyond[kind])
        self.beyond[kind].append(label)  # one may stand in a note
        body = next((part for part in note if name_of(part) == "note-body"), ())
        self.beyond[kind][place] = f"{label} {' '.join(' '.join(self.blocks(body)).split())}"
        return label

    def _frame(self, frame: Any) -> Iterator[str]:
        """What a frame shows: the first of its children is what it is, others are pictures of it."""
        shown = next((child for child in frame if name_of(child) not in NO_WORDS), None)
        name = name_of(shown)
        if name in ("text-box", "table"):
            yield from self.block(shown)
        elif formula := self._formula(frame):
            yield formula
        elif (chart := _chart(self._object(frame))) is not None:
            title = next((" ".join("".join(part.itertext()).split()) for part in chart if name_of(part) == "title"), "")
            yield f"[Chart] {title}".rstrip()
            for table in chart.iter(NAMES["table"] + "table"):
                yield from self.rows(table)
        elif name:
            self.pictures += 1

    def _object(self, frame: Any) -> Any | None:
        """The root of what is embedded in it."""
        for found in frame:
            if name_of(found) == "object":
                return found[0] if len(found) else self.object_of(said(found, "xlink:href"))
        return None

    def _formula(self, frame: Any) -> str:
        root = self._object(frame)
        formula = next(root.iter(MATHEMATICS), None) if root is not None else None
        if formula is None:
            return ""
        for element in formula.iter(etree.Element):
            element.tag = name_of(element)
        holder = etree.Element("p")
        holder.append(formula)
        write_mathml(holder)
        return " ".join("".join(holder.itertext()).split())


def rows_in(table: Any) -> Iterator[Any]:
    """Its rows, those of groups and heads too, not those of tables in its cells."""
    for child in table:
        name = name_of(child)
        if name == "table-row":
            yield child
        elif name in ("table-header-rows", "table-rows", "table-row-group"):
            yield from rows_in(child)


def _chart(root: Any | None) -> Any | None:
    return next((part for part in root.iter() if name_of(part) == "chart"), None) if root is not None else None


def _is_drawn(element: Any) -> bool:
    """Whether it stands in a paragraph and is none of its words: a frame, a shape."""
    return isinstance(element.tag, str) and element.tag.startswith(NAMES["draw"]) and name_of(element) != "a"


def _squeezed(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")
