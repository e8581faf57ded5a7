"""How requests reach Twilio: the way out that its SDK leaves to whoever uses it, over the adapter of `requests`, whose
errors tell what has surely not left."""

import logging
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

import requests
from requests.utils import default_headers
from twilio.http import HttpClient
from twilio.http.response import Response
from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError, NewConnectionError
from urllib3.response import BaseHTTPResponse

from bot.clients.timely import TimelyAdapter, TimelyConnection, TimelyTlsConnection

CONNECT_TIMEOUT_S, ANSWER_TIMEOUT_S = 3.0, 7.0  # for each of Twilio's addresses; for all of an answer
LEAVES_WITHIN_S = 7.0  # a name server that is dead, with one behind it that is not, costs five
JSON_TYPE = "application/json"

Hearer = Callable[[Mapping[str, str]], None]


class _Prompt(HTTPConnection):
    """Tells whatever goes wrong before it stands as no connection: a certificate that has run out, a handshake that is
    cut or never answered. What urllib3 and `requests` make of these may as well come of a request that has left. Nor is
    one used that stands too late, by a name server that slept or after addresses where nobody was: by then another may
    have asked Twilio's log for what it was to carry, and sent that."""

    def connect(self) -> None:
        began = monotonic()
        try:
            super().connect()
        except (OSError, ValueError, HTTPError) as error:
            raise NewConnectionError(self, str(error)) from error
        if monotonic() - began > LEAVES_WITHIN_S:
            self.close()
            raise NewConnectionError(self, "too late")


class Connection(_Prompt, TimelyConnection):
    """By HTTP: for tests and the simulator."""


class TlsConnection(_Prompt, TimelyTlsConnection):
    """To Twilio."""


class Adapter(TimelyAdapter):
    """The way of `requests` to them, for few hosts and without cookies. Which connections lead to a host is found once,
    and an answer is the SDK's: stock looks for the former each time, and makes one of its own first."""

    connection, tls_connection = Connection, TlsConnection

    def __init__(self) -> None:
        super().__init__()
        self._pools: dict[tuple[str, str], Any] = {}

    def get_connection_with_tls_context(self, request: requests.PreparedRequest, *args: Any, **options: Any) -> Any:
        parts = urlsplit(str(request.url))
        host = (parts.scheme, parts.netloc)
        if (pool := self._pools.get(host)) is None:
            pool = self._pools[host] = super().get_connection_with_tls_context(request, *args, **options)
        return pool

    def build_response(self, req: requests.PreparedRequest, resp: BaseHTTPResponse) -> Any:
        """Its body is read. Raises urllib3's HTTPError when that is cut."""
        response = Response(resp.status, resp.read(decode_content=True).decode(errors="replace"), resp.headers)
        response.request = req
        return response

    def close(self) -> None:
        self._pools.clear()
        super().close()


class Wire(HttpClient):  # type: ignore[misc]
    """What the SDK sends by. Its own way leads through a session, which merges settings that neither has, keeps cookies
    and reads redirects ahead; it writes each head anew, and for a log, too."""

    def __init__(self, base_url: str | None, heard: Hearer | None = None) -> None:
        """`base_url` takes the place of every scheme and host, paths unchanged: for tests and the simulator. `heard` is
        told the headers of each answer."""
        super().__init__(logging.getLogger(__name__), is_async=False)
        self.timeout = (CONNECT_TIMEOUT_S, ANSWER_TIMEOUT_S)  # one number would be given to each of the two
        self._base = urlsplit(base_url) if base_url else None
        self._heard = heard
        self._adapter = Adapter()
        self._head: Mapping[str, str | bytes] = {}  # of forms: of one and the next only the body differs

    def request(
        self,
        method: str,
        url: str,
        params: Mapping[str, object] | None = None,
        data: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        auth: tuple[str, str] | None = None,
        **_time_and_redirects: Any,
    ) -> Response:
        """Follows no redirect, and takes no longer than the time-outs above. Raises requests.RequestException, or
        urllib3's HTTPError."""
        is_json = (headers or {}).get("Content-Type") == JSON_TYPE
        if data and not (params or is_json):
            asked = self._form(self._rebased(url), data, headers, auth)
        else:
            given = {"json": data} if is_json else {"data": data}
            asked = _prepared(method, self._rebased(url), headers, auth, params=params, **given)
        answer: Any = self._adapter.send(asked, timeout=self.timeout)
        if self._heard is not None:
            self._heard(answer.headers)
        return answer

    def close(self) -> None:
        """Give its connections back."""
        self._adapter.close()

    def _form(self, url: str, data: Mapping[str, Any], headers: Any, auth: Any) -> requests.PreparedRequest:
        self._head = self._head or dict(_prepared("POST", url, headers, auth).headers)
        form = requests.PreparedRequest()
        form.method, form.url, form.body = "POST", url, (body := urlencode(data, doseq=True))
        form.headers = {**self._head, "Content-Length": str(len(body))}  # type: ignore[assignment]  # a copy is cheap
        return form

    def _rebased(self, url: str) -> str:
        if self._base is None:
            return url
        parts = urlsplit(url)
        return urlunsplit((self._base.scheme, self._base.netloc, parts.path, parts.query, ""))


def _prepared(method: str, url: str, headers: Any, auth: Any, **given: Any) -> requests.PreparedRequest:
    return requests.Request(method, url, headers={**default_headers(), **(headers or {})}, auth=auth, **given).prepare()
