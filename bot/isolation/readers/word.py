"""The text of Word files since 2007: all that stands on their pages, whatever Word has wrapped it in."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, NamedTuple

from bot.isolation.markup import decoded, visible_of
from bot.isolation.readers.charts import chart_lines
from bot.isolation.readers.diagrams import diagram_lines
from bot.isolation.readers.equations import line_of
from bot.isolation.readers.letters import letter_of, words_of
from bot.isolation.readers.numbering import Numbering, W, numbering_of
from bot.isolation.readers.outline import CELLS, Outline, Wanted, bounded, in_parts
from bot.isolation.readers.scripts import Piece, written
from bot.isolation.readers.symbols import sign_of, unveiled
from bot.isolation.readers.word_notes import NOTES, comments_in, made_in, numbered
from bot.isolation.readers.word_packages import document_of

BEYOND = {"header": "Header", "footer": "Footer", "footnotes": "Footnotes", "endnotes": "Endnotes",
          "comments": "Comments", "diagramData": "Diagram", "chart": "Chart", "aFChunk": "Inserted"}  # fmt: skip
"""Parts beside the page's own text, by the last word of their relation."""
MOST_COLUMNS = 63  # of one table, in Word
UNSEEN = frozenset(("del", "moveFrom", "Fallback", "pPr", "rPr", "tblPr", "trPr", "tcPr", "sdtPr"))
"""What was taken out, what another form of the same stands beside, and how things look."""
SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


@dataclass(frozen=True, slots=True)
class Known:
    """What a paragraph's own element does not say: its style's name, its number, that of a note, and what somebody
    commented there (by its id), which stands below the paragraph: the end of a long file is far away."""

    styles: dict[str, str]
    numbering: Numbering
    notes: dict[tuple[str, str], str]
    comments: dict[str, str] = field(default_factory=dict)


class Look(NamedTuple):
    """How letters stand: `mark` as of a Piece."""

    mark: str = ""
    font: str = "Symbol"


def read(body: bytes, wanted: Wanted) -> Outline:
    """Paragraphs and tables in their order, before and behind them what stands at the pages' heads and feet."""
    return in_parts([("", bounded(_lines(document_of(body, BEYOND))))], wanted)


def parsed(body: bytes) -> Any:
    """The root of a part, its elements as the library knows them."""
    return import_module("docx.oxml").parse_xml(body)


def lines_of(root: Any) -> Iterator[str]:
    """Those of a file that is one part, as Word wrote them in 2003; its notes stand where their marks would."""
    said = ((_said(style, "styleId"), _said(style.find(f"{W}name"), "val")) for style in root.iter(f"{W}style"))
    styles = {style: f"{name[:1].upper()}{name[1:]}" for style, name in said}
    return blocks(root.find(f"{W}body"), Known(styles, Numbering(), {}))


def _lines(document: Any) -> Iterator[str]:
    styles = {style.style_id: style.name or "" for style in document.styles}
    numbering = numbering_of(_of_kind(document.part, "numbering"), document.styles.element)
    known = Known(styles, numbering, numbered(document.element.body))
    if (comments := _of_kind(document.part, "comments")) is not None:
        known.comments.update(comments_in(comments, known.notes, lambda comment: blocks(comment, known)))
    beyond = _beyond(document.part, known)
    yield from beyond.pop("Header", ())
    yield from blocks(document.element.body, known)
    for found in beyond.values():
        yield from found


def _of_kind(part: Any, kind: str) -> Any | None:
    """The root of the part that a file has of a kind, if it has one."""
    named = (relation for relation in part.rels.values() if relation.reltype.endswith(f"/{kind}"))
    return next((_root(relation.target_part) for relation in named if not relation.is_external), None)


def _root(part: Any) -> Any:
    return parsed(part.blob)


def _beyond(part: Any, known: Known) -> dict[str, list[str]]:
    """The lines of each of the other parts that hold text, the same ones once."""
    found: dict[str, list[str]] = {name: [] for name in BEYOND.values()}
    for relation in part.rels.values():
        name = BEYOND.get(relation.reltype.rpartition("/")[2])
        if name is not None and not relation.is_external:
            its = relation.target_part
            text = "\n".join(line for line in _lines_of(name, its, known) if line.strip())
            said = text if text.startswith(f"[{name}]") else f"[{name}] {text}"
            if text and said not in found[name]:
                found[name].append(said)
    return found


def _lines_of(name: str, part: Any, known: Known) -> Iterator[str]:
    """What is drawn and broken keeps nobody from the words of a file."""
    if name not in READ:
        yield from blocks(_root(part), known)
        return
    try:
        yield from READ[name](part)
    except (SyntaxError, ValueError):
        yield f"[{name}] it is damaged"


def _inserted(part: Any) -> Iterator[str]:
    """A page that Word takes in when it opens the file: programs on the web write all they say so."""
    if part.content_type == "message/rfc822":
        yield words_of(letter_of(part.blob))
    elif part.content_type in ("text/html", "application/xhtml+xml"):
        yield visible_of(decoded(part.blob, ""))


READ = {
    "Diagram": lambda part: diagram_lines(part.blob),
    "Chart": lambda part: chart_lines(part.blob),
    "Inserted": _inserted,
}
"""How parts are read that hold no paragraphs."""


def blocks(place: Any, known: Known) -> Iterator[str]:
    """The lines of a body, a cell, a box: what is wrapped in a control, an insertion or a tag stands there too."""
    for element in place:
        name = _name(element)
        if name == "p":
            yield _paragraph(element, known)
            yield from _boxes(element, known)
            yield from made_in(element, known.comments)
        elif name == "tr":
            yield CELLS.join(_cells(element, known))
        elif name == "comment" and _said(element, "id") in known.comments:
            continue
        elif name in NOTES:
            words = "\n".join(blocks(element, known)).strip()
            yield f"{known.notes.get((name, _said(element, 'id')), '')} {words}".strip()
        elif name not in UNSEEN:
            yield from blocks(element, known)


def _cells(row: Any, known: Known) -> Iterator[str]:
    """A cell that goes over several columns is given once, the others of them empty."""
    for element in row:
        if _name(element) == "tc":
            yield " ".join(" ".join(blocks(element, known)).split())
            yield from [""] * (min(element.grid_span, MOST_COLUMNS) - 1)
        elif _name(element) not in UNSEEN:
            yield from _cells(element, known)


def _paragraph(element: Any, known: Known) -> str:
    text = written(_words(element, Look()))
    label = known.numbering.label(element)
    is_heading = known.styles.get(element.style or "", "").startswith(("Heading", "Title"))
    if not text.strip():
        return text
    return f"\n## {label.lstrip()}{text}" if is_heading else f"{label}{text}"


def _words(element: Any, look: Look) -> Iterator[Piece]:
    for child in element:
        name = _name(child)
        if name == "t":
            yield Piece(unveiled(child.text or "", look.font), look.mark)
        elif name == "sym":
            yield Piece(_sign(child), look.mark)
        elif name == "oMath":
            yield Piece(line_of(child))
        elif name in SIGNS:
            yield Piece(SIGNS[name])
        elif name in MADE:
            yield Piece(MADE[name](child))
        elif name == "r":
            if (its := _look(child)) is not None:
                yield from _words(child, its)
        elif name not in UNSEEN and name != "txbxContent":
            yield from _words(child, look)


def _look(run: Any) -> Look | None:
    """How the letters of a run stand; None where nobody sees them."""
    found = {_name(each): each for each in run.rPr} if run.rPr is not None else {}
    if _is_on(found.get("vanish")):
        return None
    raised = _said(found.get("vertAlign"), "val")
    is_struck = _is_on(found.get("strike")) or _is_on(found.get("dstrike"))
    mark = "~" if is_struck else {"superscript": "^", "subscript": "_"}.get(raised, "")
    return Look(mark, _said(found.get("rFonts"), "ascii") or "Symbol")


def _is_on(switch: Any | None) -> bool:
    return switch is not None and _said(switch, "val") not in ("0", "false", "off", "none")


def _sign(element: Any) -> str:
    code = _said(element, "char")
    return sign_of(_said(element, "font"), int(code, 16)) if re.fullmatch(r"[0-9A-Fa-f]{2,4}", code) else ""


def _ticked(box: Any) -> str:
    said = {_name(each): each for each in box}
    return "☒" if _is_on(said.get("checked", said.get("default"))) else "☐"


def _chosen(choice: Any) -> str:
    """Of a list to choose from; the first where nobody has."""
    options = [_said(each, "val") for each in choice if _name(each) == "listEntry"]
    said = {_name(each): _said(each, "val") for each in choice}
    place = said.get("result", said.get("default", "0"))
    return options[int(place)] if place.isdecimal() and int(place) < len(options) else ""


def _mark(note: Any) -> str:
    return note.text or ""  # since `numbered`


MADE = {"checkBox": _ticked, "ddList": _chosen, **{f"{kind}Reference": _mark for kind in NOTES}}
"""What is shown of things that hold no text: of fields in forms as Word has had them since 1997, and of notes."""


def _said(element: Any | None, name: str) -> str:
    return str(element.get(f"{W}{name}") or "") if element is not None else ""


def _boxes(element: Any, known: Known) -> Iterator[str]:
    """What stands in a paragraph's boxes, below it."""
    for child in element:
        name = _name(child)
        if name == "txbxContent":
            yield from blocks(child, known)
        elif name not in UNSEEN:
            yield from _boxes(child, known)


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
