"""Fetching one web page that a stranger chose: every hop is judged by bot.clients.addresses, the connection goes to
the judged IP address, and time and size are bounded whatever the server does. No cookies, no proxies, no retries."""

import contextlib
import mimetypes
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from email.message import Message
from string import printable
from urllib.parse import quote, urljoin

import requests

from bot.clients.addresses import CheckedAddress, Resolver, check
from bot.clients.hop import Lifeline, PinnedAdapter
from bot.clients.http import MAX_BODY_BYTES, failure, read_body, status_error
from bot.clients.timely import OneHop
from bot.errors import AddressRefused, AuthError, PermanentError, ProviderError, TransientError

MAX_REDIRECTS = 5
CONNECT_TIMEOUT_S = 5.0
# What surely holds no text, and is often long. Of all else servers say anything: whoever extracts the text looks.
UNREADABLE = {"image": "a picture", "audio": "a recording", "video": "a film", "font": "a font"}
KIND = re.compile(r"\s*[\w.+-]+/[\w.+-]+")
HEADERS = {
    "User-Agent": "Mozilla/5.0 (compatible; Palabre/1.0)",
    "Accept": "text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5",
    "Accept-Language": "fr,en;q=0.8",
    "Accept-Encoding": "gzip, deflate",
}


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it came; `content_type` is the whole header, charset included; `name` what it is to be saved as."""

    url: str
    final_url: str
    status: int
    content_type: str
    body: bytes
    name: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a page may be: how long once it is decompressed, and whether anything but text."""

    max_bytes: int
    any_type: bool


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as text, in Markdown where it had structure. From outside: never to be trusted."""

    url: str
    title: str
    text: str


def fetch(
    url: str,
    *,
    allow_hosts: Collection[str] = (),
    resolver: Resolver | None = None,
    timeout_s: float = 20,
    max_bytes: int = MAX_BODY_BYTES,
    any_type: bool = False,
) -> Page:
    """GET `url`, following at most 5 redirects by hand. `timeout_s` bounds everything but the DNS look-ups;
    `max_bytes` counts after decompression. Only what may hold text is read, unless it may be of `any_type`. Errors
    name nothing that a stranger chose, neither where a redirect leads nor a type made up: they reach the model without
    a fence. Raises AddressRefused, PermanentError, TransientError, ProviderTimeout."""
    with Lifeline(timeout_s) as lifeline:
        target = url
        for hop in range(MAX_REDIRECTS + 1):
            try:
                address = check(target, allow_hosts=allow_hosts, resolver=resolver)
            except ProviderError as error:
                raise error if hop == 0 else _elsewhere(url, error) from None
            found = _visit(url, address, lifeline, Wanted(max_bytes, any_type))
            if isinstance(found, Page):
                return found
            target = found
    raise PermanentError(f"{_name(url)} redirects more than {MAX_REDIRECTS} times")


def _visit(url: str, address: CheckedAddress, lifeline: Lifeline, wanted: Wanted) -> Page | str:
    """One hop: the page, or the absolute address it redirects to. Tries the judged IPs in order."""
    refused: ProviderError = TransientError(f"{_name(url)} could not be reached")
    for ip in address.ips:
        try:
            found = _ask(url, address, ip, lifeline, wanted)
            lifeline.left_s()  # a connection we cut ourselves can look like the end of a page
            return found
        except requests.RequestException as error:
            lifeline.left_s()
            refused = failure(error, _name(url))
    raise refused


def _ask(url: str, address: CheckedAddress, ip: str, lifeline: Lifeline, wanted: Wanted) -> Page | str:
    with OneHop() as session:
        session.trust_env = False
        session.mount(f"{address.scheme}://", PinnedAdapter(address, ip, lifeline))
        left_s = lifeline.left_s()
        with session.get(
            address.url,
            headers=HEADERS | {"Host": address.authority},
            timeout=(min(CONNECT_TIMEOUT_S, left_s), left_s),
            stream=True,
            allow_redirects=False,
        ) as response:
            # A redirect's own body is of no interest and is not read.
            if response.is_redirect:
                return _target(url, address, response.headers["Location"])
            return _page(url, address, response, lifeline, wanted)


def _target(url: str, address: CheckedAddress, location: str) -> str:
    """Where a redirect leads, as browsers take it: UTF-8, else the bytes as they are. (Headers are read as latin-1.)"""
    raw = location.encode("latin-1")
    try:
        location = raw.decode("utf-8")
    except UnicodeDecodeError:
        location = quote(raw, safe=printable)
    try:
        return urljoin(address.url, location)
    except ValueError:
        raise PermanentError(f"{_name(url)} redirects to an address that is not fetched") from None


def _page(url: str, address: CheckedAddress, response: requests.Response, lifeline: Lifeline, wanted: Wanted) -> Page:
    who = _name(url)
    if response.status_code != 200:
        raise page_error(response.status_code, response.headers, who)
    content_type = response.headers.get("Content-Type", "text/html")
    kind = kind_of(content_type)
    what = "" if kind.endswith("+xml") or wanted.any_type else UNREADABLE.get(kind.partition("/")[0])
    if what:
        raise PermanentError(f"{who} is {what} ({_known(kind)}), not a page or a document with text")
    try:
        body = read_body(response, who=who, deadline=lifeline.deadline, limit=wanted.max_bytes)
    except TransientError:
        lifeline.left_s()
        raise
    name = _saved_as(response.headers.get("Content-Disposition", ""))
    return Page(url, address.url, response.status_code, content_type, body, name)


def page_error(status: int, headers: Mapping[str, str], who: str) -> ProviderError:
    """The error for a page that came with another status than 200: one that wants its reader signed in says nothing
    about our credentials."""
    error = status_error(status, headers, who)
    return PermanentError(str(error), code=error.code) if isinstance(error, AuthError) else error


def kind_of(content_type: str) -> str:
    """What a header says that a page is, whatever else it says: two kinds, or a charset behind no semicolon. One that
    says nothing is HTML, as where there is none."""
    said = KIND.match(content_type)
    return said[0].strip().lower() if said else "text/html"


def _saved_as(disposition: str) -> str:
    """The file's name in a header, which servers write in UTF-8 without saying so; empty where there is none, and where
    it is written as the library can read none: in a charset that decodes nothing, or one and numbered parts of it."""
    header = Message()
    with contextlib.suppress(UnicodeError):
        disposition = disposition.encode("latin-1").decode()
    header["Content-Disposition"] = disposition
    try:
        return header.get_filename("")
    except (ValueError, TypeError):
        return ""


def _elsewhere(url: str, error: ProviderError) -> ProviderError:
    """The error for a redirect to where we do not go, or cannot."""
    kind = type(error) if isinstance(error, AddressRefused | TransientError) else PermanentError
    return kind(f"{_name(url)} redirects to an address that is not fetched")


def _known(kind: str) -> str:
    return f"type {kind}" if mimetypes.guess_extension(kind) else "an unknown type"


def _name(url: str) -> str:
    """An address short enough for a message."""
    return url if len(url) <= 120 else url[:119] + "…"
