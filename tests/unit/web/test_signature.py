"""Which signatures of Twilio's are accepted: those over our address, with its port or without."""

import pytest
from twilio.request_validator import RequestValidator

from bot.web.guards import is_signed

URL = "https://bot.example/webhooks/twilio/message"
URL_WITH_PORT = "https://bot.example:443/webhooks/twilio/message"
FORM = {"From": "+2250700000001", "Body": "Été"}


@pytest.mark.parametrize(
    ("signed", "known_as", "accepted"),
    [
        (URL, URL, True),
        (URL_WITH_PORT, URL, True),
        (URL, URL_WITH_PORT, True),
        (URL.replace("bot", "other"), URL, False),
        (URL.replace("https", "http"), URL, False),
    ],
)
def test_the_port_may_be_left_out_and_nothing_else(signed: str, known_as: str, accepted: bool) -> None:
    validator = RequestValidator("token")
    signature = validator.compute_signature(signed, FORM)
    assert is_signed(validator, known_as, FORM, signature) is accepted


@pytest.mark.parametrize("signature", ["", "é", "AAAA", "x" * 10_000])
def test_nonsense_is_refused(signature: str) -> None:
    assert not is_signed(RequestValidator("token"), URL, FORM, signature)


def test_one_more_field_is_another_message() -> None:
    validator = RequestValidator("token")
    signature = validator.compute_signature(URL, FORM)
    assert not is_signed(validator, URL, FORM | {"To": "+1"}, signature)
