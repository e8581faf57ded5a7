"""The file `.env`: what it says, beside what `bot.config` makes of it."""

from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import Original, parse_stream

from bot.errors import ConfigurationError

ENV_FILE_IS_READ = "ENV_FILE_IS_READ"  # a variable: whoever started this process has read the file for it
UNREADABLE = ".env must be a text file in UTF-8 that this user may read: save it anew, or remove it"


def check(path: Path) -> None:
    """Whoever reads it leaves out a line that says nothing (`NAME: value`, a quotation mark that nobody closes), and
    the setting keeps its default. Raises ConfigurationError, one line that names them, never what stands there."""
    if not path.is_file():  # a folder, perhaps one that Docker made of a mount: nobody reads it
        return
    try:
        with path.open(encoding="utf-8-sig") as file:
            wrong = [_line_of(each.original) for each in parse_stream(file) if each.error]
    except (UnicodeDecodeError, OSError):
        raise ConfigurationError(UNREADABLE) from None
    if wrong:
        lines = ", ".join(map(str, wrong))
        raise ConfigurationError(f".env, line {lines}: must be NAME=value, with its quotation marks closed")


def _line_of(original: Original) -> int:
    """Empty lines in front belong to what is read."""
    said = original.string
    return int(original.line) + said[: len(said) - len(said.lstrip())].count("\n")


def said_in(path: Path) -> dict[str, str]:
    """The names in it that have a value; none when there is no such file. Raises ConfigurationError, one line."""
    try:
        return {name: value for name, value in dotenv_values(path, encoding="utf-8-sig").items() if value}
    except (UnicodeDecodeError, OSError):
        raise ConfigurationError(UNREADABLE) from None
