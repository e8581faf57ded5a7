"""Where a part goes in its line that stands in for another: where that one stood. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.models import OutboundPart

# `r7:0:again` stands for `r7:0`; behind that come `r7:1` and what hangs on the answer, `r7:file3` and `r7:link4:0`.
_IN_PLACE: Final = re.compile(r"(?P<answer>.+?):(?P<number>\d{1,3})(?::(?:again|text|sms\d))+")
_BEHIND: Final = re.compile(r":(?:(?P<number>\d{1,3})|(?:file|link)\d+.*)")


def in_place(line: Sequence[OutboundPart]) -> list[OutboundPart]:
    """The line, with such parts before the rest of their answer that has yet to leave: it is read in order whatever
    had to be sent again."""
    placed: list[OutboundPart] = []
    for part in line:
        stands_for = _IN_PLACE.fullmatch(part.key) if part.state == "pending" else None
        behind = (at for at, other in enumerate(placed) if stands_for and _is_behind(other, stands_for))
        placed.insert(next(behind, len(placed)), part)
    return placed


def _is_behind(other: OutboundPart, stands_for: re.Match[str]) -> bool:
    answer, number = stands_for["answer"], int(stands_for["number"])
    if other.state != "pending" or not other.key.startswith(f"{answer}:"):
        return False
    rest = _BEHIND.fullmatch(other.key, len(answer))
    return rest is not None and (rest["number"] is None or int(rest["number"]) > number)
