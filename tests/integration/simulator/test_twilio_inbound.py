"""The stand-in as a person's phone: what reaches the webhook, and what the person hears."""

import pytest
import requests

from bot.simulator.records import Location, Media
from tests.fakes.twilio import AUTH_TOKEN, SMS_NUMBER, WHATSAPP_NUMBER

AWA = "whatsapp:+2250700000001"
KOFFI = "+2250700000002"


def test_a_whatsapp_message_reaches_the_webhook_signed_and_complete(twilio, webhook):
    receipt = twilio.phone(AWA, profile_name="Awa Koné").says("Ça va ? 😀")
    form = webhook.forms[0]
    assert (receipt.http_status, receipt.problem, webhook.forged) == (200, "", 0)
    assert form["From"] == AWA
    assert (form["WaId"], form["ProfileName"], form["MessageType"]) == ("2250700000001", "Awa Koné", "text")
    assert form["MessageSid"] == form["SmsSid"] == form["SmsMessageSid"] == receipt.sid
    assert (form["NumMedia"], form["NumSegments"], form["To"]) == ("0", "1", WHATSAPP_NUMBER)


def test_a_person_who_hides_the_number_has_no_phone_in_the_webhook(twilio, webhook):
    twilio.phone("whatsapp:CI.Abc123").says("Bonjour")
    assert "WaId" not in webhook.forms[0]
    assert webhook.forms[0]["ExternalUserId"] == "whatsapp:CI.Abc123"


def test_a_location_travels_as_fields(twilio, webhook):
    twilio.phone(AWA).says(location=Location(5.345, -4.024, "Plateau"))
    form = webhook.forms[0]
    assert (form["Latitude"], form["Longitude"], form["Label"], form["MessageType"]) == (
        "5.345",
        "-4.024",
        "Plateau",
        "location",
    )


def test_a_duplicate_delivery_repeats_the_same_message(twilio, webhook):
    inbound = twilio.phone(AWA).says("une fois")
    twilio.stand_in.deliver(inbound)
    assert webhook.forms[0] == webhook.forms[1]


@pytest.mark.parametrize("address", [AWA, KOFFI])
def test_a_person_hears_what_the_webhook_answers(twilio, webhook, address):
    webhook.answer = "<Response><Message>2 &lt; 3 &amp; é</Message><Message>Oui</Message></Response>"
    phone = twilio.phone(address)
    phone.says("x")
    assert [message.body for message in phone.hears_all(2)] == ["2 < 3 & é", "Oui"]
    assert all(message.in_reply and not message.callbacks for message in twilio.stand_in.sent)


def test_what_is_no_twiml_says_nothing(twilio, webhook):
    webhook.answer = "<Response><Message>"
    assert twilio.phone(AWA).says("x").http_status == 200
    assert twilio.stand_in.sent == []


def test_a_person_hears_why_the_webhook_failed(twilio, webhook):
    webhook.content_type = "text/html"
    assert twilio.phone(AWA).says("x").problem.startswith("12300")
    twilio.stand_in.webhook_base_url = webhook.url + "/nowhere"
    assert "404" in twilio.phone(AWA).says("x").problem
    twilio.stand_in.webhook_base_url = "http://127.0.0.1:9"
    assert twilio.phone(AWA).says("x").http_status == 0


def test_media_a_person_sends_need_the_password_then_a_redirect_without_it(twilio, webhook):
    inbound = twilio.phone(AWA).says("regarde", media=[Media(b"photo", "image/jpeg", "photo.jpg")])
    assert (webhook.forms[0]["NumMedia"], webhook.forms[0]["MediaContentType0"]) == ("1", "image/jpeg")
    assert inbound.sid.startswith("MM")
    path = webhook.forms[0]["MediaUrl0"].removeprefix("https://api.twilio.com")
    account = (twilio.stand_in.account.sid, AUTH_TOKEN)
    assert requests.get(twilio.url + path, timeout=5).status_code == 401
    twilio.faults.media_missing(1)
    assert requests.get(twilio.url + path, auth=account, timeout=5).status_code == 404
    redirected = requests.get(twilio.url + path, auth=account, timeout=5, allow_redirects=False)
    assert redirected.status_code == 307
    storage = redirected.headers["Location"]
    assert requests.get(storage, auth=account, timeout=5).status_code == 400
    assert requests.get(storage, timeout=5).content == b"photo"


def test_silence_and_hearing_nothing_are_told_apart(client, twilio):
    koffi = twilio.phone(KOFFI)
    koffi.silence(0.05)
    with pytest.raises(AssertionError, match="heard nothing new"):
        koffi.hears(0.05)
    client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="coucou")
    with pytest.raises(AssertionError, match="coucou"):
        koffi.silence(5)
    assert koffi.hears_all(1)[0].body == "coucou"
