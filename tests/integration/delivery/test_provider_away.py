"""Twilio away for longer than anybody waits for an answer: what was said meanwhile arrives when it is back."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import update
from sqlmodel import col, select
from twilio.base.domain import Domain
from twilio.base.version import Version

from bot.clients.twilio import SentMessage, TwilioMessenger
from bot.clients.twilio_api import client_of, create
from bot.errors import AuthError, ProviderError, ProviderTimeout, TransientError
from bot.models import Alert, OutboundPart
from bot.services.delivery.by_twilio import MOST_PAUSES
from tests.fakes.mail import MailServer, make_certificate, server_context
from tests.fakes.product import make_settings
from tests.integration.delivery.conftest import Office

MINUTES = 60
HOUR_AGO = timedelta(hours=-1)
DOUBT = "Un de mes messages n’est peut-être pas arrivé"
REFUSALS = (TransientError("no connection to Twilio"), TransientError("Twilio is busy", code=20429), AuthError("no"))


class Away(TwilioMessenger):
    """Takes nothing while it `fails`, and shows nothing while it `hides`."""

    fails: ProviderError | None = None
    hides = False

    def send(self, **options: object) -> str:  # type: ignore[override]
        if self.fails is not None:
            raise self.fails
        return super().send(**options)  # type: ignore[arg-type]

    def sent_between(self, *which: object) -> list[SentMessage]:  # type: ignore[override]
        if self.hides:
            raise TransientError("Twilio failed", code=20500)
        return super().sent_between(*which)  # type: ignore[arg-type]


def work(office: Office, messenger: Away, seconds: float) -> None:
    """Deliver whenever something is due, for so long."""
    sender = office.sender(messenger=messenger)
    for _ in range(round(seconds / 5)):
        sender.deliver(office.conversation)
        office.clock.skip(5)


def said(office: Office) -> list[str]:
    return [message.body for message in office.twilio.stand_in.sent]


def alerts(office: Office) -> list[tuple[str, str]]:
    with office.database.read() as session:
        return [(alert.kind, alert.detail) for alert in session.exec(select(Alert))]


@pytest.mark.parametrize("refusal", REFUSALS)
def test_what_surely_did_not_leave_leaves_in_the_end_and_operators_hear_of_it_once(
    office: Office, refusal: ProviderError
) -> None:
    messenger = Away(office.settings)
    messenger.fails = refusal
    office.post("un", "deux")
    work(office, messenger, 40 * MINUTES)
    assert len(alerts(office)) == 1
    messenger.fails = None
    work(office, messenger, 2 * MINUTES)
    assert said(office) == ["un", "deux"]


def test_nothing_is_tried_for_ever(office: Office) -> None:
    way, refusal = office.sender().transports.of("whatsapp"), TransientError("Twilio is busy", code=20429)
    assert way.pause_after(refusal, MOST_PAUSES)
    assert way.pause_after(refusal, MOST_PAUSES + 1) is None


@pytest.mark.parametrize(("asked_s", "attempts", "pause_s"), [(None, 1, 1), (7, 1, 7), (7, 5, 15), (3_600, 1, 60)])
def test_whoever_is_asked_to_wait_waits_a_minute_at_most(
    office: Office, asked_s: float | None, attempts: int, pause_s: float
) -> None:
    busy = TransientError("Twilio is busy", code=20429, retry_after_s=asked_s)
    assert office.sender().transports.of("whatsapp").pause_after(busy, attempts) == pause_s


def test_the_doubt_is_told_once_twilio_is_back_however_long_it_was_away(office: Office) -> None:
    """Neither calls nor the log are answered: past five minutes nobody asks about « un » any more, and the line that
    says so is not lost to the same outage."""
    messenger = Away(office.settings)
    messenger.fails, messenger.hides = ProviderTimeout("Twilio failed"), True
    office.post("un")
    work(office, messenger, 40 * MINUTES)
    assert office.states() == ["failed", "unknown"]
    messenger.fails, messenger.hides = None, False
    work(office, messenger, 3 * MINUTES)
    (line,) = said(office)
    assert line.startswith(DOUBT)
    assert [kind for kind, _ in alerts(office)] == ["delivery_unknown"]


def test_a_log_that_cannot_be_read_holds_nobody_back(office: Office) -> None:
    messenger = Away(office.settings)
    messenger.fails, messenger.hides = ProviderTimeout("Twilio failed"), True
    office.post("un", "deux")
    work(office, messenger, 5)
    messenger.fails = None
    work(office, messenger, 6 * MINUTES)
    assert said(office)[0] == "deux"
    assert said(office)[1].startswith(DOUBT)


def test_nor_does_the_line_that_tells_the_doubt(office: Office) -> None:
    messenger = Away(office.settings)
    messenger.fails, messenger.hides = ProviderTimeout("Twilio failed"), True
    office.post("un")
    work(office, messenger, 6 * MINUTES)
    assert office.states() == ["failed", "unknown"]
    messenger.fails = None
    office.post("un", "deux")  # the first stands there already
    work(office, messenger, 32 * MINUTES)
    assert said(office)[-1] == "deux"


@pytest.mark.parametrize(
    ("taken", "state"),
    [
        ({}, "failed"),
        ({"channel": "sms"}, "unknown"),
        ({"dispatched_at": HOUR_AGO}, "unknown"),
        ({"id": 0}, "unknown"),
    ],
    ids=["the provider is back", "only another is", "it was there before", "it took what was written before"],
)
def test_the_line_that_tells_the_doubt_is_given_up_only_where_the_provider_takes_what_came_behind(
    office: Office, taken: dict[str, object], state: str
) -> None:
    messenger = Away(office.settings)
    messenger.fails, messenger.hides = ProviderTimeout("Twilio failed"), True
    office.post("un")
    work(office, messenger, 12 * MINUTES)
    assert office.states() == ["failed", "unknown"]
    office.serves_somebody()
    moved = {name: office.clock.now() + value if name == "dispatched_at" else value for name, value in taken.items()}
    with office.database.write() as session:
        if moved:
            session.execute(update(OutboundPart).where(col(OutboundPart.state) == "read").values(**moved))
    work(office, messenger, 1 * MINUTES + 5)
    with office.database.read() as session:
        line = session.exec(select(OutboundPart).where(col(OutboundPart.body).startswith(DOUBT))).one()
    assert line.state == state


def test_how_far_it_was_is_not_said_when_it_is_no_longer_so(office: Office) -> None:
    messenger = Away(office.settings)
    messenger.fails = TransientError("no connection to Twilio")
    office.post("Je cherche sur le web…", "Voici.")
    with office.database.write() as session:
        first = (col(OutboundPart.body) == "Je cherche sur le web…",)
        session.execute(update(OutboundPart).where(*first).values(kind="progress", created_at=office.clock.now()))
    work(office, messenger, 5 * MINUTES)
    messenger.fails = None
    work(office, messenger, 2 * MINUTES)
    assert said(office) == ["Voici."]
    assert office.states()[0] == "dropped"


@contextmanager
def odd_line(certificate: Path | None) -> Iterator[str]:
    """The address of a server that is no Twilio: its certificate is one nobody has heard of, or it speaks no TLS; what
    it says behind the handshake is no HTTP."""
    server = MailServer(tls=server_context(certificate) if certificate else None)
    yield f"https://127.0.0.1:{server.port}"
    server.stop()


def error_of_create(address: str, trusted: Path | None = None) -> type[ProviderError]:
    client = client_of(make_settings())
    way = client.http_client._adapter
    way.send = partial(way.send, verify=str(trusted) if trusted else True)
    with closing(client.http_client), pytest.raises(ProviderError) as caught:
        create(Version(Domain(client, address), "2010-04-01"), "/Messages.json", {"To": "+2250700000001"})
    return caught.type


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # of asyncio, for a handshake that was broken off
def test_what_no_line_stands_for_surely_did_not_leave(tmp_path: Path) -> None:
    """A certificate that has run out, an hour of a proxy or of a firewall: nothing was said in the handshake. What
    breaks behind it may have left."""
    certificate = make_certificate(tmp_path)
    with odd_line(certificate) as address:
        assert error_of_create(address) is TransientError
        assert error_of_create(address, trusted=certificate) is ProviderTimeout
    with odd_line(None) as address:
        assert error_of_create(address) is TransientError
