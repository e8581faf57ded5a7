"""An administrator's work in a real Chromium over the whole of `make run`: filters, exports, a run that is followed,
words that are revealed for a reason; and everybody who is refused."""

import csv
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sqlalchemy import func
from sqlmodel import select

from bot.models import Address, AdminSession, Alert, Conversation, Iteration, Payment, Run, ToolCallRecord
from bot.models.base import utc_now
from bot.queue.progress import Event, ProgressFeed
from tests.browser.administration import (
    DESKTOP,
    PHONE,
    SMALL,
    database_of,
    make_administrator,
    remove_administrator,
    sign_in,
    violations,
    watched,
)
from tests.browser.running_stack import ANSWER_MS, RunningStack, heard, say
from tests.fakes.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

PUPIL, FORMER, GUEST = "+2250700000001", "+2250700000002", "+2250700000003"
ADMIN = PUPIL  # a number that no other file asks a code for: they are a minute apart
ASK_NOTHING = "const late = setTimeout; window.setTimeout = (work, wait) => wait >= 1000 ? 0 : late(work, wait);"
WITNESS = """
window.seen = "";
new MutationObserver(() => { seen += document.querySelector("#now").textContent; })
  .observe(document.querySelector("#now"), { childList: true });
"""
HIDDEN_AT_WILL = """
let hidden = false;
Object.defineProperty(document, "hidden", { get: () => hidden });
window.hide = (is) => { hidden = is; document.dispatchEvent(new Event("visibilitychange")); };
"""
STICKING_OUT = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("main *")].filter(each => each.getBoundingClientRect().right > innerWidth)
    .map(each => each.outerHTML.slice(0, 120))"""
NARROW = {"width": 360, "height": 800}  # the smallest telephones in use
QUESTION = "Combien font 3 × (12,5 + 7) ?"


@pytest.fixture(scope="module")
def office(browser: Browser, stack: RunningStack) -> Iterator[BrowserContext]:
    """Signed in, after somebody has asked something."""
    make_administrator(stack, ADMIN)
    context = browser.new_context(viewport=PHONE, locale="fr-FR", accept_downloads=True)  # type: ignore[arg-type]
    phone = context.new_page()
    phone.goto(f"{stack.url}/phone")
    phone.locator("#person").select_option(PUPIL)
    say(phone, "whatsapp", QUESTION)
    expect(heard(phone, "whatsapp", "58,5")).to_be_attached(timeout=ANSWER_MS)
    phone.close()
    sign_in(context, stack, ADMIN).close()
    yield context
    context.close()


@pytest.fixture
def page(office: BrowserContext) -> Iterator[Page]:
    with watched(office) as page:
        yield page


@pytest.fixture(scope="module")
def running(stack: RunningStack, office: BrowserContext) -> int:
    """One that is under way, a payment, and what is long: a sum of millions, an alert that is one word."""
    database = database_of(stack)
    with database.write() as session:
        user = session.exec(select(Address.user_id).where(Address.value == f"whatsapp:{PUPIL}")).one()
        session.add(Payment(user_id=user, provider="demo", reference="PALBROWSER", pack="120", credits=120,
                            amount=1_000, currency="XOF", status="expired", session_id="x", expires_at=utc_now(),
                            closed_at=utc_now()))  # fmt: skip
        session.add(Payment(user_id=user, provider="demo", reference="PALMILLIONS", pack="120", credits=120,
                            amount=12_500_000, currency="XOF", status="failed", session_id="x", expires_at=utc_now(),
                            closed_at=utc_now()))  # fmt: skip
        session.add(Alert(kind="payment_provider", detail=f"demo: https://pay.example/{'x' * 300}"))
    database.close()
    return start_run(stack)


def start_run(stack: RunningStack) -> int:
    """A run under way, as a worker's first checkpoint leaves it."""
    database = database_of(stack)
    with database.write() as session:
        address = session.exec(select(Address).where(Address.value == f"whatsapp:{PUPIL}")).one()
        conversation = session.exec(select(Conversation.id).where(Conversation.address_id == address.id)).one()
        run = Run(conversation_id=conversation, user_id=address.user_id, mode="student", language="fr")
        session.add(run)
        session.flush()
        add_call(session, run.id, "web_search", 1)
        number = run.id
    database.close()
    return number


def add_call(session: object, run: int, tool: str, iteration: int) -> None:
    session.add(Iteration(run_id=run, number=iteration, model="demo", finish_reason="tool_calls"))  # type: ignore[attr-defined]
    session.add(ToolCallRecord(run_id=run, call_id=f"c{iteration}", iteration=iteration, tool=tool,  # type: ignore[attr-defined]
                               arguments='{"query": "les fractions"}', state="done", status="success",
                               result="deux <b>moitiés</b>", attempts=1, latency_ms=321))  # fmt: skip


@pytest.fixture
def feed(stack: RunningStack) -> Iterator[ProgressFeed]:
    """As a worker's, where the stack's is."""
    made = ProgressFeed(stack.redis_url, newsreel=True)
    yield made
    made.close()


@pytest.mark.parametrize("by", ["stream", "asking"])
def test_a_running_run_is_followed_without_a_reload(
    page: Page, stack: RunningStack, office: BrowserContext, feed: ProgressFeed, by: str
) -> None:
    """By its stream alone, with all asking of its own stopped; and by asking alone, where there is no stream."""
    run = start_run(stack)
    if by == "stream":
        page.add_init_script(ASK_NOTHING)
    else:
        page.route("**/events", lambda route: route.fulfill(status=503))
    page.goto(f"{stack.url}/admin/runs?state=running")
    page.get_by_role("link", name=f"Réponse n° {run}", exact=True).click()
    expect(page.get_by_role("link", name="web_search")).to_be_visible()
    page.evaluate("window.kept = true")
    database = database_of(stack)
    with database.write() as session:
        add_call(session, run, "generate_pdf", 2)
    feed.tell(Event("tool_end", run, "", {"iteration": 2, "tool": "generate_pdf"}))
    expect(page.get_by_role("link", name="generate_pdf")).to_be_visible(timeout=10_000)
    assert page.evaluate("window.kept"), "the page is the same"
    with database.write() as session:
        row = session.get_one(Run, run)
        row.status, row.stop_reason, row.ended_at, row.iterations = "done", "done_signal", utc_now(), 2
    database.close()
    feed.tell(Event("done", run, "", {"iterations": 2}))
    expect(page.locator("[data-over]")).to_be_attached(timeout=10_000)
    expect(page.locator("[data-live]")).to_have_count(0)


def test_a_page_that_nobody_sees_holds_no_stream(page: Page, stack: RunningStack, running: int) -> None:
    page.add_init_script(HIDDEN_AT_WILL)
    with page.expect_response("**/events") as opened:
        page.goto(f"{stack.url}/admin/runs/{running}")
    assert opened.value.status == 200
    assert opened.value.headers["content-type"] == "text/event-stream; charset=utf-8"
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/events")):
        page.evaluate("hide(true)")
    with page.expect_response("**/events"):
        page.evaluate("hide(false)")


def test_the_drawer_shows_what_is_done_while_it_is_done(
    office: BrowserContext, stack: RunningStack, feed: ProgressFeed
) -> None:
    run = start_run(stack)
    database = database_of(stack)
    with database.read() as session:
        mine = session.get_one(Run, run).conversation_id
    database.close()
    phone = office.new_page()
    phone.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    phone.goto(f"{stack.url}/phone")
    phone.locator("#person").select_option(PUPIL)
    with phone.expect_response("**/phone/stream?*") as opened:
        phone.locator("#drawer-button").click()
    assert opened.value.status == 200
    now = phone.locator("#now .now")

    def told() -> bool:
        """What came before the stream began is not told: again, until it is."""
        feed.tell(Event("content", run + 1, "of somebody else", {"iteration": 1, "state": "asked"}))
        feed.tell(Event("content", run, mine, {"iteration": 1, "state": "asked"}))
        return now.count() == 1

    eventually(told, every_s=0.3)
    expect(now).to_have_text(re.compile(f"{run}.*réfléchit"))
    feed.tell(Event("content", run, mine, words="Trois <b>quarts</b> "))
    feed.tell(Event("content", run, mine, words="de Mariam"))
    expect(now).to_contain_text("Trois <b>quarts</b> de Mariam")
    feed.tell(Event("tool_start", run, mine, {"iteration": 1, "tool": "generate_pdf"}))
    expect(now.locator("code")).to_have_text("generate_pdf")
    feed.tell(Event("done", run, mine, {"iterations": 1}))
    expect(now).to_have_count(0)
    with phone.expect_response("**/phone/stream?*"):
        phone.locator("#person").select_option(FORMER)
    phone.evaluate(WITNESS)

    def seen() -> str:
        """The rules answer in milliseconds, and what is told before the stream began is lost: asked until it is not."""
        say(phone, "whatsapp", "Combien font 6 × (4 + 3) ?")
        expect(heard(phone, "whatsapp", "42").last).to_be_attached(timeout=ANSWER_MS)
        expect(now).to_have_count(0)
        return str(phone.evaluate("seen"))

    told_now = eventually(lambda: found if "42" in (found := seen()) else "", 20)
    assert "réfléchit" in told_now
    phone.close()


def test_words_are_read_for_a_reason_that_is_written_down(page: Page, stack: RunningStack) -> None:
    page.goto(f"{stack.url}/admin/runs?tool=calculate&user={PUPIL.removeprefix('+')}")
    page.locator("tbody a").first.click()
    expect(page.get_by_text(QUESTION)).to_have_count(0)
    page.get_by_label("Raison").fill("Elle dit n’avoir rien reçu")
    page.get_by_role("button", name="Afficher les textes").click()
    expect(page.get_by_text(QUESTION).first).to_be_visible()
    expect(page.get_by_text("58,5").first).to_be_visible()
    assert violations(page) == []
    page.goto(f"{stack.url}/admin/actions")
    expect(page.get_by_text("Elle dit n’avoir rien reçu").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [NARROW, DESKTOP], ids=["phone", "desktop"])
def test_every_page_is_readable_by_everybody(
    page: Page, stack: RunningStack, running: int, size: dict[str, int], scheme: str
) -> None:
    """Those of the menu, and what lists lead to."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(f"{stack.url}/admin")
    paths = page.locator(".menu a").evaluate_all("all => all.map(each => each.pathname)")
    assert len(paths) >= 9
    paths += [f"/admin/runs/{running}", "/admin/runs?failed=1&user=x&since=hier&before=1", "/admin/nowhere"]
    paths += ["/admin/users/1/grant", "/admin/users?q=a&before=x"]
    for listed in ("/admin/runs", "/admin/deliveries", "/admin/payments", "/admin/users"):
        page.goto(f"{stack.url}{listed}")
        paths.append(page.locator("tbody a").first.evaluate("link => link.pathname"))
    page.goto(f"{stack.url}/admin/runs/{running}")
    paths.append(page.locator(".call a").first.evaluate("link => link.pathname"))
    for path in paths:
        answer = page.goto(f"{stack.url}{path}")
        assert answer
        assert len(answer.body()) < SMALL, path
        assert violations(page) == [], (path, scheme)
        assert page.evaluate(STICKING_OUT) == [], path
    assert [line for line in said if "404" not in line] == [], "nothing was refused by the policy"


def test_the_credit_log_is_filtered_and_taken_home(page: Page, stack: RunningStack, tmp_path: Path) -> None:
    page.goto(f"{stack.url}/admin/credits?kind=turn")
    rows = page.locator("tbody tr:visible")
    expect(rows.first).to_be_visible()
    for ending in ("csv", "xlsx"):
        with page.expect_download() as taken:
            page.locator(f"a[href*='credits.{ending}']").first.click()
        taken.value.save_as(tmp_path / f"credits.{ending}")
    with (tmp_path / "credits.csv").open(encoding="utf-8-sig", newline="") as file:
        told = list(csv.reader(file, delimiter=";" if ";" in file.readline() else ","))
    lines = list(load_workbook(tmp_path / "credits.xlsx").worksheets[0].iter_rows(values_only=True))
    assert len(told) >= 1
    assert len(lines) >= 2
    assert any(isinstance(value, int) and value < 0 for line in lines for value in line), "what turns took, as numbers"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("number", [GUEST, FORMER], ids=["guest", "user"])
def test_who_is_no_administrator_stays_outside(
    browser: Browser, stack: RunningStack, office: BrowserContext, number: str, size: dict[str, int]
) -> None:
    """They read what everybody reads, and no code of six digits opens."""
    with browser.new_context(viewport=size, locale="fr-FR") as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(f"{stack.url}/admin/runs")
        page.get_by_label("Numéro de téléphone").fill(number)
        page.get_by_role("button", name="Recevoir un code").click()
        page.get_by_label("Code à 6 chiffres").fill("123456")
        expect(page.get_by_text("Ce code n’est pas le bon")).to_be_visible()
        assert violations(page) == []
        page.goto(f"{stack.url}/admin/credits.csv")
        expect(page.get_by_role("heading", name="Administration")).to_be_visible()


def test_a_session_ends_with_its_time_and_with_its_administrator(browser: Browser, stack: RunningStack) -> None:
    make_administrator(stack, FORMER)
    with browser.new_context(viewport=DESKTOP, locale="fr-FR") as context:  # type: ignore[arg-type]
        page = sign_in(context, stack, FORMER)
        kept = context.cookies()
        last_seen(stack, timedelta(minutes=31))
        page.get_by_role("link", name="Réponses", exact=True).click()
        expect(page.get_by_text("Votre session est terminée")).to_be_visible()
        last_seen(stack, timedelta())
        context.add_cookies(kept)  # type: ignore[arg-type]
        page.goto(f"{stack.url}/admin/runs")
        expect(page.get_by_role("heading", name="Réponses")).to_be_visible()
        remove_administrator(stack, FORMER)
        page.get_by_role("link", name="Envois", exact=True).click()
        expect(page.get_by_text("Votre session est terminée")).to_be_visible()


def last_seen(stack: RunningStack, ago: timedelta) -> None:
    """Set the clock of the newest session back."""
    database = database_of(stack)
    with database.write() as session:
        newest = session.exec(select(func.max(AdminSession.id))).one()
        session.get_one(AdminSession, newest).seen_at = utc_now() - ago
    database.close()
