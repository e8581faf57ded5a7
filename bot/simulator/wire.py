"""What Twilio does over HTTP towards the application: signed posts and media downloads. No state."""

from dataclasses import dataclass
from email.message import Message as Headers
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import requests
from twilio.request_validator import RequestValidator

from bot.simulator.records import Account, Media, new_sid

WEBHOOK_TIMEOUT_S = 15  # Twilio gives a webhook 15 s in all
MEDIA_TIMEOUT_S = 15
USER_AGENT = "TwilioProxy/1.1 (Palabre stand-in)"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. `http_status` is 0 when nobody answered in time."""

    http_status: int
    content_type: str = ""
    body: str = ""

    @property
    def replies(self) -> list[str]:
        """What TwiML in it says to whoever wrote."""
        if self.http_status != 200 or not self.body:
            return []
        try:
            response = ElementTree.fromstring(self.body)  # noqa: S314 - the application's own
        except ElementTree.ParseError:
            return []
        return [message.text or "" for message in response.iter("Message")]

    @property
    def problem(self) -> str:
        """What Twilio's debugger would say of a message webhook that answered so: its code, then the detail; empty
        when all is well."""
        if self.http_status == 0:
            return "11200"
        if self.http_status >= 300:
            return f"11200 {self.http_status}"
        if self.http_status == 200 and "xml" not in self.content_type:
            return f"12300 {self.content_type}"
        return ""


def post_signed(account: Account, url: str, form: dict[str, str], headers: dict[str, str] | None = None) -> Answer:
    """Post a form as Twilio does: without the URL's fragment, signed over the rest and every field."""
    target = url.partition("#")[0]
    try:
        with _session() as session:
            answer = session.post(
                target,
                data=form,
                headers={
                    "X-Twilio-Signature": signature(account, target, form),
                    "X-Home-Region": "us1",
                    **(headers or {}),
                },
                timeout=WEBHOOK_TIMEOUT_S,
                allow_redirects=False,
            )
            content_type = answer.headers.get("Content-Type", "")
            return Answer(answer.status_code, content_type, answer.text if "xml" in content_type else "")
    except requests.RequestException:
        return Answer(0)


def signature(account: Account, url: str, form: dict[str, str]) -> str:
    """What Twilio puts into X-Twilio-Signature for a form posted to this address."""
    signed: str = RequestValidator(account.auth_token).compute_signature(url.partition("#")[0], form)
    return signed


def fetch_media(url: str) -> Media | None:
    """Download a media file by HEAD, then GET: both must be 200 with the same type, and not empty. None: it failed."""
    try:
        with _session() as session:
            head = session.head(url, timeout=MEDIA_TIMEOUT_S, allow_redirects=True)
            got = session.get(url, timeout=MEDIA_TIMEOUT_S)
    except requests.RequestException:
        return None
    content_type = _bare_type(got.headers.get("Content-Type", ""))
    if (head.status_code, got.status_code) != (200, 200) or not got.content:
        return None
    if _bare_type(head.headers.get("Content-Type", "")) != content_type:
        return None
    filename = _filename(got.headers.get("Content-Disposition", ""), url)
    return Media(got.content, content_type, filename, url, new_sid("ME"))


def _session() -> requests.Session:
    session = requests.Session()
    session.trust_env = False  # no proxy, no .netrc: Twilio has neither
    session.headers["User-Agent"] = USER_AGENT
    return session


def _bare_type(header: str) -> str:
    return header.partition(";")[0].strip().lower()


def _filename(disposition: str, url: str) -> str:
    headers = Headers()
    headers["Content-Disposition"] = disposition or "inline"
    return headers.get_filename() or unquote(urlsplit(url).path.rpartition("/")[2])
