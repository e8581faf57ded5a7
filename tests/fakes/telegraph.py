"""A channel from outside the project, by the recipe "A channel" of docs/extending.md, driven by
tests/flows/test_telegraph.py. `gunicorn tests.fakes.telegraph:web()`, `python -m tests.fakes.telegraph`."""

import hmac
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import requests
from flask import Blueprint, Flask, Response, request
from sqlmodel import Session

from bot.app import Clients, create_app, make_clients
from bot.capabilities import Capabilities, introduce
from bot.config import Settings, load_settings
from bot.errors import PermanentError, ProviderError, ProviderTimeout, TransientError
from bot.models import OutboundPart
from bot.queue.policy import job_policies
from bot.reading.incoming.message import Inbound
from bot.services.delivery import callbacks
from bot.services.delivery.transport import Accepted, Fate, Found, NotSent, Outgoing, Refusal, Sought, Why
from bot.services.inbound.rows import row
from bot.services.library.files import Links, links_of
from bot.web import guards
from bot.web.twilio import store
from jobs import serving, worker
from jobs.runtime import build_runtime

NAME = "telegraph"
CAPABILITIES = Capabilities(name="Telegraph", scheme=NAME, longest=120, most_parts=2, numbered=True)
HEADER = "X-Telegraph-Secret"
OFFICE = os.environ.get("TELEGRAPH_URL", "")
SECRET = os.environ.get("TELEGRAPH_SECRET", "")
TIMEOUT_S = 2.0


@dataclass(frozen=True, slots=True)
class Telegraph:
    """The way out."""

    url: str
    lost_after_s: float = TIMEOUT_S
    settles_s: float = 0.5

    def claiming(self, _session: Session, _part: OutboundPart, _now: datetime) -> Mapping[str, Any]:
        return {}

    def send(self, outgoing: Outgoing) -> Accepted:
        message = {"part": outgoing.part.id, "to": outgoing.part.address, "text": outgoing.body}
        try:
            answer = requests.post(f"{self.url}/send", json=message, timeout=TIMEOUT_S)
        except requests.RequestException as error:
            raise ProviderTimeout("no answer from the telegraph office") from error
        if answer.status_code != 200:
            raise PermanentError("the telegraph office refused", code=answer.status_code)
        return Accepted(answer.json()["id"])

    def pause_after(self, error: ProviderError, attempts: int) -> float | None:
        return 1.0 if isinstance(error, TransientError) and attempts < 3 else None

    def find(self, sought: Sought) -> Fate:
        try:
            sent = requests.get(f"{self.url}/log", timeout=TIMEOUT_S).json()
        except requests.RequestException as error:
            raise TransientError("no answer from the telegraph office") from error
        for each in sent:
            if each["id"] == sought.part.twilio_sid or each["part"] == sought.part.id:
                return Found(each["id"], each["state"])
        return NotSent()

    def refusal(self, code: int | None) -> Refusal:
        return Refusal(Why.UNREACHABLE if code == 404 else Why.OTHER, code)


def telegraph_blueprint(settings: Settings, clients: Clients, links: Links) -> Blueprint:
    """`POST /webhooks/telegraph/message` and `/status`."""
    blueprint = Blueprint(NAME, __name__, url_prefix=f"/webhooks/{NAME}")

    @blueprint.post("/message")
    def message() -> Response:
        """{"id": "TG0123…", "from": "telegraph:17", "text": "Bonjour"}"""
        told = request.get_json()
        inbound = Inbound(message_sid=told["id"], sender=told["from"], recipient="", channel=NAME, body=told["text"])
        row_of_it = row(clients.database, inbound, frozenset())
        (stored,) = store(clients.database, clients.wake, clients.clock, [row_of_it])
        for job, conversations in stored.to_wake.items():
            clients.wake.wake_all(job, conversations)
        return Response(status=204)

    @blueprint.post("/status")
    def status() -> Response:
        """{"part": 7, "id": "TG0123…", "state": "delivered"}"""
        told, now = request.get_json(), clients.clock.now()
        with clients.database.write() as session:
            callbacks.told(session, told["part"], Found(told["id"], told["state"]), Refusal(), now, links)
        return Response(status=204)

    return blueprint


def knows_the_secret() -> Response | None:
    """The guard."""
    given = request.headers.get(HEADER, "")
    return None if hmac.compare_digest(given.encode(), SECRET.encode()) else guards.forbidden()


def web() -> Flask:
    """The product's web process with one channel more."""
    introduce(NAME, CAPABILITIES)
    settings = load_settings()
    clients = make_clients(settings)
    app = create_app(settings, clients)
    guards.register(app, telegraph_blueprint(settings, clients, links_of(settings, clients.clock)), knows_the_secret)
    return app


def work() -> int:
    """The product's worker with one channel more."""
    introduce(NAME, CAPABILITIES)
    settings = load_settings()
    policies = job_policies(settings.turn_timeout_s).values()
    services = [build_runtime(settings, more={NAME: Telegraph(OFFICE)})]
    return serving.serve(settings.redis_url, worker.read_options(None), policies, services, settings.stop_grace_s)


if __name__ == "__main__":
    sys.exit(work())
