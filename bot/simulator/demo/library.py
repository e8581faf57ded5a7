"""The demo pages: read from the `pages` folder, found by their words, shown as HTML."""

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.i18n.detect import detect
from bot.simulator.demo.folding import plain, sound
from bot.types import Language

FOLDER = Path(__file__).parent / "pages"
DOSSIERS = Path(__file__).parent / "dossiers"  # pages that are no lessons: what a long report is made from
COMMON_WORDS = frozenset(
    "le la les un une des du de et ou a au aux en sur pour par avec dans est sont que qui quoi quel quelle comment mon "
    "ma mes son sa ses ce cette il elle on nous vous je tu moi the an of and or to in for with about is are what how my"
    " pourquoi why cours exercice exercices explique expliquer lecon calculer calcul savoir "
    "explain lesson course exercise help understand".split()
)
SUFFICIENT = 2.0  # a score below this is an accident of common words
SIMILAR = 0.85  # how alike a misspelt word and the one that is meant must be
MOST_WORDS = 100  # of a text are looked at: a question is shorter, and spelling takes its time
MISSPELT_FROM = 5  # letters: shorter words have too many neighbours


@dataclass(frozen=True, slots=True)
class Page:
    """One demo page: Markdown with a title, its keywords and a summary of two sentences."""

    slug: str
    title: str
    language: Language
    keywords: str
    summary: str
    text: str

    @property
    def sections(self) -> Sequence[tuple[str, str]]:
        """Heading and text of each section, in order."""
        parts = re.split(r"(?m)^## (.+)$", self.text)[1:]
        return [(heading, body.strip()) for heading, body in zip(parts[::2], parts[1::2], strict=True)]


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
        self._known = set().union(*self._titles.values(), *self._keywords.values())
        self._sounds = {sound(word): word for word in sorted(self._known)}

    @property
    def pages(self) -> Sequence[Page]:
        return list(self._pages.values())

    def get(self, slug: str) -> Page | None:
        return self._pages.get(slug)

    def find(self, query: str, language: Language | None = None) -> list[Hit]:
        """Pages that share telling words with the query, best first: those of its language, else of the other one;
        none when nothing fits. A query that shows no language has that of the page that fits best."""
        asked = self.telling(query)
        scores = ((page, self._score(asked, page.slug)) for page in self._pages.values())
        hits = sorted((Hit(page, score) for page, score in scores if score >= SUFFICIENT), key=lambda hit: -hit.score)
        wanted = language or detect(query) or (hits[0].page.language if hits else None)
        return [hit for hit in hits if hit.page.language is wanted] or hits

    def telling(self, text: str) -> set[str]:
        """The telling words of a text, those that are misspelt as the pages spell them: `pitagor` is `pythagore`."""
        return {self._spelt(word) for word in list(dict.fromkeys(words(text)))[:MOST_WORDS]}

    def _spelt(self, word: str) -> str:
        if word in self._known or len(word) < MISSPELT_FROM:
            return word
        if word[0] in "ld" and word[1:] in self._known:  # its apostrophe was forgotten
            return word[1:]
        if sound(word) in self._sounds:
            return self._sounds[sound(word)]
        alike = difflib.get_close_matches(word, self._known, n=1, cutoff=SIMILAR)
        return alike[0] if alike and alike[0][0] == word[0] else word

    def _score(self, asked: set[str], slug: str) -> float:
        in_text = sum(min(self._texts[slug].count(word), 5) for word in asked)
        return 3.0 * len(asked & self._titles[slug]) + 2.0 * len(asked & self._keywords[slug]) + 0.2 * in_text


def load_library(folder: Path = FOLDER) -> Library:
    """Read every page: lines `name: value`, an empty line, then Markdown."""
    return Library(_read(path) for path in sorted(folder.glob("*.md")))


def words(text: str) -> list[str]:
    """Telling words: lower case, no accents, no plural s, no articles."""
    found = re.findall(r"[a-z]{2,}", plain(text))
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
