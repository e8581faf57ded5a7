"""Formulas as Word's own equations: LaTeX becomes MathML (as in PDFs), and MathML these elements of OMML (ISO/IEC
29500-1, 22.1)."""

import logging
from collections.abc import Callable, Sequence
from xml.etree import ElementTree as Markup

from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from lxml.etree import _Element as Element

from bot.documents.blocks import Latex
from bot.documents.pdf.formulas import markup
from bot.documents.pdf.latex_source import readable
from bot.text.safe import safe_text

log = logging.getLogger(__name__)

SUMS = frozenset("∑∏∐⋃⋂∫∬∭∮")
OPENING, CLOSING = "([{⟨|‖⌊⌈", ")]}⟩|‖⌋⌉"
ENDS_A_SUM = frozenset("=≠<>≤≥≈≡⇔⇒→,;")
ACCENTS = {"→": "\u20d7", "˙": "\u0307"} | dict.fromkeys("^ˆ\u0302", "\u0302") | dict.fromkeys("~\u0303", "\u0303")
HOLDS_A_SUM = ("mo", "msub", "msup", "msubsup", "munder", "munderover", "mover")
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


def _name(node: Markup.Element) -> str:
    return node.tag.rpartition("}")[2]


def _text(node: Markup.Element) -> str:
    return safe_text("".join(node.itertext())).strip("\u2061\u2062")


def _row(nodes: Sequence[Markup.Element]) -> list[Element]:
    """Things side by side: brackets take in what stands between them, sums what follows them."""
    made: list[Element] = []
    at = 0
    while at < len(nodes):
        node = nodes[at]
        end = _closing(nodes, at)
        if end is not None:
            closed = end < len(nodes)
            made.append(_bracketed(_text(node), _text(nodes[end]) if closed else "", nodes[at + 1 : end]))
            at = end + 1
        elif _is_sum(node):
            end = next((i for i in range(at + 1, len(nodes)) if _text(nodes[i]) in ENDS_A_SUM), len(nodes))
            made.append(_sum(node, nodes[at + 1 : end]))
            at = end
        else:
            made += _element(node)
            at += 1
    return made


def _closing(nodes: Sequence[Markup.Element], at: int) -> int | None:
    """Where the bracket that opens at `at` closes: at the end when it never does, as a system's does not."""
    node = nodes[at]
    if _name(node) != "mo" or _text(node) not in OPENING or not _text(node):
        return None
    if node.get("form") != "prefix" and not any(_name(other) == "mtable" for other in nodes[at + 1 : at + 2]):
        return None
    depth = 0
    for place in range(at, len(nodes)):
        if _name(nodes[place]) == "mo" and _text(nodes[place]):
            depth += nodes[place].get("form") == "prefix" or place == at
            depth -= place > at and (nodes[place].get("form") == "postfix" or _text(nodes[place]) in CLOSING)
            if depth == 0:
                return place
    return len(nodes)


def _bracketed(left: str, right: str, inside: Sequence[Markup.Element]) -> Element:
    properties = _made("m:dPr", _made("m:begChr", val=left), _made("m:endChr", val=right))
    return _made("m:d", properties, _made("m:e", *_row(inside)))


def _is_sum(node: Markup.Element) -> bool:
    sign = _text(next(iter(node), node))
    return _name(node) in HOLDS_A_SUM and bool(sign) and sign in SUMS


def _sum(node: Markup.Element, following: Sequence[Markup.Element]) -> Element:
    """∑, ∫ and their like with their bounds and what they are of."""
    kind, parts = _name(node), list(node)
    sign = _text(parts[0]) if parts else _text(node)
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
    return _row(list(node)) if _name(node) in ("mrow", "mstyle", "mtd", "mpadded", "mphantom") else _element(node)


def _element(node: Markup.Element) -> list[Element]:
    kind, parts = _name(node), list(node)
    if kind in _PLACES:
        name, places = _PLACES[kind]
        return [_made(name, *(_made(place, *_inner(part)) for place, part in zip(places, parts, strict=True)))]
    if kind in _KINDS:
        return [_KINDS[kind](node, parts)]
    if parts:
        return _row(parts)
    text = _text(node)
    return [_run(text, plain=kind == "mtext" or (kind != "mn" and len(text) > 1))] if text else []


def _run(text: str, *, plain: bool) -> Element:
    """A stretch of signs; `plain`: upright words, such as lim."""
    letters = _made("m:t")
    letters.text = text
    letters.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    return _made("m:r", _made("m:rPr", _made("m:nor")), letters) if plain else _made("m:r", letters)


def _root(_node: Markup.Element, parts: Sequence[Markup.Element]) -> Element:
    properties = _made("m:radPr", _made("m:degHide", val="1"))
    return _made("m:rad", properties, _made("m:deg"), _made("m:e", *_row(list(parts))))


def _deep_root(_node: Markup.Element, parts: Sequence[Markup.Element]) -> Element:
    """OMML names the degree first."""
    return _made("m:rad", _made("m:deg", *_inner(parts[1])), _made("m:e", *_inner(parts[0])))


def _over(_node: Markup.Element, parts: Sequence[Markup.Element]) -> Element:
    sign = _text(parts[1])
    base = _made("m:e", *_inner(parts[0]))
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


def _space(_node: Markup.Element, _parts: Sequence[Markup.Element]) -> Element:
    return _run("\u2003", plain=True)


_PLACES = {
    "mfrac": ("m:f", ("m:num", "m:den")),
    "msup": ("m:sSup", ("m:e", "m:sup")),
    "msub": ("m:sSub", ("m:e", "m:sub")),
    "msubsup": ("m:sSubSup", ("m:e", "m:sub", "m:sup")),
    "munder": ("m:limLow", ("m:e", "m:lim")),
}
_KINDS: dict[str, Callable[[Markup.Element, Sequence[Markup.Element]], Element]] = {
    "msqrt": _root,
    "mroot": _deep_root,
    "mover": _over,
    "munderover": _under_and_over,
    "mtable": _table,
    "mspace": _space,
}
