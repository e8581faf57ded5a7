"""The administrators' page in a real Chromium: signing in with the code that arrives on the phone page, and what axe
finds."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import BrowserContext, Page, expect

from bot.dao.admin import administrators
from bot.dao.database import Database
from tests.browser.running_stack import ANSWER_MS, RunningStack, heard

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 860}
SMALL = 60_000  # bytes of a page, without pictures


def database_of(stack: RunningStack) -> Database:
    """The running product's, for rows of every kind but what needs its keys."""
    return Database(f"sqlite:///{stack.data / 'palabre.db'}")


def make_administrator(stack: RunningStack, number: str) -> None:
    database = database_of(stack)
    with database.write() as session:
        administrators.add(session, number)
    database.close()


def remove_administrator(stack: RunningStack, number: str) -> None:
    database = database_of(stack)
    with database.write() as session:
        assert administrators.remove(session, number)
    database.close()


def sign_in(context: BrowserContext, stack: RunningStack, number: str) -> Page:
    """From the login page to the first one, with the code that arrives by SMS on the phone page."""
    phone = context.new_page()
    phone.goto(f"{stack.url}/phone")
    phone.locator("#person").select_option(number)
    expect(phone.locator("#offline")).to_be_hidden()
    page = context.new_page()
    page.goto(f"{stack.url}/admin/login")
    page.get_by_label("Numéro de téléphone").fill(number)
    page.get_by_role("button", name="Recevoir un code").click()
    message = heard(phone, "sms", "(administration)")
    message.wait_for(state="attached", timeout=ANSWER_MS)
    found = re.search(r"\b\d{6}\b", message.text_content() or "")
    assert found
    page.get_by_label("Code à 6 chiffres").fill(found.group())  # sent by itself with the sixth digit
    expect(page.get_by_role("heading", name="Aujourd’hui")).to_be_visible()
    phone.close()
    return page


@contextmanager
def watched(office: BrowserContext) -> Iterator[Page]:
    """A page of the office; a script error, or anything that the policy refused, fails the test."""
    page = office.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    page.close()
    assert errors == []


def violations(page: Page) -> list[str]:
    """What axe finds. It is put in by the debugger: the page's own policy lets no script in."""
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": AXE.read_text()})
    session.detach()
    found: dict[str, Any] = page.evaluate(f"axe.run(document, {{ runOnly: {RULES} }})")
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found["violations"]]
