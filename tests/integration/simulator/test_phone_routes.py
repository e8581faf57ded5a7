"""The phone page's routes without a browser: what they refuse, what they repeat, what they never say twice."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from bot.clock import SystemClock
from bot.simulator.phone import phone_blueprint
from bot.simulator.records import Media
from bot.simulator.uploads import MAX_UPLOAD
from bot.simulator.view import EARLIER, NEWEST
from tests.fakes.keys import migrate, open_database
from tests.fakes.twilio import WHATSAPP_NUMBER, FakeTwilio

AWA = "+2250700000001"
KEY = "0123456789abcdef0123456789abcdef"
OWN = {"X-Palabre-Phone": "1"}


@pytest.fixture
def page(twilio: FakeTwilio, tmp_path: Any) -> Iterator[FlaskClient]:
    database = open_database(f"sqlite:///{tmp_path / 'phone.db'}")
    migrate(database)
    app = Flask("page")
    mails = tmp_path / "mails"
    url = "http://127.0.0.1"
    app.register_blueprint(phone_blueprint(twilio.stand_in, database, SystemClock(), url, mails, wait_s=0.05))
    yield app.test_client()
    database.close()


def post(page: FlaskClient, **fields: Any) -> Any:
    form = {"number": AWA, "channel": "whatsapp", "body": "", "key": KEY, **fields}
    answer = page.post("/phone/messages", data=form, headers=OWN)
    answer.request.environ["wsgi.input"].close()  # large ones lie in a file
    return answer


def test_the_same_key_is_one_message_however_often_it_is_asked_for(page, twilio, webhook):
    first, second = post(page, body="Bonjour"), post(page, body="Bonjour")
    assert first.json["sid"] == second.json["sid"] == f"SM{KEY}"
    assert len(webhook.forms) == 1
    assert webhook.forms[0]["MessageSid"] == f"SM{KEY}"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"number": "0700000001"}, "number"),
        ({"number": ""}, "number"),
        ({"channel": "fax"}, "form"),
        ({"key": "../../etc/passwd"}, "form"),
        ({"body": "x" * 1601}, "text"),
        ({"body": "  "}, "nothing"),
        ({"latitude": "abc", "longitude": "1"}, "form"),
        ({"latitude": "nan", "longitude": "1"}, "form"),
        ({"latitude": "91", "longitude": "1"}, "form"),
        ({"latitude": "1"}, "form"),
        ({"file": (BytesIO(b""), "vide.txt")}, "empty"),
        ({"file": (BytesIO(b"x"), "voix.webm", "audio/webm")}, "voice"),
        ({"file": (BytesIO(b"x"), "photo.jpg"), "channel": "sms"}, "mms"),
    ],
)
def test_what_cannot_be_sent_is_refused_by_name_and_reaches_nobody(page, webhook, fields, reason):
    answer = post(page, **fields)
    assert (answer.status_code, answer.json) == (400, {"error": reason})
    assert webhook.forms == []


def test_a_file_that_is_too_large_is_refused_by_name(page, webhook):
    answer = post(page, file=(BytesIO(bytes(MAX_UPLOAD + 1)), "grand.pdf"))
    assert (answer.status_code, answer.json) == (400, {"error": "large"})
    answer = post(page, file=(BytesIO(bytes(MAX_UPLOAD + 1024 * 1024)), "immense.pdf"))
    assert (answer.status_code, answer.json) == (413, {"error": "large"})
    assert webhook.forms == []


def test_lines_keep_their_length_on_the_way(page, webhook):
    post(page, body="un\r\ndeux")
    assert webhook.forms[0]["Body"] == "un\ndeux"


def test_other_sites_are_refused(page, webhook):
    answer = page.post("/phone/messages", data={"number": AWA, "channel": "sms", "body": "x"})
    assert (answer.status_code, answer.json) == (403, {"error": "origin"})


def test_the_24_hours_of_one_person_pass_when_the_page_asks(page, twilio):
    post(page, body="Bonjour")
    message = {"To": f"whatsapp:{AWA}", "From": WHATSAPP_NUMBER, "Body": "Votre réponse"}

    def becomes(status):
        sent = twilio.stand_in.create(message)
        return twilio.stand_in.wait_until(lambda: sent.status == status, 5)

    assert page.post("/phone/window", data={"number": AWA}).status_code == 403
    assert page.post("/phone/window", data={"number": "0700"}, headers=OWN).json["error"] == "number"
    assert becomes("read")
    assert page.post("/phone/window", data={"number": AWA}, headers=OWN).status_code == 204
    assert becomes("failed")


def test_no_news_is_told_without_words(page, twilio):
    news = page.get("/phone/events", query_string={"number": AWA, "version": ""}).json
    again = page.get("/phone/events", query_string={"number": AWA, "version": news["version"]})
    assert (again.status_code, again.data) == (204, b"")
    twilio.phone(AWA).says("coucou")
    more = page.get("/phone/events", query_string={"number": AWA, "version": news["version"]}).json
    assert [message["text"] for message in more["sms"]["messages"]] == ["coucou"]


def test_an_answer_never_grows_with_the_thread_and_history_has_the_rest(page, twilio):
    for number in range(NEWEST + EARLIER + 5):
        twilio.stand_in.receive(AWA, f"message {number}")
    news = page.get("/phone/events", query_string={"number": AWA}).json["sms"]
    assert (len(news["messages"]), news["older"]) == (NEWEST, True)
    asked = {"number": AWA, "channel": "sms", "before": news["messages"][0]["key"]}
    earlier = page.get("/phone/history", query_string=asked).json
    assert (len(earlier["messages"]), earlier["older"]) == (EARLIER, True)
    asked["before"] = earlier["messages"][0]["key"]
    first = page.get("/phone/history", query_string=asked).json
    assert ([message["text"] for message in first["messages"]], first["older"]) == (
        [f"message {number}" for number in range(5)],
        False,
    )
    assert page.get("/phone/history", query_string=asked | {"before": "?"}).json == {"messages": [], "older": False}


@pytest.mark.parametrize("path", ["events", "history", "runs", "stream"])
def test_a_number_of_no_form_is_told_nothing(page, path):
    answer = page.get(f"/phone/{path}", query_string={"number": "+0", "channel": "sms"})
    assert (answer.status_code, answer.json) == (400, {"error": "number"})


def test_where_nobody_holds_streams_the_drawer_is_told_to_ask(page):
    assert page.get("/phone/stream", query_string={"number": AWA}).status_code == 503


def test_players_get_parts_of_a_sound_and_pages_cannot_be_smuggled_in(page, twilio):
    sound, script = Media(b"OggS" + bytes(100), "audio/ogg", "voix.ogg"), Media(b"<script>", "text/html", "x.html")
    heard, trap = (twilio.stand_in.receive(f"whatsapp:{AWA}", media=[file]) for file in (sound, script))
    part = page.get(f"/phone/media/{heard.sid}/{heard.media[0].sid}", headers={"Range": "bytes=0-3"})
    assert (part.status_code, part.data) == (206, b"OggS")
    answer = page.get(f"/phone/media/{trap.sid}/{trap.media[0].sid}")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert page.get(f"/phone/media/{trap.sid}/ME0").status_code == 404
