"""What the pages name is there: files, modules, headings, settings with their defaults, what is typed. And each page
has one title and lines that can be read."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.config import Settings
from bot.conversation.commands.table import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LONGEST_LINE = 160
OURS = "bot|jobs|tests|docs|templates"
DEFAULTS = {name.upper(): field.default for name, field in Settings.model_fields.items()}
OTHERS = "audio calls dev proc tmp jours outil".split()  # paths of others, a recipe's command, the demonstration's
NEW = re.compile(r"`([^`]+)` \(new\)")  # what a recipe of docs/extending.md has its reader make


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    """The headings, as a link names them."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def is_there(dotted: str) -> bool:
    """Whether a module has such a name, or one of its classes such a member."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        folder = ROOT.joinpath(*parts[:length])
        files = [folder.with_suffix(".py"), *folder.glob("*.py")]
        if found := [file.read_text() for file in files if file.exists()]:
            return all(re.search(rf"\b{re.escape(part)}\b", "\n".join(found)) for part in parts[length:])
    return False


def lost(page: Path) -> Iterator[str]:
    """Which files and modules that a page names are nowhere."""
    new = set(NEW.findall(prose(page)))
    named = re.findall(r"`([^`\s]+)`", prose(page))
    for each in named:
        if re.fullmatch(rf"(?:{OURS})/[\w./-]+", each) and each not in new and not (ROOT / each).exists():
            yield each
        if re.fullmatch(r"(?:bot|jobs|tests)(?:\.\w+)+", each) and not is_there(each):
            yield each


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_a_page_names_is_there(page: Path) -> None:
    assert list(lost(page)) == []


def sources(*patterns: str) -> str:
    return "\n".join(path.read_text() for pattern in patterns for path in ROOT.glob(pattern) if path.is_file())


def test_a_setting_that_a_page_names_is_one_and_has_the_default_that_the_page_gives() -> None:
    ours = set(re.findall(r"\w+", sources("bot/**/*.py", "tests/**/*.py", "Dockerfile"))) | set(DEFAULTS)
    for page in PAGES:
        named = re.findall(r"`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`(?: \(([\d,.]+)[);])?", prose(page))
        assert [each for each, _ in named if each not in ours] == [], name(page)
        wrong = [each for each, said in named if said and said.replace(",", "") != figures(DEFAULTS.get(each))]
        assert wrong == [], name(page)


def figures(default: object) -> str:
    """As a page would write them, without commas."""
    several = default if isinstance(default, tuple) else (default,)
    return "".join(f"{each:.12g}" if isinstance(each, int | float) else str(each) for each in several)


def test_what_a_page_has_its_reader_type_is_there() -> None:
    commands = "|".join(f"{each.wording.fr}|{each.wording.en}" for each in COMMANDS)
    web = re.findall(r'"/(\w+)', sources("bot/web/**/*.py", "bot/services/money/*.py", "bot/simulator/**/*.py"))
    words = {"/": {*re.findall(r"\w+", commands), *web, *OTHERS}}
    words["make "] = set(re.findall(r"^([a-z-]+):", sources("Makefile"), re.MULTILINE))
    words["flask --app wsgi "] = set(re.findall(r'(?:command|AppGroup)\("(\w+)"', sources("bot/cli/**/*.py")))
    for page in PAGES:
        for before, known in words.items():
            typed = re.findall(rf"`{before}([a-z-]+)", page.read_text())
            assert [f"{before}{each}" for each in typed if each not in known] == [], name(page)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_link_leads_to_a_heading_that_is_there(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:\s]*)#([^)\s]+)\)", prose(page))
    pairs = [((page.parent / to).resolve() if to else page, anchor) for to, anchor in links]
    assert [f"{name(to)}#{anchor}" for to, anchor in pairs if anchor not in anchors(to)] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_has_one_title_and_lines_that_can_be_read(page: Path) -> None:
    assert len(re.findall(r"^# ", prose(page), re.MULTILINE)) == 1
    lines = enumerate(prose(page).splitlines(), 1)
    assert [number for number, line in lines if len(line) > LONGEST_LINE and not line.startswith("|")] == []
