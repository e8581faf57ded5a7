"""What `make test` leaves to `make test-all` is left by rules, and nothing is left by both."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
MODULE = "tests/integration/web/test_message_webhook.py"  # with tables, on both databases


def collected(*arguments: str) -> set[str]:
    """The tests that a call of pytest would run."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-o", "addopts=--import-mode=importlib"]
    done = subprocess.run([*command, *arguments], cwd=TESTS.parent, capture_output=True, text=True, check=True)
    return set(re.findall(r"^\S+::.+$", done.stdout, re.MULTILINE))


@pytest.mark.programs
def test_of_a_table_three_cases_are_tried_and_all_by_name_or_with_long() -> None:
    few = collected("-o", f"testpaths={MODULE}")
    every = collected("-o", f"testpaths={MODULE}", "--long")
    assert collected(MODULE) == every > few
    cases = Counter(test.partition("[")[0] for test in few)
    assert cases.keys() == {test.partition("[")[0] for test in every}, "no subject is left out"
    assert max(cases.values()) == 3
    assert not any("postgresql" in test for test in few)
    assert any("postgresql" in test for test in every)


def test_whoever_begins_an_interpreter_says_so() -> None:
    """Two processes at one database are tried always."""
    places = [place for folder in ("integration", "meta", "unit") for place in (TESTS / folder).rglob("test_*.py")]
    begin = [place for place in places if "sys.executable" in place.read_text() and place.parent.name != "database"]
    assert len(begin) > 10
    assert [place.name for place in begin if "pytest.mark.programs" not in place.read_text()] == []


def test_ci_tries_again_whatever_failed_not_only_what_make_test_would_try() -> None:
    again = re.search(r"-m pytest (.*)", (TESTS.parent / ".ci/run").read_text())
    assert again
    assert {"--long", "--last-failed"} <= set(again[1].split())
