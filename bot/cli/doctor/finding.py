"""What a check finds, and what a check is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.config import Settings


class Mark(StrEnum):
    """How a line begins."""

    FINE = "✓"
    BAD = "✗"
    NONE = "–"  # off, or not to be seen from here: nothing is wrong


@dataclass(frozen=True, slots=True)
class Finding:
    """A mark and a sentence of the catalogue."""

    mark: Mark
    key: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Check:
    """One line: `key` is its label in the catalogue, and `{key}_advice` what to do when it is bad. `look` may raise.
    `name`: which one it is, where there are several."""

    key: str
    look: Callable[[Settings], Finding]
    name: str = ""


def fine(key: str, **values: object) -> Finding:
    return Finding(Mark.FINE, key, values)


def bad(key: str, **values: object) -> Finding:
    return Finding(Mark.BAD, key, values)


def none(key: str, **values: object) -> Finding:
    return Finding(Mark.NONE, key, values)
