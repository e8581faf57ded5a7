"""Cells that are counted or added up where others fulfil conditions: COUNTIFS, SUMIFS and their like. Pure."""

from collections.abc import Sequence

from bot.documents.xlsx.reckoning import Argument, Failure, cells, is_number, matches


def counted(conditions: Sequence[Argument]) -> float:
    """How many places fulfil all conditions: an area and what its cell must be, in turn."""
    return float(sum(_fulfilled(conditions)))


def chosen(what: Sequence[Argument], conditions: Sequence[Argument]) -> list[float]:
    """The numbers of `what` at the places that fulfil all conditions."""
    values, places = cells(what), _fulfilled(conditions)
    if len(values) != len(places):
        raise Failure("#VALUE!")
    return [float(value) for value, is_in in zip(values, places, strict=True) if is_in and is_number(value)]


def _fulfilled(conditions: Sequence[Argument]) -> list[bool]:
    areas, criteria = conditions[::2], [cells([criterion])[0] for criterion in conditions[1::2]]
    if len(areas) != len(criteria):
        raise Failure("#VALUE!")
    columns = [
        [matches(value, criterion) for value in cells([area])] for area, criterion in zip(areas, criteria, strict=True)
    ]
    if len({len(column) for column in columns}) > 1:
        raise Failure("#VALUE!")
    return [all(place) for place in zip(*columns, strict=True)]
