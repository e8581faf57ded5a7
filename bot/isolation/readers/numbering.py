"""The numbers and dots that Word puts before paragraphs by itself: they stand in no text, and people speak of them
(« la question 2b »). ISO/IEC 29500-1, 17.9."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
LEVELS: Final = 9
MOST_STEPS: Final = 10  # of styles that lean on each other
STEP: Final = "  "
ROMAN: Final = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
                (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is numbered: `text` is `%1.` or `%1.%2)`."""

    kind: str = "decimal"
    text: str = ""
    start: int = 1


@dataclass(slots=True)
class Numbering:
    """Counts through a document, paragraph by paragraph. `lists`: what each number of a list means, as its kind and
    where it begins anew; `styles`: the list that a style brings along, and its level."""

    kinds: dict[str, dict[int, Level]] = field(default_factory=dict)
    lists: dict[str, tuple[str, dict[int, int]]] = field(default_factory=dict)
    styles: dict[str, tuple[str | None, int | None, str]] = field(default_factory=dict)
    _counted: dict[str, dict[int, int]] = field(default_factory=dict)
    _begun: set[str] = field(default_factory=set)

    def label(self, paragraph: Any) -> str:
        """What stands before it, with a space; nothing before most."""
        named, level = self._of(paragraph)
        kind, anew = self.lists.get(named or "", ("", {}))
        levels = self.kinds.get(kind)
        if levels is None:
            return ""
        counted = self._counted.setdefault(kind, {})
        if named not in self._begun:
            self._begun.add(named or "")
            counted |= {place: start - 1 for place, start in anew.items()}
        own = levels.get(level, Level())
        counted[level] = counted.get(level, own.start - 1) + 1
        for deeper in [place for place in counted if place > level]:
            del counted[deeper]
        return STEP * level + _shown(own, levels, counted) if own.kind != "none" else ""

    def _of(self, paragraph: Any) -> tuple[str | None, int]:
        """Its list and level: its own, else its style's."""
        properties = paragraph.find(f"{W}pPr")
        if properties is None:
            return None, 0
        named, level = _number(properties)
        style = _value(properties.find(f"{W}pStyle"))
        for _ in range(MOST_STEPS):
            if named is not None or style not in self.styles:
                break
            named, its, style = self.styles[style]
            level = its if level is None else level
        return named, min(max(level or 0, 0), LEVELS - 1)


def numbering_of(numbers: Any | None, styles: Any) -> Numbering:
    """What a document's parts say of lists; each an element, the first None where it has none."""
    made = Numbering(styles={_value_of(style, "styleId"): _styled(style) for style in styles.iter(f"{W}style")})
    if numbers is None:
        return made
    for kind in numbers.iter(f"{W}abstractNum"):
        made.kinds[_value_of(kind, "abstractNumId")] = dict(_levels(kind))
    for one in numbers.iter(f"{W}num"):
        anew = {
            _whole(_value_of(each, "ilvl"), 0): _whole(_value(each.find(f"{W}startOverride")), 1)
            for each in one.iter(f"{W}lvlOverride")
            if each.find(f"{W}startOverride") is not None
        }
        made.lists[_value_of(one, "numId")] = (_value(one.find(f"{W}abstractNumId")), anew)
    return made


def _levels(kind: Any) -> Iterator[tuple[int, Level]]:
    for level in kind.iter(f"{W}lvl"):
        start = level.find(f"{W}start")
        yield (
            _whole(_value_of(level, "ilvl"), 0),
            Level(
                _value(level.find(f"{W}numFmt")) or "decimal",
                _value(level.find(f"{W}lvlText")),
                _whole(_value(start), 0) if start is not None else 0,
            ),
        )


def _styled(style: Any) -> tuple[str | None, int | None, str]:
    properties = style.find(f"{W}pPr")
    named, level = _number(properties) if properties is not None else (None, None)
    return named, level, _value(style.find(f"{W}basedOn"))


def _number(properties: Any) -> tuple[str | None, int | None]:
    found = properties.find(f"{W}numPr")
    if found is None:
        return None, None
    level = found.find(f"{W}ilvl")
    named = found.find(f"{W}numId")
    return (_value(named) if named is not None else None), (_whole(_value(level), 0) if level is not None else None)


def _shown(own: Level, levels: dict[int, Level], counted: dict[int, int]) -> str:
    if own.kind == "bullet":
        return "- "

    def number(found: re.Match[str]) -> str:
        place = int(found[1]) - 1
        level = levels.get(place, Level())
        return FORMATS.get(level.kind, str)(counted.get(place, level.start))

    text = re.sub(r"%([1-9])", number, own.text).strip()
    return f"{text} " if text else ""


def _letters(number: int) -> str:
    """a, b … z, aa, bb, as Word goes on."""
    return chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 5) if number > 0 else str(number)


def _roman(number: int) -> str:
    if not 0 < number < 4_000:
        return str(number)
    text = ""
    for value, sign in ROMAN:
        text += sign * (number // value)
        number %= value
    return text


FORMATS: Final[dict[str, Callable[[int], str]]] = {
    "lowerLetter": _letters,
    "upperLetter": lambda number: _letters(number).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda number: _roman(number).upper(),
    "decimalZero": lambda number: f"{number:02}",
    "none": lambda _number: "",
}


def _value(element: Any | None) -> str:
    return _value_of(element, "val") if element is not None else ""


def _value_of(element: Any, name: str) -> str:
    return str(element.get(f"{W}{name}") or "")


def _whole(text: str, usual: int) -> int:
    return int(text) if re.fullmatch(r"\d{1,6}", text) else usual
