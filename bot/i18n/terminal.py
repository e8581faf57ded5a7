"""The language of whoever sits at a terminal."""

from bot.types import Language


def terminal_language(locale: str | None) -> Language:
    """English where the locale is English (`en_GB.UTF-8`, `en`), French everywhere else."""
    return Language.EN if (locale or "").lower().startswith("en") else Language.FR
