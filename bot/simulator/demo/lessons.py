"""The demo model's lessons: its pages, with what a teacher adds to each (lessons/*.toml): other words, examples,
exercises. Finds the lesson a message names, and the part of a lesson it asks about."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.simulator.demo.library import Library, Page, words
from bot.types import Language

FOLDER = Path(__file__).parent / "lessons"
SAME_STEM = 5  # first letters that a word and a heading must share: soustraction, soustraire


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question with the answers that count as right."""

    question: str
    answers: tuple[str, ...]
    solution: str


@dataclass(frozen=True, slots=True)
class Part:
    """A section of a lesson, or the paragraphs of it that were asked for."""

    lesson: "Lesson"
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Lesson:
    """One page and how to teach it. `names` are the words that call it, `sibling` the page of the same lesson in the
    other language, if there is one."""

    page: Page
    names: frozenset[str]
    simple: str
    otherwise: str
    examples: tuple[str, ...]
    exercises: tuple[Exercise, ...]
    sibling: str

    @property
    def title(self) -> str:
        return self.page.title

    @property
    def parts(self) -> Sequence[Part]:
        """Every section."""
        return [Part(self, heading, text) for heading, text in self.page.sections]


class Lessons:
    """Every lesson, in the order of the pages."""

    def __init__(self, library: Library, lessons: Sequence[Lesson]) -> None:
        self._library = library
        self.all = tuple(lessons)

    def get(self, slug: str) -> Lesson:
        """A lesson by its page. Raises StopIteration when there is none."""
        return next(lesson for lesson in self.all if lesson.page.slug == slug)

    def named(self, text: str, language: Language) -> Lesson | None:
        """The lesson a text calls by one of its names: the best one in the language, else in the other one."""
        told = self._library.telling(text)
        called = {lesson.page.slug: lesson for lesson in self.all if told & lesson.names}
        hits = (hit.page.slug for hit in self._library.find(text, language))
        return next((called[slug] for slug in hits if slug in called), None)

    def within(self, lesson: Lesson, language: Language) -> Lesson:
        """The same lesson in a language, where there is one."""
        if lesson.page.language is language:
            return lesson
        return next((other for other in self.all if other.page.slug == lesson.sibling), lesson)

    def part(self, lesson: Lesson, text: str, *, headings_only: bool = False) -> Part | None:
        """The part of a lesson, or of another one of the same name, that a text asks about: by its heading, else by
        every telling word."""
        asked = {word for word in words(text) if len(word) >= SAME_STEM} - lesson.names - set(words(lesson.title))
        family = [lesson, *(other for other in self.all if other is not lesson and _akin(lesson, other))]
        parts = [part for member in family for part in member.parts]
        spelt = asked | self._library.telling(" ".join(asked))
        headed = (part for part in parts if _speaks_of(part.heading, spelt))
        said = (part for part in parts if asked and self._says_all(part.text, asked))
        found = next(headed, None) or (None if headings_only else next(said, None))
        return _narrowed(found, spelt) if found else None

    def _says_all(self, text: str, asked: set[str]) -> bool:
        present = set(words(text))
        return all(present & {word, *self._library.telling(word)} for word in asked)


def load_lessons(library: Library, folder: Path = FOLDER) -> Lessons:
    """Read what lessons/*.toml add to the pages."""
    told: dict[str, Any] = {}
    for path in sorted(folder.glob("*.toml")):
        told |= tomllib.loads(path.read_text(encoding="utf-8"))
    return Lessons(library, [_lesson(page, told[page.slug]) for page in library.pages])


def _lesson(page: Page, told: Mapping[str, Any]) -> Lesson:
    return Lesson(
        page=page,
        names=frozenset(words(told["names"])),
        simple=told["simple"],
        otherwise=told["otherwise"],
        examples=tuple(told["examples"]),
        exercises=tuple(
            Exercise(entry["question"], tuple(entry["answer"].split("|")), entry["solution"])
            for entry in told["exercises"]
        ),
        sibling=told.get("sibling", ""),
    )


def _akin(lesson: Lesson, other: Lesson) -> bool:
    return other.page.language is lesson.page.language and bool(lesson.names & other.names)


def _speaks_of(text: str, asked: set[str]) -> bool:
    return any(_share_stem(word, wanted) for word in words(text) for wanted in asked)


def _share_stem(word: str, wanted: str) -> bool:
    stem = max(SAME_STEM, min(len(word), len(wanted)) - 4)
    return min(len(word), len(wanted)) >= stem and word[:stem] == wanted[:stem]


def _narrowed(part: Part, asked: set[str]) -> Part:
    paragraphs = part.text.split("\n\n")
    telling = [paragraph for paragraph in paragraphs if _speaks_of(paragraph, asked)]
    return Part(part.lesson, part.heading, "\n\n".join(telling or paragraphs))
