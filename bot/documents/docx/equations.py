"""Formulas as Word's own equations: LaTeX becomes MathML (as in PDFs), and MathML these elements of OMML (ISO/IEC
29500-1, 22.1).

LibreOffice reads them as text in a language of its own, in which a bracket must be closed where it was opened, a sign
must stand between two things, and some characters are orders. What would break there is written so that it does not."""

import logging
import re
from collections.abc import Callable, Sequence
from xml.etree import ElementTree as Markup

from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from lxml.etree import _Element as Element

from bot.documents.blocks import Latex
from bot.documents.docx.mathml import (
    BRACKETS,
    PAIRS,
    closing_of,
    end_of_sum,
    is_sum,
    kind_of,
    partner_of,
    propped,
    text_of,
)
from bot.documents.pdf.formulas import markup
from bot.documents.pdf.latex_source import readable

log = logging.getLogger(__name__)

BLANK = "\u200b"  # for whoever needs something to stand there: Word shows a dotted box for nothing, LibreOffice « ¿ »
ORDERS = frozenset('%#&"~`\\^_')  # to LibreOffice
CHARGE = re.compile(r"[0-9+−*-]*[+−*-]")
EMS = re.compile(r"\d*\.?\d+(?=em$)")
SPACES = ((0.9, "\u2003"), (0.4, "\u2002"), (0.2, "\u2005"), (0.01, "\u2009"))  # in em, from which on
ACCENTS = {"→": "\u20d7", "˙": "\u0307"} | dict.fromkeys("^ˆ\u0302", "\u0302") | dict.fromkeys("~\u0303", "\u0303")
BARS = frozenset("―¯‾\u0305\u0304_")


def equation_of(latex: Latex) -> Element | None:
    """The formula as m:oMath; None when it cannot be read: its text must do then."""
    source = readable(latex.source, displayed=latex.displayed)
    if source is None:
        return None
    try:
        root = Markup.fromstring(markup(source, displayed=latex.displayed))  # noqa: S314 - our own converter's
        equation = _made("m:oMath", *_row(list(root)))
    except Exception as problem:  # the converter raises a dozen kinds, all meaning: no formula
        log.info("formula left as text: %s", type(problem).__name__)
        return None
    return equation if len(equation) else None


def _made(name: str, *children: Element, **attributes: str) -> Element:
    element = OxmlElement(name, attrs={qn(f"m:{key}"): value for key, value in attributes.items()})
    element.extend(children)
    return element


def _row(nodes: Sequence[Markup.Element]) -> list[Element]:
    """Things side by side: brackets take in what stands between them, sums what follows them. At least one."""
    if CHARGE.fullmatch(signs := "".join(map(text_of, nodes))) and all(kind_of(node) in ("mo", "mn") for node in nodes):
        return [_run(signs, plain=True)]  # of an ion, or ℝ with a star
    made: list[Element] = []
    nodes, at = propped(nodes), 0
    while at < len(nodes):
        node = nodes[at]
        if (end := closing_of(nodes, at)) is not None:
            closed = end < len(nodes)
            made.append(_bracketed(text_of(node), text_of(nodes[end]) if closed else "", nodes[at + 1 : end]))
            at = end + 1
        elif (end := partner_of(nodes, at)) is not None:
            made.append(_scripted(nodes[end], _bracketed(text_of(node), PAIRS[text_of(node)], nodes[at + 1 : end])))
            at = end + 1
        elif is_sum(node):
            end = end_of_sum(nodes, at)
            made.append(_sum(node, nodes[at + 1 : end]))
            at = end
        else:
            made += _element(node)
            at += 1
    return made or [_run(BLANK, plain=True)]


def _scripted(node: Markup.Element, base: Element) -> Element:
    """What stands in brackets, with the exponent and the index that its closing bracket bears."""
    if kind_of(node) not in _PLACES:
        return base
    name, places = _PLACES[kind_of(node)]
    scripts = [_made(place, *_inner(part)) for place, part in zip(places[1:], list(node)[1:], strict=True)]
    return _made(name, _made("m:e", base), *scripts)


def _bracketed(left: str, right: str, inside: Sequence[Markup.Element]) -> Element:
    properties = _made("m:dPr", _made("m:begChr", val=left), _made("m:endChr", val=right))
    return _made("m:d", properties, _made("m:e", *_row(inside)))


def _sum(node: Markup.Element, following: Sequence[Markup.Element]) -> Element:
    """∑, ∫ and their like with their bounds and what they are of."""
    kind, parts = kind_of(node), list(node)
    sign = text_of(parts[0]) if parts else text_of(node)
    low = parts[1] if kind in ("msub", "munder", "msubsup", "munderover") else None
    high = parts[2] if kind in ("msubsup", "munderover") else parts[1] if kind in ("msup", "mover") else None
    beside = "subSup" if kind.startswith("ms") else "undOvr"
    properties = _made("m:naryPr", _made("m:chr", val=sign), _made("m:limLoc", val=beside))
    properties.extend(_made(name, val="1") for name, part in (("m:subHide", low), ("m:supHide", high)) if part is None)
    bounds = [_made(name, *_inner(part)) for name, part in (("m:sub", low), ("m:sup", high))]
    return _made("m:nary", properties, *bounds, _made("m:e", *_row(following)))


def _inner(node: Markup.Element | None) -> list[Element]:
    """What stands in a place of another, without the row around it."""
    if node is None:
        return []
    return _row(list(node) if kind_of(node) in ("mrow", "mstyle", "mtd", "mpadded", "mphantom") else [node])


def _element(node: Markup.Element) -> list[Element]:
    kind, parts = kind_of(node), list(node)
    if kind in _PLACES:
        name, places = _PLACES[kind]
        return [_made(name, *(_made(place, *_inner(part)) for place, part in zip(places, parts, strict=True)))]
    if kind in _KINDS:
        return [_KINDS[kind](node, parts)]
    if parts:
        return _row(parts)
    text = text_of(node)
    upright = kind == "mtext" or node.get("mathvariant") == "normal" or (kind != "mn" and len(text) > 1)
    return [_run(text, plain=upright or text in BRACKETS or not ORDERS.isdisjoint(text))] if text else []


def _run(text: str, *, plain: bool) -> Element:
    """A stretch of signs; `plain`: upright words, such as lim."""
    letters = _made("m:t")
    letters.text = text
    letters.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    return _made("m:r", _made("m:rPr", _made("m:nor")), letters) if plain else _made("m:r", letters)


def _fraction(node: Markup.Element, parts: Sequence[Markup.Element]) -> Element:
    """Of a binomial coefficient without its line."""
    bare = node.get("linethickness", "1").startswith("0")
    properties = [_made("m:fPr", _made("m:type", val="noBar"))] if bare else []
    return _made("m:f", *properties, _made("m:num", *_inner(parts[0])), _made("m:den", *_inner(parts[1])))


def _root(_node: Markup.Element, parts: Sequence[Markup.Element]) -> Element:
    properties = _made("m:radPr", _made("m:degHide", val="1"))
    return _made("m:rad", properties, _made("m:deg"), _made("m:e", *_row(list(parts))))


def _deep_root(_node: Markup.Element, parts: Sequence[Markup.Element]) -> Element:
    """OMML names the degree first."""
    return _made("m:rad", _made("m:deg", *_inner(parts[1])), _made("m:e", *_inner(parts[0])))


def _over(_node: Markup.Element, parts: Sequence[Markup.Element]) -> Element:
    sign = text_of(parts[1])
    base = _made("m:e", *_inner(parts[0]))
    if sign == "⏞":
        return _embraced(base, sign, "top")
    if sign in BARS:
        return _made("m:bar", _made("m:barPr", _made("m:pos", val="top")), base)
    if sign in ACCENTS:
        return _made("m:acc", _made("m:accPr", _made("m:chr", val=ACCENTS[sign])), base)
    return _made("m:limUpp", base, _made("m:lim", *_inner(parts[1])))


def _under_and_over(_node: Markup.Element, parts: Sequence[Markup.Element]) -> Element:
    low = _made("m:limLow", _made("m:e", *_inner(parts[0])), _made("m:lim", *_inner(parts[1])))
    return _made("m:limUpp", _made("m:e", low), _made("m:lim", *_inner(parts[2])))


def _table(_node: Markup.Element, rows: Sequence[Markup.Element]) -> Element:
    width = max((len(list(row)) for row in rows), default=1)
    first = next((cell for row in rows for cell in row), None)
    side = first.get("columnalign", "center") if first is not None else "center"
    column = _made("m:mcPr", _made("m:count", val=str(width)), _made("m:mcJc", val=side.split()[0]))
    made = [_made("m:mr", *(_made("m:e", *_row(list(cell))) for cell in row)) for row in rows]
    for row in made:
        row.extend(_made("m:e") for _ in range(width - len(row)))
    return _made("m:m", _made("m:mPr", _made("m:mcs", _made("m:mc", column))), *made)


def _under(_node: Markup.Element, parts: Sequence[Markup.Element]) -> Element:
    base, sign = _made("m:e", *_inner(parts[0])), text_of(parts[1])
    if sign == "⏟":
        return _embraced(base, sign, "bot")
    if sign in BARS:
        return _made("m:bar", _made("m:barPr", _made("m:pos", val="bot")), base)
    return _made("m:limLow", base, _made("m:lim", *_inner(parts[1])))


def _embraced(base: Element, brace: str, side: str) -> Element:
    properties = _made("m:groupChrPr", _made("m:chr", val=brace), _made("m:pos", val=side))
    return _made("m:groupChr", properties, base)


def _space(node: Markup.Element, _parts: Sequence[Markup.Element]) -> Element:
    """As wide as it is asked for: thin before dx, an em between two formulas."""
    found = EMS.match(node.get("width", ""))
    width = float(found[0]) if found else 0.0
    return _run(next((space * max(1, round(width)) for least, space in SPACES if width >= least), BLANK), plain=True)


_PLACES = {
    "msup": ("m:sSup", ("m:e", "m:sup")),
    "msub": ("m:sSub", ("m:e", "m:sub")),
    "msubsup": ("m:sSubSup", ("m:e", "m:sub", "m:sup")),
}
_KINDS: dict[str, Callable[[Markup.Element, Sequence[Markup.Element]], Element]] = {
    "mfrac": _fraction,
    "msqrt": _root,
    "mroot": _deep_root,
    "mover": _over,
    "munder": _under,
    "munderover": _under_and_over,
    "mtable": _table,
    "mspace": _space,
}
