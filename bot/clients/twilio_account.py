"""What Twilio's API tells of an account: its state, and where what people write is sent. Reads only."""

from twilio.base.domain import Domain

from bot.clients.twilio_api import Api, as_documented, client_of, fetch, listing
from bot.config import Settings


class TwilioAccount:
    """Every method raises ProviderError."""

    def __init__(self, settings: Settings) -> None:
        client = client_of(settings)
        self._account = f"/Accounts/{settings.twilio_account_sid}"
        self._api = Api(Domain(client, "https://api.twilio.com"), "2010-04-01")
        self._messaging = Api(Domain(client, "https://messaging.twilio.com"), "v1")

    @as_documented()
    def status(self) -> str:
        """`active`, `suspended` or `closed` (twilio.com/docs/iam/api/account)."""
        return str(fetch(self._api, f"{self._account}.json")["status"])

    @as_documented()
    def webhooks_of(self, number: str) -> list[str]:
        """The address of each phone number of ours that is this one, "" where none is set; a short code, a name and
        somebody else's number are in no list (twilio.com/docs/phone-numbers/api/incomingphonenumber-resource)."""
        path = f"{self._account}/IncomingPhoneNumbers.json"
        found = listing(self._api, path, "incoming_phone_numbers", {"PhoneNumber": number}, 1)
        return [str(one["sms_url"] or "") for one in found]

    @as_documented()
    def webhook_of_service(self, sid: str) -> str | None:
        """The address of a messaging service; None when it leaves that to each of its numbers
        (twilio.com/docs/messaging/api/service-resource)."""
        service = fetch(self._messaging, f"/Services/{sid}")
        return None if service["use_inbound_webhook_on_number"] else str(service["inbound_request_url"] or "")
