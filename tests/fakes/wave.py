"""Wave for tests: the development stand-in behind a real HTTP server that can be told to fail, and the webhooks that
it, or somebody else, may post."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from flask import Flask, Response, request

from bot.clock import Clock, SystemClock
from bot.simulator.checkout.routes import api_blueprint
from bot.simulator.checkout.sessions import CheckoutSession, CheckoutStandIn, event, post_to, signature
from tests.fakes.serving import AppServer, Served

API_KEY = "wave_ci_prod_for_tests_and_nothing_else"
SECRET = "wave_ci_WHS_for_tests_and_nothing_else"
Fault = Callable[[], Response | None]


@dataclass
class FakeWave(Served):
    """`faults` are used up, one a request; `delivers` is whether webhooks are posted by themselves. Without a
    `webhook_url` nothing is."""

    clock: Clock = field(default_factory=SystemClock)
    webhook_url: str = ""
    secrets: Sequence[str] = (SECRET,)
    delivers: bool = True
    faults: deque[Fault] = field(default_factory=deque)
    requests: list[tuple[str, str]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)  # of the webhooks, in the order of what happened

    def __post_init__(self) -> None:
        self.stand_in = CheckoutStandIn(self.clock, "https://pay.wave.example", self.secrets, self._deliver)
        app = Flask("fake_wave")
        app.before_request(self._fail)
        app.register_blueprint(api_blueprint(self.stand_in, API_KEY))
        self._server = AppServer(app)
        self.url = self._server.url

    @property
    def settings(self) -> dict[str, str]:
        """What an installation that sells by it has."""
        return {
            "payment_provider": "wave",
            "wave_api_key": API_KEY,
            "wave_api_url": self.url,
            "wave_webhook_secret": SECRET,
        }

    @property
    def session(self) -> CheckoutSession:
        """The newest."""
        return list(self.stand_in.sessions.values())[-1]

    def at(self, link: str) -> CheckoutSession:
        """The session of a link, as whoever follows it finds it."""
        found = self.stand_in.find(link.rpartition("/")[2])
        assert found is not None, link
        return found

    def body(self, kind: str = "checkout.session.completed", event_id: str = "", **changes: Any) -> bytes:
        """A webhook about the newest session."""
        return event(kind, {**self.session.shown(), **changes}, event_id)

    def headers(self, body: bytes, at: datetime | None = None, secrets: Sequence[str] = ()) -> dict[str, str]:
        """Its signature."""
        return signature(secrets or self.secrets, body, at or self.clock.now())

    def fails(self, *statuses: int) -> None:
        """The next requests are answered so, and nothing happens."""
        self.faults.extend(lambda status=status: Response("{}", status) for status in statuses)

    def says(self, *texts: str) -> None:
        """The next requests are answered with these words."""
        self.faults.extend(lambda text=text: Response(text, mimetype="application/json") for text in texts)

    def _deliver(self, body: bytes, headers: dict[str, str]) -> bool:
        self.bodies.append(body)
        return post_to(self.webhook_url)(body, headers) if self.delivers and self.webhook_url else True

    def _fail(self) -> Response | None:
        self.requests.append((request.method, request.path))
        return self.faults.popleft()() if self.faults else None
