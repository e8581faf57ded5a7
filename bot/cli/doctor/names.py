"""The check of names. Settings may be missing because of one that is misspelt: it needs none."""

from pathlib import Path

from bot.cli.doctor.finding import Finding, bad, fine
from bot.config import Settings
from bot.setting_names import misspelt


def look(_settings: Settings | None = None) -> Finding:
    """Nothing was meant for a setting and misspelt. Raises ConfigurationError."""
    names = misspelt(Path())
    return bad("doctor_names_misspelt", names=names) if names else fine("doctor_names_fine")
