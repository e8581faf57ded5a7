"""The figures of charts in slides and Word files, of whatever kind, as tables: no picture of one is seen. ISO/IEC
29500-1, 21.2."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from bot.isolation.readers.cells import shown
from bot.isolation.readers.outline import CELLS
from bot.isolation.readers.sheets import MOST_COLUMNS
from bot.isolation.readers.xml import parsed

C: Final = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
A: Final = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
MOST_POINTS: Final = 1_000

Points = dict[int, str]  # by their places, of which some may hold nothing


class Series(NamedTuple):
    """One column of figures. `across`: what stands for each below the chart, a category or, if `is_placed`, an x."""

    name: str
    across: Points
    values: Points
    is_placed: bool


def chart_lines(data: bytes) -> Iterator[str]:
    """Its title, and of each of its plots a row of names and a row for each category or point."""
    root = parsed(data)
    yield f"[Chart] {_title(root.find(f'{C}chart/{C}title'))}".rstrip()
    for plot in root.iterfind(f"{C}chart/{C}plotArea/*"):
        series = [_series(each) for each in sorted(plot.iterfind(f"{C}ser"), key=_order)[:MOST_COLUMNS]]
        are_placed = any(one.is_placed for one in series)  # each has an x of its own
        for group in [[one] for one in series] if are_placed else [series] if series else []:
            yield CELLS.join(["x" if are_placed else "", *(one.name for one in group)])
            yield from _rows(group)


def _rows(group: list[Series]) -> Iterator[str]:
    across = next((one.across for one in group if one.across), {})
    for place in sorted({*across, *(place for one in group for place in one.values)})[:MOST_POINTS]:
        yield CELLS.join([across.get(place, ""), *(one.values.get(place, "") for one in group)])


def _title(title: Any | None) -> str:
    """What is written, or was taken from a cell."""
    if title is None:
        return ""
    lines = ["".join(text.text or "" for text in line.iter(f"{A}t")) for line in title.iter(f"{A}p")]
    return " ".join(" ".join([*lines, *_texts(title)]).split())


def _order(series: Any) -> int:
    return _whole(_said(series.find(f"{C}order"), "val"))


def _series(series: Any) -> Series:
    by_place = {name: series.find(C + name) for name in ("tx", "cat", "val", "xVal", "yVal")}
    is_placed = by_place["xVal"] is not None
    figures = by_place["yVal" if is_placed else "val"]
    code = figures.findtext(f".//{C}formatCode", "") if figures is not None else ""
    values = {place: _figure(text, code) for place, text in _points(figures).items()}
    return Series(
        " ".join(_texts(by_place["tx"])), _points(by_place["xVal" if is_placed else "cat"]), values, is_placed
    )


def _figure(text: str, code: str) -> str:
    try:
        return shown(float(text), code)
    except ValueError:
        return text


def _points(found: Any | None) -> Points:
    """Of categories in several levels, the lowest, which comes first."""
    if found is None:
        return {}
    lowest = next(found.iter(f"{C}lvl"), found)
    return {_whole(_said(point, "idx")): " ".join(_texts(point)) for point in lowest.iter(f"{C}pt")}


def _texts(element: Any | None) -> list[str]:
    return [value.text or "" for value in element.iter(f"{C}v")] if element is not None else []


def _said(element: Any | None, name: str) -> str:
    return str(element.get(name) or "") if element is not None else ""


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
