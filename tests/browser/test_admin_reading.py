"""The administrators' page between the sizes that it was drawn for, and in the hands of somebody who is slow: what is
read is whole, what is typed stays, and what went wrong is said."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sqlmodel import select

from bot.models import Address, Conversation, Run
from bot.models.base import utc_now
from tests.browser.administration import DESKTOP, database_of, make_administrator, sign_in, watched
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
    with watched(office) as page:
        yield page


@pytest.fixture
def under_way(stack: RunningStack) -> Iterator[int]:
    """A run that nobody works at, and ends behind the test."""
    database = database_of(stack)
    with database.write() as session:
        user = session.exec(select(Address.user_id).where(Address.value == f"whatsapp:{ADMIN}")).one()
        run = Run(conversation_id=session.exec(select(Conversation.id)).first(), user_id=user,
                  mode="student", language="fr")  # fmt: skip
        session.add(run)
        session.flush()
        number = run.id
    database.close()
    yield number
    end(stack, number)


def end(stack: RunningStack, number: int) -> None:
    database = database_of(stack)
    with database.write() as session:
        run = session.get_one(Run, number)
        run.status, run.stop_reason, run.ended_at = "done", "done_signal", utc_now()
    database.close()


@pytest.mark.parametrize("width", [320, 768, 900, 1024, 1152])
def test_no_word_and_no_figure_is_cut_and_nothing_sticks_out(page: Page, stack: RunningStack, width: int) -> None:
    """Tablets, halves of a screen, a laptop at 150 %: « 1 000 F » above « CFA » is another sum."""
    page.set_viewport_size({"width": width, "height": 900})
    for name in LISTS:
        page.goto(f"{stack.url}/admin/{name}")
        assert page.evaluate(CUT) == [], name
        assert page.evaluate(STICKING_OUT) <= 0, name


def test_a_page_on_paper_has_tables_and_nothing_to_press(page: Page, stack: RunningStack) -> None:
    """A4 inside its margins; by night, too, it is dark letters on a light sheet. What a list was filtered by stays."""
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 702, "height": 900})
    for name in (*LISTS, "teaching", "runs?failed=1"):
        page.goto(f"{stack.url}/admin/{name}")
        assert page.evaluate(CUT) == [], name
        assert page.evaluate(STICKING_OUT) <= 0, name
        for unwanted in ("button:visible", ".menu:visible", ".pager:visible"):
            expect(page.locator(unwanted)).to_have_count(0)
        expect(page.locator(".filters:visible")).to_have_count(int("?" in name))
        heads = page.locator(".cards thead").evaluate_all("heads => heads.map((head) => head.offsetWidth)")
        assert min(heads, default=100) >= 100, name
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(32, 38, 31)"


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


def test_who_types_a_reason_while_an_answer_ends_goes_on_typing(
    page: Page, stack: RunningStack, under_way: int
) -> None:
    page.goto(f"{stack.url}/admin/runs/{under_way}")
    reason = page.get_by_label("Raison")
    reason.press_sequentially("Elle dit n’avoir")
    end(stack, under_way)
    expect(page.locator("[data-over]")).to_be_attached(timeout=20_000)
    page.keyboard.type(" rien reçu")
    expect(reason).to_have_value("Elle dit n’avoir rien reçu")


def test_a_page_that_is_followed_says_when_the_server_is_away(page: Page, stack: RunningStack, under_way: int) -> None:
    page.route("**/events", lambda route: route.fulfill(status=503))
    page.goto(f"{stack.url}/admin/runs/{under_way}")
    page.route("**/live?*", lambda route: route.fulfill(status=502, body="bad gateway"))
    notice = page.get_by_text("La connexion est coupée")
    expect(notice).to_be_visible(timeout=10_000)
    page.unroute("**/live?*")
    expect(notice).to_have_count(0, timeout=10_000)


def test_who_stops_the_browser_can_send_again(page: Page, stack: RunningStack) -> None:
    """Nothing tells a page so, nor that a line is lost: its button stayed grey until it was loaded anew."""
    page.clock.install()
    page.goto(f"{stack.url}/admin/users/-1")
    page.route("**/block", lambda route: route.fulfill(status=204))  # the page stays, as where somebody stops it
    page.locator("#block-reason").fill("pour essayer")
    button = page.get_by_role("button", name="Bloquer")
    button.click()
    page.clock.run_for(10)
    expect(button).to_be_disabled()
    page.clock.run_for(20_000)
    expect(button).to_be_enabled()
