"""The phone page in a real Chromium, over an application that answers by heart."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from bot.simulator.records import Sent
from tests.browser.phone_app import AWA, CannedApplication, served
from tests.fakes.twilio import SMS_NUMBER

pytestmark = pytest.mark.browser


@pytest.fixture
def canned(tmp_path) -> Iterator[CannedApplication]:
    application = CannedApplication(tmp_path)
    with served(application):
        yield application


@pytest.fixture
def phone(page: Page, canned: CannedApplication) -> Page:
    page.goto(f"{canned.url}/phone")
    return page


def say(phone: Page, channel: str, text: str) -> None:
    box = phone.locator(f".{channel} textarea")
    box.fill(text)
    box.press("Enter")


def test_a_message_goes_out_with_enter_and_its_answer_shows_the_ticks_of_the_callbacks(phone, canned):
    say(phone, "whatsapp", "Bonjour")
    expect(phone.locator(".whatsapp .mine .text")).to_have_text("Bonjour")
    expect(phone.locator(".whatsapp .mine [data-status=delivered]")).to_be_visible()
    status = phone.locator(".whatsapp .bubble:not(.mine) .status")
    expect(status).to_have_attribute("data-status", "read")
    expect(status).to_have_attribute("title", "lu\nCallbacks : sent → 204, delivered → 204, read → 204")
    expect(phone.locator(".whatsapp textarea")).to_have_value("")
    assert canned.stand_in.inbound[0].profile_name == "Awa Koné"


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


def test_sms_shows_plain_text_with_its_segments(phone):
    say(phone, "sms", "Bonjour")
    answer = phone.locator(".sms .bubble:not(.mine)")
    expect(answer.locator(".segments")).to_have_text("3 SMS ·")
    expect(answer.locator(".text")).to_contain_text("*Gras*")
    expect(answer.locator("strong")).to_have_count(0)
    expect(answer.locator(".status")).to_have_attribute("data-status", "delivered")


def test_a_file_is_a_card_that_opens_its_link(phone, canned):
    say(phone, "whatsapp", "pdf")
    card = phone.locator(".whatsapp a.file")
    expect(card).to_contain_text("fractions.pdf")
    expect(card).to_contain_text("PDF · 39 ko")
    expect(card).to_have_attribute("target", "_blank")
    assert phone.request.get(card.get_attribute("href")).body().startswith(b"%PDF")


def test_a_failure_says_why_on_a_tap(phone):
    say(phone, "whatsapp", "ferme")
    bang = phone.locator(".whatsapp .bang")
    bang.click()
    expect(phone.locator(".whatsapp .reason")).to_contain_text("63016")
    say(phone, "whatsapp", "erreur")
    phone.locator(".whatsapp .mine .bang").click()
    expect(phone.locator(".whatsapp .mine .reason")).to_contain_text("le webhook a répondu 500")


def test_typing_shows_until_an_answer_comes(phone):
    say(phone, "whatsapp", "écris")
    expect(phone.locator(".whatsapp .typing")).to_be_visible()
    expect(phone.locator(".whatsapp .presence")).to_have_text("écrit…")
    expect(phone.locator(".whatsapp .mine [data-status=read]")).to_be_visible()
    say(phone, "whatsapp", "Bonjour")
    expect(phone.locator(".whatsapp .typing")).to_have_count(0)
    expect(phone.locator(".whatsapp .presence")).to_have_text("en ligne")


def test_stop_by_sms_shows_a_notice_until_start(phone):
    say(phone, "sms", "STOP")
    expect(phone.locator(".sms .notice")).to_contain_text("START")
    say(phone, "sms", "START")
    expect(phone.locator(".sms .notice")).to_be_hidden()


def test_pictures_places_and_contacts_are_sent_as_their_kind(phone, canned):
    phone.locator(".whatsapp .attach").click()
    with phone.expect_file_chooser() as chooser:
        phone.locator(".whatsapp [data-attach=image]").click()
    svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    chooser.value.set_files({"name": "dessin.svg", "mimeType": "image/svg+xml", "buffer": svg})
    expect(phone.locator(".whatsapp .mine .photo img")).to_be_visible()
    for kind in ("place", "contact"):
        phone.locator(".whatsapp .attach").click()
        phone.locator(f".whatsapp [data-attach={kind}]").click()
    expect(phone.locator(".whatsapp .mine")).to_have_count(3)
    picture, place, contact = canned.stand_in.inbound
    assert (picture.media[0].content, picture.media[0].filename) == (svg, "dessin.svg")
    assert place.location.label == "Le Plateau, Abidjan"
    assert (contact.media[0].content_type, contact.media[0].content[:11]) == ("text/vcard", b"BEGIN:VCARD")
    shown = phone.request.get(canned.url + phone.locator(".photo").first.get_attribute("href"))
    assert shown.headers["content-disposition"] == "attachment"


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
    assert canned.stand_in.inbound[0].from_ == "+33612345678"


def test_the_drawer_shows_runs_from_the_database(phone, canned):
    canned.store_run(AWA)
    phone.locator("#drawer-button").click()
    run = phone.locator(".run")
    expect(run).to_contain_text("demo-rules")
    expect(run.locator(".chip.ok")).to_have_text("done_signal")
    expect(run.locator(".call summary")).to_contain_text("web_search")
    expect(run.locator(".call summary")).to_contain_text("1,2 s")
    run.locator("summary").click()
    expect(run.locator("pre")).to_contain_text('"query": "fractions"')


def test_on_a_small_screen_one_telephone_shows_at_a_time(phone):
    phone.set_viewport_size({"width": 390, "height": 780})
    expect(phone.locator(".phone.sms")).to_be_hidden()
    phone.locator("[data-tab=sms]").click()
    expect(phone.locator(".phone.sms")).to_be_visible()
    expect(phone.locator(".phone.whatsapp")).to_be_hidden()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


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


def test_other_sites_cannot_make_a_phone_speak(phone, canned):
    form = {"number": "+2250700000001", "channel": "sms", "body": "je ne suis pas Awa"}
    assert phone.request.post(f"{canned.url}/phone/messages", form=form).status == 403
    assert canned.stand_in.inbound == []
