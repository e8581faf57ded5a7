"""What the styles of an OpenDocument file say of its text: what is raised, struck out, numbered or not shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.isolation.readers.numbering import FORMATS

STEP: Final = "  "
MOST_STEPS: Final = 10  # of styles that lean on each other
MOST_LEVELS: Final = 10
NAMES: Final = {
    **{
        name: f"{{urn:oasis:names:tc:opendocument:xmlns:{space}:1.0}}"
        for name, space in (
            ("office", "office"), ("style", "style"), ("text", "text"), ("table", "table"),
            ("draw", "drawing"), ("presentation", "presentation"),
        )
    },
    "xlink": "{http://www.w3.org/1999/xlink}",
}  # fmt: skip
NUMBERS: Final = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
UNSEEN: Final = "!"  # in place of a Piece's mark


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is numbered; `kind` as the file calls it, empty for dots."""

    kind: str
    before: str
    after: str
    levels: int
    start: int


@dataclass(slots=True)
class Styles:
    """`marks` of letters by their style, as of a Piece, or UNSEEN; `unseen` tables and slides; lists by levels."""

    marks: dict[str, str] = field(default_factory=dict)
    unseen: set[str] = field(default_factory=set)
    lists: dict[str, dict[int, Level]] = field(default_factory=dict)

    def label(self, style: str, level: int, counted: Mapping[tuple[str, int], int]) -> str:
        """What stands before an item, with a space. `counted`: the numbers of each list, level by level."""
        own = self.lists.get(style, {}).get(level)
        if own is None or not own.kind:
            return f"{STEP * level}- "
        shown = range(max(0, level - own.levels + 1), level + 1)
        numbers = (
            FORMATS.get(NUMBERS.get(self._kind(style, place, own), ""), str)(counted.get((style, place), 1))
            for place in shown
        )
        return f"{STEP * level}{own.before}{'.'.join(numbers)}{own.after} "

    def start(self, style: str, level: int) -> int:
        """The number of the first item."""
        own = self.lists.get(style, {}).get(level)
        return own.start if own is not None else 1

    def _kind(self, style: str, level: int, usual: Level) -> str:
        return self.lists[style].get(level, usual).kind


def name_of(element: Any) -> str:
    """Without its namespace; nothing of a comment."""
    return element.tag.rpartition("}")[2] if element is not None and isinstance(element.tag, str) else ""


def said(element: Any, name: str) -> str:
    """An attribute, by a name as `text:style-name`."""
    space, _, bare = name.partition(":")
    return str(element.get(NAMES[space] + bare) or "")


def number(text: str, usual: int, most: int) -> int:
    """A number of an attribute, within bounds: files say that a space comes a million times."""
    return min(int(text), most) if text.isascii() and text.isdecimal() and len(text) < 10 else usual


def styles_of(roots: Iterable[Any]) -> Styles:
    """Of the parts of a file, the later of which knows better."""
    made, parents = Styles(), dict[str, str]()
    for root in roots:
        for style in root.iter(NAMES["style"] + "style"):
            named = said(style, "style:name")
            parents[named] = said(style, "style:parent-style-name")
            for look in style:
                _take(made, named, look)
        for kind in root.iter(NAMES["text"] + "list-style"):
            made.lists[said(kind, "style:name")] = dict(map(_level, kind))
    for named in parents:
        _inherit(made.marks, parents, named)
    return made


def _take(made: Styles, named: str, look: Any) -> None:
    name = name_of(look)
    if name == "text-properties" and (mark := _mark(look)):
        made.marks[named] = mark
    elif said(look, "table:display") == "false" or said(look, "presentation:visibility") == "hidden":
        made.unseen.add(named)


def _mark(look: Any) -> str:
    if said(look, "text:display") == "none":
        return UNSEEN
    through = said(look, "style:text-line-through-style") or said(look, "style:text-line-through-type")
    if through not in ("", "none"):
        return "~"
    position = said(look, "style:text-position").split()
    if not position or position[0] in ("0%", "0"):
        return ""
    return "_" if position[0].startswith(("sub", "-")) else "^"


def _inherit(marks: dict[str, str], parents: Mapping[str, str], named: str) -> None:
    above = named
    for _ in range(MOST_STEPS):
        if above in marks or not above:
            break
        above = parents.get(above, "")
    if above in marks:
        marks[named] = marks[above]


def _level(element: Any) -> tuple[int, Level]:
    return number(said(element, "text:level"), 1, MOST_LEVELS) - 1, Level(
        said(element, "style:num-format"),
        said(element, "style:num-prefix"),
        said(element, "style:num-suffix"),
        number(said(element, "text:display-levels"), 1, MOST_LEVELS),
        number(said(element, "text:start-value"), 1, 100_000),
    )
