"""The words of a SmartArt, of slides and of Word files."""

from collections.abc import Iterator
from typing import Final

from lxml import etree

DIAGRAM: Final = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
TEXT: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}t"


def diagram_lines(data: bytes) -> Iterator[str]:
    """A line for each of its shapes that says something, in the order they were made."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    for point in etree.fromstring(data, parser).iter(f"{DIAGRAM}pt"):
        said = " ".join("".join(element.text or "" for element in point.iter(TEXT)).split())
        if said and point.get("type") != "pres":
            yield f"[Diagram] {said}"
