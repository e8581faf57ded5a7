"""What is written by a shorter way than the libraries' own is what they would have written."""

from typing import Any

import httpx2
import pytest
import responses
from openai import OpenAI
from openai._models import FinalRequestOptions
from twilio.http import HttpClient
from twilio.http.http_client import TwilioHttpClient
from twilio.rest import Client

from bot.clients.model import RAW_RESPONSE, _Client
from bot.clients.twilio_wire import Wire

MESSAGES = "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json"
ANSWER = '{"sid": "SM1", "body": "é 👍"}'
JSON = {"Content-Type": "application/json"}


def told(http: HttpClient, method: str, **given: Any) -> tuple[list[object], list[object]]:
    """What Twilio is sent by two requests, and what the SDK has of its answers."""
    sent, had = [], []
    with responses.RequestsMock() as wire:
        wire.add(method, MESSAGES, body=ANSWER, status=201, headers={"Content-Type": "application/json"})
        for _ in range(2):
            answer = Client("AC1", "secret", http_client=http).request(method, MESSAGES, **given)
            had.append((answer.status_code, answer.ok, answer.text, answer.headers["content-type"]))
        for call in wire.calls:
            made = call.request
            body = made.body.encode() if isinstance(made.body, str) else made.body
            sent.append((made.method, made.url, body, sorted(made.headers.items())))
    return sent, had


@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("POST", {"data": {"To": "whatsapp:+225", "Body": "é 👍 & = +\n", "Empty": "", "None": None}}),
        ("POST", {"data": {"Several": ["1", "2"], "Number": 5}}),
        ("POST", {"data": {}}),
        ("POST", {"data": {"a": [1, {"b": "é"}]}, "headers": dict(JSON)}),
        ("POST", {"data": {"a": "b"}, "params": {"c": "d"}}),
        ("GET", {"params": {"DateSent>": "2026-11-22T12:00:00Z", "To": "+225"}}),
        ("GET", {}),
    ],
)
def test_what_twilio_is_told(method: str, given: dict[str, Any]) -> None:
    assert told(Wire(None), method, **given) == told(TwilioHttpClient(), method, **given)


def test_of_one_form_and_the_next_nothing_is_kept_but_the_head() -> None:
    wire = Wire(None)
    told(wire, "POST", data={"Body": "privé"})
    assert "priv" not in str(vars(wire))
    assert {"Authorization", "Content-Type"} <= {*wire._head}


def test_one_question_to_a_model_and_the_next() -> None:
    ours, stock = (kind(base_url="http://127.0.0.1/v1?api-version=2", api_key="sk-x") for kind in (_Client, OpenAI))
    for seconds, words in ((20.0, ""), (7.0, "é\u2028"), (8.5, "“long” " * 900)):
        body = {"model": "m", "messages": [{"role": "user", "content": words}]}
        options = FinalRequestOptions.construct(
            method="post",
            url="/chat/completions",
            json_data=body,
            headers=RAW_RESPONSE,
            timeout=httpx2.Timeout(seconds),
        )
        made, theirs = ours._build_request(options), stock._build_request(options)
        told = {name: value for name, value in theirs.headers.items() if name != "x-stainless-read-timeout"}
        assert (made.method, made.url, made.read()) == (theirs.method, theirs.url, theirs.read())
        assert dict(made.headers) == told
        assert made.extensions == theirs.extensions
    assert all(isinstance(kept, httpx2.URL | httpx2.Headers) for kept in ours._head or ()), "nobody's words are kept"
