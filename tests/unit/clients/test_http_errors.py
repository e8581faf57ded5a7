"""HTTP results in the words of bot.errors."""

import ssl
import time
from datetime import UTC, datetime

import pytest
import requests
from urllib3.exceptions import MaxRetryError, SSLError

from bot.clients.http import failure, read_body, retry_after_s, status_error
from bot.errors import AuthError, BodyTooLarge, PermanentError, ProviderError, ProviderTimeout, TransientError

NOW = datetime(2026, 10, 21, 7, 28, tzinfo=UTC)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        *((status, TransientError) for status in (408, 425, 429, 500, 502, 503, 504, 599)),
        *((status, AuthError) for status in (401, 403, 432, 433)),
        *((status, PermanentError) for status in (301, 400, 402, 404, 410, 418, 422, 451)),
    ],
)
def test_a_status_has_its_kind(status: int, kind: type[ProviderError]) -> None:
    error = status_error(status, {}, "the service")
    assert type(error) is kind
    assert error.code == status


def unsafe(cause: ssl.SSLError) -> requests.exceptions.SSLError:
    """As `requests` tells what went wrong in a handshake."""
    return requests.exceptions.SSLError(MaxRetryError(None, "/", SSLError(cause)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (requests.ConnectTimeout(), ProviderTimeout),
        (requests.ReadTimeout(), ProviderTimeout),
        (requests.ConnectionError(), TransientError),
        (requests.exceptions.SSLError(), TransientError),
        (unsafe(ssl.SSLEOFError()), TransientError),
        (unsafe(ssl.SSLCertVerificationError()), PermanentError),
        (requests.exceptions.InvalidURL(), PermanentError),
        (requests.exceptions.ChunkedEncodingError(), TransientError),
    ],
)
def test_a_missing_response_has_its_kind(error: requests.RequestException, kind: type[ProviderError]) -> None:
    assert type(failure(error, "the service")) is kind


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("", None),
        ("7", 7.0),
        (" 30 ", 30.0),
        ("7.66", 7.66),
        ("Wed, 21 Oct 2026 07:28:12 GMT", 12.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
        ("Wed, 21 Oct 2026 07:28:12 -0000", 12.0),
        ("soon", None),
        ("-5", None),
        ("²", None),
        ("1e9", None),
        ("Wed, 21 Oct 2026 07:28:12 +99999999999999999999", None),
        ("Wed, 21 Oct 99999999999999999999 07:28:12 GMT", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str | None, seconds: float | None) -> None:
    assert retry_after_s(header, NOW) == seconds


def test_retry_after_travels_with_a_transient_error() -> None:
    error = status_error(429, {"Retry-After": "3"}, "the service")
    assert isinstance(error, TransientError)
    assert error.retry_after_s == 3


class Endless:
    """A body that always has another byte."""

    def read1(self, _amount: int, *, decode_content: bool) -> bytes:
        assert decode_content
        return b"x"


@pytest.mark.parametrize(("late_s", "error"), [(0.0, ProviderTimeout), (60.0, BodyTooLarge)])
def test_a_body_that_still_comes_at_its_deadline_is_late(late_s: float, error: type[ProviderError]) -> None:
    response = requests.Response()
    response.raw = Endless()
    with pytest.raises(error):
        read_body(response, who="the service", deadline=time.monotonic() + late_s, limit=200_000)
