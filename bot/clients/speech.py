"""Speech to text and text to speech, behind any server that speaks OpenAI's `/audio/transcriptions` and `/audio/speech`
(platform.openai.com/docs/api-reference/audio). Retries nothing; ends when the work is cancelled."""

import json
from contextlib import closing
from typing import Any, Final, Protocol

import httpx2

from bot.clients.cancellable import make_cancellable
from bot.clients.cutoff import Cutoff, certificates, no_cookies
from bot.clients.http import status_error
from bot.errors import PermanentError, ProviderTimeout, TransientError

CONNECT_TIMEOUT_S: Final = 10.0
MOST_WORDS_BYTES: Final = 256 * 1024  # of an answer with words: an hour of speech has a fifth of that
MOST_SOUND_BYTES: Final = 16 * 1024 * 1024  # what WhatsApp carries


class Transcriber(Protocol):
    """Writes down what is said."""

    def transcribe(self, sound: bytes, ending: str, *, language: str, timeout_s: float) -> str:
        """The words of a sound, "" when there are none. `ending` tells the format, `language` (ISO 639-1) is a hint.
        Raises bot.errors.ProviderError."""


class Speaker(Protocol):
    """Says what is written."""

    def speak(self, text: str, *, timeout_s: float) -> bytes:
        """The text as a sound file, Ogg Opus where the server knows that. Raises bot.errors.ProviderError."""


class SpeechEndpoint:
    """One server, one model; one a process, shared by its threads. `voice` is for speaking alone."""

    def __init__(self, base_url: str, api_key: str, model: str, *, voice: str = "") -> None:
        self._model, self._voice = model, voice
        self._base = base_url.rstrip("/")
        self._client = httpx2.Client(
            trust_env=False,
            verify=certificates(),
            cookies=no_cookies(),
            headers={"Authorization": f"Bearer {api_key}"},
        )
        make_cancellable(self._client)

    def close(self) -> None:
        """Close the connections kept for the next call."""
        self._client.close()

    def transcribe(self, sound: bytes, ending: str, *, language: str, timeout_s: float) -> str:
        """See Transcriber."""
        answer = self._post(
            "/audio/transcriptions",
            "the transcription service",
            MOST_WORDS_BYTES,
            timeout_s,
            files={"file": (f"voice.{ending}", sound)},
            data={"model": self._model, "language": language, "response_format": "json"},
        )
        try:
            text = json.loads(answer)["text"]
        except (ValueError, RecursionError, KeyError, TypeError):
            text = None
        if not isinstance(text, str):
            raise TransientError("the transcription service answered something unexpected")
        return text.strip()

    def speak(self, text: str, *, timeout_s: float) -> bytes:
        """See Speaker."""
        asked = {"model": self._model, "voice": self._voice, "input": text, "response_format": "opus"}
        return self._post("/audio/speech", "the speech service", MOST_SOUND_BYTES, timeout_s, json=asked)

    def _post(self, path: str, who: str, most_bytes: int, timeout_s: float, **options: Any) -> bytes:
        """The body of the answer, which is there within `timeout_s`."""
        timeout = httpx2.Timeout(timeout_s, connect=min(CONNECT_TIMEOUT_S, timeout_s))
        request = self._client.build_request("POST", self._base + path, timeout=timeout, **options)
        body = bytearray()
        cutoff = Cutoff(timeout_s)
        try:
            with cutoff.bounding(), closing(self._client.send(request, stream=True)) as response:
                if response.status_code != httpx2.codes.OK:
                    raise status_error(response.status_code, response.headers, who)
                for block in response.iter_bytes():
                    body += block
                    if len(body) > most_bytes:
                        raise PermanentError(f"{who} sent more than {most_bytes // 1024} KiB")
        except httpx2.TimeoutException:
            raise ProviderTimeout(f"{who} did not answer in time") from None
        except httpx2.HTTPError:
            raise TransientError(f"{who} could not be reached, or the connection broke") from None
        return bytes(body)
