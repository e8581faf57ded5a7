"""The checkout sessions of the stand-in, in memory: made, paid, refused, ended. It behaves as docs.wave.com/checkout
and docs.wave.com/webhook say, and posts its webhooks to the product's real endpoint."""

import hmac
import json
import re
import secrets
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import requests

from bot.clock import Clock

OPEN_FOR: Final = timedelta(minutes=30)
AMOUNT: Final = re.compile(r"[1-9]\d{0,8}")
AGAIN_S: Final = (0.0, 2.0, 10.0)  # a webhook that is not answered with 2xx
POST_TIMEOUT_S: Final = 10.0

Post = Callable[[bytes, dict[str, str]], bool]


@dataclass
class CheckoutSession:
    """One, as the API shows it by `shown`."""

    id: str
    amount: str
    currency: str
    client_reference: str
    success_url: str
    error_url: str
    launch_url: str
    created: datetime
    expires: datetime
    checkout_status: str = "open"
    payment_status: str = "processing"
    completed: datetime | None = None
    transaction_id: str | None = None
    error: dict[str, str] | None = None

    def shown(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "amount": self.amount,
            "checkout_status": self.checkout_status,
            "client_reference": self.client_reference,
            "currency": self.currency,
            "error_url": self.error_url,
            "last_payment_error": self.error,
            "business_name": "Palabre",
            "payment_status": self.payment_status,
            "transaction_id": self.transaction_id,
            "success_url": self.success_url,
            "wave_launch_url": self.launch_url,
            "when_completed": _iso(self.completed) if self.completed else None,
            "when_created": _iso(self.created),
            "when_expires": _iso(self.expires),
        }


class BadRequest(Exception):
    """What was asked cannot be. The text is the API's error code."""


@dataclass
class CheckoutStandIn:
    """All sessions. `launch_base` begins the address of the page; `deliver` posts a signed body and says whether it was
    answered with 2xx. `secrets` sign every webhook, each with a signature of its own."""

    clock: Clock
    launch_base: str
    secrets: Sequence[str]
    deliver: Post
    open_for: timedelta = OPEN_FOR
    sessions: dict[str, CheckoutSession] = field(default_factory=dict)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def create(self, asked: Any) -> CheckoutSession:
        """Raises BadRequest."""
        try:
            amount, currency = asked["amount"], asked["currency"]
            urls = [asked["success_url"], asked["error_url"]]
            reference = asked.get("client_reference") or ""
        except (AttributeError, KeyError, TypeError):
            raise BadRequest("request-validation-error") from None
        if not isinstance(amount, str) or not AMOUNT.fullmatch(amount) or currency != "XOF":
            raise BadRequest("request-validation-error")
        if not all(str(url).startswith(("https://", "http://127.0.0.1", "http://localhost")) for url in urls):
            raise BadRequest("request-validation-error")
        session_id, now = f"cos-{secrets.token_hex(9)}", self.clock.now()
        made = CheckoutSession(
            id=session_id,
            amount=amount,
            currency=currency,
            client_reference=str(reference),
            success_url=str(urls[0]),
            error_url=str(urls[1]),
            launch_url=f"{self.launch_base}/c/{session_id}",
            created=now,
            expires=now + self.open_for,
        )
        with self.lock:
            self.sessions[session_id] = made
        return made

    def find(self, session_id: str) -> CheckoutSession | None:
        """One session, ended if its time is over."""
        with self.lock:
            found = self.sessions.get(session_id)
            if found is not None and found.checkout_status == "open" and self.clock.now() >= found.expires:
                found.checkout_status = "expired"
            return found

    def search(self, reference: str) -> list[CheckoutSession]:
        """All of a reference, the newest first."""
        with self.lock:
            ids = [one.id for one in self.sessions.values() if one.client_reference == reference]
        return [found for session_id in reversed(ids) if (found := self.find(session_id)) is not None]

    def pay(self, session_id: str) -> bool:
        """Somebody pays. False: it is not open any more."""
        with self.lock:
            found = self.find(session_id)
            if found is None or found.checkout_status != "open":
                return False
            found.checkout_status, found.payment_status = "complete", "succeeded"
            found.completed, found.error = self.clock.now(), None
            found.transaction_id = f"T_{secrets.token_hex(5).upper()}"
        self.tell("checkout.session.completed", found)
        return True

    def refuse(self, session_id: str) -> bool:
        """Somebody says no, or has not enough. It may still be paid, as long as it is open."""
        with self.lock:
            found = self.find(session_id)
            if found is None or found.checkout_status != "open":
                return False
            found.payment_status = "cancelled"
            found.error = {"code": "payment-failure", "message": "The payment was cancelled."}
        self.tell("checkout.session.payment_failed", found)
        return True

    def expire(self, session_id: str) -> bool:
        """Its time is over now. Nothing is told: whoever wants to know asks."""
        with self.lock:
            found = self.find(session_id)
            if found is None or found.checkout_status != "open":
                return False
            found.expires = self.clock.now()
            found.checkout_status = "expired"
        return True

    def tell(self, kind: str, session: CheckoutSession) -> None:
        """Post the webhook of an event, in a thread of its own."""
        body = event(kind, session.shown())
        threading.Thread(target=self._deliver, args=(body,), name="checkout webhook", daemon=True).start()

    def signature(self, body: bytes, at: datetime | None = None) -> dict[str, str]:
        """The header of a webhook."""
        return signature(self.secrets, body, at or self.clock.now())

    def _deliver(self, body: bytes) -> None:
        for pause in AGAIN_S:
            self.clock.wait(pause)
            if self.deliver(body, self.signature(body)):
                return


def event(kind: str, data: dict[str, Any], event_id: str = "") -> bytes:
    """The body of a webhook."""
    told = {"id": event_id or f"EV_{secrets.token_urlsafe(9)}", "type": kind, "data": data}
    return json.dumps(told, separators=(",", ":")).encode()


def signature(keys: Sequence[str], body: bytes, at: datetime) -> dict[str, str]:
    """`Wave-Signature`: the time, and what each secret makes of its digits and the body."""
    stamp = str(int(at.timestamp()))
    signed = [f"v1={hmac.new(key.encode(), stamp.encode() + body, 'sha256').hexdigest()}" for key in keys]
    return {"Wave-Signature": ",".join([f"t={stamp}", *signed])}


def post_to(url: str) -> Post:
    """Delivers to an address."""

    def deliver(body: bytes, headers: dict[str, str]) -> bool:
        try:
            with requests.Session() as session:
                session.trust_env = False
                headers = {**headers, "Content-Type": "application/json"}
                return session.post(url, data=body, headers=headers, timeout=POST_TIMEOUT_S).ok
        except requests.RequestException:
            return False

    return deliver


def _iso(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
