"""The administrators' page as somebody with a phone uses it: the whole of `make run` in a real Chromium, from the link
on the phone page to a grant, at two widths, by day and by night, without a violation that axe can find."""

import re
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.running_stack import ANSWER_MS, RunningStack, heard

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
TYPED = """(field, texts) => {
  let sent = 0;
  field.form.addEventListener("submit", (event) => { sent += event.defaultPrevented ? 0 : 1; });
  for (field.value of texts) field.dispatchEvent(new Event("input"));
  return sent;
}"""
REASON = "Geste commercial du 22 mai"


def violations(page: Page) -> list[str]:
    """What axe finds. It is put in by the debugger: the page's policy lets no script in."""
    page.context.new_cdp_session(page).send("Runtime.evaluate", {"expression": AXE.read_text()})
    found = page.evaluate(f"axe.run(document, {{ runOnly: {RULES} }})")
    return [f"{each['id']}: {each['nodes'][0]['html'][:100]}" for each in found["violations"]]


def code_on(phone: Page) -> str:
    """The digits of the newest code on the SMS telephone of the phone page."""
    last = heard(phone, "sms", "(administration)").last
    expect(last).to_be_visible(timeout=ANSWER_MS)
    found = re.search(r"\b\d{6}\b", last.inner_text())
    assert found
    return found.group()


@pytest.fixture(scope="module")
def signed_in(browser: Browser, stack: RunningStack) -> BrowserContext:
    """From the phone page by its link and the code that arrives there."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="fr-FR")
    phone = context.new_page()
    phone.goto(f"{stack.url}/phone")
    with context.expect_page() as opened:
        phone.locator("#admin-link").click()
    page = opened.value
    assert violations(page) == []
    expect(page.get_by_label("Numéro de téléphone")).to_have_value("+2250700000009")
    page.get_by_role("button", name="Recevoir un code").click()
    assert violations(page) == []
    field, code = page.get_by_label("Code à 6 chiffres"), code_on(phone)
    field.press_sequentially(code[:5])
    sent = field.evaluate(TYPED, [code, f"{code} "])
    assert sent == 1, "by itself with the sixth, and not again with what follows"
    expect(page.get_by_role("heading", name="Aujourd’hui")).to_be_visible()
    phone.close()
    page.close()
    return context


def test_credits_are_given_with_two_taps_and_a_nervous_third_does_nothing(
    signed_in: BrowserContext, stack: RunningStack
) -> None:
    page = signed_in.new_page()
    page.goto(f"{stack.url}/admin/users?q=0001")
    page.locator("tbody a").first.click()
    balance = page.locator(".tile dd").first.inner_text()
    page.get_by_role("link", name="Donner ou retirer").click()
    page.get_by_label("Crédits", exact=True).fill("1,5")
    page.get_by_label("Raison").fill(REASON)
    page.get_by_role("button", name="Continuer").click()
    expect(page.get_by_text("Il faut un nombre entier autre que zéro")).to_be_visible()
    page.get_by_label("Crédits", exact=True).fill("7")
    page.get_by_role("button", name="Continuer").click()
    assert violations(page) == []
    form = page.locator("form:has([name=ticket])")
    sent = form.evaluate("form => ({ action: form.action, fields: Object.fromEntries(new FormData(form)) })")
    page.get_by_role("button", name="Donner").dblclick()
    expect(page.get_by_role("status")).to_contain_text("fait")
    after = page.locator(".tile dd").first.inner_text()
    assert int(re.sub(r"\D", "", after)) == int(re.sub(r"\D", "", balance)) + 7
    assert "déjà fait" in page.request.post(sent["action"], form=sent["fields"]).text()
    page.reload()
    assert page.locator(".tile dd").first.inner_text() == after
    page.goto(f"{stack.url}/admin/actions")
    expect(page.get_by_text(REASON)).to_have_count(1)
    page.close()


def test_without_a_script_everything_works(browser: Browser, stack: RunningStack) -> None:
    with browser.new_context(java_script_enabled=False, locale="en-GB") as context:
        page = context.new_page()
        page.goto(f"{stack.url}/admin/alerts")
        expect(page.get_by_role("heading", name="Administration")).to_be_visible()
        page.get_by_label("Phone number").fill("+225 07 00 00 00 04")
        page.get_by_role("button", name="Get a code").click()
        page.get_by_label("6-digit code").fill("123456")
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_text("This is not the right code")).to_be_visible()
