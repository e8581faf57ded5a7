"""The client that has sounds written down and words said: what it asks, what it makes of trouble, what it leaves."""

import threading
import time

import pytest

from bot.cancelling import Cancellation, cancelled_by
from bot.clients.speech import MOST_WORDS_BYTES, SpeechEndpoint
from bot.errors import AuthError, PermanentError, ProviderError, ProviderTimeout, TransientError
from tests.fakes.dripping import dripping, sipping
from tests.fakes.sounds import heard, voice
from tests.fakes.speech import SpeechServer, Trouble
from tests.fakes.waiting import eventually


def test_a_sound_is_sent_as_it_is_and_its_words_come_back(server: SpeechServer, ears: SpeechEndpoint) -> None:
    server.hears(440, "  Bonjour, ça va ?\n")
    assert ears.transcribe(voice(440), "ogg", language="fr", timeout_s=10) == "Bonjour, ça va ?"
    (asked,) = server.heard
    assert (asked.model, asked.language, asked.ending, asked.sound) == ("ears", "fr", "ogg", voice(440))


def test_a_text_is_said(server: SpeechServer, tongue: SpeechEndpoint) -> None:
    seconds, _ = heard(tongue.speak("Bonjour à toi, voici la réponse.", timeout_s=10))
    assert seconds > 1
    (asked,) = server.spoken
    assert (asked.model, asked.voice, asked.response_format) == ("tongue", "nova", "opus")
    assert asked.text == "Bonjour à toi, voici la réponse."


@pytest.mark.parametrize(
    ("trouble", "error"),
    [
        (Trouble(503), TransientError),
        (Trouble(429), TransientError),
        (Trouble(401), AuthError),
        (Trouble(400), PermanentError),
        (Trouble(body=b"<html>"), TransientError),
        (Trouble(body=b'{"words": "Bonjour"}'), TransientError),
        (Trouble(body=b'{"text": 12}'), TransientError),
        (Trouble(body=b"[" * 100_000), TransientError),
        (Trouble(body=b'{"text": "' + b"a" * MOST_WORDS_BYTES + b'"}'), PermanentError),
    ],
)
def test_trouble_has_a_name(
    server: SpeechServer, ears: SpeechEndpoint, trouble: Trouble, error: type[ProviderError]
) -> None:
    server.trouble.append(trouble)
    with pytest.raises(error):
        ears.transcribe(voice(440), "ogg", language="fr", timeout_s=10)


def test_what_one_answer_sets_goes_along_with_no_other(server: SpeechServer, ears: SpeechEndpoint) -> None:
    """A byte beyond ASCII, once it was remembered, let no request leave any more."""
    server.hears(440, "Bonjour")
    server.trouble.append(Trouble(503, cookie="\xff=1; path=/"))
    with pytest.raises(TransientError):
        ears.transcribe(voice(440), "ogg", language="fr", timeout_s=10)
    assert ears.transcribe(voice(440), "ogg", language="fr", timeout_s=10) == "Bonjour"


def test_nobody_there(server: SpeechServer) -> None:
    gone = SpeechEndpoint("http://127.0.0.1:9/v1", "sk-test", "ears")
    with pytest.raises(TransientError):
        gone.transcribe(voice(440), "ogg", language="fr", timeout_s=2)
    gone.close()


@pytest.mark.parametrize("trouble", [Trouble(hangs_s=30), Trouble(body=b" " * 10_000, drips_s=0.05)])
def test_time_is_bounded_whatever_it_does(server: SpeechServer, ears: SpeechEndpoint, trouble: Trouble) -> None:
    server.trouble.append(trouble)
    began = time.monotonic()
    with pytest.raises(ProviderTimeout):
        ears.transcribe(voice(440), "ogg", language="fr", timeout_s=0.6)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("first", [b"HTTP/1.1 200 OK\r\nX-Padding: ", b"HTTP/1.1 200 OK\r\n\r\n"])
def test_time_is_bounded_from_the_first_byte_on(first: bytes) -> None:
    with dripping(first, b" ") as url:
        ears = SpeechEndpoint(url, "sk-test", "ears")
        began = time.monotonic()
        with pytest.raises(ProviderTimeout):
            ears.transcribe(voice(440), "ogg", language="fr", timeout_s=0.6)
        assert time.monotonic() - began < 5
        ears.close()


def test_time_is_bounded_while_it_is_asked() -> None:
    with sipping() as url:
        ears = SpeechEndpoint(url, "sk-test", "ears")
        began = time.monotonic()
        with pytest.raises(ProviderTimeout):
            ears.transcribe(bytes(50_000_000), "ogg", language="fr", timeout_s=0.6)
        assert time.monotonic() - began < 8, "it would take sixteen seconds"
        ears.close()


def test_it_ends_with_the_work_that_wants_it(server: SpeechServer, ears: SpeechEndpoint) -> None:
    server.trouble.append(Trouble(hangs_s=60))
    cancellation = Cancellation()

    def cancel() -> None:
        eventually(lambda: server.requests, 20)
        cancellation.cancel()

    thread = threading.Thread(target=cancel)
    thread.start()
    began = time.monotonic()
    with cancelled_by(cancellation), pytest.raises(TransientError):
        ears.transcribe(voice(440), "ogg", language="fr", timeout_s=30)
    thread.join()
    assert time.monotonic() - began < 10
    eventually(lambda: server.left == 1, 5)


def test_an_error_says_nothing_of_what_was_sent(server: SpeechServer, ears: SpeechEndpoint) -> None:
    server.trouble.append(Trouble(400, b'{"error": {"message": "cannot hear: je suis Awa, sk-test"}}'))
    with pytest.raises(PermanentError) as caught:
        ears.transcribe(voice(440), "ogg", language="fr", timeout_s=10)
    assert str(caught.value) == "the transcription service answered with HTTP status 400"
    assert "Awa" not in caught.value.said
