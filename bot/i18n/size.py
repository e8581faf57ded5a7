"""Sizes of files as people read them: « 1,2 Mo », "1.2 MB"."""

from typing import Final

from bot.types import Language

_UNITS: Final = {Language.FR: ("o", "ko", "Mo", "Go"), Language.EN: ("B", "kB", "MB", "GB")}
_NO_BREAK: Final = "\u00a0"


def shown_size(size: int, language: Language) -> str:
    """A number of bytes in units of a thousand; one decimal below ten."""
    value, unit = float(size), 0
    while value >= 999.5 and unit < 3:
        value, unit = value / 1_000, unit + 1
    number = f"{value:.1f}" if unit and value < 9.95 else f"{value:.0f}"
    number = number.removesuffix(".0")
    if language == Language.FR:
        number = number.replace(".", ",")
    return f"{number}{_NO_BREAK}{_UNITS[language][unit]}"
