"""Names of a chart's points and series in whole, where pygal would cut them: in lines, beside bars that lie or slanting
below. Lengths in pixels."""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from PIL import ImageFont

FONTS: Final = Path(__file__).parents[1] / "fonts"
SIZE: Final = 13  # of the letters
LINE_HEIGHT: Final = 15
LINE: Final = 225  # of one name
MEASURED: Final = 0.6 * SIZE  # what pygal takes every character to be wide
ELLIPSIS: Final = "…"


def width_of(text: str) -> float:
    """Of a text in our letters; capitals are a third wider than others."""
    return _font().getlength(text)


def in_lines(name: str, most: int) -> list[str]:
    """The name in lines, at most so many; what they do not hold is left out in the middle of the last: names that
    begin alike often differ in the end."""
    lines = list(_lines(name.split()))
    if len(lines) > most:
        lines[most - 1 :] = [shortened(" ".join(lines[most - 1 :]), LINE)]
    return lines or [""]


def shortened(text: str, room: float) -> str:
    """The text with as much of its middle left out as its room asks for."""
    if width_of(text) <= room:
        return text
    kept = next(kept for kept in range(len(text), 0, -1) if width_of(_without_middle(text, kept)) <= room or kept == 1)
    return _without_middle(text, kept)


def measured(lines: Sequence[str]) -> str:
    """A text that pygal takes to be as wide as the widest of some lines."""
    return "x" * math.ceil(max(map(width_of, lines)) / MEASURED)


def with_lines(drawn: Any, axis: str, names: Sequence[Sequence[str]]) -> Any:
    """pygal's picture with the lines of each name in the place of the text that stands at its point. `axis`: "x" below
    (the first line stays where the text was), "y" before (they stand around it)."""
    texts = [
        text
        for group in drawn.iter()
        if str(group.get("class", "")).split()[:2] == ["axis", axis]
        for text in group.iter()
        if str(text.tag).endswith("text")
    ]
    for text, lines in zip(texts, names, strict=False):
        text.text = ""
        top = float(text.get("y")) - (LINE_HEIGHT * (len(lines) - 1) / 2 if axis == "y" else 0)
        for number, line in enumerate(lines):
            place = {"x": text.get("x"), "y": f"{top + number * LINE_HEIGHT:.1f}"}
            part = text.makeelement(text.tag.replace("text", "tspan"), place)
            part.text = line
            text.append(part)
    return drawn


def behind_bars(drawn: Any) -> Any:
    """pygal's picture of bars that lie with each value behind its bar, over whose end it would stand."""
    for text in drawn.iter():
        if str(text.tag).endswith("text") and "value" in str(text.get("class", "")).split():
            text.set("style", f"text-anchor:{'end' if (text.text or '').startswith('−') else 'start'}")
    return drawn


def legend_across(drawn: Any, columns: int, left: float, right: float) -> Any:
    """pygal's picture with the names of its series in columns across all of it; it puts them below what is drawn."""
    step = (right - left) / columns
    for group in drawn.iter():
        if group.get("class") == "legends":
            group.set("transform", f"translate({left}, {group.get('transform').partition(', ')[2]}")
            for number, entry in enumerate(group):
                shift = number % columns * step - float(entry[0].get("x"))
                for part in entry:
                    if part.get("x"):
                        part.set("x", f"{float(part.get('x')) + shift:.1f}")
    return drawn


def _lines(words: Sequence[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and width_of(f"{line} {word}") > LINE:
            yield line
            line = ""
        line = f"{line} {word}".lstrip()
        while width_of(line) > LINE:  # a word by itself
            end = next(end for end in range(len(line), 0, -1) if width_of(line[:end]) <= LINE)
            yield line[:end]
            line = line[end:]
    if line:
        yield line


def _without_middle(text: str, kept: int) -> str:
    tail = kept // 3
    return f"{text[: kept - tail].rstrip()}{ELLIPSIS}{text[len(text) - tail :].lstrip()}"


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / "NotoSans-Regular.ttf", SIZE)
