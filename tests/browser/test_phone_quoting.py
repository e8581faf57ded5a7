"""Answering one message on the phone page: what is quoted stands above the words, and what the webhook is told."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone_app import REPLIED, CannedApplication
from tests.browser.running_stack import say
from tests.browser.test_phone_taps import told
from tests.browser.test_phone_thread import received

pytestmark = pytest.mark.browser


def test_a_message_that_answers_one_shows_it_and_names_it_once(phone: Page, canned: CannedApplication) -> None:
    say(phone, "whatsapp", "menu")
    received(phone).get_by_role("button", name="Répondre à ce message").click()
    strip = phone.locator(".whatsapp .quoting")
    expect(strip.locator(".quotation")).to_contain_text("Palabre")
    expect(phone.locator(".whatsapp textarea")).to_be_focused()
    say(phone, "whatsapp", "je n’ai pas compris")
    expect(strip).to_be_hidden()
    quoted = phone.locator(".whatsapp .mine .quotation")
    expect(quoted).to_have_text("PalabreQue voulez-vous faire ?\n1. Un quiz\n2) Une leçon\n0. Annuler")
    form = told(phone, canned, 2)
    sent = canned.stand_in.sent[0]
    assert (form["Body"], form[REPLIED]) == ("je n’ai pas compris", sent.sid)
    assert form["OriginalRepliedMessageSender"] == sent.from_
    phone.locator(".whatsapp .mine .replier").first.click()  # their own
    expect(strip).to_contain_text("Vousmenu")
    strip.get_by_role("button", name="Ne plus citer ce message").press("Enter")
    expect(phone.locator(".whatsapp textarea")).to_be_focused()  # the button is gone: what is typed goes on
    phone.locator(".whatsapp .replier").first.press("Enter")
    phone.keyboard.press("Escape")
    expect(strip).to_be_hidden()
    expect(phone.locator(".whatsapp textarea")).to_be_focused()
    say(phone, "whatsapp", "rien")
    assert REPLIED not in told(phone, canned, 3)
    phone.reload()
    expect(quoted).to_have_count(1)


def test_only_what_stands_in_the_own_thread_is_named(phone: Page, canned: CannedApplication) -> None:
    say(phone, "whatsapp", "menu")
    expect(received(phone)).to_have_count(1)
    expect(phone.locator(".sms .replier")).to_have_count(0)
    key = canned.stand_in.sent[0].sid[2:]
    asked = """async ([number, channel, quotes]) => {
        const body = new FormData();
        const fields = { number, channel, quotes, body: "rien" };
        for (const [name, value] of Object.entries(fields)) body.append(name, value);
        const headers = { "X-Palabre-Phone": "1" };
        return (await fetch("/phone/messages", { method: "POST", body, headers })).status;
    }"""
    mine, other = "+2250700000001", "+2250700000002"
    assert phone.evaluate(asked, [mine, "whatsapp", "../x"]) == 400
    for arguments in ([other, "whatsapp", key], [mine, "sms", key], [mine, "whatsapp", "0" * 32]):
        assert phone.evaluate(asked, arguments) == 200
        assert REPLIED not in canned.forms[-1]
    assert phone.evaluate(asked, [mine, "whatsapp", key]) == 200
    assert canned.forms[-1][REPLIED] == canned.stand_in.sent[0].sid
