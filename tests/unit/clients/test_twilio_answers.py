"""What Twilio's answers, the odd ones too, are taken to mean."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
import requests
import responses

from bot.clients.twilio import ReceivedMessage, TwilioMessenger
from bot.errors import AuthError, PermanentError, ProviderError, ProviderTimeout, TransientError
from bot.types import Channel
from tests.fakes.product import make_settings

SETTINGS = make_settings(twilio_api_url=None)
MESSAGES = f"https://api.twilio.com/2010-04-01/Accounts/{SETTINGS.twilio_account_sid}/Messages"
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
PROBLEM = {"type": "https://twilio.com/problems/x", "title": "Bad request", "status": 400, "code": 21211}


@pytest.fixture
def twilio() -> Any:
    with responses.RequestsMock() as wire:
        yield wire


def send() -> str:
    return TwilioMessenger(SETTINGS).send(
        to="+2250700000001", channel=Channel.SMS, body="Bonjour", media_url=None, callback_url="https://p.example/s"
    )


@pytest.mark.parametrize(
    ("answer", "meaning", "code"),
    [
        ({"status": 400, "json": {"code": 21610, "message": "Unsubscribed"}}, PermanentError, 21610),
        ({"status": 400, "json": PROBLEM}, PermanentError, 21211),
        ({"status": 429, "json": {"code": 20429, "message": "Too many"}}, TransientError, 20429),
        ({"status": 400, "json": {"code": 21611, "message": "Queue is full"}}, TransientError, 21611),
        ({"status": 401, "json": {"code": 20003, "message": "Authenticate"}}, AuthError, 20003),
        ({"status": 500, "json": {"code": 20500, "message": "Oops"}}, ProviderTimeout, 20500),
        ({"status": 502, "body": "<html>Bad gateway</html>"}, ProviderTimeout, 502),
        ({"status": 400, "body": "<html>Bad request</html>"}, TransientError, 400),
        ({"status": 404, "json": {"message": "no route"}}, TransientError, 404),
        ({"status": 302, "headers": {"Location": "http://hotspot.example/"}}, TransientError, 302),
        ({"status": 403, "body": "<html>Forbidden</html>"}, AuthError, 403),
        ({"status": 201, "body": ""}, ProviderTimeout, None),
        ({"status": 201, "body": "<html>Welcome to this hotspot</html>"}, ProviderTimeout, None),
        ({"status": 201, "json": {}}, ProviderTimeout, None),
        ({"status": 201, "json": []}, ProviderTimeout, None),
        ({"body": requests.ReadTimeout()}, ProviderTimeout, None),
        ({"body": requests.ConnectTimeout()}, TransientError, None),
    ],
)
def test_what_came_of_a_message(
    twilio: responses.RequestsMock, answer: dict[str, Any], meaning: type[ProviderError], code: int | None
) -> None:
    twilio.post(f"{MESSAGES}.json", **answer)
    with pytest.raises(meaning) as failed:
        send()
    assert type(failed.value) is meaning
    assert failed.value.code == code


@pytest.mark.parametrize(("said", "seconds"), [("7", 7.0), ("3600", 3600.0), ("soon", None), (None, None)])
def test_when_to_come_back_is_passed_on(
    twilio: responses.RequestsMock, said: str | None, seconds: float | None
) -> None:
    headers = {} if said is None else {"Retry-After": said}
    twilio.post(f"{MESSAGES}.json", status=429, json={"code": 20429, "message": "Too many"}, headers=headers)
    with pytest.raises(TransientError) as failed:
        send()
    assert failed.value.retry_after_s == seconds


def test_what_one_answer_sets_goes_along_with_no_other(twilio: responses.RequestsMock) -> None:
    twilio.get(f"{MESSAGES}.json", json={"messages": []}, headers={"Set-Cookie": "sticks=1; path=/"})
    messenger = TwilioMessenger(SETTINGS)
    for _ in range(2):
        messenger.sent_between("+1", NOON, NOON)
    assert "Cookie" not in twilio.calls[1].request.headers


@pytest.mark.parametrize("answer", [{"status": 500}, {"body": "<html>"}, {"body": requests.ReadTimeout()}])
def test_a_read_may_always_be_tried_again(twilio: responses.RequestsMock, answer: dict[str, Any]) -> None:
    twilio.get(f"{MESSAGES}/SM1.json", **answer)
    with pytest.raises(TransientError):
        TwilioMessenger(SETTINGS).fetch("SM1")


Asking = Callable[[TwilioMessenger], Sequence[object]]
LOG: list[Asking] = [
    lambda it: it.sent_between("+1", NOON, NOON),
    lambda it: it.received_since(NOON, recipient="+1"),
]


@pytest.mark.parametrize("ask", [*LOG, lambda it: it.media_of("SM1"), lambda it: it.fetch("SM1")])
@pytest.mark.parametrize("answer", [{"portal": "Welcome"}, [], None, {"messages": None}, {"messages": [{}]}])
def test_an_answer_of_somebody_on_the_way_may_be_asked_for_again(
    twilio: responses.RequestsMock, ask: Asking, answer: object
) -> None:
    twilio.get(re.compile(f"{MESSAGES}.*"), json=answer)
    with pytest.raises(TransientError):
        ask(TwilioMessenger(SETTINGS))


@pytest.mark.parametrize("ask", LOG)
def test_the_log_is_asked_by_twilios_time(twilio: responses.RequestsMock, ask: Asking) -> None:
    """An answer says what that is; when it shows that the clocks are apart, the log is asked once more."""
    ahead = timedelta(hours=1)
    date = format_datetime(datetime.now(UTC) + ahead, usegmt=True)
    twilio.get(f"{MESSAGES}.json", json={"messages": []}, headers={"Date": date})
    messenger = TwilioMessenger(SETTINGS)
    for _ in range(2):
        assert ask(messenger) == []
    asked = [datetime.fromisoformat(str(call.request.params["DateSent>"])) for call in twilio.calls]
    apart = [moment - NOON - ahead for moment in asked[1:]]
    assert asked[0] == NOON
    assert len(apart) == 2
    assert all(abs(each) < timedelta(seconds=30) for each in apart)


BEYOND = ["Fri, 31 Dec 9999 23:59:59 GMT", "Mon, 01 Jan 1500 00:00:00 GMT"]


@pytest.mark.parametrize("date", [None, "", "yesterday", "Sun, 22 Nov 2026 12:00:00", *BEYOND])
def test_an_answer_without_a_date_says_nothing_of_clocks(twilio: responses.RequestsMock, date: str | None) -> None:
    headers = {} if date is None else {"Date": date}
    twilio.get(f"{MESSAGES}.json", json={"messages": []}, headers=headers)
    messenger = TwilioMessenger(SETTINGS)
    for _ in range(2):
        messenger.sent_between("+1", NOON, NOON)
    assert [call.request.params["DateSent>"] for call in twilio.calls] == ["2026-11-22T12:00:00Z"] * 2


def test_a_log_is_read_page_after_page(twilio: responses.RequestsMock) -> None:
    def page(sid: str, following: str | None) -> dict[str, Any]:
        message = {"sid": sid, "direction": "inbound", "from": "+2250700000001", "to": "+1", "body": "un"}
        return {"messages": [message | {"num_media": "1"}], "next_page_uri": following}

    path = MESSAGES.removeprefix("https://api.twilio.com")
    twilio.get(f"{MESSAGES}.json", json=page("SM2", f"{path}.json?Page=1&PageToken=x"))
    twilio.get(f"{MESSAGES}.json", json=page("SM1", None))
    found = TwilioMessenger(SETTINGS).received_since(NOON, recipient="+1")
    assert found == [ReceivedMessage(sid, "+2250700000001", "+1", "un", has_media=True) for sid in ("SM2", "SM1")]
    first, second = (call.request.params for call in twilio.calls)
    assert first == {"To": "+1", "DateSent>": "2026-11-22T12:00:00Z", "PageSize": "1000"}
    assert second == {"Page": "1", "PageToken": "x"}


def test_no_message_is_too_many_for_the_log_to_be_read(twilio: responses.RequestsMock) -> None:
    """Whoever wrote first has waited longest, and stands last."""
    path = MESSAGES.removeprefix("https://api.twilio.com")
    for number in range(3):
        found = [
            {"sid": f"SM{number}-{each}", "direction": "inbound", "from": "", "to": "+2", "body": "", "num_media": ""}
            for each in range(1_000)
        ]
        following = f"{path}.json?Page={number + 1}" if number < 2 else None
        twilio.get(f"{MESSAGES}.json", json={"messages": found, "next_page_uri": following})
    received = TwilioMessenger(SETTINGS).received_since(NOON, recipient="+2")
    assert len(received) == 3_000
    assert received[-1].sid == "SM2-999"
