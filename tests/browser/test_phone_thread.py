"""The phone's thread in a real Chromium: what it follows, what it counts, what it forgets, what can be tapped."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phone_app import MENU, CannedApplication
from tests.browser.running_stack import say

pytestmark = pytest.mark.browser

THREAD = ".whatsapp .thread"


def received(phone: Page, channel: str = "whatsapp"):
    return phone.locator(f".{channel} .bubble:not(.mine)")


def is_at_end(phone: Page) -> None:
    phone.wait_for_function(
        "name => { const node = document.querySelector(name);"
        " return node.scrollHeight - node.scrollTop - node.clientHeight < 5; }",
        arg=THREAD,
    )


def read_above(phone: Page) -> None:
    """Turn the wheel until the beginning shows, as a person does."""
    phone.locator(THREAD).hover()
    phone.mouse.wheel(0, -20_000)
    phone.wait_for_function("name => document.querySelector(name).scrollTop === 0", arg=THREAD)


def test_a_picture_that_loads_late_never_freezes_the_scroll(phone: Page, canned: CannedApplication) -> None:
    held: list[Route] = []
    phone.route("**/media/photo.png", lambda route: held.append(route))  # noqa: PLW0108 – a builtin will not do
    canned.writes(15)
    expect(received(phone)).to_have_count(15)
    say(phone, "whatsapp", "photo")
    picture = phone.locator(".whatsapp .photo img")
    expect(picture).to_be_attached()
    expect(received(phone).last).to_have_attribute("data-status", "read")  # no news will draw the thread again
    is_at_end(phone)
    held[0].continue_()
    phone.wait_for_function("() => document.querySelector('.whatsapp .photo img').naturalHeight > 0")
    is_at_end(phone)
    canned.writes(1, text="après la photo")
    expect(received(phone).last).to_contain_text("après la photo")
    is_at_end(phone)
    expect(phone.locator(".whatsapp .jump")).to_be_hidden()


def test_while_one_reads_above_an_arrow_counts_what_is_new(phone: Page, canned: CannedApplication) -> None:
    canned.writes(40)
    expect(received(phone)).to_have_count(40)
    is_at_end(phone)
    read_above(phone)
    jump = phone.locator(".whatsapp .jump")
    expect(jump).to_be_visible()
    expect(jump.locator(".count")).to_have_text("")
    canned.writes(3, text="nouveau")
    expect(jump.locator(".count")).to_have_text("3")
    expect(jump).to_have_attribute("aria-label", "Aller au dernier message\u00a0: 3 à lire")
    assert phone.evaluate(f"document.querySelector('{THREAD}').scrollTop") == 0
    jump.click()
    is_at_end(phone)
    expect(jump).to_be_hidden()
    read_above(phone)
    expect(jump.locator(".count")).to_have_text("")


def test_ones_own_message_always_shows(phone: Page, canned: CannedApplication) -> None:
    canned.writes(40)
    expect(received(phone)).to_have_count(40)
    read_above(phone)
    say(phone, "whatsapp", "rien")
    expect(phone.locator(".whatsapp .mine")).to_be_in_viewport()
    is_at_end(phone)


def test_a_narrow_keyboard_window_keeps_the_end_in_sight(phone: Page, canned: CannedApplication) -> None:
    canned.writes(20)
    expect(received(phone)).to_have_count(20)
    phone.set_viewport_size({"width": 390, "height": 420})
    is_at_end(phone)


def test_earlier_messages_come_when_asked_and_one_stays_where_one_was(phone: Page, canned: CannedApplication) -> None:
    canned.writes(200)
    expect(received(phone).last).to_contain_text("message 199")
    phone.reload()
    expect(received(phone)).to_have_count(80)
    read_above(phone)
    first = received(phone).first
    expect(first).to_contain_text("message 120")
    phone.locator(".whatsapp .older").click()
    expect(received(phone)).to_have_count(140)
    expect(received(phone).nth(60)).to_be_in_viewport()
    read_above(phone)
    phone.locator(".whatsapp .older").click()
    expect(received(phone)).to_have_count(200)
    expect(phone.locator(".whatsapp .older")).to_be_hidden()
    numbers = [f"message {number}" for number in range(200)]
    assert [text.splitlines()[0] for text in received(phone).all_inner_texts()] == numbers


def test_a_page_left_open_for_a_day_stays_the_same_size(phone: Page, canned: CannedApplication) -> None:
    """1,200 messages of one's own and as many changes that concern others; nodes and memory stay flat."""
    say(phone, "whatsapp", "rien")
    devtools = phone.context.new_cdp_session(phone)
    devtools.send("Performance.enable")

    def after(messages: int) -> dict[str, float]:
        for number in range(messages // 50):
            canned.writes(50, text=f"jour {messages}.{number}")
            canned.writes(50, address="+2250700000009")
            expect(received(phone).last).to_contain_text(f"jour {messages}.{number} 49")
        expect(phone.locator(".whatsapp .bubble[data-status=read]").last).to_contain_text("49")
        devtools.send("HeapProfiler.collectGarbage")
        told = devtools.send("Performance.getMetrics")["metrics"]
        return {metric["name"]: metric["value"] for metric in told}

    early, late = after(600), after(650)
    assert phone.locator(".whatsapp .bubble").count() <= 200
    expect(phone.locator(".whatsapp .older")).to_be_attached()
    assert late["Nodes"] < early["Nodes"] * 1.2
    assert late["JSHeapUsedSize"] < early["JSHeapUsedSize"] * 1.3
    assert late["JSEventListeners"] < early["JSEventListeners"] * 1.2


@pytest.mark.parametrize("channel", ["whatsapp", "sms"])
def test_the_lines_of_a_menu_can_be_tapped_once(phone: Page, canned: CannedApplication, channel: str) -> None:
    say(phone, channel, "menu")
    choices = received(phone, channel).locator("button.choice")
    expect(choices).to_have_count(3)
    choices.nth(1).focus()
    phone.keyboard.press("Enter")
    expect(phone.locator(f".{channel} .mine .text")).to_have_text(["menu", "2"])
    expect(phone.locator(f".{channel} .mine .status[data-status=delivered]")).to_have_count(2)
    assert [form["Body"] for form in canned.forms] == ["menu", "2"]
    expect(choices).to_have_count(0)
    expect(received(phone, channel).locator(".text")).to_contain_text("Une leçon")


def test_what_the_person_writes_is_no_menu(phone: Page, canned: CannedApplication) -> None:
    canned.silent = True
    say(phone, "whatsapp", MENU)
    expect(phone.locator(".whatsapp .mine ol li")).to_have_count(3)
    expect(phone.locator(".whatsapp .choice")).to_have_count(0)


def test_ticks_are_whatsapps_and_stand_on_sent_messages_only(phone: Page, canned: CannedApplication) -> None:
    held: list[Route] = []
    phone.route("**/phone/messages", lambda route: held.append(route))  # noqa: PLW0108 – a builtin will not do
    say(phone, "whatsapp", "écris")
    tick = phone.locator(".whatsapp .mine .status")
    expect(tick).to_have_attribute("aria-label", "en attente du serveur")
    expect(tick.locator("use")).to_have_attribute("href", "#icon-wait")
    held[0].continue_()
    expect(tick).to_have_attribute("data-status", "read")
    expect(tick.locator("use")).to_have_attribute("href", "#icon-checks")
    blue = tick.locator("svg").evaluate("node => getComputedStyle(node).color")
    phone.unroute("**/phone/messages")
    say(phone, "whatsapp", "Bonjour")
    grey = phone.locator(".whatsapp .mine").last.locator(".status")
    expect(grey).to_have_attribute("data-status", "delivered")
    assert grey.locator("svg").evaluate("node => getComputedStyle(node).color") != blue
    expect(received(phone).locator(".status")).to_have_count(0)


def test_one_tick_while_the_webhook_has_not_answered(phone: Page, canned: CannedApplication) -> None:
    say(phone, "whatsapp", "attends")
    tick = phone.locator(".whatsapp .mine .status")
    expect(tick).to_have_attribute("data-status", "sent")
    expect(tick.locator("use")).to_have_attribute("href", "#icon-check")
    assert canned.stand_in.inbound[0].http_status is None
    canned.patience.set()
    expect(tick).to_have_attribute("data-status", "delivered")
