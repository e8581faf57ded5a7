"""The stand-in towards the real SDK and a real webhook: what Twilio would answer, refuse and call back."""

from datetime import UTC, datetime, timedelta

import pytest
import requests
from twilio.base.exceptions import TwilioRestException

from tests.fakes.twilio import SMS_NUMBER, WHATSAPP_NUMBER

AWA = "whatsapp:+2250700000001"
KOFFI = "+2250700000002"
NEW_YORK = "+12125550100"


def settle(twilio, condition, deadline_s=5):
    assert twilio.stand_in.wait_until(condition, deadline_s), [(m.status, m.callbacks) for m in twilio.stand_in.sent]


def test_a_created_message_comes_back_as_the_sdk_expects_it(client, twilio):
    created = client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="Bonjour Koffi, ça va ?")
    assert created.sid.startswith("SM")
    assert (created.status, created.direction, created.num_segments) == ("queued", "outbound-api", "1")
    assert abs(created.date_created - datetime.now(UTC)) < timedelta(seconds=5)
    assert twilio.phone(KOFFI).hears().sid == created.sid
    fetched = client.messages(created.sid).fetch()
    assert (fetched.body, fetched.to, fetched.from_) == ("Bonjour Koffi, ça va ?", KOFFI, SMS_NUMBER)
    assert fetched.date_sent is not None


def test_a_messaging_service_accepts_first_and_knows_no_segments_yet(client, twilio):
    twilio.stand_in.faults.callbacks.off = True
    created = client.messages.create(to=KOFFI, messaging_service_sid="MG" + "2" * 32, body="Bonjour")
    assert (created.status, created.num_segments) == ("accepted", "0")


def test_messages_are_listed_newest_first_by_recipient_and_time_over_pages(client, twilio):
    for number in range(7):
        client.messages.create(to=KOFFI, from_=SMS_NUMBER, body=f"message {number}")
    client.messages.create(to=NEW_YORK, from_=SMS_NUMBER, body="ailleurs")
    now = datetime.now(UTC)
    window = {"date_sent_after": now - timedelta(minutes=2), "date_sent_before": now + timedelta(minutes=2)}
    listed = client.messages.list(to=KOFFI, page_size=3, **window)
    assert [message.body for message in listed] == [f"message {number}" for number in reversed(range(7))]
    assert client.messages.list(to=KOFFI, date_sent_after=now + timedelta(minutes=1)) == []
    twilio.phone(KOFFI).says("merci")
    inbound = client.messages.list(from_=KOFFI, to=SMS_NUMBER)
    assert [(message.direction, message.body) for message in inbound] == [("inbound", "merci")]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"to": KOFFI, "from_": SMS_NUMBER, "body": "x" * 1601}, 21617),
        ({"to": "070000", "from_": SMS_NUMBER, "body": "x"}, 21211),
        ({"to": KOFFI, "from_": WHATSAPP_NUMBER, "body": "x"}, 21910),
        ({"to": KOFFI, "body": "x"}, 21603),
        ({"to": KOFFI, "from_": SMS_NUMBER}, 21619),
        ({"to": KOFFI, "from_": SMS_NUMBER, "media_url": ["ftp://h/f"]}, 21620),
        ({"to": KOFFI, "from_": SMS_NUMBER, "body": "x", "status_callback": "http://a_b.example/"}, 21609),
    ],
)
def test_bad_creates_are_refused_with_twilios_code(client, twilio, fields, code):
    with pytest.raises(TwilioRestException) as refused:
        client.messages.create(**fields)
    assert (refused.value.status, refused.value.code) == (400, code)
    assert twilio.stand_in.sent == []


def test_1600_characters_still_pass(client):
    assert client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="x" * 1600).num_segments == "11"


def test_a_wrong_token_is_refused(client):
    client.password = client.auth = None
    client.auth = (client.username, "wrong")
    with pytest.raises(TwilioRestException) as refused:
        client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="x")
    assert (refused.value.status, refused.value.code) == (401, 20003)


@pytest.mark.parametrize("word", ["STOP", "arrêt", " Arret "])
def test_stop_by_sms_blocks_sending_until_start_and_is_still_forwarded(client, twilio, webhook, word):
    koffi = twilio.phone(KOFFI)
    koffi.says(word)
    assert webhook.forms[-1]["Body"] == word
    with pytest.raises(TwilioRestException) as refused:
        client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="encore ?")
    assert refused.value.code == 21610
    koffi.says("START")
    assert client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="rebonjour").error_code is None


def test_stop_with_a_messaging_service_fails_later(client, twilio):
    twilio.phone(KOFFI).says("STOP")
    sid = client.messages.create(to=KOFFI, messaging_service_sid="MG" + "2" * 32, body="x").sid
    settle(twilio, lambda: twilio.stand_in.find(sid).status == "failed")
    assert client.messages(sid).fetch().error_code == 21610


def test_free_text_outside_the_24_hour_window_fails_by_callback_and_a_template_passes(client, twilio, webhook):
    fields = {"to": AWA, "from_": WHATSAPP_NUMBER, "status_callback": f"{webhook.url}/webhooks/twilio/status?part=7"}
    assert client.messages.create(body="Bonjour", **fields).status == "queued"
    settle(twilio, lambda: bool(twilio.stand_in.sent[0].callbacks))
    told = webhook.callbacks[0]
    assert (told["MessageStatus"], told["ErrorCode"], told["part"]) == ("failed", "63016", "7")
    approved = twilio.stand_in.contents.create({"language": "fr", "types": {"twilio/text": {"body": "Bonjour {{1}}"}}})
    client.messages.create(content_sid=approved.sid, content_variables='{"1": "Awa"}', **fields)
    assert twilio.phone(AWA).hears().body == "Bonjour Awa"


@pytest.mark.parametrize(
    ("to", "from_", "statuses"),
    [
        (AWA, WHATSAPP_NUMBER, ["sent", "delivered", "read"]),
        (KOFFI, SMS_NUMBER, ["sent", "delivered"]),
    ],
)
def test_callbacks_are_signed_complete_and_in_order(client, twilio, webhook, to, from_, statuses):
    twilio.phone(to).says("Bonjour")
    callback = f"{webhook.url}/webhooks/twilio/status?part=a%20b&x=1"
    sid = client.messages.create(to=to, from_=from_, body="Oui", status_callback=callback).sid
    settle(twilio, lambda: len(twilio.stand_in.find(sid).callbacks) == len(statuses))
    assert [told["MessageStatus"] for told in webhook.callbacks] == statuses
    assert {told["part"] for told in webhook.callbacks} == {"a b"}
    assert {told["MessageSid"] for told in webhook.callbacks} == {sid}
    last = webhook.callbacks[-1]
    assert ("RawDlrDoneDate" in last) == (to == KOFFI)
    assert (last.get("ChannelPrefix"), last.get("EventType")) == (("whatsapp", "READ") if to == AWA else (None, None))
    assert webhook.forged == 0


def test_callbacks_can_be_off_backwards_doubled_late_or_only_for_some(client, twilio, webhook):
    faults = twilio.faults.callbacks
    fields = {"to": KOFFI, "from_": SMS_NUMBER, "status_callback": f"{webhook.url}/webhooks/twilio/status"}
    faults.off = True
    client.messages.create(body="muet", **fields)
    settle(twilio, lambda: twilio.stand_in.sent[0].status == "delivered")
    faults.off, faults.backwards, faults.copies, faults.delay_s = False, True, 2, 0.05
    faults.only = lambda sent: sent.body == "oui"
    client.messages.create(body="non", **fields)
    client.messages.create(body="oui", **fields)
    settle(twilio, lambda: len(twilio.stand_in.sent[2].callbacks) == 4)
    assert twilio.stand_in.sent[0].callbacks == twilio.stand_in.sent[1].callbacks == []
    assert sorted(told["MessageStatus"] for told in webhook.callbacks) == ["delivered"] * 2 + ["sent"] * 2


def test_backwards_callbacks_begin_with_the_last_status(client, twilio, webhook):
    twilio.faults.callbacks.backwards = True
    callback = f"{webhook.url}/webhooks/twilio/status"
    client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="x", status_callback=callback)
    settle(twilio, lambda: len(twilio.stand_in.sent[0].callbacks) == 2)
    assert [told["MessageStatus"] for told in webhook.callbacks] == ["delivered", "sent"]


@pytest.mark.parametrize(("status", "code"), [(429, 20429), (500, 20500)])
def test_injected_refusals_reach_the_sdk_with_their_code(client, twilio, status, code):
    twilio.faults.refuse(1, status, code)
    with pytest.raises(TwilioRestException) as refused:
        client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="x")
    assert (refused.value.status, refused.value.code) == (status, code)
    assert twilio.stand_in.sent == []
    assert client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="x").sid


def test_a_silent_create_sends_the_message_and_breaks_the_answer(client, twilio):
    twilio.faults.silent(1)
    with pytest.raises(requests.RequestException):
        client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="parti quand même")
    assert twilio.phone(KOFFI).hears().body == "parti quand même"


def test_a_late_create_is_accepted_after_the_client_gave_up(client, twilio):
    twilio.faults.late(1, delay_s=0.4)
    client.http_client.timeout = 0.1
    with pytest.raises(requests.Timeout):
        client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="en retard")
    assert twilio.stand_in.sent == []
    assert twilio.phone(KOFFI).hears().body == "en retard"


def test_an_undelivered_message_fails_with_its_code(client, twilio):
    twilio.faults.undelivered(1, 30003)
    sid = client.messages.create(to=KOFFI, from_=SMS_NUMBER, body="x").sid
    settle(twilio, lambda: twilio.stand_in.find(sid).status == "failed")
    twilio.phone(KOFFI).silence(0.05)
    assert client.messages(sid).fetch().error_code == 30003


def test_whatsapp_media_is_fetched_by_head_then_get_and_only_the_first(client, twilio, webhook):
    awa = twilio.phone(AWA)
    awa.says("Bonjour")
    urls = [f"{webhook.url}/media/cours.pdf", f"{webhook.url}/media/autre.pdf"]
    client.messages.create(to=AWA, from_=WHATSAPP_NUMBER, media_url=urls)
    heard = awa.hears()
    assert [(m.filename, m.content_type, m.content[:4]) for m in heard.media] == [
        ("cours.pdf", "application/pdf", b"%PDF")
    ]
    assert webhook.media_requests == ["HEAD", "GET"]


@pytest.mark.parametrize(("name", "code"), [("empty.pdf", 63019), ("page.html", 63021), ("huge.png", 63019)])
def test_media_whatsapp_would_not_take_fails(client, twilio, webhook, name, code):
    twilio.phone(AWA).says("Bonjour")
    client.messages.create(to=AWA, from_=WHATSAPP_NUMBER, media_url=[f"{webhook.url}/media/{name}"])
    settle(twilio, lambda: twilio.stand_in.sent[0].error_code == code)


def test_media_that_cannot_be_fetched_fails_once(client, twilio, webhook):
    twilio.phone(AWA).says("Bonjour")
    twilio.faults.media_not_fetched(1)
    for _ in range(2):
        client.messages.create(to=AWA, from_=WHATSAPP_NUMBER, media_url=[f"{webhook.url}/media/cours.pdf"])
    settle(twilio, lambda: {m.status for m in twilio.stand_in.sent} == {"failed", "read"})


@pytest.mark.parametrize(("to", "status", "code"), [(KOFFI, "failed", 30011), (NEW_YORK, "delivered", None)])
def test_mms_reaches_north_america_only(client, twilio, webhook, to, status, code):
    sid = client.messages.create(to=to, from_=SMS_NUMBER, media_url=[f"{webhook.url}/media/cours.pdf"]).sid
    settle(twilio, lambda: twilio.stand_in.find(sid).status == status)
    assert twilio.stand_in.find(sid).error_code == code


def test_typing_is_recorded_and_marks_the_message_read(client, twilio):
    inbound = twilio.phone(AWA).says("Bonjour")
    assert client.messaging.v2.typing_indicator.create(channel="whatsapp", message_id=inbound.sid).success
    assert [(call.message_sid, call.to) for call in twilio.stand_in.typing] == [(inbound.sid, AWA)]
    assert twilio.stand_in.inbound[0].read
    with pytest.raises(TwilioRestException):
        client.messaging.v2.typing_indicator.create(channel="whatsapp", message_id="SM" + "0" * 32)
