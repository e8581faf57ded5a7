"""Word's equations (OMML, ISO/IEC 29500-1, 22.1) as a line of text: `(x+1)/2`, `x²`, `∑_(k=0)ⁿ`. What stands above or
below in them must not run together with what stands beside."""

import re
from collections.abc import Callable
from typing import Any

from bot.text.latex_reader import Fraction, joined, script

VALUE = "{http://schemas.openxmlformats.org/officeDocument/2006/math}val"
PLAIN = re.compile(r"[0-9]+(?:[.,][0-9]+)?|\w?")  # what needs no brackets
UNSEEN = ("del", "moveFrom")


def line_of(element: Any) -> str:
    """The text of an m:oMath, or of anything in one."""
    return joined([part for child in element for part in _parts(child)])


def _parts(element: Any) -> list[str]:
    name = _name(element)
    if name in _LINES:
        return [part for part in (_LINES[name](element),) if part]
    if name == "t":
        return [element.text or ""]
    if name.endswith("Pr") or name in UNSEEN:
        return []
    return [part for child in element for part in _parts(child)]


def _name(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else "Pr"


def _of(element: Any, name: str) -> str:
    """The line in one of its places."""
    return next((line_of(child).strip() for child in element if _name(child) == name), "")


def _said(element: Any, name: str, usual: str) -> str:
    """One of its properties; one that is there without a value is nothing."""
    found = next((child for part in element for child in part if _name(child) == name), None)
    return usual if found is None else found.get(VALUE, "")


def _bracketed(text: str) -> str:
    return text if PLAIN.fullmatch(text) else f"({text})"


def _fraction(element: Any) -> str:
    top, bottom = _of(element, "num"), _of(element, "den")
    if _said(element, "type", "bar") == "noBar":
        return f"{top} ; {bottom}"
    return Fraction(f"{_bracketed(top)}/{_bracketed(bottom)}")


def _scripted(element: Any) -> str:
    within = next((child for child in element if _name(child) == "e"), ())
    base = joined([part for child in within for part in _parts(child)])
    if ("/" in base or " " in base) and [_name(child) for child in within][-1:] != ["d"]:
        base = f"({base})"
    low, high = _of(element, "sub"), _of(element, "sup")
    scripts = f"{script(low, '_') if low else ''}{script(high, '^') if high else ''}"
    if _name(element) == "sPre":
        return f"{scripts}{base}"
    return f"{base}{scripts}"


def _root(element: Any) -> str:
    degree = _of(element, "deg")
    return f"{script(degree, '^') if degree else ''}√{_bracketed(_of(element, 'e'))}"


def _sum(element: Any) -> str:
    low, high = _of(element, "sub"), _of(element, "sup")
    bounds = f"{script(low, '_') if low else ''}{script(high, '^') if high else ''}"
    return f"{_said(element, 'chr', '∫')}{bounds} {_of(element, 'e')}"


def _delimited(element: Any) -> str:
    between = _said(element, "sepChr", "|").join(line_of(child) for child in element if _name(child) == "e")
    return f"{_said(element, 'begChr', '(')}{between}{_said(element, 'endChr', ')')}"


def _limited(element: Any) -> str:
    mark = "_" if _name(element) == "limLow" else "^"
    limit = _of(element, "lim")
    return f"{_of(element, 'e')}{script(limit, mark) if limit else ''} "


def _accented(element: Any) -> str:
    return f"{_of(element, 'e')}{_said(element, 'chr', '̂')}"


def _barred(element: Any) -> str:
    line = "̅" if _said(element, "pos", "bot") == "top" else "̲"
    return "".join(f"{letter}{line}" for letter in _of(element, "e"))


def _function(element: Any) -> str:
    return f"{_of(element, 'fName')} {_of(element, 'e')}"


def _rows(element: Any) -> str:
    rows = ((line_of(cell) for cell in row) for row in element if _name(row) == "mr")
    return " ; ".join(" ".join(filter(None, row)) for row in rows)


def _stacked(element: Any) -> str:
    return " ; ".join(line_of(row) for row in element if _name(row) == "e")


_LINES: dict[str, Callable[[Any], str]] = {
    "f": _fraction,
    **dict.fromkeys(("sSup", "sSub", "sSubSup", "sPre"), _scripted),
    **dict.fromkeys(("limLow", "limUpp"), _limited),
    "rad": _root,
    "nary": _sum,
    "d": _delimited,
    "acc": _accented,
    "bar": _barred,
    "func": _function,
    "m": _rows,
    "eqArr": _stacked,
}
