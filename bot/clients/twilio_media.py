"""What people send, as Twilio keeps it for us: fetched with our credentials from our own account alone, and from where
Twilio redirects to without them. No retries."""

import re
import time
from urllib.parse import urlsplit, urlunsplit

import requests

from bot.clients.http import failure, read_body, status_error
from bot.clients.pages import fetch
from bot.clients.timely import timely_session
from bot.config import Settings
from bot.errors import AddressRefused

WHO = "Twilio"
HOST = "api.twilio.com"
TIMEOUT_S = 30.0
DELETE_TIMEOUT_S = 10.0


class TwilioMedia:
    """One instance a process; safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        account = re.escape(settings.twilio_account_sid)
        self._path = re.compile(
            rf"/2010-04-01/Accounts/{account}/Messages/(?:SM|MM)[0-9a-f]{{32}}/Media/ME[0-9a-f]{{32}}"
        )
        self._auth = (settings.twilio_account_sid, settings.twilio_auth_token.get_secret_value())
        self._base = urlsplit(settings.twilio_api_url or f"https://{HOST}")
        replaced = self._base.hostname if settings.twilio_api_url else None
        self._storage_hosts = (replaced,) if replaced else ()  # beside whatever is public

    def fetch(self, url: str, *, max_bytes: int) -> bytes:
        """The bytes at an address that a webhook named; `max_bytes` counts while they come in. Raises AddressRefused
        for an address that is not one of our account's media, PermanentError (404 while Twilio is not ready, or when it
        is gone), TransientError, ProviderTimeout, AuthError."""
        deadline = time.monotonic() + TIMEOUT_S
        try:
            with (
                timely_session() as session,
                session.get(
                    self._at(url), auth=self._auth, timeout=TIMEOUT_S, stream=True, allow_redirects=False
                ) as response,
            ):
                elsewhere = response.headers["Location"] if response.is_redirect else None
                if elsewhere is None:
                    if response.status_code != 200:
                        raise status_error(response.status_code, response.headers, WHO)
                    return read_body(response, who=WHO, deadline=deadline, limit=max_bytes)
        except requests.RequestException as error:
            raise failure(error, WHO) from None
        left_s = max(1.0, deadline - time.monotonic())
        page = fetch(elsewhere, allow_hosts=self._storage_hosts, timeout_s=left_s, max_bytes=max_bytes, any_type=True)
        return page.body

    def delete(self, url: str) -> None:
        """Have Twilio forget one; gone already is as good. Raises ProviderError."""
        try:
            with (
                timely_session() as session,
                session.delete(
                    f"{self._at(url)}.json", auth=self._auth, timeout=DELETE_TIMEOUT_S, allow_redirects=False
                ) as response,
            ):
                if response.status_code not in (204, 404):
                    raise status_error(response.status_code, response.headers, WHO)
        except requests.RequestException as error:
            raise failure(error, WHO) from None

    def _at(self, url: str) -> str:
        """The address, where Twilio's API is for us. Raises AddressRefused: our credentials go nowhere else."""
        try:
            parts = urlsplit(url)
        except ValueError:
            raise AddressRefused("the address is malformed") from None
        if parts.scheme != "https" or parts.netloc != HOST or parts.query or not self._path.fullmatch(parts.path):
            raise AddressRefused("the address is none of our account's media")
        return urlunsplit((self._base.scheme, self._base.netloc, parts.path, "", ""))
