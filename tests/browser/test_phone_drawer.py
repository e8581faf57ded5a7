"""The drawer « under the bonnet » in a real Chromium: runs from the database, requests over the wire, its place."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect
from sqlmodel import select

from bot.models import Run
from bot.simulator.mails import keep
from bot.simulator.rules import window_is_open
from tests.browser.phone_app import AWA, CannedApplication
from tests.browser.running_stack import say

pytestmark = pytest.mark.browser


def open_drawer(phone: Page) -> None:
    phone.locator("#drawer-button").click()
    expect(phone.locator("#drawer")).to_be_visible()


def test_a_run_names_its_question_its_channel_and_itself(phone: Page, canned: CannedApplication) -> None:
    canned.store_run(AWA, "Explique les fractions")
    canned.store_run(AWA.removeprefix("whatsapp:"), "3 x 4 ?")
    open_drawer(phone)
    runs = phone.locator("#runs .run")
    expect(runs).to_have_count(2)
    for run, channel, question in (
        (runs.nth(0), "SMS", "3 x 4 ?"),
        (runs.nth(1), "WhatsApp", "Explique les fractions"),
    ):
        expect(run.locator("header .chip").first).to_have_text(channel)
        expect(run.locator(".question")).to_have_text(question)
        expect(run.locator("h3")).to_contain_text("Exécution")
        expect(run.locator(".chip.ok")).to_have_text("done_signal")
    expect(runs.nth(0)).to_contain_text("demo-rules")


def test_a_run_of_milliseconds_and_parts_of_a_cent_is_told_as_the_language_writes_it(
    phone: Page, canned: CannedApplication
) -> None:
    canned.store_run(AWA, "Explique les fractions")
    with canned.database.write() as session:
        run = session.exec(select(Run)).one()
        run.ended_at = run.started_at + timedelta(milliseconds=9)
        session.add(run)
    open_drawer(phone)
    facts = phone.locator("#runs .run").first
    expect(facts).to_contain_text("0,002093\u00a0$")
    expect(facts).to_contain_text("9 ms")
    with phone.expect_event("load"):  # only then does the page hear a click
        phone.locator("[data-language=en]").click()
    expect(phone.locator("html")).to_have_attribute("lang", "en")
    open_drawer(phone)
    expect(facts).to_contain_text("$0.002093")


def test_arguments_and_results_are_pretty_printed_and_stay_unfolded(phone: Page, canned: CannedApplication) -> None:
    canned.store_run(AWA)
    open_drawer(phone)
    call = phone.locator(".run .call")
    expect(call.locator("summary")).to_contain_text("web_search")
    expect(call.locator("summary")).to_contain_text("1,2 s")
    call.locator("summary").press("Enter")
    expect(call.locator("pre").first).to_have_text('{\n  "query": "fractions"\n}', use_inner_text=True)
    canned.store_run(AWA, "encore")
    say(phone, "whatsapp", "rien")
    expect(phone.locator("#runs .run")).to_have_count(2)
    expect(phone.locator("#runs .run").nth(1).locator("details")).to_have_attribute("open", "")


def test_the_providers_real_error_is_shown(phone: Page, canned: CannedApplication) -> None:
    said = "provider_auth: the model answered with HTTP status 401: Incorrect API key provided"
    canned.store_run(AWA, "Bonjour", error=said)
    open_drawer(phone)
    expect(phone.locator(".run .problem p")).to_have_text(said)
    expect(phone.locator(".run .chip.bad").first).to_have_text("error")


def test_the_webhook_as_it_came_and_the_callbacks_as_they_went(phone: Page, canned: CannedApplication) -> None:
    say(phone, "whatsapp", "Bonjour")
    expect(phone.locator(".whatsapp .bubble:not(.mine)")).to_have_attribute("data-status", "read")
    open_drawer(phone)
    phone.get_by_role("tab", name="Twilio").click()
    answer, question = phone.locator("#journal .run").nth(0), phone.locator("#journal .run").nth(1)
    expect(question.locator(".question")).to_have_text("Bonjour")
    question.locator("summary").click()
    expect(question.locator("summary .chip")).to_have_text("200")
    expect(question.locator("pre")).to_contain_text(f"POST {canned.url}/webhooks/twilio/message")
    expect(question.locator("pre")).to_contain_text("X-Twilio-Signature: ")
    names, values = question.locator("dt").all_inner_texts(), question.locator("dd").all_inner_texts()
    assert dict(zip(names, values, strict=True)) == {name: value or "∅" for name, value in canned.forms[0].items()}
    expect(answer.locator("summary")).to_contain_text(["Appel à Twilio", "sent", "delivered", "read"])
    answer.locator("details").last.locator("summary").click()
    expect(answer.locator("details").last.locator("dl")).to_contain_text("EventType")
    expect(answer.locator("details").last.locator("pre")).to_contain_text("/webhooks/twilio/status")
    expect(answer.locator("details").last.locator(".chip")).to_have_text("204")


def test_a_message_there_keeps_its_no_break_spaces(phone: Page, canned: CannedApplication) -> None:
    canned.writes(1, text="«\u00a0Les  fractions\u00a0»\n")
    open_drawer(phone)
    phone.get_by_role("tab", name="Twilio").click()
    assert phone.locator("#journal .question").first.text_content() == "«\u00a0Les fractions\u00a0» 0"


def test_a_refused_webhook_and_a_failed_message_are_red_there(phone: Page, canned: CannedApplication) -> None:
    say(phone, "whatsapp", "erreur")
    expect(phone.locator(".whatsapp .mine .bang")).to_be_visible()
    say(phone, "whatsapp", "ferme")
    expect(phone.locator(".whatsapp .bubble:not(.mine) .bang")).to_be_visible()
    open_drawer(phone)
    phone.get_by_role("tab", name="Twilio").click()
    entries = phone.locator("#journal .run")
    expect(entries.nth(0).locator("header .chip.bad")).to_have_text("failed")
    entries.nth(0).locator("summary").first.click()
    expect(entries.nth(0).locator(".problem")).to_contain_text("63016 Failed to send freeform message")
    expect(entries.nth(2).locator("summary .chip.bad")).to_have_text("500")


def test_an_email_is_read_as_text_and_its_html_stays_out(phone: Page, canned: CannedApplication) -> None:
    open_drawer(phone)
    keep(canned.mails, b"From: p@p.example\nTo: awa@p.example\nSubject: <b>Devoir</b>\n\n<i onclick=x>Bonjour</i>\n")
    phone.get_by_role("tab", name="E-mails").click()
    mail = phone.locator("#mails .run")
    expect(mail.locator("h3")).to_have_text("<b>Devoir</b>")
    expect(mail.locator("time")).to_contain_text("Aujourd’hui")
    mail.locator("summary").click()
    expect(mail.locator("pre")).to_have_text("<i onclick=x>Bonjour</i>\n")
    expect(mail.locator("dd")).to_have_text(["p@p.example", "awa@p.example"])


@pytest.mark.parametrize(("width", "phones"), [(1400, 2), (1180, 2), (1024, 2), (900, 1)])
def test_the_drawer_never_covers_a_phone(phone: Page, canned: CannedApplication, width: int, phones: int) -> None:
    canned.store_run(AWA, "Une question assez longue pour prendre plusieurs lignes dans un tiroir étroit")
    phone.set_viewport_size({"width": width, "height": 768})
    open_drawer(phone)
    expect(phone.locator(".run")).to_be_visible()
    drawer = phone.locator("#drawer").bounding_box()
    seen = [node.bounding_box() for node in phone.locator(".phone").all() if node.is_visible()]
    assert len(seen) == phones
    assert drawer
    for box in seen:
        assert box
        assert box["x"] + box["width"] <= drawer["x"]
        assert box["width"] >= 300
    assert drawer["x"] + drawer["width"] <= width
    assert drawer["width"] >= 260
    assert phone.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_telephone_the_drawer_is_a_page_that_closes_with_escape(phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    open_drawer(phone)
    expect(phone.locator("#drawer .close")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(phone.locator("#drawer")).to_be_hidden()
    expect(phone.locator("#drawer-button")).to_be_focused()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_24_hours_of_whatsapp_pass_at_a_press(phone: Page, canned: CannedApplication) -> None:
    say(phone, "whatsapp", "Bonjour")
    expect(phone.locator(".whatsapp .bubble:not(.mine)")).to_have_attribute("data-status", "read")
    open_drawer(phone)
    phone.get_by_role("tab", name="Twilio").click()
    phone.get_by_role("button", name="Laisser passer 24 h").click()
    expect(phone.locator(".window [role=status]")).to_contain_text("seul le modèle approuvé")
    assert not window_is_open(canned.stand_in._last_inbound.get(AWA), datetime.now(UTC))
