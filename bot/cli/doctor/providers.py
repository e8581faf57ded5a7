"""Checks of other people's servers: the model, the search, the page reader, payments, the mail server."""

import wave
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from bot.cli.doctor.finding import Check, Finding, bad, fine, none
from bot.clients.jina import DEFAULT_URL as JINA
from bot.clients.jina import JinaReader
from bot.clients.mail import Mailer, read_server
from bot.clients.model import OpenAIModel
from bot.clients.speech import SpeechEndpoint
from bot.clients.tavily import TavilySearch
from bot.config import Settings
from bot.services.money.providers import providers_of

ANSWER_S = 4.5
WORD = "Réponds par un seul mot : ok"
PAGE = "https://example.com/"


def models(settings: Settings) -> Iterator[Check]:
    """A check for each model that a turn may ask, the fallbacks too."""
    first = (settings.model_student, settings.model_pro, settings.model_summary)
    for name in dict.fromkeys((*first, *settings.model_fallbacks)):
        yield Check("doctor_model", partial(_answers, name), name)


def _answers(name: str, settings: Settings) -> Finding:
    """The first piece of an answer is enough: it is cut off there, so that it costs next to nothing."""
    request: dict[str, Any] = {"model": name, "messages": [{"role": "user", "content": WORD}]}
    key = settings.openai_api_key.get_secret_value()
    model = OpenAIModel(settings.openai_base_url, key, timeout_s=ANSWER_S)
    with closing(model), closing(model.stream(request, timeout_s=ANSWER_S)) as pieces:
        spoke = any(piece.get("choices") for piece in pieces)
    host = _host(settings.openai_base_url)
    return fine("doctor_search_fine", host=host) if spoke else bad("doctor_model_silent", name=name)


def ears(settings: Settings) -> Finding:
    """A second of silence is written down, as nothing at all."""
    name = settings.model_transcribe
    if name is None:
        return none("doctor_ears_off")
    key = settings.openai_api_key.get_secret_value()
    with closing(SpeechEndpoint(settings.openai_base_url, key, name)) as endpoint:
        endpoint.transcribe(_silence(), "wav", language=settings.default_language, timeout_s=ANSWER_S)
    return fine("doctor_model_fine", name=name, host=_host(settings.openai_base_url))


def voice(settings: Settings) -> Finding:
    """One word is said."""
    name = settings.model_speech
    if name is None:
        return none("doctor_voice_off")
    key, whose = settings.openai_api_key.get_secret_value(), settings.speech_voice
    with closing(SpeechEndpoint(settings.openai_base_url, key, name, voice=whose)) as endpoint:
        said = endpoint.speak("ok", timeout_s=ANSWER_S)
    found = fine("doctor_model_fine", name=name, host=_host(settings.openai_base_url))
    return found if said else bad("doctor_model_silent", name=name)


def _silence() -> bytes:
    """A second of it as WAV."""
    body = BytesIO()
    with wave.open(body, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8_000)
        sound.writeframes(bytes(16_000))
    return body.getvalue()


def search(settings: Settings) -> Finding:
    """Tavily answers a question."""
    key = settings.tavily_api_key
    if key is None:
        return none("doctor_search_off")
    TavilySearch(key.get_secret_value(), settings.tavily_url, timeout_s=ANSWER_S).search("fractions", max_results=1)
    return fine("doctor_search_fine", host=_host(settings.tavily_url))


def jina(settings: Settings) -> Finding:
    """Jina Reader reads a page, where it is used."""
    key = settings.jina_api_key
    if key is None and settings.jina_url is None:
        return none("doctor_jina_off")
    JinaReader(settings.jina_url or JINA, key.get_secret_value() if key else None).read(PAGE, timeout_s=ANSWER_S)
    return fine("doctor_jina_fine")


def mail(settings: Settings) -> Finding:
    """The mail server lets us in. Nothing is sent."""
    if settings.smtp_url is None:
        return none("doctor_mail_off")
    url = settings.smtp_url.get_secret_value()
    encrypted = Mailer(url, settings.mail_from).try_out()
    return fine("doctor_mail_fine" if encrypted else "doctor_mail_open", host=read_server(url).host)


def payments(settings: Settings) -> Finding:
    """The payment provider knows our key. Nothing is opened there."""
    provider = providers_of(settings).active
    if provider is None:
        return none("doctor_payments_off")
    if settings.payment_provider == "demo":
        return none("doctor_payments_demo")
    provider.try_out()
    return fine("doctor_payments_fine", provider=settings.payment_provider, host=_host(provider.address))


def _host(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2]


OTHERS: tuple[tuple[str, Callable[[Settings], Finding]], ...] = (
    ("doctor_ears", ears),
    ("doctor_voice", voice),
    ("doctor_search", search),
    ("doctor_jina", jina),
    ("doctor_payments", payments),
    ("doctor_mail", mail),
)
