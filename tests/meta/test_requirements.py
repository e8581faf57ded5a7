"""Whatever the project imports is required and pinned: an environment that has grown hides what a new one lacks."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
OURS = {"bot", "jobs", "tests", "wsgi"}
OLDEST = {"extra": "", "python_version": "3.11", "python_full_version": "3.11.0"}  # of the Pythons that we begin with


def imported() -> Iterator[str]:
    """The first name of every absolute import in our code."""
    for folder in ("bot", "jobs", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    yield from (alias.name.partition(".")[0] for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    yield node.module.partition(".")[0]


def pinned() -> set[str]:
    """The distributions that a fresh machine installs."""
    files = (ROOT / name for name in ("requirements.txt", "tests/requirements.txt", "constraints.txt"))
    names = re.findall(r"^([\w.-]+)(?:\[\w+\])?==", "\n".join(file.read_text() for file in files), re.MULTILINE)
    return {plain(name) for name in names}


def plain(name: str) -> str:
    """A distribution's name, of which several spellings are one."""
    return name.lower().replace("_", "-").replace(".", "-")


def needed_by(name: str) -> Iterator[str]:
    """What a distribution needs besides, with this Python or the oldest; nothing if it is not installed here."""
    try:
        needs = [Requirement(line) for line in requires(name) or ()]
    except PackageNotFoundError:
        return
    for each in needs:
        if each.marker is None or any(map(each.marker.evaluate, ({"extra": ""}, OLDEST))):
            yield plain(each.name)


def test_every_import_is_pinned() -> None:
    known, providers = pinned(), packages_distributions()
    lacking = {
        name
        for name in set(imported()) - OURS - set(sys.stdlib_module_names)
        if known.isdisjoint(plain(each) for each in providers.get(name, ()))
    }
    assert not lacking


def test_what_a_pinned_distribution_needs_is_pinned_too() -> None:
    known = pinned()
    assert {name: sorted({*needed_by(name)} - known) for name in known if not known.issuperset(needed_by(name))} == {}
