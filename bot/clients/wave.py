"""Wave Checkout: sessions and webhooks (docs.wave.com/checkout, docs.wave.com/webhook, November 2026)."""

import hmac
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, ClassVar, Final
from urllib.parse import quote

from bot.clients.http import call_api
from bot.clients.payments import Checkout, Header, Notice, Order, Report, Standing, is_usable, odd

TIMEOUT_S: Final = 10.0
TOLERANCE_S: Final = 300  # both ways
MOST_SIGNATURES: Final = 10  # of one header: several during a rotation
WHO: Final = "Wave"
SESSIONS: Final = "/v1/checkout/sessions"
_AMOUNT: Final = re.compile(r"\d{1,12}")
_STAMP: Final = re.compile(r"\d{1,12}")


class Wave:
    """The checkout API. `secrets` are those of the webhook: the current one, and while they are rotated the one before.
    The development machine's own provider speaks the same, under another name."""

    name: ClassVar[str] = "wave"

    def __init__(self, api_key: str, base_url: str, secrets: Sequence[str], *, timeout_s: float = TIMEOUT_S) -> None:
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self.address, self._url = base_url, f"{base_url}{SESSIONS}"
        self._secrets = [secret.encode() for secret in secrets]
        self._timeout_s = timeout_s

    def create(self, order: Order) -> Checkout:
        """A session for an order. There is no idempotency key: at another attempt an open session of the same reference
        is looked for first. Should both exist, nobody has the link of the other."""
        known = self._find(order) if order.attempt > 1 else None
        asked = {
            "amount": str(order.amount),
            "currency": order.currency,
            "success_url": order.back_url,
            "error_url": order.back_url,
            "client_reference": order.reference,
        }
        found = known or self._call("POST", self._url, json=asked)
        try:
            checkout = Checkout(str(found["id"]), str(found["wave_launch_url"]), _moment(found.get("when_expires")))
            is_ours = found["client_reference"] == order.reference and _whole(found["amount"]) == order.amount
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            raise odd(WHO) from None
        if not is_ours or not is_usable(checkout):
            raise odd(WHO)
        return checkout

    def query(self, reference: str, session_id: str) -> Report:  # noqa: ARG002 - it knows the session by its id
        """The session. Whoever asked compares its reference."""
        found = self._call("GET", f"{self._url}/{quote(session_id, safe='')}")
        try:
            return Report(
                _standing(found["checkout_status"], found.get("payment_status")),
                str(found["client_reference"]),
                _whole(found["amount"]),
                str(found["currency"]),
                str(found.get("transaction_id") or ""),
            )
        except (AttributeError, KeyError, TypeError, ValueError):
            raise odd(WHO) from None

    def close(self, session_id: str) -> None:
        """Expire the session."""
        self._call("POST", f"{self._url}/{quote(session_id, safe='')}/expire")

    def is_signed(self, header: Header, body: bytes, now: datetime) -> bool:
        """`Wave-Signature: t=1639081943,v1=<hex>[,v1=<hex>]`, each v1 the HMAC-SHA256 of the digits of t and the raw
        body, put together without anything between."""
        pairs = [part.strip().partition("=") for part in (header("Wave-Signature") or "").split(",")]
        stamps = [value for name, _, value in pairs if name == "t"]
        given = [value.encode() for name, _, value in pairs if name == "v1"][:MOST_SIGNATURES]
        if len(stamps) != 1 or not (_STAMP.fullmatch(stamps[0]) and stamps[0].isascii()):
            return False
        if abs(now.timestamp() - int(stamps[0])) > TOLERANCE_S:
            return False
        signed = [hmac.digest(secret, stamps[0].encode() + body, "sha256").hex().encode() for secret in self._secrets]
        return any(hmac.compare_digest(ours, theirs) for ours in signed for theirs in given)

    def read(self, told: Any) -> Notice | None:
        """{"id": "EV_…", "type": "checkout.session.completed", "data": {"client_reference": "PAL…", …}}"""
        kind = str(told["type"])
        reference = told["data"].get("client_reference") if kind.startswith("checkout.session.") else None
        event_id = str(told["id"])
        return Notice(event_id, kind, str(reference)) if reference and event_id else None

    def try_out(self) -> None:
        """Look for a session that nobody has."""
        self._call("GET", f"{self._url}/search", params={"client_reference": "palabre-doctor"})

    def _find(self, order: Order) -> Mapping[str, Any] | None:
        answer = self._call("GET", f"{self._url}/search", params={"client_reference": order.reference})
        try:
            open_ones = [one for one in answer["result"] if one["checkout_status"] == "open"]
        except (KeyError, TypeError):
            raise odd(WHO) from None
        return open_ones[0] if open_ones else None

    def _call(self, method: str, url: str, **options: Any) -> Any:
        return call_api(method, url, who=WHO, timeout_s=self._timeout_s, headers=self._headers, **options)


class Demo(Wave):
    """The provider of `make run`: our own page beside the phone (bot.simulator), which speaks as Wave does."""

    name: ClassVar[str] = "demo"


def _standing(checkout: str, payment: str | None) -> Standing:
    """Raises ValueError for words that Wave does not have."""
    if checkout not in ("open", "complete", "expired") or payment not in (None, "processing", "cancelled", "succeeded"):
        raise ValueError(checkout)
    if payment == "succeeded":
        return Standing.PAID
    if checkout == "expired":
        return Standing.EXPIRED
    return Standing.FAILED if payment == "cancelled" else Standing.OPEN


def _whole(amount: object) -> int | None:
    """An amount as Wave writes it, a string."""
    text = str(amount)
    return int(text) if isinstance(amount, str) and text.isascii() and _AMOUNT.fullmatch(text) else None


def _moment(text: object) -> datetime | None:
    if text is None:
        return None
    moment = datetime.fromisoformat(str(text))
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
