"""Paystack: transactions and webhooks (paystack.com/docs/api/transaction, paystack.com/docs/payments/webhooks, November
2026)."""

import hmac
from datetime import datetime
from typing import Any, ClassVar, Final
from urllib.parse import quote

from bot.clients.http import call_api
from bot.clients.payments import (
    UNKNOWN_PAYMENT,
    Checkout,
    Header,
    Notice,
    Order,
    Report,
    Standing,
    is_usable,
    odd,
)
from bot.errors import PermanentError

TIMEOUT_S: Final = 10.0
WHO: Final = "Paystack"
CHANNELS: Final = ["mobile_money", "card"]
FAILED: Final = ("failed", "reversed")
OPEN: Final = ("abandoned", "ongoing", "pending", "processing", "queued")  # abandoned: nobody has finished it yet
UNKNOWN: Final = (400, 404)  # what an unknown reference is answered with
DISPUTE: Final = "charge.dispute."  # how the events of one begin
REFUND: Final = "refund.processed"
ATTEMPT: Final = "."  # stands between our reference and the attempt


class Paystack:
    """The transaction API. `exponent`: an amount is multiplied by 10 to this power on its way there. `mail_domain` ends
    the addresses made up for payers, which Paystack wants and nobody reads."""

    name: ClassVar[str] = "paystack"

    def __init__(
        self, secret_key: str, base_url: str, exponent: int, mail_domain: str, *, timeout_s: float = TIMEOUT_S
    ) -> None:
        self._headers = {"Authorization": f"Bearer {secret_key}"}
        self._key = secret_key.encode()
        self.address, self._url = base_url, f"{base_url}/transaction"
        self._factor: int = 10**exponent
        self._mail_domain = mail_domain
        self._timeout_s = timeout_s

    def create(self, order: Order) -> Checkout:
        """A transaction for an order. Paystack takes a reference once and tells its link once: a later attempt has a
        reference of its own, and nobody has the link of the one before."""
        reference = order.reference if order.attempt == 1 else f"{order.reference}{ATTEMPT}{order.attempt}"
        asked = {
            "email": f"{order.payer}@{self._mail_domain}",
            "amount": order.amount * self._factor,
            "currency": order.currency,
            "reference": reference,
            "callback_url": order.back_url,
            "channels": CHANNELS,
        }
        found = self._call("POST", f"{self._url}/initialize", json=asked)
        try:
            checkout = Checkout(str(found["data"]["reference"]), str(found["data"]["authorization_url"]))
        except (KeyError, TypeError):
            raise odd(WHO) from None
        if checkout.session_id != reference or not is_usable(checkout):
            raise odd(WHO)
        return checkout

    def query(self, reference: str, session_id: str) -> Report:
        """The transaction, by its reference there: that of the attempt whose link was sent."""
        try:
            found = self._call("GET", f"{self._url}/verify/{quote(session_id, safe='')}")
        except PermanentError as error:
            if error.code not in UNKNOWN:
                raise
            raise PermanentError(f"{WHO} does not know this payment", code=UNKNOWN_PAYMENT) from None
        try:
            data = found["data"]
            same = data["reference"] == session_id
            return Report(
                _standing(data["status"]),
                reference if same else str(data["reference"]),
                self._whole(data["amount"]),
                str(data["currency"]),
                str(data.get("id") or ""),
            )
        except (AttributeError, KeyError, TypeError, ValueError):
            raise odd(WHO) from None

    def close(self, session_id: str) -> None:
        """Nothing: a transaction cannot be taken back there."""

    def is_signed(self, header: Header, body: bytes, now: datetime) -> bool:  # noqa: ARG002 - no time in it
        """`x-paystack-signature`: the HMAC-SHA512 of the raw body, in hexadecimal, by the secret key."""
        ours = hmac.digest(self._key, body, "sha512").hex()
        return hmac.compare_digest(ours.encode(), (header("x-paystack-signature") or "").encode())

    def read(self, told: Any) -> Notice | None:
        """{"event": "charge.success", "data": {"id": 302961, "reference": "PAL…", …}}. Events have no id of their own:
        the kind and the transaction stand for one, or the dispute or refund it is about; these say the transaction in
        a place of their own: {"event": "charge.dispute.create", "data": {"id": 358950, "transaction": {"reference":
        "PAL…"}}}, {"event": "refund.processed", "data": {"transaction_reference": "PAL…", "refund_reference": …}}."""
        kind, data = str(told["event"]), told["data"]
        if kind.startswith(DISPUTE):
            return _notice(kind, data["id"], data["transaction"]["reference"], goes_back=True)
        if kind == REFUND:
            reference = data["transaction_reference"]
            return _notice(kind, data.get("refund_reference") or reference, reference, goes_back=True)
        return _notice(kind, data["id"], data["reference"]) if kind.startswith("charge.") else None

    def try_out(self) -> None:
        """Ask for a transaction that nobody has: what counts is that the key is known."""
        try:
            self._call("GET", f"{self._url}/verify/palabre-doctor")
        except PermanentError as error:
            if error.code not in UNKNOWN:
                raise

    def _whole(self, amount: object) -> int | None:
        if not isinstance(amount, int) or isinstance(amount, bool) or amount % self._factor:
            return None
        return amount // self._factor

    def _call(self, method: str, url: str, **options: Any) -> Any:
        return call_api(method, url, who=WHO, timeout_s=self._timeout_s, headers=self._headers, **options)


def _notice(kind: str, number: object, reference: object, *, goes_back: bool = False) -> Notice:
    ours, _, _ = str(reference).partition(ATTEMPT)
    return Notice(f"{kind}:{number}", kind, ours, goes_back)


def _standing(status: str) -> Standing:
    """Raises ValueError for a word that Paystack does not have."""
    if status == "success":
        return Standing.PAID
    if status in FAILED:
        return Standing.FAILED
    if status in OPEN:
        return Standing.OPEN
    raise ValueError(status)
