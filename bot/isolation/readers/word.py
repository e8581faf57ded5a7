"""The text of Word files since 2007: all that stands on their pages, whatever Word has wrapped it in."""

import io
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from bot.isolation.readers.equations import line_of
from bot.isolation.readers.outline import CELLS, Outline, Wanted, bounded, in_parts

KNOWN_TOO = (  # templates, and files with macros, which nobody runs
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    "application/vnd.ms-word.document.macroEnabled.main+xml",
    "application/vnd.ms-word.template.macroEnabledTemplate.main+xml",
)
BEYOND = {"header": "Header", "footer": "Footer", "footnotes": "Footnotes", "endnotes": "Endnotes"}
"""Parts beside the page's own text, by the last word of their relation."""
MOST_COLUMNS = 63  # of one table, in Word
UNSEEN = frozenset(("del", "moveFrom", "Fallback", "pPr", "rPr", "tblPr", "trPr", "tcPr", "sdtPr"))
"""What was taken out, what another form of the same stands beside, and how things look."""
SIGNS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def read(body: bytes, wanted: Wanted) -> Outline:
    """Paragraphs and tables in their order, before and behind them what stands at the pages' heads and feet."""
    return in_parts([("", bounded(_lines(_document(body))))], wanted)


def _document(body: bytes) -> Any:
    """What its library calls a Word file is one kind alone."""
    known = import_module("docx").opc.part.PartFactory.part_type_for
    known |= dict.fromkeys(KNOWN_TOO, import_module("docx.parts.document").DocumentPart)
    return import_module("docx.package").Package.open(io.BytesIO(body)).main_document_part.document


def _lines(document: Any) -> Iterator[str]:
    styles = {style.style_id: style.name or "" for style in document.styles}
    beyond = _beyond(document.part, styles)
    yield from beyond.pop("Header", ())
    yield from _blocks(document.element.body, styles)
    for found in beyond.values():
        yield from found


def _beyond(part: Any, styles: dict[str, str]) -> dict[str, list[str]]:
    """The lines of each of the other parts that hold text, the same ones once."""
    found: dict[str, list[str]] = {name: [] for name in BEYOND.values()}
    for relation in part.rels.values():
        name = BEYOND.get(relation.reltype.rpartition("/")[2])
        if name is not None and not relation.is_external:
            root = import_module("docx.oxml").parse_xml(relation.target_part.blob)
            text = "\n".join(line for line in _blocks(root, styles) if line.strip())
            if text and (line := f"[{name}] {text}") not in found[name]:
                found[name].append(line)
    return found


def _blocks(place: Any, styles: dict[str, str]) -> Iterator[str]:
    """Of a body, a cell, a box: what is wrapped in a control, an insertion or a tag stands there too."""
    for element in place:
        name = _name(element)
        if name == "p":
            yield _paragraph(element, styles)
            yield from _boxes(element, styles)
        elif name == "tr":
            yield CELLS.join(_cells(element, styles))
        elif name not in UNSEEN:
            yield from _blocks(element, styles)


def _cells(row: Any, styles: dict[str, str]) -> Iterator[str]:
    """A cell that goes over several columns is given once, the others of them empty."""
    for element in row:
        if _name(element) == "tc":
            yield " ".join(" ".join(_blocks(element, styles)).split())
            yield from [""] * (min(element.grid_span, MOST_COLUMNS) - 1)
        elif _name(element) not in UNSEEN:
            yield from _cells(element, styles)


def _paragraph(element: Any, styles: dict[str, str]) -> str:
    text = "".join(_words(element))
    is_heading = styles.get(element.style or "", "").startswith(("Heading", "Title"))
    return f"\n## {text}" if is_heading and text else text


def _words(element: Any) -> Iterator[str]:
    for child in element:
        name = _name(child)
        if name == "t":
            yield child.text or ""
        elif name == "oMath":
            yield line_of(child)
        elif name in SIGNS:
            yield SIGNS[name]
        elif name not in UNSEEN and name != "txbxContent":
            yield from _words(child)


def _boxes(element: Any, styles: dict[str, str]) -> Iterator[str]:
    """What stands in a paragraph's boxes, below it."""
    for child in element:
        name = _name(child)
        if name == "txbxContent":
            yield from _blocks(child, styles)
        elif name not in UNSEEN:
            yield from _boxes(child, styles)


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
