"""The phone page by keyboard, by ear and on a long way: what is passed in a step, what is read out, what is fetched."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.administration import violations
from tests.browser.phone_app import CannedApplication
from tests.browser.running_stack import say
from tests.browser.test_phone_thread import THREAD, received

pytestmark = pytest.mark.browser

# What a screen reader is told: what comes into a region that is live.
LISTEN = """() => {
    window.heard = [];
    new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
            const live = target.closest("[aria-live], [role=log], [role=status], [role=alert]");
            if (!live || live.getAttribute("aria-live") === "off" || live.closest("[hidden]")) continue;
            for (const { textContent } of addedNodes) if (textContent) window.heard.push(textContent);
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""


def test_a_long_thread_is_passed_in_one_step(phone: Page, canned: CannedApplication) -> None:
    """Each message has a button that quotes it: forty of them stood between the thread and where one writes."""
    for _ in range(2):  # who has not written hears nothing, and who has once is shown what else to write
        say(phone, "whatsapp", "rien")
    expect(phone.locator(".whatsapp .mine .status[data-status=delivered]")).to_have_count(2)
    canned.writes(38)
    expect(phone.locator(".whatsapp .replier")).to_have_count(40)
    quoting = phone.locator(".whatsapp .replier")
    phone.locator(THREAD).focus()
    phone.keyboard.press("Tab")
    expect(quoting.last).to_be_focused()
    for key, place in (("ArrowUp", 38), ("ArrowUp", 37), ("ArrowDown", 38), ("ArrowDown", 39), ("ArrowDown", 39)):
        phone.keyboard.press(key)
        expect(quoting.nth(place)).to_be_focused()
    phone.keyboard.press("ArrowUp")
    canned.writes(1, text="nouveau")
    expect(quoting).to_have_count(41)
    expect(quoting.nth(38)).to_be_focused()  # who stands there goes on from there
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("Tab")
    expect(phone.locator(".whatsapp .attach")).to_be_focused()
    phone.keyboard.press("Shift+Tab")
    expect(quoting.last).to_be_focused()


def test_what_comes_in_is_read_out_once_and_what_is_drawn_anew_is_not(phone: Page, canned: CannedApplication) -> None:
    say(phone, "whatsapp", "rien")
    expect(phone.locator(".whatsapp .mine .status[data-status=delivered]")).to_have_count(1)
    canned.writes(3)
    expect(received(phone)).to_have_count(3)
    phone.evaluate(LISTEN)
    say(phone, "whatsapp", "menu")
    expect(received(phone)).to_have_count(4)
    expect(phone.locator(".whatsapp .mine .status[data-status=delivered]")).to_have_count(2)
    say(phone, "whatsapp", "ferme")
    expect(phone.locator(".whatsapp .bubble.failed")).to_have_count(1)
    menu, marks, failure = phone.evaluate("window.heard")
    assert menu == "Palabre : Que voulez-vous faire ?\n1. Un quiz\n2) Une leçon\n0. Annuler"
    assert marks.startswith("Palabre : Gras, italique, barré et code")
    assert failure.startswith("Échec\u00a0: 63016")
    phone.locator("#person").select_option("+2250700000002")
    phone.locator("#person").select_option("+2250700000001")
    expect(received(phone)).to_have_count(5)
    assert len(phone.evaluate("window.heard")) == 3, "what was there before is no news"


def test_all_modules_are_asked_for_at_once(phone: Page) -> None:
    """One behind the other they take as many ways as they stand deep."""
    loaded = phone.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))"
    )
    named = phone.locator("link[rel=modulepreload]").evaluate_all("links => links.map(({ href }) => href)")
    assert sorted(named) == sorted(set(loaded))


def test_axe_finds_nothing_wrong_with_what_is_said(phone: Page) -> None:
    phone.emulate_media(reduced_motion="reduce")  # what is only just fading in is pale
    for channel in ("whatsapp", "sms"):
        say(phone, channel, "https://example.org/cours, *gras* et `code`")
        expect(received(phone, channel)).to_have_count(1)
    assert violations(phone) == []
