"""Formulas on web pages as a line of text: the LaTeX that a page brings along where it does, else what its MathML
says. Pages show them as pictures, or beside a copy that nobody sees. Only ever run in child processes."""

import re
from collections.abc import Callable

import lxml.html

from bot.text.latex_reader import Fraction, joined, script

# A picture of a formula has its source as the words for whoever cannot see it.
PICTURES = "//img[@alt][contains(@alt,'\\') or contains(@class,'latex') or contains(@class,'math')]"
DISPLAYED = re.compile(r"\{?\\(?:display|text)style\s?(.*?)\}?", re.DOTALL)
PLAIN = re.compile(r"[0-9]+(?:[.,][0-9]+)?|\w?")  # what needs no brackets
UNSEEN = ("annotation", "annotation-xml", "mphantom", "none", "mprescripts")


def write_pictures(tree: lxml.html.HtmlElement) -> None:
    """Put the source of formulas in the place of their pictures, before what is hidden is dropped: screen readers are
    told to pass over such pictures."""
    for picture in tree.xpath(PICTURES):
        _become(picture, _of_source(picture.get("alt")))


def write_mathml(tree: lxml.html.HtmlElement) -> None:
    """Put a line of text in the place of each formula in MathML."""
    for element in [found for found in tree.iter() if _name(found) == "math"]:
        sources = [part.text or "" for part in element.iter() if _name(part) == "annotation" and _is_latex(part)]
        source = (sources[0] if sources else "") or element.get("alttext") or ""
        _become(element, _of_source(source) if source.strip() else _line(element))


def _become(element: lxml.html.HtmlElement, text: str) -> None:
    for child in list(element):
        element.remove(child)
    element.attrib.clear()
    element.tag, element.text = "span", text


def _of_source(latex: str) -> str:
    latex = " ".join(latex.split()).strip("$ ")
    shown = DISPLAYED.fullmatch(latex)
    return f"${(shown[1] if shown else latex).strip()}$"


def _is_latex(annotation: lxml.html.HtmlElement) -> bool:
    return "tex" in (annotation.get("encoding") or "").lower()


def _name(element: lxml.html.HtmlElement) -> str:
    return element.tag.rpartition(":")[2] if isinstance(element.tag, str) else ""


def _line(element: lxml.html.HtmlElement) -> str:
    """What an element says, on one line."""
    name = _name(element)
    if name in UNSEEN or not name:
        return ""
    parts = [_line(child) for child in element if _name(child)]
    if name in _LINES and len(parts) >= _PARTS[name]:
        return _LINES[name](parts)
    return joined([part for part in (" ".join((element.text or "").split()), *parts) if part])


def _bracketed(text: str) -> str:
    return text if PLAIN.fullmatch(text) else f"({text})"


def _fraction(parts: list[str]) -> str:
    return Fraction(f"{_bracketed(parts[0])}/{_bracketed(parts[1])}")


def _base(text: str) -> str:
    return f"({text})" if isinstance(text, Fraction) else text


def _scripted(parts: list[str], marks: str) -> str:
    raised = (script(part, mark) for part, mark in zip(parts[1:], marks, strict=False) if part)
    return _base(parts[0]) + "".join(raised)


_LINES: dict[str, Callable[[list[str]], str]] = {
    "mfrac": _fraction,
    "msqrt": lambda parts: f"√{_bracketed(joined(parts))}",
    "mroot": lambda parts: f"{script(parts[1], '^')}√{_bracketed(parts[0])}",
    **dict.fromkeys(("msup", "mover"), lambda parts: _scripted(parts, "^")),
    **dict.fromkeys(("msub", "munder"), lambda parts: _scripted(parts, "_")),
    **dict.fromkeys(("msubsup", "munderover"), lambda parts: _scripted(parts, "_^")),
    "mfenced": lambda parts: f"({' ; '.join(parts)})",
    "mtr": " ".join,
    "mtable": " ; ".join,
}
_PARTS = dict.fromkeys(_LINES, 2) | {"msqrt": 1, "mfenced": 0, "mtr": 0, "mtable": 0, "msubsup": 3, "munderover": 3}
