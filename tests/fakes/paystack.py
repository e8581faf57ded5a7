"""Paystack for tests, as its documents say: transactions are initialised once per reference, verified by it, and told
of by signed webhooks."""

import hashlib
import hmac
import json
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Response, jsonify, request

from tests.fakes.serving import AppServer, Served

SECRET_KEY = "sk_live_for_tests_and_nothing_else"
Reply = Response | tuple[Response, int]


@dataclass
class FakePaystack(Served):
    """`transactions` by reference. `loses` is how many answers to come get lost behind what they did; `says` what the
    next requests are answered instead, each with its status."""

    transactions: dict[str, dict[str, Any]] = field(default_factory=dict)
    requests: list[dict[str, Any]] = field(default_factory=list)
    loses: int = 0
    says: list[tuple[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        app = Flask("fake_paystack")
        app.before_request(self._check)
        app.post("/transaction/initialize")(self._initialize)
        app.get("/transaction/verify/<reference>")(self._verify)
        self._server = AppServer(app)
        self.url = self._server.url

    @property
    def settings(self) -> dict[str, Any]:
        """What an installation that sells by it has."""
        return {
            "payment_provider": "paystack",
            "paystack_secret_key": SECRET_KEY,
            "paystack_api_url": self.url,
            "paystack_exponent": 2,
        }

    def pay(self, reference: str) -> bytes:
        """Somebody pays; returns the webhook."""
        self.transactions[reference]["status"] = "success"
        return json.dumps({"event": "charge.success", "data": self.transactions[reference]}).encode()

    def _check(self) -> Reply | None:
        if not hmac.compare_digest(request.headers.get("Authorization", ""), f"Bearer {SECRET_KEY}"):
            return jsonify(status=False, message="Invalid key"), 401
        return Response(*self.says.pop(0), mimetype="application/json") if self.says else None

    def _initialize(self) -> Reply:
        asked = request.get_json()
        self.requests.append(asked)
        reference = asked["reference"]
        if "@" not in asked["email"] or not isinstance(asked["amount"], int):
            return jsonify(status=False, message="Invalid Email Address Passed"), 400
        if reference in self.transactions:
            return jsonify(status=False, message="Duplicate Transaction Reference"), 400
        self.transactions[reference] = {
            "id": 4_099_260_516 + len(self.transactions),
            "status": "abandoned",
            "reference": reference,
            "amount": asked["amount"],
            "currency": asked["currency"],
            "customer": {"email": asked["email"]},
        }
        if self.loses:
            self.loses -= 1
            return jsonify(status=False, message="gateway"), 504
        link = f"https://checkout.paystack.example/{hashlib.sha256(reference.encode()).hexdigest()[:15]}"
        data = {"authorization_url": link, "access_code": "0peioxfhpn", "reference": reference}
        return jsonify(status=True, message="Authorization URL created", data=data)

    def _verify(self, reference: str) -> Reply:
        found = self.transactions.get(reference)
        if found is None:
            return jsonify(status=False, message="Transaction reference not found."), 400
        return jsonify(status=True, message="Verification successful", data=found)


def signed(body: bytes, key: str = SECRET_KEY) -> dict[str, str]:
    """The header of a webhook."""
    return {"x-paystack-signature": hmac.new(key.encode(), body, hashlib.sha512).hexdigest()}
