"""Sentences the bot says itself: TOML files in templates/messages/<language>, each value a Jinja template."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from jinja2 import Environment, StrictUndefined, Template

from bot.i18n.figures import grouped, lasting
from bot.types import Language

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
_ENDS: Final = (".", "!", "?", "…")


def environment(language: Language) -> Environment:
    """What sentences are made with. Filters: `grouped` sets the thousands of a sum apart (ids and the like stay as they
    are), `lasting` says seconds in words, `ended` ends a sentence with words that may end in a mark of their own."""
    made = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True)  # noqa: S701 - plain text
    for use in (grouped, lasting):
        made.filters[use.__name__] = partial(use, language=language)
    made.filters["ended"] = ended
    return made


def ended(text: str) -> str:
    """Words of a person's at the end of a sentence: « Réviser. », but « Appeler maman ! »."""
    return text if text.endswith(_ENDS) else f"{text}."


class Catalogue(Mapping[str, Template]):
    """The sentences of a language by their keys. Each becomes a template when it is first said: all of them would take
    6 MiB, and few are said every day."""

    def __init__(self, texts: Mapping[str, str], language: Language) -> None:
        self._texts, self._environment = texts, environment(language)
        self._made: dict[str, Template] = {}

    def __getitem__(self, key: str) -> Template:
        if key not in self._made:  # two threads at once make the same one
            self._made[key] = self._environment.from_string(self._texts[key].strip())
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


@lru_cache(maxsize=len(Language))
def catalogue(language: Language) -> Catalogue:
    """Every sentence of one language by its key."""
    return Catalogue(sentences(language), language)


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
