"""What the phone's attachments really send: to the webhook, to the application's downloads, to the eye."""

from typing import Any

import pytest
import requests
from playwright.sync_api import Page, expect

from tests.browser.phone_app import CannedApplication
from tests.browser.running_stack import say
from tests.fakes.sounds import voice
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN

pytestmark = pytest.mark.browser

SVG = b"<svg xmlns='http://www.w3.org/2000/svg' width='90' height='60'><rect width='90' height='60' fill='teal'/></svg>"
MEGABYTE = 1024 * 1024


def open_menu(phone: Page, what: str, channel: str = "whatsapp") -> None:
    phone.locator(f".{channel} .attach").click()
    phone.locator(f".{channel} [data-attach={what}]").click()


def pick(phone: Page, what: str, *files: dict[str, Any]) -> None:
    with phone.expect_file_chooser() as chooser:
        open_menu(phone, what)
    chooser.value.set_files(list(files))


def file(name: str, kind: str, content: bytes) -> dict[str, Any]:
    return {"name": name, "mimeType": kind, "buffer": content}


def downloaded(canned: CannedApplication, form: dict[str, str]) -> requests.Response:
    """The first file of a webhook, fetched as the application does: with the password, after a redirect without it."""
    url = form["MediaUrl0"].replace("https://api.twilio.com", canned.url)
    assert requests.get(url, timeout=5).status_code == 401
    redirected = requests.get(url, auth=(ACCOUNT_SID, AUTH_TOKEN), timeout=5, allow_redirects=False)
    return requests.get(redirected.headers["Location"], timeout=5)


def webhooks(phone: Page, canned: CannedApplication, count: int) -> list[dict[str, str]]:
    expect(phone.locator(".mine .status[data-status=delivered]")).to_have_count(count)
    assert len(canned.forms) == count, "each signed, each once"
    return canned.forms


@pytest.mark.parametrize("what", ["camera", "gallery"])
def test_camera_and_gallery_send_real_pictures_with_their_caption(phone: Page, canned: CannedApplication, what: str):
    canned.silent = True
    pick(phone, what, file("dessin.svg", "image/svg+xml", SVG))
    expect(phone.locator(".whatsapp .tray li")).to_have_count(1)
    assert canned.stand_in.inbound == [], "nothing leaves before one says so"
    say(phone, "whatsapp", "Qu’est-ce que c’est ?")
    (form,) = webhooks(phone, canned, 1)
    assert (form["NumMedia"], form["MediaContentType0"], form["MessageType"]) == ("1", "image/svg+xml", "image")
    assert form["Body"] == "Qu’est-ce que c’est ?"
    assert downloaded(canned, form).content == SVG
    picture = phone.locator(".whatsapp .mine .photo img")
    expect(picture).to_be_visible()
    phone.wait_for_function("() => document.querySelector('.whatsapp .mine .photo img').naturalWidth === 90")
    shown = phone.request.get(canned.url + phone.locator(".photo").first.get_attribute("href"))
    assert shown.headers["content-disposition"].startswith("attachment"), "drawings can hold scripts"


def test_several_documents_go_one_by_one_and_any_can_be_taken_back(phone: Page, canned: CannedApplication):
    canned.silent = True
    pick(
        phone,
        "document",
        file("cours.pdf", "application/pdf", b"%PDF-1.7 cours"),
        file("raté.txt", "text/plain", b"non"),
        file("notes.csv", "text/csv", b"a;b"),
    )
    phone.get_by_role("button", name="Retirer raté.txt").click()
    phone.locator(".whatsapp .send").click()
    forms = webhooks(phone, canned, 2)
    assert [(form["NumMedia"], form["MediaContentType0"]) for form in forms] == [
        ("1", "application/pdf"),
        ("1", "text/csv"),
    ]
    assert [downloaded(canned, form).content for form in forms] == [b"%PDF-1.7 cours", b"a;b"]
    assert [message.media[0].filename for message in canned.stand_in.inbound] == ["cours.pdf", "notes.csv"]
    expect(phone.locator(".whatsapp .mine a.file").first).to_contain_text("cours.pdf")


def test_a_voice_message_is_recorded_and_arrives_as_whatsapp_sends_them(phone: Page, canned: CannedApplication):
    canned.silent = True
    phone.locator(".whatsapp .microphone").click()
    expect(phone.locator(".whatsapp .recording time")).to_have_text("0:01")
    phone.get_by_role("button", name="Envoyer le message vocal").click()
    expect(phone.locator(".whatsapp .recording")).to_be_hidden()
    expect(phone.locator(".whatsapp .microphone")).to_be_focused()
    (form,) = webhooks(phone, canned, 1)
    assert (form["NumMedia"], form["MediaContentType0"], form["MessageType"]) == ("1", "audio/ogg", "audio")
    sound = downloaded(canned, form)
    assert (sound.content[:4], sound.headers["Content-Type"]) == (b"OggS", "audio/ogg")
    phone.wait_for_function("() => document.querySelector('.whatsapp .mine audio[src*=\"/phone/\"]')?.duration > 0.8")
    expect(phone.locator(".whatsapp .mine .sound time")).not_to_have_text("0:00")
    phone.get_by_role("button", name="Écouter").click()
    expect(phone.get_by_role("button", name="Pause")).to_be_visible()
    expect(phone.get_by_role("button", name="Écouter")).to_be_visible()  # it ends by itself


def test_a_voice_message_that_comes_in_is_played(phone: Page, canned: CannedApplication):
    say(phone, "whatsapp", "voix")
    expect(phone.locator(".whatsapp .bubble:not(.mine) .sound")).to_be_visible()
    phone.wait_for_function("() => document.querySelector('.whatsapp .bubble:not(.mine) audio')?.duration > 1.3")
    phone.get_by_role("button", name="Écouter").click()
    expect(phone.get_by_role("button", name="Pause")).to_be_visible()
    expect(phone.get_by_role("button", name="Écouter")).to_be_visible()


@pytest.mark.parametrize(("kind", "declared"), [("amr", "audio/amr"), ("mp3", "audio/mpeg"), ("m4a", "audio/mp4")])
def test_sounds_of_other_telephones_can_be_picked(phone: Page, canned: CannedApplication, kind: str, declared: str):
    canned.silent = True
    sound = voice(440, kind=kind)
    pick(phone, "document", file(f"memo.{kind}", declared, sound))
    phone.locator(".whatsapp .send").click()
    (form,) = webhooks(phone, canned, 1)
    assert (form["MediaContentType0"], form["MessageType"]) == (declared, "audio")
    assert downloaded(canned, form).content == sound


def test_a_recording_can_be_thrown_away(phone: Page, canned: CannedApplication):
    phone.locator(".whatsapp .microphone").click()
    expect(phone.locator(".whatsapp .recording time")).to_have_text("0:01")
    phone.keyboard.press("Escape")
    expect(phone.locator(".whatsapp .recording")).to_be_hidden()
    phone.locator(".whatsapp .microphone").click()
    phone.get_by_role("button", name="Jeter l’enregistrement").click()
    expect(phone.locator(".whatsapp .bubble")).to_have_count(0)
    assert canned.stand_in.inbound == []


def test_without_a_microphone_a_word_says_so(page: Page, canned: CannedApplication, server: object):
    page.add_init_script(
        "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); }"
    )
    page.goto(f"{canned.url}/phone")
    page.locator(".whatsapp .microphone").click()
    expect(page.locator(".whatsapp .hint")).to_contain_text("n’a pas donné accès au microphone")
    expect(page.locator(".whatsapp .recording")).to_be_hidden()


def test_a_chosen_place_looks_like_a_place(phone: Page, canned: CannedApplication):
    canned.silent = True
    open_menu(phone, "place")
    phone.get_by_role("button", name="Le Plateau").click()
    (form,) = webhooks(phone, canned, 1)
    assert (form["Latitude"], form["Longitude"], form["Label"]) == ("5.3237", "-4.0167", "Le Plateau")
    assert (form["Address"], form["MessageType"], form["NumMedia"]) == ("Abidjan, Côte d’Ivoire", "location", "0")
    place = phone.locator(".whatsapp .mine a.place")
    expect(place).to_contain_text("Le Plateau")
    expect(place.locator(".map .pin")).to_be_visible()
    expect(place).to_have_attribute(
        "href", "https://www.openstreetmap.org/?mlat=5.3237&mlon=-4.0167#map=15/5.3237/-4.0167"
    )


def test_where_the_browser_is_can_be_shared_or_stay_secret(phone: Page, canned: CannedApplication):
    canned.silent = True
    open_menu(phone, "place")
    phone.locator(".places .here").click()
    expect(phone.locator(".places .note")).to_contain_text("n’a pas donné votre position")
    phone.context.grant_permissions(["geolocation"])
    phone.context.set_geolocation({"latitude": 14.5, "longitude": -17.25})
    phone.locator(".places .here").click()
    (form,) = webhooks(phone, canned, 1)
    assert (form["Latitude"], form["Longitude"]) == ("14.5", "-17.25")
    expect(phone.locator(".whatsapp .mine .place")).to_contain_text("14.5000, -17.2500")


def test_a_contact_card_is_a_vcard_and_looks_like_one(phone: Page, canned: CannedApplication):
    canned.silent = True
    open_menu(phone, "contact")
    sheet = phone.locator(".contact-sheet")
    sheet.get_by_label("Nom").fill("")
    sheet.get_by_role("button", name="Envoyer le contact").click()
    expect(sheet.locator(".note")).to_have_text("Il faut un nom et un numéro.")
    sheet.get_by_label("Nom").fill("Traoré, Mariam; dite « Mimi »")
    sheet.get_by_role("button", name="Envoyer le contact").click()
    (form,) = webhooks(phone, canned, 1)
    assert (form["MediaContentType0"], form["MessageType"]) == ("text/vcard", "contacts")
    card = downloaded(canned, form).content.decode()
    assert "FN:Traoré\\, Mariam\\; dite « Mimi »\r\n" in card
    shown = phone.locator(".whatsapp .mine a.card")
    expect(shown.locator("b")).to_have_text("Traoré, Mariam; dite « Mimi »")
    expect(shown.locator(".phone-number")).to_have_text("+225 07 00 00 00 09")
    expect(shown.locator(".initials")).to_have_text("TM")


def test_a_photo_of_40_megabytes_is_refused_kindly_before_anything_leaves(
    phone: Page, canned: CannedApplication, tmp_path
):
    posted: list[str] = []
    phone.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    photo = tmp_path / "vacances.jpg"
    photo.write_bytes(b"\xff\xd8" + bytes(40 * MEGABYTE))
    with phone.expect_file_chooser() as chooser:
        open_menu(phone, "gallery")
    chooser.value.set_files(photo)
    expect(phone.locator(".whatsapp .hint")).to_contain_text("16\u00a0Mo au plus")
    expect(phone.locator(".whatsapp .hint")).to_contain_text("vacances.jpg")
    expect(phone.locator(".whatsapp .tray")).to_be_hidden()
    say(phone, "whatsapp", "rien")
    expect(phone.locator(".whatsapp .mine .status[data-status=delivered]")).to_have_count(1)
    assert (len(posted), [message.media for message in canned.stand_in.inbound]) == (1, [()])


def test_a_photo_of_15_megabytes_goes(phone: Page, canned: CannedApplication, tmp_path):
    canned.silent = True
    photo = tmp_path / "grande.jpg"
    photo.write_bytes(b"\xff\xd8" + bytes(15 * MEGABYTE))
    with phone.expect_file_chooser() as chooser:
        open_menu(phone, "gallery")
    chooser.value.set_files(photo)
    phone.locator(".whatsapp .send").click()
    (form,) = webhooks(phone, canned, 1)
    assert len(downloaded(canned, form).content) == 15 * MEGABYTE + 2


def test_an_empty_file_and_an_eleventh_are_refused_with_a_word(phone: Page):
    pick(phone, "document", file("vide.txt", "text/plain", b""))
    expect(phone.locator(".whatsapp .hint")).to_contain_text("vide.txt")
    pick(phone, "document", *[file(f"{number}.txt", "text/plain", b"x") for number in range(11)])
    expect(phone.locator(".whatsapp .tray li")).to_have_count(10)
    expect(phone.locator(".whatsapp .hint")).to_contain_text("Dix fichiers")


def test_sms_offers_files_only_where_mms_goes(phone: Page, canned: CannedApplication):
    canned.silent = True
    phone.locator(".sms .attach").click()
    expect(phone.locator(".sms .menu")).to_be_hidden()
    expect(phone.locator(".sms .hint")).to_contain_text("États-Unis et au Canada")
    phone.locator("#person").select_option("")
    phone.locator("#number").fill("+14165550100")
    phone.locator("#number").press("Enter")
    with phone.expect_file_chooser() as chooser:
        open_menu(phone, "gallery", "sms")
    chooser.value.set_files([file("photo.jpg", "image/jpeg", b"\xff\xd8")])
    phone.locator(".sms .send").click()
    (form,) = webhooks(phone, canned, 1)
    assert (form["From"], form["MediaContentType0"]) == ("+14165550100", "image/jpeg")
    assert "MessageType" not in form


def test_every_attachment_is_reached_by_the_keyboard(phone: Page, canned: CannedApplication):
    canned.silent = True
    phone.locator(".whatsapp .attach").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator(".whatsapp [data-attach=document]")).to_be_focused()
    phone.keyboard.press("Escape")
    expect(phone.locator(".whatsapp .menu")).to_be_hidden()
    expect(phone.locator(".whatsapp .attach")).to_be_focused()
    phone.keyboard.press("Enter")
    for _ in range(3):
        phone.keyboard.press("ArrowDown")
    phone.keyboard.press("Enter")
    expect(phone.locator(".places .here")).to_be_focused()
    phone.keyboard.press("Tab")
    phone.keyboard.press("Enter")
    assert webhooks(phone, canned, 1)[0]["Label"] == "Le Plateau"
