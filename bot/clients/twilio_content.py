"""Templates of Twilio's Content API: listed and made. Sending by one is `bot.clients.twilio`'s."""

from dataclasses import dataclass
from typing import Any

from twilio.base.domain import Domain

from bot.clients.twilio_api import Answer, Api, client_of, create_json, fetch, listing
from bot.config import Settings

CONTENT = "https://content.twilio.com"
MOST = 10_000


@dataclass(frozen=True, slots=True)
class Template:
    """A template as Twilio lists it; `created_at` is ISO 8601."""

    sid: str
    friendly_name: str
    created_at: str


class TwilioContent:
    """The account's templates."""

    def __init__(self, settings: Settings) -> None:
        client = client_of(settings)
        self._http = client.http_client
        self._content = Api(Domain(client, CONTENT), "v1")

    def templates(self) -> list[Template]:
        """All there are. Raises ProviderError."""
        return [_template(each) for each in listing(self._content, "/Content", "contents", {}, MOST)]

    def create(self, friendly_name: str, types: dict[str, Any], samples: dict[str, str], language: str) -> Template:
        """Make one. Raises ProviderError; after a ProviderTimeout it may have been made."""
        document = {"friendly_name": friendly_name, "language": language, "variables": dict(samples), "types": types}
        return _template(create_json(self._content, "/Content", document))

    def approval(self, sid: str) -> str:
        """What WhatsApp says of one: approved, pending, received, rejected, paused, disabled or unsubmitted; "" for
        an answer that does not tell. Raises ProviderError."""
        told = fetch(self._content, f"/Content/{sid}/ApprovalRequests").get("whatsapp")
        return str(told.get("status") or "") if isinstance(told, dict) else ""

    def close(self) -> None:
        """Give its connections back."""
        self._http.close()


def _template(answer: Answer) -> Template:
    sid, name, created_at = (str(answer.get(key) or "") for key in ("sid", "friendly_name", "date_created"))
    return Template(sid, name, created_at)
