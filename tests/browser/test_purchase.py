"""Buying on the phone of `make run`, from the first word to the receipt; the page of its payments is looked at as it is
on a small phone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.administration import violations
from tests.browser.running_stack import ANSWER_MS, RunningStack, heard, say

pytestmark = pytest.mark.browser
AWA = "+2250700000001"


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStack]:
    running = RunningStack(tmp_path_factory.mktemp("var"))
    try:
        running.wait_for("/phone")
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="module")
def phone(browser: Browser, stack: RunningStack) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 390, "height": 844}, locale="fr-FR") as context:
        page = context.new_page()
        page.goto(f"{stack.url}/phone")
        page.locator("#person").select_option(AWA)
        yield page


def at_the_cash_desk(phone: Page, digit: str) -> Page:
    """The page behind the link that a digit of the list leads to."""
    links = phone.locator(".whatsapp .bubble a[href*='/pay/c/']")
    lists = phone.locator(".whatsapp .bubble[data-key]:not(.mine)", has_text="Combien de crédits")
    links_before, lists_before = links.count(), lists.count()
    say(phone, "whatsapp", "je veux acheter des crédits")
    expect(lists).to_have_count(lists_before + 1, timeout=ANSWER_MS)
    say(phone, "whatsapp", digit)
    expect(links).to_have_count(links_before + 1, timeout=ANSWER_MS)
    desk = phone.context.new_page()
    desk.goto(links.last.get_attribute("href") or "")
    return desk


def test_somebody_buys_and_the_receipt_comes(phone: Page) -> None:
    desk = at_the_cash_desk(phone, "2")
    expect(desk.locator(".amount")).to_have_text(re.compile(r"1.000.FCFA"))
    expect(desk.get_by_text("Démonstration : aucun argent ne circule.")).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(desk) == []
    desk.get_by_role("button", name="Refuser").click()
    expect(desk.get_by_role("status")).to_contain_text("refusé")
    expect(heard(phone, "whatsapp", "n’a pas abouti")).to_be_visible(timeout=ANSWER_MS)
    desk.get_by_role("button", name="Payer").click()
    expect(desk.get_by_role("status")).to_contain_text("Paiement effectué")
    assert desk.get_by_role("button").count() == 0, "nobody pays twice"
    expect(heard(phone, "whatsapp", "Paiement reçu : 1 000 FCFA, +120 crédits.")).to_be_visible(timeout=ANSWER_MS)
    desk.get_by_role("link", name="Retour").click()
    expect(desk.get_by_text("Retournez dans votre conversation")).to_be_visible()
    for scheme in ("light", "dark"):
        desk.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert violations(desk) == []
    assert desk.evaluate("getComputedStyle(document.body).color") == "rgb(255, 255, 255)"


def test_a_link_that_ended_cannot_be_paid(phone: Page) -> None:
    desk = at_the_cash_desk(phone, "3")
    address = desk.url
    desk.get_by_role("button", name="Laisser expirer").click()
    expect(desk.get_by_role("status")).to_contain_text("Ce lien a expiré")
    desk.goto(address)
    assert desk.get_by_role("button").count() == 0
    desk.goto(f"{address}0")
    expect(desk.get_by_role("status")).to_contain_text("n’existe pas")
