"""Sentences the bot says itself: one TOML file a language in templates/messages, each value a Jinja template."""

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
    text = (TEMPLATES / "messages" / f"{language}.toml").read_text(encoding="utf-8")
    return {key: _ENVIRONMENT.from_string(value.strip()) for key, value in tomllib.loads(text).items()}


def say(language: Language, key: str, **values: object) -> str:
    """One sentence. Raises KeyError for an unknown key, jinja2.UndefinedError for a missing value."""
    return catalogue(language)[key].render(**values)
