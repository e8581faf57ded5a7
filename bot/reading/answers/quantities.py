"""What a number is worth, with its unit: 3/4, 0,75 and 75 %; √2/2 and 1/√2; 1,5 km and 1500 m; 1 h 30 and 90 min. Pure;
in which form it is written is read in `formulas`."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from bot.reading.answers.formulas import formula
from bot.reading.words.figures import in_figures
from bot.text.folding import folded

LONGEST: Final = 40  # characters
_THOUSANDS: Final = re.compile(r"(?<!\d)[1-9]\d{0,2}[.,]\d{3}(?!\d)")  # 1.500 may be fifteen hundred
_MOST_POWER: Final = 30
_MOST_ROOT: Final = 10_000
_PREFIXES: Final = {
    "k": Fraction(1000),
    "h": Fraction(100),
    "da": Fraction(10),
    "d": Fraction(1, 10),
    "c": Fraction(1, 100),
    "m": Fraction(1, 1000),
}
_NUMBER: Final = re.compile(
    r"(?P<whole>\d+ (?=\d+/\d))?(?P<top>\d+(?:\.\d+)?)?(?:e(?P<tens>-?\d{1,2}))?\*?"
    r"(?:(?P<base>10|(?<!\d)\d{1,3})\^(?P<power>-?\d{1,2}))?\*?(?P<root>√\d+)?"
    r"(?:/(?P<under>(?!√)\d+(?:\.\d+)?(?:\^\d{1,2})?)?(?P<under_root>√\d+)?)?(?P<unit>[%‰°]|(?:[a-z]+(?:/[a-z]+)?[23]?)?)"
)
_POWER: Final = re.compile(r"(\d+)\^(-?\d{1,2})")
_HALF: Final = re.compile(r"(\d+)([a-z]+)et(?:demie?|un1/2|1/2)")
_ONE: Final = re.compile(
    r"\b(?:une?|one|an)\s+(?=heure|hour|minute|(?:kilo|hecto|deci|centi|milli)?(?:metre|meter|gramm|litre|liter))"
)
_AND_HALF: Final = re.compile(r"^(?:une?|one)\s+(?:et\s+demie?|and\s+a\s+half)$")
_COMPOUND: Final = re.compile(r"(\d+)(h|min|km|m|kg)(\d+)(min|s|mn|m|cm|g)?(?:(\d+)s?)?")
_NEXT: Final = {("h", "min"), ("min", "s"), ("km", "m"), ("m", "cm"), ("kg", "g")}
_UNSAID: Final = {("h", 2): "min", ("km", 3): "m", ("m", 2): "cm", ("kg", 3): "g"}  # 1h30, 1 km 500


class Quantity(NamedTuple):
    """`value` times the root of `root`, which no square divides, in the base unit of `kind`; "" for a bare number."""

    value: Fraction
    root: int
    kind: str


def _units() -> dict[str, tuple[Fraction, str]]:
    """What one of each unit is in the base unit of its kind."""
    every: dict[str, tuple[Fraction | int, str]] = {
        "": (1, ""), "%": (Fraction(1, 100), ""), "‰": (Fraction(1, 1000), ""), "h": (3600, "s"), "min": (60, "s"),
        "s": (1, "s"), "t": (10**6, "g"), "q": (10**5, "g"), "ha": (10**4, "m2"), "km/h": (Fraction(1000, 3600), "m/s"),
        "m/s": (1, "m/s"), "l": (Fraction(1, 1000), "m3"), "°": (1, "°"), "f": (1, "f"),
    }  # fmt: skip
    for base in ("m", "g"):
        every[base] = (1, base)
        every |= {f"{prefix}{base}": (scale, base) for prefix, scale in _PREFIXES.items()}
    every |= {f"{prefix}l": (scale / 1000, "m3") for prefix, scale in _PREFIXES.items()}
    for power in (2, 3):
        every[f"m{power}"] = (1, f"m{power}")
        every |= {f"{prefix}m{power}": (scale**power, f"m{power}") for prefix, scale in _PREFIXES.items()}
    for base in ("j", "w", "v", "n", "hz", "pa"):  # no m-: folded, mega is milli
        every |= {base: (1, base), f"k{base}": (1000, base), f"h{base}": (100, base)}
    return {unit: (Fraction(scale), kind) for unit, (scale, kind) in every.items()}


_UNITS: Final = _units()


@lru_cache(maxsize=256)
def quantity(text: str) -> Quantity | None:
    """What a text is worth that is nothing but one quantity; None for any other."""
    if len(text) > LONGEST or _THOUSANDS.search(text):
        return None
    if _AND_HALF.match(text.strip()):
        return Quantity(Fraction(3, 2), 1, "")
    plain = formula(in_figures(_ONE.sub("1 ", folded(text))))
    sign = -1 if plain.startswith("-") else 1
    plain = plain.removeprefix("-")
    found = _half(plain) or _compound(plain) or _single(plain)
    return None if found is None else found._replace(value=sign * found.value)


def _half(plain: str) -> Quantity | None:
    found = _HALF.fullmatch(plain)
    return _of(Fraction(found[1]) + Fraction(1, 2), 1, found[2]) if found else None


def _compound(plain: str) -> Quantity | None:
    """« 1h30 », « 2h5min10s », « 1km500 »."""
    found = _COMPOUND.fullmatch(plain)
    if not found:
        return None
    unit, next_unit = found[2], found[4] or _UNSAID.get((found[2], len(found[3])), "")
    if (unit, next_unit) not in _NEXT or (found[5] and next_unit != "min"):
        return None
    parts = [(found[1], unit), (found[3], next_unit), (found[5] or "0", "s" if found[5] else unit)]
    scaled = sum((Fraction(number) * _UNITS[name][0] for number, name in parts), Fraction())
    return Quantity(scaled, 1, _UNITS[unit][1])


def _single(plain: str) -> Quantity | None:
    found = _NUMBER.fullmatch(plain)
    if not found or not (found["top"] or found["power"] or found["root"]):
        return None
    (above, root), (below, under_root) = _square_free(found["root"]), _square_free(found["under_root"])
    scale = _power(found["base"], found["power"])
    under = _under(found["under"]) * below * under_root  # 1/√2 is √2/2
    if not (above and scale and under):
        return None
    squares, left = _square_free(f"√{root * under_root}")
    value = Fraction(found["top"] or 1) * Fraction(10) ** int(found["tens"] or 0) * scale * above * squares / under
    if found["whole"]:
        if value >= 1:  # « 5 10/3 » is no mixed number
            return None
        value += int(found["whole"])
    return _of(value, left, found["unit"])


def _under(text: str | None) -> Fraction:
    found = _POWER.fullmatch(text or "")
    return _power(found[1], found[2]) if found else Fraction(text or 1)


def _power(base: str | None, power: str | None) -> Fraction:
    """0 for what is too large."""
    exponent = int(power or 0)
    if exponent and abs(exponent) > _MOST_POWER:
        return Fraction()
    return Fraction(int(base or 1)) ** exponent if base is None or int(base) else Fraction()


def _square_free(text: str | None) -> tuple[int, int]:
    """√12 as 2 and 3: what comes out of the root, and what stays in it; 0 for what is too large."""
    inside = int((text or "√1").removeprefix("√"))
    if not 0 < inside <= _MOST_ROOT:
        return 0, 1
    outside = max(number for number in range(1, int(inside**0.5) + 1) if inside % number**2 == 0)
    return outside, inside // outside**2


def _of(value: Fraction, root: int, unit: str) -> Quantity | None:
    known = _UNITS.get(unit)
    return None if known is None else Quantity(value * known[0], root, known[1])
