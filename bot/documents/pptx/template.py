"""Our presentation before its first slide: python-pptx's own, made wide and given our colours, fonts, master and four
layouts. Built in code, so that there is no file that nobody can read."""

import re
from dataclasses import dataclass
from typing import Any, Final

from lxml import etree
from pptx import Presentation
from pptx.util import Emu, Pt

from bot.documents.theme import DEEP, INK, LINK, MUTED, SERIES, TINT, hexadecimal

WIDTH: Final = 960.0  # points: 13.33 × 7.5 inches
HEIGHT: Final = 540.0
MARGIN: Final = 54.0
FAMILY: Final = "Calibri"
TITLE_SLIDE, CONTENT, TWO_COLUMNS, TITLE_ONLY = 0, 1, 2, 3
_KEPT: Final = (0, 1, 3, 5)  # of python-pptx's layouts
_NAMESPACES: Final = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
)
_UNWANTED: Final = ("dt", "ftr")


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle on a slide, in points."""

    x: float
    y: float
    width: float
    height: float

    def place(self, shape: Any) -> None:
        """Put a shape there."""
        shape.left, shape.top = Pt(self.x), Pt(self.y)
        shape.width, shape.height = Pt(self.width), Pt(self.height)


TITLE: Final = Frame(MARGIN, 30.0, WIDTH - 2 * MARGIN, 66.0)
BODY: Final = Frame(MARGIN, 116.0, WIDTH - 2 * MARGIN, 372.0)
GUTTER: Final = 36.0
HALF: Final = (BODY.width - GUTTER) / 2
NUMBER: Final = Frame(WIDTH - MARGIN - 90.0, 502.0, 90.0, 22.0)
OPENING: Final = Frame(MARGIN + 36.0, 150.0, WIDTH - 2 * MARGIN - 90.0, 140.0)
OPENING_LINE: Final = Frame(MARGIN + 36.0, 322.0, WIDTH - 2 * MARGIN - 90.0, 90.0)


def new_presentation() -> Any:
    """A presentation without slides: layouts TITLE_SLIDE, CONTENT, TWO_COLUMNS, TITLE_ONLY."""
    deck = Presentation()
    deck.slide_width, deck.slide_height = Pt(WIDTH), Pt(HEIGHT)
    size = deck.part._element.find(".//{*}sldSz")
    size.attrib.pop("type", None)
    master = deck.slide_master
    _theme(master)
    _keep_layouts(deck)
    _master(master)
    opening, content, columns, title_only = deck.slide_layouts
    _opening(opening)
    for layout in (content, columns, title_only):
        _without_footers(layout)
    left, right = (holder for holder in columns.placeholders if holder.placeholder_format.idx in (1, 2))
    Frame(BODY.x, BODY.y, HALF, BODY.height).place(left)
    Frame(BODY.x + HALF + GUTTER, BODY.y, HALF, BODY.height).place(right)
    return deck


def _theme(master: Any) -> None:
    part = next(rel.target_part for rel in master.part.rels.values() if rel.reltype.endswith("/theme"))
    theme = etree.fromstring(part.blob)
    namespaces = {"a": "http://schemas.openxmlformats.org/drawingml/2006/main"}
    colours = theme.find(".//a:clrScheme", namespaces)
    colours.set("name", "Palabre")
    slots = {"dk1": INK, "lt1": (255, 255, 255), "dk2": DEEP, "lt2": TINT, "hlink": LINK, "folHlink": MUTED}
    slots |= {f"accent{number}": colour for number, colour in enumerate(SERIES[:6], 1)}
    for name, colour in slots.items():
        slot = colours.find(f"a:{name}", namespaces)
        for old in list(slot):
            slot.remove(old)
        etree.SubElement(slot, f"{{{namespaces['a']}}}srgbClr", val=hexadecimal(colour))
    for face in theme.iterfind(".//a:fontScheme/*/a:latin", namespaces):
        face.set("typeface", FAMILY)
    part._blob = etree.tostring(theme, xml_declaration=True, encoding="UTF-8", standalone=True)


def _keep_layouts(deck: Any) -> None:
    layouts = list(deck.slide_layouts)
    for index, layout in enumerate(layouts):
        if index not in _KEPT:
            deck.slide_layouts.remove(layout)


def _master(master: Any) -> None:
    _without_footers(master)
    for holder in master.placeholders:
        kind = holder.element.ph.get("type")
        {"title": TITLE, "body": BODY, "sldNum": NUMBER}[kind].place(holder)
    _bar(master, Frame(0.0, 30.0, 10.0, 66.0), "accent3")
    _bar(master, Frame(MARGIN, 104.0, BODY.width, 0.9), "bg2", shade=90)
    styles = master.element.find("{*}txStyles")
    title = styles.find("{*}titleStyle/{*}lvl1pPr")
    title.set("algn", "l")
    _character(title, 3000, "tx2", bold=True)
    for level, (margin, size, bullet) in enumerate(((24, 2400, "•"), (48, 2100, "–")), 1):
        style = styles.find(f"{{*}}bodyStyle/{{*}}lvl{level}pPr")
        style.set("marL", str(Pt(margin)))
        style.set("indent", str(-Pt(22)))
        style.find("{*}buChar").set("char", bullet)
        style.insert(
            list(style).index(style.find("{*}buFont")), _xml('<a:buClr {}><a:schemeClr val="accent3"/></a:buClr>')
        )
        _character(style, size, "tx1")


def _opening(layout: Any) -> None:
    """The title slide: deep ground, a rule, large letters."""
    _without_footers(layout, "dt", "ftr", "sldNum")
    layout.element.set("showMasterSp", "0")
    common = layout.element.find("{*}cSld")
    ground = '<p:bg {}><p:bgPr><a:solidFill><a:schemeClr val="tx2"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>'
    common.insert(0, _xml(ground))
    title, line = layout.placeholders
    OPENING.place(title)
    OPENING_LINE.place(line)
    _bar(layout, Frame(MARGIN, 150.0, 9.0, 262.0), "accent3")
    _bar(layout, Frame(OPENING.x, 304.0, 96.0, 3.0), "accent2")
    _style(title, "b", 4400, "bg1", bold=True)
    _style(line, "t", 2200, "bg2")


def _style(holder: Any, anchor: str, size: int, colour: str, *, bold: bool = False) -> None:
    holder.element.txBody.bodyPr.set("anchor", anchor)
    styles = holder.element.txBody.find("{*}lstStyle")
    for old in list(styles):
        styles.remove(old)
    weight = ' b="1"' if bold else ""
    styles.append(
        _xml(
            f'<a:lvl1pPr {{}} marL="0" indent="0" algn="l"><a:buNone/><a:defRPr sz="{size}"{weight}><a:solidFill>'
            f'<a:schemeClr val="{colour}"/></a:solidFill></a:defRPr></a:lvl1pPr>'
        )
    )


def _character(style: Any, size: int, colour: str, *, bold: bool = False) -> None:
    character = style.find("{*}defRPr")
    character.set("sz", str(size))
    if bold:
        character.set("b", "1")
    character.find("{*}solidFill/{*}schemeClr").set("val", colour)


def _bar(owner: Any, frame: Frame, colour: str, *, shade: int = 100) -> None:
    """A filled rectangle behind everything else."""
    tree = owner.element.find("{*}cSld/{*}spTree")
    number = max(int(shape.get("id")) for shape in tree.iter("{*}cNvPr")) + 1
    lighter = f'<a:lumMod val="{shade}000"/>' if shade != 100 else ""
    off = f'x="{Pt(frame.x)}" y="{Pt(frame.y)}"'
    extent = f'cx="{Pt(frame.width)}" cy="{Emu(int(Pt(1) * frame.height))}"'
    source = (
        f'<p:sp {{}}><p:nvSpPr><p:cNvPr id="{number}" name="Bar {number}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/>'
        f'</p:nvSpPr><p:spPr><a:xfrm><a:off {off}/><a:ext {extent}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/>'
        f'</a:prstGeom><a:solidFill><a:schemeClr val="{colour}">{lighter}</a:schemeClr></a:solidFill><a:ln><a:noFill/>'
        f'</a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="fr-FR"/></a:p></p:txBody></p:sp>'
    )
    tree.insert(2, _xml(source))


def _without_footers(owner: Any, *kinds: str) -> None:
    for shape in list(owner.placeholders):
        if shape.element.ph.get("type") in (kinds or _UNWANTED):
            shape.element.getparent().remove(shape.element)


def _xml(source: str) -> Any:
    return etree.fromstring(re.sub(r"\{\}", _NAMESPACES, source))
