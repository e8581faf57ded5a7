"""A house with the sign-in dialogue in it and nothing around: people say things, each in one transaction."""

import itertools
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session, col, select

from bot.clients.storage import FolderStore
from bot.config import Settings
from bot.conversation.commands.table import VOCABULARY
from bot.conversation.composition import desk_of
from bot.conversation.dialogues.sign_in import SignIn
from bot.conversation.dialogues.stray_codes import hide_old_code
from bot.conversation.outcomes import NotAnswered
from bot.conversation.people import person
from bot.conversation.talk import Desk, Talk
from bot.dao import conversations, interactions
from bot.dao.database import Database
from bot.models import Address, Alert, InboundMessage, OtpCode, OutboundPart, User
from bot.services.library.files import links_of
from bot.services.sign_in.accounts import Confirmed
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.sign_in.otp import OtpVerifier
from bot.services.sign_in.phone_numbers import MobileNumber
from bot.text.french import with_plain_spaces
from tests.fakes.clock import FakeClock
from tests.fakes.keys import conversation_id
from tests.fakes.product import make_settings
from tests.integration.delivery.conftest import office

__all__ = ["office"]

AWA = "whatsapp:+2250700000001"
AWA_SMS = "+2250700000001"
HIDDEN = "whatsapp:CI.1A2b3C4d5E"
KOFFI = "whatsapp:+2250500000002"
SIDS = itertools.count(1)
NOISE = re.compile(r"\d{4}-\d\d-\d\d[ T][\d:.+]+|(?:SM)?[0-9a-f]{32,64}")


def mobile(e164: str) -> MobileNumber:
    """A number as the parser gives it."""
    return MobileNumber(e164, e164[1:8])


@dataclass
class House:
    """`says` is one exchange; what was answered comes back, and `outcome` tells how it was routed."""

    database: Database
    settings: Settings
    clock: FakeClock
    codes: OneTimeCodes
    desk: OtpVerifier
    tools: Desk
    outcome: str = ""
    signed_in: list[Confirmed] = field(default_factory=list)

    def says(self, address: str, *bodies: str) -> str:
        """What the bot answers to fragments of one turn; an otp part shows as « [otp] »."""
        with self.database.write() as session:
            conversation = conversations.ensure(session, address)
            messages = [self._message(address, conversation.id, body) for body in bodies]
            session.add_all(messages)
            session.flush()
            reply = "\n".join(bodies)
            who = person(session, conversation.id, "", self.settings.default_language, self.clock.now(), VOCABULARY)
            talk = Talk(self.tools, session, who, messages, self.clock.now())
            before = self._parts(session, conversation.id)
            self.outcome = self._route(talk, reply)
            new = [part for part in self._parts(session, conversation.id) if part not in before]
            return "\n".join("[otp]" if part.kind == "otp" else with_plain_spaces(part.body) for part in new)

    def code(self, number: str = AWA_SMS) -> str:
        """The code last sent to a number, as its owner reads it."""
        with self.database.read() as session:
            newest = select(OtpCode).where(OtpCode.number == number).order_by(col(OtpCode.id).desc())
            row = session.exec(newest).first()
        assert row
        return self.codes.code(row.nonce)

    def wrong(self, number: str = AWA_SMS) -> str:
        """Six other digits."""
        return f"{(int(self.code(number)) + 1) % 1_000_000:06d}"

    def signs_in(self, address: str, number: str | None = None) -> Confirmed:
        """The whole dialogue."""
        self.says(address, "/connexion")
        if address.startswith("whatsapp:"):
            self.says(address, number or "1")
        self.says(address, self.code(number or address.removeprefix("whatsapp:")))
        return self.signed_in[-1]

    def takes(self, address: str, number: str) -> Confirmed:
        """Somebody who is signed in confirms another number."""
        for said in ("/connexion", "2", number):
            self.says(address, said)
        self.says(address, self.code(number))
        return self.signed_in[-1]

    def address(self, value: str) -> Address:
        with self.database.read() as session:
            return session.exec(select(Address).where(Address.value == value)).one()

    def was_silent(self, user_id: int, days: float) -> None:
        """By the database's clock as well, which nothing here moves."""
        with self.database.write() as session:
            session.get_one(User, user_id).last_seen_at = datetime.now(UTC) - timedelta(days=days)

    def user(self, user_id: int | None) -> User:
        with self.database.read() as session:
            return session.get_one(User, user_id)

    def rows(self) -> list[OtpCode]:
        with self.database.read() as session:
            return list(session.exec(select(OtpCode).order_by(col(OtpCode.id))))

    def alerts(self) -> list[str]:
        with self.database.read() as session:
            return [alert.kind for alert in session.exec(select(Alert).order_by(col(Alert.id)))]

    def open_step(self, address: str) -> str | None:
        """How far an open dialogue is."""
        with self.database.write() as session:
            found = interactions.current(session, conversation_id(address), self.clock.now())
            return str(found.payload["step"]) if found else None

    def dump(self) -> str:
        """Every value of every table but moments and random identifiers, in which six digits mean nothing."""
        with self.database.read() as session:
            listed = (
                "SELECT name FROM sqlite_master WHERE type = 'table'"
                if self.database.is_sqlite
                else "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            )
            names = session.execute(text(listed)).scalars().all()
            cells = [
                str(cell) for name in names for row in session.execute(text(f"SELECT * FROM {name}")) for cell in row
            ]
        return "\n".join(cell for cell in cells if not NOISE.fullmatch(cell))

    def _route(self, talk: Talk, reply: str) -> str:
        """As bot.conversation.exchange does it."""
        flow = SignIn(lambda _talk, confirmed: self.signed_in.append(confirmed))
        if re.fullmatch("/(connexion|login)", reply):
            flow.start(talk)
            return "command"
        opened = interactions.current(talk.session, talk.person.conversation_id, talk.now)
        if opened is not None and not isinstance(flow.answer(talk, opened, reply), NotAnswered):
            return "interaction"
        return "old_code" if hide_old_code(talk, reply) else "agent"

    def _message(self, address: str, conversation_id: str, body: str) -> InboundMessage:
        return InboundMessage(
            message_sid=f"SM{next(SIDS):032x}", conversation_id=conversation_id, sender=address,
            channel="whatsapp" if address.startswith("whatsapp:") else "sms", kind="text", body=body,
            received_at=self.clock.now(),
        )  # fmt: skip

    def _parts(self, session: Session, conversation_id: str) -> list[OutboundPart]:
        found = select(OutboundPart).where(OutboundPart.conversation_id == conversation_id)
        return list(session.exec(found.order_by(col(OutboundPart.id))))


def make_house(folder: Path, database: Database, **overrides: object) -> House:
    """A house on a database, with settings of one's own."""
    settings, clock = make_settings(storage_url=f"file://{folder}/files", **overrides), FakeClock()
    codes = OneTimeCodes(settings)
    tools = desk_of(settings, clock, links_of(settings, clock), FolderStore(settings.storage_folder), codes)
    noon = clock.now().replace(hour=12, minute=0, second=0) + timedelta(days=1)
    clock.skip((noon - clock.now()).total_seconds())  # nothing here depends on when the tests run
    return House(database, settings, clock, codes, OtpVerifier(settings, codes), tools)


@pytest.fixture
def house(tmp_path: Path, database: Database) -> House:
    """A house on each kind of database."""
    return make_house(tmp_path, database)
