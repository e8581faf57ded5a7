"""What the demo model can say: the same sentences in both languages, right typography, lessons that are whole."""

import re
from pathlib import Path
from string import Formatter

import pytest

from bot.simulator.demo.lessons import load_lessons
from bot.simulator.demo.letters import FOLDER, letter_in
from bot.simulator.demo.quizzes import BANK
from bot.simulator.demo.sentences import words_of
from bot.simulator.demo.skills import courtesy
from bot.simulator.demo.skills.table import SKILLS
from bot.types import Language
from tests.fakes.demo import LIBRARY

DEMO = Path("bot/simulator/demo")
FRENCH, ENGLISH = (words_of(language).sentences for language in (Language.FR, Language.EN))
# Where a learner is spoken to: « tu » would be mixed into « vous ». Grammar lessons conjugate it, and are not here.
FAMILIAR = r"\b(tu|toi|ton|ta|tes|t’)\b(?! as fini| as parlé| es venu)"


def texts(pattern: str, language: str) -> list[str]:
    """The files of a kind in a language, without the lines that only name things to the machine."""
    files = [path for path in sorted(DEMO.glob(pattern)) if path.stem == language or path.suffix == ".md"]
    pages = {page.slug: page.language for page in LIBRARY.pages}
    wanted = [path for path in files if path.suffix != ".md" or pages[path.stem] == language]
    return [re.sub(r"(?m)^(#|words|names|private|sibling).*$", "", path.read_text()) for path in wanted]


def said(text: str) -> str:
    """The strings of a TOML file without their marks; a page as it is."""
    text = re.sub(r"(?m)^(?:tool_bad_json|tools_listed).*$", "", text)  # they show some JSON
    return re.sub(r'"""|\\"|(?<=[=\[,]) *"|"(?= *[,\]}]|\n|$)', " ", text)


def test_both_languages_have_the_same_sentences_with_the_same_names() -> None:
    assert list(FRENCH) == list(ENGLISH)
    for key, sentence in FRENCH.items():
        names = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (sentence, ENGLISH[key])]
        assert names[0] == names[1], key


def test_every_sentence_is_said_and_every_sentence_said_exists() -> None:
    code = "\n".join(path.read_text() for path in sorted(DEMO.rglob("*.py")))
    spoken = set(re.findall(r"[\"'](\w+)[\"']", code)) | set(courtesy._KINDS)
    spoken |= {f"equation_{kind}" for kind in ("expand", "swap", "add", "subtract")}
    spoken |= {f"{prefix}unknown{suffix}" for prefix in ("", "guest_") for suffix in ("", "_again")}
    spoken |= {f"figure_{kind}_text" for kind in ("made", "example")}
    assert set(FRENCH) - spoken == set()
    said = set(re.findall(r'\bsay\("(\w+)"', code))
    assert said - set(FRENCH) == set()
    assert set(courtesy._KINDS) - {"greeting", "evening", "how_or_fine"} <= set(FRENCH)


@pytest.mark.parametrize("kind", ["pages/*.md", "lessons/*.toml", "letters/*.toml", "sentences/*.toml"])
def test_french_is_set_as_french(kind: str) -> None:
    for text in map(said, texts(kind, "fr")):
        body = re.sub(r"\w+://\S+", "", text)
        assert "'" not in body
        assert not re.search(r"\w[?!;»]|«\w|\w :\w", body), kind
        assert not re.search(FAMILIAR, body, re.IGNORECASE), kind


@pytest.mark.parametrize("kind", ["pages/*.md", "lessons/*.toml", "letters/*.toml", "sentences/*.toml"])
def test_english_is_set_as_english(kind: str) -> None:
    for text in map(said, texts(kind, "en")):
        assert "'" not in text
        assert not re.search(r"\w [?!;:]|«", text)


def test_quizzes_use_the_right_apostrophe() -> None:
    assert "'" not in re.sub(r"(?m)^#.*$", "", BANK.read_text())


@pytest.mark.parametrize("lesson", load_lessons(LIBRARY).all, ids=lambda lesson: lesson.page.slug)
def test_every_lesson_can_be_taught(lesson) -> None:
    assert lesson.simple
    assert lesson.otherwise
    assert len(lesson.examples) >= 2
    assert len(lesson.exercises) >= 2
    assert load_lessons(LIBRARY).named(lesson.title, lesson.page.language) == lesson
    assert all(part.text for part in lesson.parts)


@pytest.mark.parametrize("language", list(Language))
def test_every_letter_is_laid_out_and_short_enough_for_one_message(language: Language) -> None:
    words = re.findall(r'(?m)^words = "(\w+?)s?\??[|"]', (FOLDER / f"{language}.toml").read_text())
    assert len(words) >= 11
    for word in words:
        asked = f"write a letter about {word}" if language is Language.EN else f"écris une lettre de {word}"
        letter = letter_in(asked, language)
        assert letter
        assert len(letter.text) < 1_400
        assert "{" not in letter.text
        assert len(re.findall(r"\n\n", letter.text)) >= 7


def test_skills_have_names_of_their_own_and_the_last_one_takes_everything() -> None:
    names = [skill.name for skill in SKILLS]
    assert len(set(names)) == len(names)
    assert names[-1] == "unknown"
