"""The phone page in a real Chromium, over an application that answers by heart."""

import pytest
from playwright.sync_api import Browser, Page, expect

from bot.simulator.records import Sent
from tests.browser.administration import violations
from tests.browser.phone_app import AWA
from tests.browser.running_stack import say
from tests.fakes.twilio import SMS_NUMBER
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.browser


def test_a_message_goes_out_with_enter_and_its_answer_follows_the_callbacks_without_ticks(phone, canned):
    say(phone, "whatsapp", "Bonjour")
    expect(phone.locator(".whatsapp .mine .text")).to_have_text("Bonjour")
    expect(phone.locator(".whatsapp .mine .status[data-status=delivered]")).to_be_visible()
    answer = phone.locator(".whatsapp .bubble:not(.mine)")
    expect(answer).to_have_attribute("data-status", "read")
    expect(answer.locator(".status")).to_have_count(0)
    expect(phone.locator(".whatsapp textarea")).to_have_value("")
    assert canned.stand_in.inbound[0].profile_name == "Awa Koné"


@pytest.mark.parametrize(("locale", "said"), [("fr-FR", "a besoin de JavaScript"), ("en-GB", "needs JavaScript")])
def test_without_a_script_the_page_says_what_it_needs(browser: Browser, canned, server, locale, said):
    with browser.new_context(java_script_enabled=False, locale=locale) as context:
        page = context.new_page()
        page.goto(f"{canned.url}/phone")
        line = page.locator("noscript p")
        expect(line).to_contain_text(said)
        expect(line).to_be_in_viewport()


def test_whatsapp_marks_become_elements_and_never_html(phone):
    say(phone, "whatsapp", "Bonjour")
    text = phone.locator(".whatsapp .bubble:not(.mine) .text")
    expect(text.locator("strong")).to_have_text("Gras")
    expect(text.locator("em")).to_have_text("italique")
    expect(text.locator("s")).to_have_text("barré")
    expect(text.locator("code")).to_have_text("code")
    expect(text.locator("ul li")).to_have_count(2)
    expect(text.locator("ol li")).to_have_count(3)
    assert [item.get_attribute("value") for item in text.locator("ol li").all()] == ["1", "2", "0"]
    expect(text.locator("blockquote")).to_have_text("citation")
    expect(text.locator("pre")).to_have_text("bloc *brut*")
    expect(text.locator("a")).to_have_attribute("href", "https://example.org/cours_de_maths")
    expect(text.locator("b")).to_have_count(0)
    expect(text).to_contain_text('3 * 4 * 5 <b onclick="x">pas de HTML</b>')


@pytest.mark.parametrize(("text", "side"), [("1. أولا (درس 3).\n100. مئة", "right"), ("9. neuf\n100. cent", "left")])
def test_a_list_is_read_from_its_own_side_and_its_numbers_stay_in_the_bubble(phone, canned, text, side):
    canned.writes(1, text=text)
    # Nobody has written before: it fails, and is drawn anew then. What is measured in between is of no page any more.
    lines = phone.locator(".whatsapp .bubble.failed .text ol")
    expect(lines).to_have_css("direction", "rtl" if side == "right" else "ltr")
    expect(lines.locator("li").first).to_have_css("text-align", "start")
    room = float(lines.evaluate(f"list => getComputedStyle(list).padding{side.capitalize()}").removesuffix("px"))
    assert room >= 4 * 7  # three digits and a point


def test_arabic_is_read_from_the_right_line_by_line(phone, canned):
    canned.writes(1, AWA.removeprefix("whatsapp:"), "مرحبا.\nBonjour.")
    text = phone.locator(".sms .bubble:not(.mine) .text")
    expect(text).to_have_css("unicode-bidi", "plaintext")


def test_sms_shows_plain_text_with_its_segments(phone):
    say(phone, "sms", "Bonjour")
    answer = phone.locator(".sms .bubble:not(.mine)")
    expect(answer.locator(".segments")).to_have_text("3 SMS ·")
    expect(answer.locator(".text")).to_contain_text("*Gras*")
    expect(answer.locator("strong")).to_have_count(0)
    expect(answer).to_have_attribute("data-status", "delivered")


def test_a_file_is_a_card_that_opens_its_link(phone, canned):
    say(phone, "whatsapp", "pdf")
    card = phone.locator(".whatsapp a.file")
    expect(card).to_contain_text("fractions.pdf")
    expect(card).to_contain_text("PDF · 40\u00a0ko")
    expect(card).to_have_attribute("target", "_blank")
    assert phone.request.get(card.get_attribute("href")).body().startswith(b"%PDF")


def test_a_failure_says_why_on_a_tap(phone):
    say(phone, "whatsapp", "ferme")
    bang = phone.locator(".whatsapp .bang")
    bang.click()
    expect(phone.locator(".whatsapp .reason")).to_contain_text("63016")
    say(phone, "whatsapp", "erreur")
    phone.locator(".whatsapp .mine .bang").click()
    expect(phone.locator(".whatsapp .mine .reason")).to_contain_text("11200 (500)")


def test_typing_shows_until_an_answer_comes(phone):
    say(phone, "whatsapp", "écris")
    expect(phone.locator(".whatsapp .typing")).to_be_visible()
    expect(phone.locator(".whatsapp .presence")).to_have_text("écrit…")
    expect(phone.locator(".whatsapp .mine .status[data-status=read]")).to_be_visible()
    say(phone, "whatsapp", "Bonjour")
    expect(phone.locator(".whatsapp .typing")).to_have_count(0)
    expect(phone.locator(".whatsapp .presence")).to_have_text("en ligne")


def test_stop_by_sms_shows_a_notice_until_start(phone):
    say(phone, "sms", "STOP")
    expect(phone.locator(".sms .notice")).to_contain_text("START")
    say(phone, "sms", "START")
    expect(phone.locator(".sms .notice")).to_be_hidden()


def test_another_person_has_other_threads_and_a_reload_keeps_them(phone, canned):
    say(phone, "whatsapp", "je suis Awa")
    expect(phone.locator(".whatsapp .mine")).to_have_count(1)
    phone.locator("#person").select_option("+2250700000002")
    expect(phone.locator(".whatsapp .bubble")).to_have_count(0)
    say(phone, "sms", "je suis Koffi")
    expect(phone.locator(".sms .mine .text")).to_have_text("je suis Koffi")
    phone.reload()
    expect(phone.locator(".sms .mine .text")).to_have_text("je suis Koffi")
    assert [message.from_ for message in canned.stand_in.inbound] == [AWA, "+2250700000002"]


def test_any_number_can_speak(phone, canned):
    phone.locator("#person").select_option("")
    phone.locator("#number").fill("+33612345678")
    phone.locator("#number").press("Tab")
    say(phone, "sms", "bonjour de France")
    expect(phone.locator(".sms .mine .text")).to_have_text("bonjour de France")
    eventually(lambda: [message.from_ for message in canned.stand_in.inbound] == ["+33612345678"])


def test_on_a_small_screen_one_telephone_shows_at_a_time(phone):
    phone.set_viewport_size({"width": 390, "height": 780})
    expect(phone.locator(".phone.sms")).to_be_hidden()
    phone.locator("[data-tab=sms]").click()
    expect(phone.locator(".phone.sms")).to_be_visible()
    expect(phone.locator(".phone.whatsapp")).to_be_hidden()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_smallest_telephones_have_the_buttons_in_one_row(phone):
    phone.set_viewport_size({"width": 320, "height": 568})
    places = [phone.locator(name).bounding_box() for name in (".bar h1", ".languages", "#admin-link", "#drawer-button")]
    assert len({round(place["y"] + place["height"] / 2) for place in places}) == 1, places
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_telephone_out_of_sight_shows_a_dot_when_something_arrives(phone, canned):
    sms = phone.locator("[data-tab=sms]")
    phone.set_viewport_size({"width": 390, "height": 780})
    say(phone, "whatsapp", "Bonjour")
    expect(phone.locator(".whatsapp .bubble:not(.mine)")).to_be_visible()
    expect(sms).not_to_have_class("unread")
    form = {"To": AWA.removeprefix("whatsapp:"), "From": SMS_NUMBER, "Body": "Code Palabre : 123456"}
    assert isinstance(canned.stand_in.create(form), Sent)
    expect(sms).to_have_class("unread")
    expect(phone.locator("[data-tab=whatsapp]")).not_to_have_class("unread")
    sms.click()
    expect(phone.locator(".sms .bubble")).to_be_visible()
    expect(sms).not_to_have_class("unread")


@pytest.mark.parametrize("channel", ["whatsapp", "sms"])
def test_an_address_is_opened_whole_and_its_line_is_no_mark(phone, canned, channel):
    addresses = [
        "https://fr.wikipedia.org/wiki/Fraction_(math)",
        "https://example.org/a_(b)_c",
        "https://example.org/d",
    ]
    said = f"Voir {addresses[0]}, ({addresses[1]}). Puis ({addresses[2]}_) et https://example.org/e_ puis"
    canned.writes(1, AWA if channel == "whatsapp" else AWA.removeprefix("whatsapp:"), said)
    text = phone.locator(f".{channel} .bubble[data-key] .text")
    expect(text).to_have_text(f"{said} 0")
    links = [link.get_attribute("href") for link in text.locator("a").all()]
    assert links == [*addresses, "https://example.org/e"]
    expect(text.locator("em")).to_have_count(0)


@pytest.mark.parametrize(
    ("person", "first", "then"),
    [("+2250700000001", "Explique-moi", "Fais-moi un quiz"), ("+2250700000003", "/connexion", "/connexion")],
)
def test_ideas_suit_the_person_and_go_once_the_conversation_goes_on(phone, person, first, then):
    phone.locator("#person").select_option(person)
    ideas = phone.locator(".whatsapp .ideas button")
    expect(ideas.filter(has_text=first)).to_be_visible()
    ideas.filter(has_text="Bonjour").click()
    expect(phone.locator(".whatsapp .bubble:not(.mine)")).to_be_visible()
    expect(ideas).to_have_text([then])
    ideas.click()
    expect(phone.locator(".whatsapp .mine")).to_have_count(2)
    expect(ideas).to_have_count(0)


def test_a_pasted_picture_waits_in_the_tray(phone):
    phone.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(["x"], "capture.png", { type: "image/png" }));
            const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
            document.querySelector(".whatsapp textarea").dispatchEvent(event);
        }"""
    )
    expect(phone.locator(".whatsapp .tray li")).to_contain_text("capture.png")


def test_a_composer_that_was_out_of_sight_has_its_height(phone):
    phone.set_viewport_size({"width": 390, "height": 780})
    phone.reload()
    phone.set_viewport_size({"width": 1100, "height": 780})
    expect(phone.locator(".sms textarea")).to_be_visible()
    phone.wait_for_function("() => document.querySelector('.sms textarea').clientHeight > 30")


def test_nobody_is_told_that_the_server_is_away_when_nobody_is_asked_for(phone, server):
    expect(phone.locator(".whatsapp .ideas")).to_be_visible()
    server.away()
    expect(phone.locator("#offline")).to_be_visible(timeout=20_000)
    phone.locator("#person").select_option("")
    expect(phone.locator("#offline")).to_be_hidden()
    server.back()


def test_other_sites_cannot_make_a_phone_speak(phone, canned):
    form = {"number": "+2250700000001", "channel": "sms", "body": "je ne suis pas Awa"}
    assert phone.request.post(f"{canned.url}/phone/messages", form=form).status == 403
    assert canned.stand_in.inbound == []


def test_each_tab_keeps_its_own_person_and_draft(phone, canned):
    other = phone.context.new_page()
    other.goto(f"{canned.url}/phone")
    other.locator("#person").select_option("+2250700000002")
    phone.locator(".sms textarea").fill("brouillon")
    phone.locator("[data-language=en]").click()
    expect(phone.locator("html")).to_have_attribute("lang", "en")
    expect(phone.locator("#person")).to_have_value("+2250700000001")
    expect(phone.locator(".sms textarea")).to_have_value("brouillon")
    expect(other.locator("#person")).to_have_value("+2250700000002")


def test_the_page_follows_the_browsers_language_then_the_switch(browser: Browser, canned, server):
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(f"{canned.url}/phone")
    expect(page.locator(".whatsapp textarea")).to_have_attribute("placeholder", "Message")
    expect(page.locator("#drawer-button")).to_have_text("Under the bonnet")
    expect(page.locator(".whatsapp .ideas button").first).to_have_text("Hello, what can you do?")
    page.locator("[data-language=fr]").click()
    expect(page.locator("#drawer-button")).to_have_text("Sous le capot")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    context.close()


def test_letters_grow_with_what_the_browser_is_told_and_nothing_leaves_the_page(phone: Page) -> None:
    """Somebody who needs large letters sets them once, in the browser: twice the usual ones here."""
    phone.set_viewport_size({"width": 390, "height": 780})
    say(phone, "whatsapp", "pdf")
    say(phone, "whatsapp", "Bonjour")
    expect(phone.locator(".whatsapp .bubble:not(.mine)")).to_have_count(2)
    usual = phone.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    session = phone.context.new_cdp_session(phone)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    session.detach()
    assert phone.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 2 * usual
    phone.locator("#drawer-button").click()
    for inside in ("html", ".whatsapp .thread", "#drawer"):
        room = phone.locator(inside).evaluate("node => node.scrollWidth - node.clientWidth")
        assert room <= 0, inside
    assert violations(phone) == []
