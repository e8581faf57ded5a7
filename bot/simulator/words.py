"""What the phone page says in French and English: words/<language>.toml, filled in by the page's own script."""

import tomllib
from functools import lru_cache
from pathlib import Path

from werkzeug.datastructures import LanguageAccept

from bot.types import Language

FOLDER = Path(__file__).with_name("words")


@lru_cache(maxsize=len(Language))
def words(language: Language) -> dict[str, str]:
    """Every sentence of the page by its key; `{name}` stands where the page puts a value."""
    found: dict[str, str] = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return found


def chosen(remembered: str | None, accepted: LanguageAccept) -> Language:
    """The language somebody chose with the switch, else the first of ours that the browser asks for, else French."""
    if remembered in list(Language):
        return Language(remembered)
    wanted = (name.lower().partition("-")[0] for name in accepted.values())  # best_match prefers `fr;q=0.5` to `en-US`
    return next((Language(name) for name in wanted if name in list(Language)), Language.FR)
