"""Sentences the bot says itself: TOML files in templates/messages/<language>, each value a Jinja template."""

import tomllib
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, StrictUndefined, Template

from bot.types import Language

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
_ENVIRONMENT = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True)  # noqa: S701 - plain text


@lru_cache(maxsize=len(Language))
def catalogue(language: Language) -> dict[str, Template]:
    """Every sentence of one language by its key."""
    return {key: _ENVIRONMENT.from_string(value.strip()) for key, value in sentences(language).items()}


def sentences(language: Language) -> dict[str, str]:
    """The templates of one language as they stand in their files. A key in two files is an error."""
    found: dict[str, str] = {}
    for path in sorted((TEMPLATES / "messages" / language).glob("*.toml")):
        for key, value in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if key in found:
                raise ValueError(f"{path}: {key} stands in another file too")
            found[key] = value
    return found


def scope(configured: str | None, language: Language) -> str:
    """What the service is for: as an operator wrote it (SERVICE_SCOPE), else homework and office work."""
    return configured or say(language, "service_scope")


def say(language: Language, key: str, **values: object) -> str:
    """One sentence. Raises KeyError for an unknown key, jinja2.UndefinedError for a missing value."""
    return catalogue(language)[key].render(**values)
