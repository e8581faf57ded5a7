"""What is written by a shorter way than the libraries' own is what they would have written."""

from typing import Any

import httpx2
import pytest
import requests
from openai import OpenAI
from openai._models import FinalRequestOptions

from bot.clients.model import RAW_RESPONSE, _Client
from bot.clients.twilio_api import Forms

MESSAGES = "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json"
HEADERS = {"User-Agent": "twilio", "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}


def prepared(session: requests.Session, **given: Any) -> tuple[object, ...]:
    session.trust_env = False
    asked = requests.Request("POST", MESSAGES, auth=("AC1", "secret"), **given)
    made = session.prepare_request(asked)
    settings = session.merge_environment_settings(made.url, {}, None, None, None)
    return made.method, made.url, made.body, sorted(made.headers.items()), made.hooks, {**settings, "proxies": {}}


@pytest.mark.parametrize(
    "given",
    [
        {"data": {"To": "whatsapp:+225", "Body": "é 👍 & = +\n", "Empty": ""}},
        {"data": {"Several": ["1", "2"], "Number": 5}},
        {"data": {}},
        {"json": {"a": 1}},
        {"data": {"a": "b"}, "params": {"c": "d"}},
    ],
)
def test_a_form_for_twilio(given: dict[str, Any]) -> None:
    assert prepared(Forms(), headers=dict(HEADERS), **given) == prepared(
        requests.Session(), headers=dict(HEADERS), **given
    )


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
