"""What the demo model says: sentences/fr.toml and sentences/en.toml, the same keys and the same names in braces."""

import tomllib
from functools import cache
from pathlib import Path

from bot.types import Language

FOLDER = Path(__file__).parent / "sentences"


class Words:
    """One language's sentences."""

    def __init__(self, language: Language, sentences: dict[str, str]) -> None:
        self.language = language
        self.sentences = sentences

    def say(self, key: str, **values: object) -> str:
        """One sentence, its names filled in. Raises KeyError for an unknown key or a missing value."""
        return self.sentences[key].format(**values)

    def begins(self, key: str) -> str:
        """A sentence up to its first name in braces: what an answer made of it is known by."""
        return self.sentences[key].partition("{")[0]


@cache
def words_of(language: Language) -> Words:
    """The sentences of a language."""
    text = (FOLDER / f"{language}.toml").read_text(encoding="utf-8")
    return Words(language, {key: value.strip() for key, value in tomllib.loads(text).items()})
