"""Buttons and lists on the phone page: shown as WhatsApp shows them, and what a tap really posts."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone_app import CannedApplication
from tests.browser.running_stack import say
from tests.browser.test_phone_thread import received

pytestmark = pytest.mark.browser


def told(phone: Page, canned: CannedApplication, count: int) -> dict[str, str]:
    """The newest webhook, once there are so many."""
    expect(phone.locator(".whatsapp .mine .status[data-status=delivered]")).to_have_count(count)
    assert len(canned.forms) == count
    return canned.forms[-1]


def test_a_button_below_a_message_sends_its_answer(phone: Page, canned: CannedApplication) -> None:
    say(phone, "whatsapp", "boutons")
    buttons = received(phone).locator("button.tap")
    expect(buttons).to_have_text(["Vrai", "Faux"])
    expect(received(phone).locator(".text strong")).to_have_text("Quiz :")
    buttons.nth(1).click()
    expect(phone.locator(".whatsapp .mine .text")).to_have_text(["boutons", "Faux"])
    form = told(phone, canned, 2)
    pressed = {name: form[name] for name in ("Body", "ButtonText", "ButtonPayload", "ButtonType", "MessageType")}
    assert pressed == {
        "Body": "Faux", "ButtonText": "Faux", "ButtonPayload": "i12:1", "ButtonType": "REPLY", "MessageType": "button",
    }  # fmt: skip
    assert form["OriginalRepliedMessageSid"] == canned.stand_in.sent[0].sid
    expect(buttons).to_have_count(2)  # what is too late the server says


def test_a_list_opens_a_sheet_and_an_entry_sends_its_answer(phone: Page, canned: CannedApplication) -> None:
    say(phone, "whatsapp", "liste")
    opener = received(phone).locator("button.tap")
    expect(opener).to_have_text(["Choisir"])
    opener.click()
    entries = phone.locator("dialog.entries .entry")
    expect(entries).to_have_text(["CP", "CE1", "CE2", "CM1", "CM2"])
    phone.keyboard.press("Escape")
    expect(entries).to_have_count(0)
    opener.click()
    entries.nth(2).click()
    expect(phone.locator("dialog.entries")).to_have_count(0)
    form = told(phone, canned, 2)
    assert (form["Body"], form["ListId"], form["ListTitle"]) == ("CE2", "i12:2", "CE2")


def test_only_what_was_sent_to_somebody_can_be_tapped_by_them(phone: Page, canned: CannedApplication) -> None:
    say(phone, "whatsapp", "boutons")
    expect(received(phone).locator("button.tap")).to_have_count(2)
    key = canned.stand_in.sent[0].sid[2:]
    asked = """async ([number, tapped, option]) => {
        const body = new FormData();
        const fields = { number, channel: "whatsapp", tapped, option };
        for (const [name, value] of Object.entries(fields)) body.append(name, value);
        const headers = { "X-Palabre-Phone": "1" };
        return (await fetch("/phone/messages", { method: "POST", body, headers })).status;
    }"""
    mine, other = "+2250700000001", "+2250700000002"
    for arguments in ([other, key, 0], [mine, key, 2], [mine, key, -1], [mine, "0" * 32, 0], [mine, key, "x"]):
        assert phone.evaluate(asked, arguments) == 400
    assert phone.evaluate(asked, [mine, key, 0]) == 200
    assert [form["Body"] for form in canned.forms] == ["boutons", "Vrai"]
