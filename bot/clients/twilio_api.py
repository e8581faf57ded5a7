"""Requests to Twilio's API and what their failures mean, by the SDK's own plumbing.

The SDK's typed resources come in one piece: 112 modules and 9 MiB a worker for the four calls we make."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import requests
from twilio.base.exceptions import TwilioException, TwilioRestException, TwilioServiceException
from twilio.base.version import Version
from twilio.http.response import Response
from twilio.rest import Client
from urllib3.exceptions import HTTPError

from bot.clients.http import retry_after_s
from bot.clients.twilio_wire import ANSWER_TIMEOUT_S, CONNECT_TIMEOUT_S, Hearer, Wire
from bot.config import Settings
from bot.errors import AuthError, PermanentError, ProviderError, ProviderTimeout, TransientError
from bot.types import JSON

HTTP_TIMEOUT_S = CONNECT_TIMEOUT_S + ANSWER_TIMEOUT_S  # after so long a request has reached Twilio or never will
BUSY = (20429, 21611)  # too many requests, or too many that wait: never processed, always safe to repeat
FIRST_CODE = 10_000  # of Twilio's own numbers
LARGEST_PAGE = 1000
FAILURES = (
    TwilioException,
    requests.RequestException,
    HTTPError,  # of urllib3: an answer that is cut
    *(RecursionError, ValueError),  # no JSON
)

Answer = Mapping[str, JSON]


class Api(Version):  # type: ignore[misc]
    """A version of one of Twilio's domains, whose refusals also say when to come back."""

    @classmethod
    def exception(cls, method: str, uri: str, response: Response, message: str) -> Any:
        refused = super().exception(method, uri, response, message)
        refused.retry_after = (response.headers or {}).get("Retry-After")
        return refused


def client_of(settings: Settings, heard: Hearer | None = None) -> Client:
    """The SDK's client. One a process; safe to share between threads. `heard` is told the headers of each answer."""
    return Client(
        settings.twilio_account_sid,
        settings.twilio_auth_token.get_secret_value(),
        http_client=Wire(settings.twilio_api_url, heard),
    )


def create(api: Version, path: str, fields: Mapping[str, str]) -> Answer:
    """POST a form. Raises TransientError when Twilio surely did nothing, ProviderTimeout when nobody can know,
    PermanentError or AuthError when it refused."""
    try:
        return _answer(api.create("POST", path, data=dict(fields)))
    except FAILURES as error:
        raise write_failure(error) from error


def create_json(api: Version, path: str, document: Mapping[str, JSON]) -> Answer:
    """POST a JSON document; otherwise as `create`."""
    try:
        return _answer(api.create("POST", path, data=dict(document), headers={"Content-Type": "application/json"}))
    except FAILURES as error:
        raise write_failure(error) from error


def fetch(api: Version, path: str, params: Mapping[str, str] | None = None) -> Answer:
    """GET one resource or page. Raises ProviderError."""
    try:
        return _answer(api.fetch("GET", path, params=params))
    except FAILURES as error:
        raise read_failure(error) from error


def listing(api: Version, path: str, name: str, params: Mapping[str, str], limit: int) -> list[Answer]:
    """The first `limit` resources under the key `name` of a list, over as many pages as it takes. Raises
    ProviderError."""
    page = fetch(api, path, {**params, "PageSize": str(min(limit, LARGEST_PAGE))})
    found = _listed(page, name)
    while len(found) < limit and (following := _following(page)):
        page = fetch(api, following.removeprefix(f"/{api.version}"))
        found += _listed(page, name)
    return found[:limit]


@contextmanager
def as_documented() -> Iterator[None]:
    """Raises TransientError where what is read in the block is not there: somebody on the way has answered."""
    try:
        yield
    except (AttributeError, KeyError, TypeError, ValueError):
        raise TransientError("Twilio answered something unexpected") from None


def _answer(found: object) -> Answer:
    if not isinstance(found, dict):
        raise ValueError("no object")
    return found


@as_documented()
def _listed(page: Answer, name: str) -> list[Answer]:
    return [*map(_answer, page[name])]


def _following(page: Answer) -> str:
    """The path of the next page: newer APIs tell its whole address, below `meta`."""
    meta = page.get("meta")
    parts = urlsplit(str((meta.get("next_page_url") if isinstance(meta, dict) else page.get("next_page_uri")) or ""))
    return urlunsplit(("", "", parts.path, parts.query, ""))


def write_failure(error: Exception) -> ProviderError:
    """What a failed create call means for what was to be created."""
    if isinstance(error, TwilioRestException | TwilioServiceException):
        return _refusal(int(error.status), error.code, getattr(error, "retry_after", None))
    if isinstance(error, requests.ConnectTimeout) or _never_connected(error):
        return TransientError("no connection to Twilio")
    return ProviderTimeout("no answer from Twilio")


def read_failure(error: Exception) -> ProviderError:
    """What a failed read means: nothing happened, so anything but a refusal may be tried again."""
    failure = write_failure(error)
    return TransientError(str(failure), code=failure.code) if isinstance(failure, ProviderTimeout) else failure


def _refusal(status: int, said: object, retry_after: str | None) -> ProviderError:
    """What Twilio refuses has a number of its own: without one somebody on the way has refused, who may be gone soon.
    (For such an answer the SDK gives the status as its code.)"""
    code = said if isinstance(said, int) else status
    if code in BUSY or status == 429:
        return TransientError("Twilio is busy", code=code, retry_after_s=retry_after_s(retry_after))
    if status >= 500:
        return ProviderTimeout("Twilio failed", code=code)
    if status in (401, 403):
        return AuthError("Twilio refused our credentials", code=code)
    if code < FIRST_CODE:
        return TransientError("Twilio was not reached", code=code)
    return PermanentError("Twilio refused the message", code=code)


def _never_connected(error: Exception) -> bool:
    reason = getattr(error.args[0], "reason", None) if error.args else None
    return type(reason).__name__ in ("NewConnectionError", "ConnectTimeoutError", "NameResolutionError")
