"""What `requests` reports, in the words of bot.errors; shared by the clients that speak plain HTTP. No retries."""

import json
import re
import ssl
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import requests
from urllib3.exceptions import HTTPError, ReadTimeoutError
from urllib3.exceptions import SSLError as UnsafeConnection
from urllib3.util.ssl_match_hostname import CertificateError

from bot.clients.timely import timely_session
from bot.errors import AuthError, BodyTooLarge, PermanentError, ProviderError, ProviderTimeout, TransientError

TRANSIENT_STATUSES = (408, 425, 429)
AUTH_STATUSES = (401, 403, 432, 433)  # 432 and 433: Tavily's plan and spending limits
MAX_BODY_BYTES = 5 * 1024 * 1024
CHUNK_BYTES = 64 * 1024
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def call_api(method: str, url: str, *, who: str, timeout_s: float, **options: Any) -> Any:
    """The JSON answer to one call to an API we have a contract with; `options` are those of requests. Proxies and
    .netrc of the machine are not used. `who` names the provider in messages. Raises bot.errors.ProviderError."""
    deadline = time.monotonic() + timeout_s
    try:
        with (
            timely_session() as session,
            session.request(method, url, timeout=timeout_s, stream=True, allow_redirects=False, **options) as response,
        ):
            if not response.ok or response.is_redirect:
                raise status_error(response.status_code, response.headers, who)
            body = read_body(response, who=who, deadline=deadline)
    except requests.RequestException as error:
        raise failure(error, who) from None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise TransientError(f"{who} answered something that is not JSON") from None


def read_body(response: requests.Response, *, who: str, deadline: float, limit: int = MAX_BODY_BYTES) -> bytes:
    """The decompressed body of a streamed response, at most `limit` bytes, read before `deadline` (monotonic).
    Raises PermanentError when it is larger, ProviderTimeout when it is late, TransientError when it is cut."""
    body = bytearray()
    try:
        while chunk := response.raw.read1(CHUNK_BYTES, decode_content=True):
            body += chunk
            if len(body) > limit:
                raise BodyTooLarge(f"{who} sent more than {limit / 1024 / 1024:g} MiB")
            if time.monotonic() > deadline:
                raise ProviderTimeout(f"{who} took too long to send its answer")
    except ReadTimeoutError:
        raise ProviderTimeout(f"{who} took too long to send its answer") from None
    except (HTTPError, OSError):
        raise TransientError(f"the connection to {who} broke") from None
    return bytes(body)


def failure(error: requests.RequestException, who: str) -> ProviderError:
    """The error for a request that got no response."""
    if isinstance(error, requests.Timeout):
        return ProviderTimeout(f"{who} did not answer in time")
    if isinstance(error, requests.exceptions.SSLError) and _is_of_certificate(error):
        return PermanentError(f"{who} has no valid certificate")
    if isinstance(error, requests.exceptions.InvalidURL | requests.exceptions.InvalidHeader):
        return PermanentError(f"the request to {who} is malformed")
    return TransientError(f"{who} could not be reached")


def _is_of_certificate(error: requests.exceptions.SSLError) -> bool:
    """Whether it was looked at, and not accepted: a handshake that is cut, by a server that starts anew or on a bad
    line, is told by the same class."""
    of_pool = getattr(error.args[0], "reason", None) if error.args else None
    cause = of_pool.args[0] if isinstance(of_pool, UnsafeConnection) and of_pool.args else None
    return isinstance(cause, ssl.SSLCertVerificationError | CertificateError)


def status_error(status: int, headers: Mapping[str, str], who: str) -> ProviderError:
    """The error for a response that is not a success (DESIGN §10): 408, 425, 429 and 5xx may pass, 401, 403, 432
    and 433 are about our credentials, everything else will not change."""
    message = f"{who} answered with HTTP status {status}"
    if status in TRANSIENT_STATUSES or status >= 500:
        return TransientError(message, code=status, retry_after_s=retry_after_s(headers.get("Retry-After")))
    if status in AUTH_STATUSES:
        return AuthError(message, code=status)
    return PermanentError(message, code=status)


def retry_after_s(value: str | None, now: datetime | None = None) -> float | None:
    """Seconds of a Retry-After header: a number, which some do not make whole, or an HTTP date (RFC 9110 §10.2.3). None
    when absent or odd."""
    if not value:
        return None
    if NUMBER.fullmatch(value.strip()):
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - (now or datetime.now(UTC))).total_seconds())
