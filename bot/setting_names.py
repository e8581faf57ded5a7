"""Names in the environment and in `.env` that are no settings, though they were probably meant to be: what is misspelt
is ignored, and its setting keeps its default, without a word from anybody else."""

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from pydantic_settings import EnvSettingsSource

from bot.config import Settings
from bot.env_file import said_in

ALIKE: Final = 0.85  # of 1: « TURN_TIMEOUT », « SMTP_URI », a letter too few; other people's names are further away


def misspelt(folder: Path) -> Mapping[str, str]:
    """The setting that each such name looks like; `.env` is that of the folder. Raises ConfigurationError."""
    from_environment = {name for name, value in EnvSettingsSource(Settings).env_vars.items() if value}
    return meant({name.lower() for name in said_in(folder / ".env")} | from_environment)


def meant(given: Collection[str]) -> dict[str, str]:
    """In capitals, the names among those given that look like a setting which nobody has given."""
    unset = [name for name in Settings.model_fields if name not in given]
    found = {}
    for name in sorted(set(given) - Settings.model_fields.keys()):
        for alike in get_close_matches(name, unset, n=1, cutoff=ALIKE):
            found[name.upper()] = alike.upper()
    return found
