"""Who picks up the phone in a country: one table, `helplines.toml`, each line with its source. Unknown countries have
none: then the human contact and a grown-up one trusts are all we can name."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, get_args

from bot.reading.distress.danger import Danger
from bot.types import Language

What = Literal["suicide", "child", "violence", "emergency"]
PURPOSES: Final[tuple[What, ...]] = get_args(What)
TABLE: Final = Path(__file__).with_name("helplines.toml")
MOST: Final = 3
# What fits whom, best first; the emergency number stands in a sentence of its own.
FITTING: Final[dict[Danger, tuple[What, ...]]] = {
    Danger.SELF: ("suicide", "child"),
    Danger.HURT: ("child", "violence"),
    Danger.NOW: ("child", "violence"),
    Danger.OTHER: ("suicide", "child", "violence"),
}


@dataclass(frozen=True, slots=True)
class Helpline:
    """One number; `seen` says how well its source is known."""

    countries: tuple[str, ...]
    what: What
    name: dict[Language, str]
    number: str
    hours: dict[Language, str]
    source: str
    seen: Literal["page", "named"]
    checked: date


@lru_cache(maxsize=1)
def table() -> tuple[Helpline, ...]:
    """Every line. Raises ValueError for one that is not whole."""
    return tuple(_line(entry) for entry in tomllib.loads(TABLE.read_text(encoding="utf-8"))["line"])


def of(region: str) -> Sequence[Helpline]:
    """Every line of a country."""
    return [line for line in table() if region in line.countries]


def fitting(region: str, danger: Danger) -> Sequence[Helpline]:
    """The lines of a country for somebody in this danger, best first; none for a country that is not known."""
    order = FITTING[danger]
    chosen = [line for line in of(region) if line.what in order]
    return sorted(chosen, key=lambda line: order.index(line.what))[:MOST]


def emergency(region: str) -> Helpline | None:
    """Police or rescue in a country, if their number is sure."""
    return next((line for line in of(region) if line.what == "emergency"), None)


def _line(entry: dict[str, object]) -> Helpline:
    values = {
        **entry,
        "countries": tuple(entry["countries"]),  # type: ignore[arg-type]
        "name": {Language(key): text for key, text in entry["name"].items()},  # type: ignore[attr-defined]
        "hours": {Language(key): text for key, text in entry["hours"].items()},  # type: ignore[attr-defined]
    }
    made = Helpline(**values)  # type: ignore[arg-type]
    if made.what not in PURPOSES or not made.source.startswith("http") or not isinstance(made.checked, date):
        raise ValueError(f"{TABLE.name}: the line {made.number} has no purpose, source or date")
    return made
