"""What a workbook's cell shows, as far as it would be read as another value without: 18 % is stored as 0.18, 0701 as
701, and whether 1500 are francs or euros stands in the format alone. ISO/IEC 29500-1, 18.8.31."""

import re
from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple

from bot.isolation.readers.amounts import SHOWN_DIGITS

TOKEN: Final = re.compile(r'"([^"]*)"|\\(.)|[_*].|\[([^\]]*)\]|General|.', re.DOTALL)
SIGNS: Final = frozenset("$€£¥ ")  # which stand for themselves without quotes
PLACES: Final = ("0", "#", "?", "General")
CODE: Final = re.compile("0[0#]{1,19}")  # of so many digits, whatever the number: a telephone's too
SCALED: Final = re.compile(r"[0#?],+(?![0#?,])")  # shown in thousands, but not stored so
MOST_UNIT: Final = 20  # characters: nobody names a unit in sentences


class Format(NamedTuple):
    """How a number is shown: its percent, with so many digits, between a sign and a unit."""

    is_percent: bool = False
    digits: int = 0
    before: str = ""
    after: str = ""


def shown(value: Any, code: str) -> str:
    """A cell's value under its format."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return plain(value)
    how = _format(code)
    if how.is_percent:
        return f"{plain(float(value) * 100)} %"
    number = f"{value:0{how.digits}}" if how.digits and isinstance(value, int) else plain(value)
    return f"{how.before}{number}{how.after}"


def plain(value: Any) -> str:
    """A value without a format."""
    if value is None:
        return ""
    if isinstance(value, float):  # as many digits as are shown: Excel stores some that it made itself
        rounded = float(f"{value:.{SHOWN_DIGITS}g}")
        return str(int(rounded) if rounded.is_integer() else rounded)
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, timedelta):
        hours, seconds = divmod(round(value.total_seconds()), 3_600)
        return f"{hours}:{seconds // 60:02}" + (f":{seconds % 60:02}" if seconds % 60 else "")
    return " ".join(str(value).split())


@lru_cache(maxsize=1_000)
def _format(code: str) -> Format:
    """What the first section of a format says; of one that depends on the number nothing but its percent."""
    pattern, before, after, is_conditional = "", "", "", False
    for found in TOKEN.finditer(code):
        piece, written = found[0], _written(found)
        if piece == ";":
            break
        is_conditional = is_conditional or piece[:2] in ("[<", "[>", "[=")
        if written is None:
            pattern, after, written = pattern + piece, "", ""
        if not any(place in pattern for place in PLACES):
            before += written
        after += written
    is_percent = "%" in pattern
    if is_conditional or not pattern or SCALED.search(pattern) or max(len(before), len(after)) > MOST_UNIT:
        return Format(is_percent)
    digits = len(pattern) if CODE.fullmatch(pattern) else 0
    return Format(is_percent, digits, before.lstrip(), after.rstrip())


def _written(found: re.Match[str]) -> str | None:
    """What a piece of a format puts beside the number; None where it stands for the number itself."""
    token = found[0]
    if token[0] == "[":  # [Red], [<1000], [$€-40C]: a sign and the country it is written by
        return found[3][1:].partition("-")[0] if found[3].startswith("$") else ""
    if token[0] in '"\\_*' and len(token) > 1:
        return found[1] or found[2] or ""
    return token if token in SIGNS else None
