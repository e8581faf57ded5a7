"""Twilio for tests: the simulator's stand-in behind a real HTTP server, and phones to talk with.

with FakeTwilio(webhook_base_url=app_url) as twilio:
    awa = twilio.phone("whatsapp:+2250700000001")
    awa.says("Bonjour")
    assert "Palabre" in awa.hears().body
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask import Flask

from bot.clock import Clock
from bot.simulator.contents import tap
from bot.simulator.delivery import Pace
from bot.simulator.records import Account, Inbound, Location, Media, Sent
from bot.simulator.rest import rest_blueprint
from bot.simulator.twilio import TwilioStandIn
from bot.text.french import with_plain_spaces
from tests.fakes.serving import AppServer, KeepingHandler, QuietHandler, Served

ACCOUNT_SID = "AC" + "1" * 32
AUTH_TOKEN = "0123456789abcdef0123456789abcdef"
WHATSAPP_NUMBER = "whatsapp:+14155238886"
SMS_NUMBER = "+33644600000"


class FakeTwilio(Served):
    """A stand-in served on a free port. `stand_in.webhook_base_url` may be set once the application runs."""

    def __init__(
        self,
        webhook_base_url: str = "",
        *,
        account_sid: str = ACCOUNT_SID,
        auth_token: str = AUTH_TOKEN,
        pace: Pace | None = None,
        clock: Clock | None = None,
        keeps_connections: bool = False,
    ) -> None:
        account = Account(account_sid, auth_token, WHATSAPP_NUMBER, SMS_NUMBER)
        self.stand_in = TwilioStandIn(account, webhook_base_url, pace=pace, clock=clock)
        self.faults = self.stand_in.faults
        self._server = AppServer(self._app(), handler=KeepingHandler if keeps_connections else QuietHandler)
        self.url = self._server.url

    def phone(self, address: str, *, profile_name: str = "Awa Koné") -> "Phone":
        """A person's phone; several phones of the same address each hear everything."""
        return Phone(self.stand_in, address, profile_name)

    def _app(self) -> Flask:
        app = Flask("fake_twilio")
        app.register_blueprint(rest_blueprint(self.stand_in))
        return app

    def let_go(self) -> None:
        self.stand_in.stop()


class Phone:
    """One person's phone: says things to the webhook and hears what arrives, in order, each message once."""

    def __init__(self, stand_in: TwilioStandIn, address: str, profile_name: str) -> None:
        self.address = address
        self.profile_name = profile_name
        self._stand_in = stand_in
        self._heard: set[str] = set()

    def says(
        self,
        body: str = "",
        *,
        media: Sequence[Media] = (),
        location: Location | None = None,
        extra: Mapping[str, str] | None = None,
    ) -> Inbound:
        """Send a message; returns once the webhook has answered (`http_status`)."""
        return self._stand_in.receive(
            self.address, body, media=media, location=location, profile_name=self.profile_name, extra=extra
        )

    def taps(self, message: Sent, title: str) -> Inbound:
        """Tap a button below a message, or an entry of its list, by what it shows."""
        assert message.choices, f"nothing to tap below {message.body!r}"
        told = tap(message, [item.title for item in message.choices.items].index(title))
        assert told
        return self.says(told[0], extra=told[1])

    def hears(self, deadline_s: float = 10) -> Sent:
        """The next message that arrives here and was not heard yet, as it is read: no-break spaces look like others.
        AssertionError after `deadline_s` seconds."""
        self._stand_in.wait_until(lambda: bool(self._waiting()), deadline_s)
        waiting = self._waiting()
        assert waiting, f"{self.address} heard nothing new within {deadline_s} s; so far: {self._log()}"
        self._heard.add(waiting[0].sid)
        return replace(waiting[0], body=with_plain_spaces(waiting[0].body))

    def hears_all(self, count: int, deadline_s: float = 10) -> list[Sent]:
        """The next `count` messages."""
        return [self.hears(deadline_s) for _ in range(count)]

    def silence(self, for_s: float = 1.0) -> None:
        """AssertionError when anything new arrives within `for_s` seconds."""
        self._stand_in.wait_until(lambda: bool(self._waiting()), for_s)
        assert not self._waiting(), f"{self.address} was to hear nothing but heard: {self._waiting()[0].body!r}"

    def _waiting(self) -> list[Sent]:
        return [message for message in self._mine() if message.arrived and message.sid not in self._heard]

    def _mine(self) -> list[Sent]:
        return [message for message in self._stand_in.sent if message.to == self.address]

    def _log(self) -> list[str]:
        return [f"{message.status} {message.body[:60]!r}" for message in self._mine()]
