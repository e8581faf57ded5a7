"""The set phrases of skills/phrases.toml, as regular expressions."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "phrases.toml"
_ON_A_PICTURE = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f]")  # the colour of a hand, the style of a heart


def any_of(phrases: Iterable[str]) -> str:
    """One pattern of several."""
    return f"(?:{'|'.join(phrases)})"


@cache
def table(name: str) -> dict[str, tuple[str, ...]]:
    """A table of phrases: what is found, and the patterns of its alternatives, in their order."""
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))[name]
    return {kind: tuple(re.split(r"\s+\|\s+|\n", phrases.strip())) for kind, phrases in told.items()}


def bare(text: str) -> str:
    """Pictures without their variations: one thumb is like another."""
    return _ON_A_PICTURE.sub("", text)
