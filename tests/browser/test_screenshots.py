"""The pictures of docs/screens.md can be taken from the running product, and the page shows them all."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.browser.running_stack import ROOT, RunningStack
from tests.browser.screenshots import LARGEST, take

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[RunningStack]:
    """A stack of its own: what is said for the pictures would be another test's beginning."""
    running = RunningStack(tmp_path / "stack")
    try:
        running.wait_for("Palabre est prêt")
        yield running
    finally:
        running.stop()


PRINTED = ("xlsx.png", "pptx.png")  # documents as an office suite prints them


def test_the_pictures_are_taken_small_enough_for_a_page(browser: Browser, fresh: RunningStack, tmp_path: Path) -> None:
    pictures = take(browser, fresh, tmp_path / "images")
    shown = re.findall(r"images/([a-z]+\.png)", (ROOT / "docs/screens.md").read_text())
    assert [path.name for path in pictures] == [name for name in shown if name not in PRINTED]
    assert len(pictures) == 12
    for path in pictures:
        with Image.open(path) as picture:
            assert picture.width >= 300
        assert path.stat().st_size <= LARGEST
        assert 0 < (ROOT / "docs/images" / path.name).stat().st_size <= LARGEST
