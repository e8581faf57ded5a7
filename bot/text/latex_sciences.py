r"""Chemistry (mhchem: `\ce{2H2 + O2 -> 2H2O}`) and quantities (siunitx: `\SI{25}{\meter\per\second}`) as the plain
LaTeX that every reader of formulas knows. Never raises."""

import re
from collections.abc import Callable
from typing import Final

MACROS: Final = frozenset("ce pu num ang si unit SI qty".split())
_GROUP: Final = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"  # with two more inside each other
_OPTION: Final = r"(?:\[[^\[\]]*\])?"
_MACROS: Final = re.compile(
    rf"\\(?:(?P<one>ce|pu|num|ang|si|unit){_OPTION}\s*{_GROUP}|(?:SI|qty){_OPTION}\s*{_GROUP}\s*{_GROUP})"
)
_CHEMISTRY: Final = re.compile(
    r"(?P<arrow><=>|<->|->|<-)(?:\[(?P<above>[^\]]{0,100})\])?(?:\[(?P<below>[^\]]{0,100})\])?"
    r"|(?P<kept>\$[^$]*\$|\\[A-Za-z]+|\\.)"
    r"|(?P<leaves>(?<=\s)[v^](?=\s|$))"
    r"|(?P<script>[_^](?:\{[^{}]*\}|\d*[+-]|\d+|\w))"
    r"|(?P<part>(?<![\w)\]])\d+/\d+)"
    r"|(?P<count>(?<=[A-Za-z)\]])\d+)"
    r"|(?P<charge>(?<=[A-Za-z0-9)\]])[+-](?=[\s)\],;]|$))"
    r"|(?P<number>\d+(?:[.,]\d+)?)|(?P<dot>[.*·](?=\S))|(?P<bond>\#)|(?P<letters>[A-Za-z]+)"
)
_ARROWS: Final = {"->": "rightarrow", "<-": "leftarrow", "<->": "leftrightarrow", "<=>": "rightleftharpoons"}
_POWER_OF_TEN: Final = re.compile(r"(?<=\d)\s*[eE]([+-]?\d+)")
_UNIT: Final = re.compile(r"\\(?P<macro>[A-Za-z]+)(?:\{(?P<of>[^{}]*)\})?|(?P<letters>[^\W\d_]+)|(?P<sign>[.*·~])")
_SHORT_UNIT: Final = re.compile(r"([^\W\d_]+)(-?\d+)?")
_PREFIXES: Final = {
    "pico": "p", "nano": "n", "micro": "μ", "milli": "m", "centi": "c", "deci": "d", "deca": "da", "hecto": "h",
    "kilo": "k", "mega": "M", "giga": "G", "tera": "T",
}  # fmt: skip
_UNITS: Final = {
    "meter": "m", "metre": "m", "gram": "g", "kilogram": "kg", "second": "s", "minute": "min", "hour": "h", "day": "d",
    "ampere": "A", "kelvin": "K", "mole": "mol", "candela": "cd", "newton": "N", "joule": "J", "watt": "W",
    "pascal": "Pa", "hertz": "Hz", "coulomb": "C", "volt": "V", "ohm": r"\Omega ", "farad": "F", "tesla": "T",
    "henry": "H", "siemens": "S", "weber": "Wb", "becquerel": "Bq", "gray": "Gy", "sievert": "Sv", "lumen": "lm",
    "lux": "lx", "liter": "L", "litre": "L", "tonne": "t", "hectare": "ha", "radian": "rad", "electronvolt": "eV",
    "percent": r"\%", "degree": r"^{\circ}", "celsius": r"^{\circ}C", "degreeCelsius": r"^{\circ}C", "micron": "μm",
}  # fmt: skip
_BEFORE: Final = {"square": "2", "cubic": "3"}
_BEHIND: Final = {"squared": "2", "cubed": "3"}


def in_plain_latex(latex: str) -> str:
    """The formula without macros of these two packages."""
    return _MACROS.sub(_plain, latex)


def _plain(found: re.Match[str]) -> str:
    if found["one"] is None:
        return rf"{_number(found[3])}\,{_unit(found[4])}"
    return _ONE_GROUP[found["one"]](found[2])


def _chemistry(formula: str) -> str:
    return _CHEMISTRY.sub(_piece, formula).strip()


def _piece(found: re.Match[str]) -> str:
    kind, text = str(found.lastgroup), found[0]
    if found["arrow"]:
        notes = ", ".join(_chemistry(note) for note in (found["above"], found["below"]) if note)
        arrow = _ARROWS[found["arrow"]]
        return rf" \xrightarrow{{{notes}}} " if notes and arrow == "rightarrow" else rf" \{arrow} "
    if kind == "script":  # one that stands before its element belongs to no other
        alone = not found.start() or found.string[found.start() - 1] in " (["
        return ("{}" if alone else "") + f"{text[0]}{{{text[1:].strip('{}')}}}"
    return _PIECES[kind](text) if kind in _PIECES else text


def _fraction(text: str) -> str:
    over, under = text.split("/")
    return rf"\frac{{{over}}}{{{under}}}"


def _number(text: str) -> str:
    return _POWER_OF_TEN.sub(r"\\times 10^{\1}", text.strip())


def _unit(text: str) -> str:
    r"""`\meter\per\second\squared`, or as it is said with letters: `m.s^{-2}`."""
    made, prefix, power, sign = "", "", "", ""
    end = 0
    for found in _UNIT.finditer(text):
        made, end = made + text[end : found.start()].strip(), found.end()
        name = found["macro"] or ""
        if name in _PREFIXES:
            prefix = _PREFIXES[name]
        elif name == "per":
            sign = "-"
        elif name in _BEFORE:
            power = _BEFORE[name]
        elif name in _BEHIND or name == "tothe":
            made = _raised(made, _BEHIND.get(name) or found["of"] or "1")
        elif found["sign"]:
            made += r"\cdot "
        else:
            joint = r"\cdot " if name and made else ""
            exponent = sign + (power or "1" * bool(sign))
            letters = prefix + (_UNITS.get(name, name) if name else found["letters"])
            made += rf"{joint}\mathrm{{{letters}}}" + (f"^{{{exponent}}}" if exponent else "")
            prefix = power = sign = ""
    return made + text[end:].strip()


def _raised(made: str, power: str) -> str:
    """The last unit to a power; one that is divided by is so still."""
    under = made.removesuffix("^{-1}")
    return f"{under}^{{{'-' * (under != made)}{power}}}"


def _quantity(text: str) -> str:
    r"""`9.81 m/s2`: a number, and units whose powers stand on the line."""
    number, space, unit = text.strip().partition(" ")
    if not number[:1].isdigit() and number[:1] not in "+-":
        number, space, unit = "", "", text.strip()
    parts = (_SHORT_UNIT.sub(_short, part) for part in unit.split())
    return _number(number) + r"\," * bool(space) + r"\,".join(parts).replace(".", r"\cdot ").replace("*", r"\cdot ")


def _short(found: re.Match[str]) -> str:
    return rf"\mathrm{{{found[1]}}}" + (f"^{{{found[2]}}}" if found[2] else "")


def _angle(text: str) -> str:
    marks = (r"^{\circ}", "'", "''")
    return "".join(part.strip() + mark for part, mark in zip(text.split(";"), marks, strict=False) if part.strip())


_PIECES: Final[dict[str, Callable[[str], str]]] = {
    "leaves": lambda text: r" \uparrow " if text == "^" else r" \downarrow ",
    "part": _fraction,
    "count": lambda text: f"_{{{text}}}",
    "charge": lambda text: f"^{{{text}}}",
    "dot": lambda _text: r"\cdot ",
    "bond": lambda _text: r"\equiv ",
    "letters": lambda text: rf"\mathrm{{{text}}}",
    "kept": lambda text: text.strip("$"),
}
_ONE_GROUP: Final[dict[str, Callable[[str], str]]] = {
    "ce": _chemistry,
    "pu": _quantity,
    "num": _number,
    "ang": _angle,
    "si": _unit,
    "unit": _unit,
}
