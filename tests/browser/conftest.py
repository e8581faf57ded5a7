"""A real Chromium for the tests of this folder; they are skipped with a reason where none is installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import ARGUMENTS, CHROMIUM
from tests.browser.phone_app import CannedApplication, Server, served
from tests.browser.running_stack import RunningStack


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A desktop-sized page; a script error fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, locale="fr-FR")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def canned(tmp_path: Path) -> CannedApplication:
    """The application that answers by heart; `server` serves it."""
    return CannedApplication(tmp_path)


@pytest.fixture
def server(canned: CannedApplication) -> Iterator[Server]:
    with served(canned) as running:
        yield running


@pytest.fixture
def phone(page: Page, server: Server, canned: CannedApplication) -> Page:
    """The phone page over it."""
    page.goto(f"{canned.url}/phone")
    return page


@pytest.fixture(scope="module")
def stack(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStack]:
    """The whole of `make run`, new to its people; skipped with the browser, and ends in good order."""
    running = RunningStack(tmp_path_factory.mktemp("stack"))
    try:
        running.wait_for("Palabre est prêt")
        yield running
    finally:
        code = running.stop()
    assert code == 0, running.lines
