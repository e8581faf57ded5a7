"""The administrators' page between the sizes that it was drawn for, and in the hands of somebody who is slow: what is
read is whole, what is typed stays, and what went wrong is said."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.administration import DESKTOP, make_administrator, sign_in
from tests.browser.running_stack import RunningStack

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

ADMIN = "+2250700000001"
LISTS = ("credits", "runs", "deliveries", "payments", "actions", "health", "users", "users/-1")
CUT = """() => {
  const cut = new Set(), range = document.createRange();
  for (const cell of document.querySelectorAll(".cards th, .cards td")) {
    if (!cell.offsetParent || cell.closest("thead")?.offsetWidth < 5) continue;
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text; text = texts.nextNode();) {
      if (text.parentElement.closest("bdi")) continue; // what somebody wrote may be of any length
      for (const word of text.data.matchAll(/[\\p{L}\\p{N}\\u202f\\u00a0]{3,25}/gu)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = [...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top));
        if (Math.max(...lines) - Math.min(...lines) > 4) cut.add(word[0]);
      }
    }
  }
  return [...cut];
}"""
STICKING_OUT = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def office(browser: Browser, stack: RunningStack) -> Iterator[BrowserContext]:
    make_administrator(stack, ADMIN)
    context = browser.new_context(viewport=DESKTOP, locale="fr-FR")  # type: ignore[arg-type]
    sign_in(context, stack, ADMIN).close()
    yield context
    context.close()


@pytest.fixture
def page(office: BrowserContext) -> Iterator[Page]:
    page = office.new_page()
    yield page
    page.close()


@pytest.mark.parametrize("width", [320, 768, 800, 900, 1024])
def test_no_word_and_no_figure_is_cut_and_nothing_sticks_out(page: Page, stack: RunningStack, width: int) -> None:
    """Tablets, halves of a screen, a laptop at 150 %: « 1 000 F » above « CFA » is another sum."""
    page.set_viewport_size({"width": width, "height": 900})
    for name in LISTS:
        page.goto(f"{stack.url}/admin/{name}")
        assert page.evaluate(CUT) == [], name
        assert page.evaluate(STICKING_OUT) <= 0, name


def test_letters_are_as_large_as_the_reader_has_set_them(page: Page, stack: RunningStack) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for name in LISTS:
        page.goto(f"{stack.url}/admin/{name}")
        before = page.locator("main h1").evaluate("head => getComputedStyle(head).fontSize")
        set_letters(page, 24)
        assert page.locator("main h1").evaluate("head => getComputedStyle(head).fontSize") != before
        assert page.evaluate(STICKING_OUT) <= 0, name


def set_letters(page: Page, pixels: int) -> None:
    """As in the settings of a browser."""
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": pixels, "fixed": pixels}})
    session.detach()


def test_an_export_that_is_refused_says_so(page: Page, stack: RunningStack) -> None:
    """Nothing is saved under its name that is none."""
    page.goto(f"{stack.url}/admin/credits?kind=turn")
    kept = page.context.cookies()
    page.context.clear_cookies()
    page.get_by_role("link", name="CSV").click()
    expect(page.get_by_label("Numéro de téléphone")).to_be_visible()
    page.context.add_cookies(kept)  # type: ignore[arg-type]
    page.reload()
    expect(page.get_by_role("heading", name="Journal des crédits")).to_be_visible()
    assert page.url == f"{stack.url}/admin/credits?kind=turn"
