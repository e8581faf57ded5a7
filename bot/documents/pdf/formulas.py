"""LaTeX to outlines by ziamath and its font. Heavy to import: only `formula_setter` does, for a document with formulas.

latex2mathml reads the formula, ziamath lays it out as SVG elements, and these few kinds become marks of a Drawing."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import pairwise

from ziamath.tex import tex2mml
from ziamath.zmath import Math

from bot.documents.pdf.drawing import Bar, Drawing, Glyph, Mark, Stroke
from bot.documents.pdf.latex_source import respelled, unknown_in

OUTLINE_SIZE = 12.0  # the size in which ziafont writes its symbols
OUTLINE_UNITS = 400.0  # of an outline to its size: errors of a hundredth of a point, two thirds of the bytes
SIDE = 0.06  # of the size: air to the left and right of a formula
# The typesetter's table puts these closer to their neighbours than + and −, which is not how a sum of products is set.
_CLOSE_SIGNS = re.compile(r"<mo>(?=&#x(?:000D7|000F7|022C5|02229|0222A|02227|02228|02218);</mo>)")
_AIRY = '<mo lspace="mediummathspace" rspace="mediummathspace">'
# The converter takes these for letters, which have no air around them.
_NO_LETTERS = re.compile(r"<mi>(&#x(?:02A7D|02A7E|000B1|02213);)</mi>")
# A sign behind a relation, an opening bracket or a comma belongs to what follows: x = −1 is no difference.
_OPENS = r"&#x(?:0003[CDE]|0226[0145]|02A7[DE]|0224[58]|0220[89]|02192|021D[24]|000D7|022C5|0002[8C]|0007B);|[\[:]"
_OWN_SIGN = re.compile(
    rf"((?:<mo(?: [^>]*)?>(?:{_OPENS})</mo>|<mi>;</mi>)(?:<mspace[^>]*/>)?)<mo>(?=&#x(?:02212|0002B|000B1);</mo>)"
)
_OPERATION = re.compile(r"([MLQCZ])([^MLQCZ]*)")

Point = tuple[float, float]


class UnreadableFormulaError(Exception):
    """What stands there is not a formula this typesetter can draw."""


def draw(latex: str, size: float, *, displayed: bool) -> Drawing:
    """The formula in letters of `size` points. Raises whatever the libraries raise for what they cannot read."""
    formula = Math(markup(latex, displayed=displayed), size=size, margin=0)
    _check_letters(formula)
    canvas = _Canvas("svg")
    bounds = formula.node.bbox
    side = SIDE * size
    formula.node.draw(side - min(0.0, bounds.xmin), 0, canvas)
    marks = _marks(canvas)
    if not marks:
        raise UnreadableFormulaError("nothing to see")
    end = max(bounds.xmax, formula.node.xadvance()) - min(0.0, bounds.xmin) + side
    return Drawing(marks, _trimmed(marks, end) + side, max(0.0, bounds.ymax), max(0.0, -bounds.ymin))


def _trimmed(marks: tuple[Mark, ...], end: float) -> float:
    """Where the ink ends: the typesetter leaves air behind a fraction, even when nothing follows."""
    bar = max((mark.x + mark.width for mark in marks if isinstance(mark, Bar)), default=0.0)
    return min(end, bar) if bar > max((mark.x for mark in marks), default=0.0) else end


def markup(latex: str, *, displayed: bool) -> str:
    """The formula as MathML. Raises UnreadableFormulaError, or whatever the converter raises."""
    markup = tex2mml(latex, inline=not displayed)
    unknown = unknown_in(markup)
    if unknown:
        again = respelled(latex, unknown)
        if again is None:
            raise UnreadableFormulaError("a macro that is not known")
        markup = tex2mml(again, inline=not displayed)
    if "\\" in markup:
        raise UnreadableFormulaError("a macro that is not known")
    markup = _NO_LETTERS.sub(r"<mo>\1</mo>", markup)
    return _CLOSE_SIGNS.sub(_AIRY, _OWN_SIGN.sub(r'\1<mo form="prefix">', markup))


def _check_letters(formula: Math) -> None:
    """Raise when the font lacks a sign: a white box tells less than the plain text does."""
    text = "".join(formula.mathml.itertext())
    if any(not character.isspace() and not formula.font.glyphindex(character) for character in text):
        raise UnreadableFormulaError("a sign the font does not have")


class _Canvas(ET.Element):
    """Gets the symbol of every glyph anew: glyphs assembled in different sizes bear one name."""

    def findall(self, path: str, namespaces: dict[str, str] | None = None) -> list[ET.Element]:
        return [] if path == "symbol" else super().findall(path, namespaces)


def _marks(canvas: ET.Element) -> tuple[Mark, ...]:
    symbols: dict[str, ET.Element] = {}
    marks: list[Mark] = []
    for element in canvas:
        if element.tag == "symbol":
            symbols[f"#{element.get('id')}"] = element
        else:
            marks += _mark(element, symbols)
    return tuple(marks)


def _mark(element: ET.Element, symbols: dict[str, ET.Element]) -> tuple[Mark, ...]:
    if element.tag == "use":
        return _glyph(element, symbols[element.attrib["href"]])
    if element.tag == "rect":
        x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
        if "stroke-width" not in element.attrib:
            return (Bar(x, y, width, height),)
        return _frame(x, y, width, height, float(element.attrib["stroke-width"]))
    if element.tag == "path":
        (x, y), (to_x, to_y) = ((points[-1]) for _kind, points in _operations(element.attrib["d"]))
        return (Stroke(x, y, to_x, to_y, float(element.attrib["stroke-width"])),)
    raise UnreadableFormulaError(element.tag)


def _glyph(use: ET.Element, symbol: ET.Element) -> tuple[Mark, ...]:
    """SVG places the symbol's box; a PDF wants the origin of its letters."""
    outline = " ".join(_outline(path.attrib["d"]) for path in symbol.iter("path"))
    if not outline:
        return ()  # a space
    left, top, _width, height = (float(number) for number in symbol.attrib["viewBox"].split())
    scale = float(use.attrib["height"]) / height
    x, y = float(use.attrib["x"]) - left * scale, float(use.attrib["y"]) - top * scale
    return (Glyph(outline, x, y, scale * OUTLINE_SIZE / OUTLINE_UNITS),)


def _frame(x: float, y: float, width: float, height: float, thickness: float) -> tuple[Mark, ...]:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
    return tuple(Stroke(*one, *other, thickness) for one, other in pairwise(corners))


@cache
def _outline(path: str) -> str:
    """An SVG path in PDF operators; quadratic curves become the same curves, cubic. Whole units: the outlines of a
    sign are then alike wherever it stands, and the page's compression keeps one of them."""
    written: list[str] = []
    at: Point = (0.0, 0.0)
    for kind, points in _operations(path):
        drawn = [_between(at, points[0]), _between(points[1], points[0]), points[1]] if kind == "Q" else points
        operator = {"M": "m", "L": "l", "Q": "c", "C": "c", "Z": "h"}[kind]
        written.append(" ".join([*(f"{_unit(x)} {_unit(y)}" for x, y in drawn), operator]))
        at = points[-1] if points else at
    return " ".join(written)


def _operations(path: str) -> list[tuple[str, list[Point]]]:
    operations = []
    for kind, text in _OPERATION.findall(path):
        numbers = [float(number) for number in text.split()]
        operations.append((kind, list(zip(numbers[::2], numbers[1::2], strict=True))))
    return operations


def _between(point: Point, control: Point) -> Point:
    return point[0] + (control[0] - point[0]) * 2 / 3, point[1] + (control[1] - point[1]) * 2 / 3


def _unit(value: float) -> int:
    return round(value * OUTLINE_UNITS / OUTLINE_SIZE)
