"""Whatever comes in gets one clear answer in the person's language."""

import pytest

from bot.simulator.records import Location, Media
from tests.fakes.model import last_user_text, says
from tests.flows.conftest import PUPIL, Stack


def test_everything_odd_is_answered_once(stack: Stack) -> None:
    stack.model.script(lambda request: says(f"Lu : {len(last_user_text(request))}"))
    stack.start(FRAGMENT_WINDOW_S="0.05")
    awa = stack.twilio.phone(PUPIL)
    cases = [
        ({"body": ""}, "vide"),
        ({"body": "   \n "}, "vide"),
        ({"body": "😀😀😀"}, "Lu : 3"),
        ({"body": "مرحبا"}, "Lu : 5"),
        ({"body": "a\x00b"}, "Lu : 2"),
        ({"body": "a" * 1600}, "Lu : 1600"),
        ({"media": [Media(b"\0x", "application/x-unknown")]}, "document"),
        ({"media": [Media(b"\0x", "image/jpeg")]}, "photo"),
        ({"media": [Media(b"\0x", "audio/ogg; codecs=opus")]}, "message vocal"),
        ({"media": [Media(b"\0x", "text/vcard")]}, "carte de contact"),
        ({"media": [Media(b"\0\0\0\x18ftypisom", "video/mp4")]}, "vidéo"),
        ({"location": Location(5.3, -4.0, "Abidjan")}, "Lu : 56"),
    ]
    for sent, expected in cases:
        assert awa.says(**sent).http_status == 200  # type: ignore[arg-type]
        assert expected in awa.hears(20).body, sent
    awa.silence(1)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_answer_is_in_the_language_of_the_person(stack: Stack, language: str) -> None:
    stack.model.then(says("Ok"))
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("Explain fractions to me please" if language == "en" else "Explique-moi les fractions")
    awa.hears()
    awa.says(media=[Media(b"\0x", "image/png")])
    assert ("your photo" if language == "en" else "votre photo") in awa.hears().body


def test_stop_is_obeyed_until_start(stack: Stack) -> None:
    stack.model.script(lambda _request: says("Oui ?"))
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("arrêt")
    assert "ne recevrez plus" in awa.hears().body
    awa.says("Bonjour")
    awa.silence(2)
    assert stack.model.requests == []
    awa.says("START")
    assert "retrouver" in awa.hears().body
    awa.says("Bonjour")
    assert awa.hears().body == "Oui ?"
