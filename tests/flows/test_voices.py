"""Somebody speaks, over the whole product: real sounds in, words said back, an answer to read and one to listen to."""

import pytest

from bot.simulator.records import Media
from tests.fakes.model import last_user_text, says
from tests.fakes.sounds import heard, silence, voice
from tests.fakes.speech import Speech, Trouble
from tests.fakes.waiting import eventually
from tests.flows.conftest import PUPIL, Stack
from tests.flows.steps import column

ANSWER = "Une moyenne est la somme des notes divisée par leur nombre."
QUESTION = "C'est quoi une moyenne ?"


@pytest.fixture
def speech(stack: Stack) -> Speech:
    stack.model.script(lambda request: says(ANSWER if last_user_text(request) == QUESTION else "Autre chose."))
    stack.model.speech = Speech()
    stack.model.speech.hears(440, QUESTION)
    return stack.model.speech  # type: ignore[no-any-return]


def note(kind: str = "ogg", declared: str = "audio/ogg") -> list[Media]:
    return [Media(voice(440, kind=kind), declared)]


def test_what_is_said_is_answered_in_writing_and_aloud(stack: Stack, speech: Speech) -> None:
    stack.start(MODEL_TRANSCRIBE="ears", MODEL_SPEECH="tongue", MEDIA_WINDOW_S="0.05")
    awa = stack.twilio.phone(PUPIL)
    for kind, declared in (
        ("ogg", "audio/ogg; codecs=opus"),
        ("amr", "audio/amr"),
        ("mp3", "audio/mpeg"),
        ("m4a", "audio/mp4"),
    ):
        awa.says(media=note(kind, declared))
        assert awa.hears(30).body == f"J’ai entendu : « {QUESTION} »"
        assert awa.hears(30).body == ANSWER
        listened = awa.hears(30)
        (media,) = listened.media
        assert media.content_type == "audio/ogg"
        seconds, _ = heard(media.content)
        assert seconds > 2
    assert len(speech.spoken) == 4
    eventually(lambda: not column(stack, "SELECT run_id FROM spoken_answer"), 10)


def test_typing_is_shown_while_somebody_is_listened_to(stack: Stack, speech: Speech) -> None:
    speech.trouble.append(Trouble(hangs_s=20))
    stack.start(MODEL_TRANSCRIBE="ears", MEDIA_WINDOW_S="0.05")
    awa = stack.twilio.phone(PUPIL)
    asked = awa.says(media=note())
    eventually(lambda: speech.requests == 1 and stack.twilio.stand_in.typing, 15)
    assert [call.message_sid for call in stack.twilio.stand_in.typing] == [asked.sid]
    speech.release.set()
    assert awa.hears_all(2, 30)[1].body == ANSWER


def test_what_nobody_can_hear_gets_one_clear_answer_each(stack: Stack, speech: Speech) -> None:
    stack.start(MODEL_TRANSCRIBE="ears", MEDIA_WINDOW_S="0.05", VOICE_MINUTES="0.05")
    awa = stack.twilio.phone(PUPIL)
    for content, expected in (
        (silence(), "n’entends rien"),
        (b"OggS" + b"\xa7" * 2_000, "abîmé"),
        (voice(440)[:4_000], "abîmé"),
        (voice(440, 6), "trop long"),
        (b"", "vide"),
        (b"PK\x03\x04" + b"voice.ogg" * 20, "message vocal"),
    ):
        awa.says(media=[Media(content, "audio/ogg")])
        assert expected in awa.hears(30).body
    awa.silence(1)
    assert speech.heard == []
    assert stack.model.requests == []


def test_killed_while_it_listens_it_is_listened_to_again_and_answered_once(stack: Stack, speech: Speech) -> None:
    speech.trouble.append(Trouble(hangs_s=30))
    stack.start(MODEL_TRANSCRIBE="ears", MODEL_SPEECH="tongue", MEDIA_WINDOW_S="0.05")
    awa = stack.twilio.phone(PUPIL)
    awa.says(media=note())
    eventually(lambda: speech.requests == 1, 20)
    stack.kill(stack._processes[-1])
    stack.start_worker()
    assert [awa.hears(30).body for _ in range(2)] == [f"J’ai entendu : « {QUESTION} »", ANSWER]
    assert awa.hears(30).media
    awa.silence(1)
    assert column(stack, "SELECT count(*) FROM run") == [1]
