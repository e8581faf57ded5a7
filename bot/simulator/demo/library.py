"""The demo pages: read from the `pages` folder, found by their words, shown as HTML."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.i18n.detect import detect
from bot.types import Language

FOLDER = Path(__file__).parent / "pages"
COMMON_WORDS = frozenset(
    "le la les un une des du de et ou a au aux en sur pour par avec dans est sont que qui quoi quel quelle comment mon "
    "ma mes son sa ses ce cette il elle on nous vous je tu moi the an of and or to in for with about is are what how my"
    " cours exercice exercices explique expliquer lecon calculer calcul savoir "
    "explain lesson course exercise help understand".split()
)
SUFFICIENT = 2.0  # a score below this is an accident of common words


@dataclass(frozen=True, slots=True)
class Page:
    """One demo page: Markdown with a title, its keywords and a summary of two sentences."""

    slug: str
    title: str
    language: Language
    keywords: str
    summary: str
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A page found, with a score above 0."""

    page: Page
    score: float


class Library:
    """All pages, searchable by words."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self._pages = {page.slug: page for page in pages}
        self._titles = {page.slug: set(words(page.title)) for page in self._pages.values()}
        self._keywords = {page.slug: set(words(page.keywords)) for page in self._pages.values()}
        self._texts = {page.slug: words(page.text) for page in self._pages.values()}

    @property
    def pages(self) -> Sequence[Page]:
        return list(self._pages.values())

    def get(self, slug: str) -> Page | None:
        return self._pages.get(slug)

    def find(self, query: str, language: Language | None = None) -> list[Hit]:
        """Pages that share telling words with the query, best first, those of its language before the others;
        none when nothing fits."""
        asked = set(words(query))
        language = language or detect(query)
        hits = [
            Hit(page, score if language in (None, page.language) else score / 10)
            for page in self._pages.values()
            if (score := self._score(asked, page.slug)) >= SUFFICIENT
        ]
        return sorted(hits, key=lambda hit: -hit.score)

    def _score(self, asked: set[str], slug: str) -> float:
        in_text = sum(min(self._texts[slug].count(word), 5) for word in asked)
        return 3.0 * len(asked & self._titles[slug]) + 2.0 * len(asked & self._keywords[slug]) + 0.2 * in_text


def load_library(folder: Path = FOLDER) -> Library:
    """Read every page: lines `name: value`, an empty line, then Markdown."""
    return Library(_read(path) for path in sorted(folder.glob("*.md")))


def words(text: str) -> list[str]:
    """Telling words: lower case, no accents, no plural s, no articles."""
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    found = re.findall(r"[a-z]{2,}", plain)
    return [word.removesuffix("s") if len(word) > 3 else word for word in found if word not in COMMON_WORDS]


def _read(path: Path) -> Page:
    head, _, text = path.read_text(encoding="utf-8").partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    return Page(
        slug=path.stem,
        title=fields["title"],
        language=Language(fields["language"]),
        keywords=fields["keywords"],
        summary=fields["summary"],
        text=text.strip(),
    )
