"""What a row of MathML, as the converter gives it, holds: where brackets close, where sums end, which signs lack
something to stand against. Nothing is made here."""

import unicodedata
from collections.abc import Sequence
from xml.etree import ElementTree as Markup

from bot.text.safe import safe_text

PAIRS = {"(": ")", "[": "]"}
BRACKETS = frozenset("()[]|‖")
PREFIXES = frozenset("+-−±∓¬")
THINGS = frozenset("∞∂∇∀∃∅")  # signs that stand for something
SUMS = frozenset("∑∏∐⋃⋂∫∬∭∮")
OPENING, CLOSING = "([{⟨|‖⌊⌈", ")]}⟩|‖⌋⌉"
ENDS_A_SUM = frozenset("=≠<>≤≥≈≡⇔⇒→,;")
HOLDS_A_SUM = ("mo", "msub", "msup", "msubsup", "munder", "munderover", "mover")


def kind_of(node: Markup.Element) -> str:
    """`mrow`, `mi`…"""
    return node.tag.rpartition("}")[2]


def text_of(node: Markup.Element) -> str:
    """What stands in it, safe, without the signs that nobody sees."""
    return safe_text("".join(node.itertext())).strip("\u2061\u2062")


def is_sum(node: Markup.Element) -> bool:
    """Whether it is ∑, ∫ or their like, with bounds or without."""
    sign = text_of(next(iter(node), node))
    return kind_of(node) in HOLDS_A_SUM and bool(sign) and sign in SUMS


def closing_of(nodes: Sequence[Markup.Element], at: int) -> int | None:
    """Where the bracket that opens at `at` closes: at the end when it never does, as a system's does not."""
    node = nodes[at]
    if kind_of(node) != "mo" or text_of(node) not in OPENING or not text_of(node):
        return None
    if node.get("form") != "prefix" and not any(kind_of(other) == "mtable" for other in nodes[at + 1 : at + 2]):
        return None
    depth = 0
    for place in range(at, len(nodes)):
        if kind_of(nodes[place]) == "mo" and text_of(nodes[place]):
            depth += place == at or (nodes[place].get("form") == "prefix" and text_of(nodes[place]) in OPENING)
            depth -= place > at and (nodes[place].get("form") == "postfix" or text_of(nodes[place]) in CLOSING)
            if depth == 0:
                return place
    return len(nodes)


def propped(nodes: Sequence[Markup.Element]) -> list[Markup.Element]:
    """The same with nothing for a sign to stand against where it is first, last, or beside another."""
    made: list[Markup.Element] = []
    waits = True  # for something to stand there
    for node in (node for node in nodes if len(node) or text_of(node) or kind_of(node) == "mspace"):
        is_sign = _is_sign(node)
        if waits and is_sign and text_of(node) not in PREFIXES:
            made.append(Markup.Element("mspace", width="0em"))
        made.append(node)
        waits = is_sign
    return [*made, Markup.Element("mspace", width="0em")] if waits and made else made


def _is_sign(node: Markup.Element) -> bool:
    """Whether it stands between two things."""
    sign = text_of(node)
    if kind_of(node) != "mo" or len(sign) != 1 or sign in THINGS or sign in SUMS or sign in BRACKETS:
        return False
    return sign in "*/-" or unicodedata.category(sign) in ("Sm", "So")


def partner_of(nodes: Sequence[Markup.Element], at: int) -> int | None:
    """Where a bracket that does not grow closes, as itself or below an exponent; none for the ends of ]0 ; 1[."""
    if text_of(nodes[at]) not in PAIRS or kind_of(nodes[at]) != "mo":
        return None
    depth = 0
    for place in range(at, len(nodes)):
        sign = _bracket(nodes[place])
        depth += (sign in PAIRS) - (sign in PAIRS.values())
        if depth == 0:
            return place if sign == PAIRS[text_of(nodes[at])] else None
    return None


def _bracket(node: Markup.Element) -> str:
    base = node[0] if kind_of(node) in ("msup", "msub", "msubsup") and len(node) else node
    return text_of(base) if kind_of(base) == "mo" else ""


def end_of_sum(nodes: Sequence[Markup.Element], at: int) -> int:
    """Behind what is summed up: before the next relation or comma that stands in no brackets."""
    place = at + 1
    while place < len(nodes) and text_of(nodes[place]) not in ENDS_A_SUM:
        end = partner_of(nodes, place)
        place = (place if end is None else end) + 1
    return place
