"""A post office: the real application behind a real server for callbacks, a fake Twilio, and the sender under test."""

import secrets
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import Session

from bot.cli.commands import add_user
from bot.clients.twilio import TwilioMessenger
from bot.dao import addresses, clock_jumps
from bot.dao.database import Database
from bot.dao.delivery import parts
from bot.dao.work import workers
from bot.models import OutboundPart, StoredFile
from bot.services.delivery import codes
from bot.services.delivery.by_twilio import ByTwilio
from bot.services.delivery.sender import Delivery
from bot.services.delivery.transport import Transports
from bot.services.delivery.unwritten import Unwritten
from bot.services.library.files import links_of
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import Channel, Language, Mode
from tests.fakes.clock import FakeClock
from tests.fakes.keys import conversation_id
from tests.fakes.product import make_settings, open_web
from tests.fakes.serving import AppServer
from tests.fakes.twilio import FakeTwilio, Phone
from tests.fakes.valkey import Valkey

AWA = "whatsapp:+2250700000001"
AWA_SMS = "+2250700000001"
PART_WAIT_S = 10.0
DEAD = ("dead", "ghost", "slow")  # workers that nobody has heard of for an hour


class Office:
    """Parts go in by `post`, leave by `deliver`, arrive at the phones of `twilio`."""

    def __init__(
        self, folder: Path, database: Database, valkey: Valkey, twilio: FakeTwilio, port: int, **overrides: str
    ) -> None:
        self.database, self.twilio, self.clock = database, twilio, FakeClock()
        settings = make_settings(
            public_url=f"http://127.0.0.1:{port}",
            twilio_api_url=twilio.url,
            redis_url=valkey.url,
            storage_url=f"file://{folder}/files",
            **overrides,
        )
        self.settings = settings
        web = open_web(settings, database, self.clock)
        self.wake, self.store, self.app = web.wake, web.store, web.app
        self.links = links_of(settings, self.clock)
        twilio.stand_in.webhook_base_url = settings.public_url
        add_user(database, AWA, Mode.STUDENT, 5)
        self.conversation = conversation_id(AWA)
        self.opens_window(AWA)
        for worker in DEAD:
            self.hears_of(worker, 3_600)

    def hears_of(self, worker: str, seconds_ago: float = 0) -> None:
        """The last time a worker said that it lives."""
        with self.database.write() as session:
            workers.forget(session, worker)
            workers.register(session, worker, worker)
            session.connection().exec_driver_sql(
                f"UPDATE worker SET heartbeat = heartbeat - {seconds_ago} WHERE id = '{worker}'"
            )

    def messenger(self) -> TwilioMessenger:
        """A worker's Twilio."""
        return TwilioMessenger(self.settings)

    def lines(self, session: Session) -> list[list[OutboundPart]]:
        """What waits, as a sender looks at it."""
        return codes.lines_of(self.open_parts(session))

    def open_parts(self, session: Session) -> Sequence[OutboundPart]:
        """As a sender with a usual wait asks for them."""
        return parts.open_parts(session, self.conversation, self.clock.now(), timedelta(seconds=PART_WAIT_S)).parts

    def sender(self, worker: str = "w1", messenger: TwilioMessenger | None = None) -> Delivery:
        """A worker's delivery."""
        templates = self.settings.whatsapp_templates
        by_twilio = ByTwilio(messenger or self.messenger(), self.links, self.settings.public_url, templates)
        return Delivery(
            database=self.database,
            transports=Transports(dict.fromkeys(Channel, by_twilio)),
            links=self.links,
            clock=self.clock,
            worker_id=worker,
            part_wait_s=PART_WAIT_S,
            codes=OneTimeCodes(self.settings),
            unwritten=Unwritten(self.database),
            default_language=Language.FR,
        )

    def sets_back(self) -> int:
        """What a sweep does after the clock has gone back."""
        with self.database.write() as session:
            return clock_jumps.set_back_parts(session, self.clock.now())

    def opens_window(self, address: str) -> None:
        """As if the person had just written (nobody is there to hear it)."""
        base, self.twilio.stand_in.webhook_base_url = self.twilio.stand_in.webhook_base_url, "http://127.0.0.1:9"
        self.twilio.stand_in.receive(address, "Bonjour")
        self.twilio.stand_in.webhook_base_url = base

    def post(self, *bodies: str, address: str = AWA, file: bytes | None = None) -> list[int]:
        """Write parts; a file hangs on the last one, alone."""
        with self.database.write() as session:
            for number, body in enumerate(bodies):
                self._add(session, f"t{number}", address, body=body)
            if file is not None:
                stored = StoredFile(
                    conversation_id=self.conversation, name="cours.pdf", title="Cours", content_type="application/pdf",
                    size=len(file), sha256=self.store.put(file),
                )  # fmt: skip
                session.add(stored)
                session.flush()
                self._add(session, "file", address, kind="media", file_id=stored.id)
            return [part.id for part in self.open_parts(session)]

    def serves_somebody(self) -> None:
        """As if Twilio had just taken another message."""
        now = self.clock.now()
        sid = f"SM{secrets.token_hex(16)}"
        taken = {"state": "read", "closed_at": now, "dispatched_at": now, "twilio_sid": sid}
        with self.database.write() as session:
            self._add(session, sid, AWA, **taken)

    def states(self) -> list[str]:
        """The state of every part, in order."""
        with self.database.read() as session:
            rows = session.connection().exec_driver_sql("SELECT state FROM outbound_part ORDER BY id")
            return [row[0] for row in rows]

    def part(self, part_id: int) -> OutboundPart:
        with self.database.read() as session:
            found = parts.get(session, part_id)
        assert found
        return found

    def opted_out(self, address: str = AWA) -> bool:
        with self.database.read() as session:
            found = addresses.by_value(session, address)
        return bool(found and found.opted_out_at)

    def phone(self, address: str = AWA) -> Phone:
        return self.twilio.phone(address)

    def _add(self, session: Session, key: str, address: str, **values: object) -> None:
        channel = "whatsapp" if address.startswith("whatsapp:") else "sms"
        parts.add(session, conversation_id=self.conversation, key=key, address=address, channel=channel, **values)


@pytest.fixture
def office(request: pytest.FixtureRequest, tmp_path: Path, database: Database, valkey: Valkey) -> Iterator[Office]:
    """An open post office; settings may be overridden by an indirect parameter."""
    with FakeTwilio() as twilio:
        server = AppServer(lambda _e, _s: [])
        made = Office(tmp_path, database, valkey, twilio, server.port, **getattr(request, "param", {}))
        server.app = made.app
        with server:
            yield made
            twilio.stand_in.stop()
        made.wake.close()
