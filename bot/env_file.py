"""The file `.env`: what it says, beside what `bot.config` makes of it."""

from pathlib import Path

from dotenv import dotenv_values

from bot.errors import ConfigurationError

UNREADABLE = ".env must be a text file in UTF-8 that this user may read: save it anew, or remove it"


def said_in(path: Path) -> dict[str, str]:
    """The names in it that have a value; none when there is no such file. Raises ConfigurationError, one line."""
    try:
        return {name: value for name, value in dotenv_values(path, encoding="utf-8-sig").items() if value}
    except (UnicodeDecodeError, OSError):
        raise ConfigurationError(UNREADABLE) from None
