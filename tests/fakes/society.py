"""A few people with a past: users and guests with messages, runs, files, results, and words nobody else uses."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlmodel import Session, SQLModel, col, select

from bot.capabilities import channel_of
from bot.cli.commands import add_user
from bot.clients.storage import FolderStore
from bot.conversation.command import Request
from bot.conversation.commands.table import VOCABULARY
from bot.conversation.composition import desk_of
from bot.conversation.people import Person, person
from bot.conversation.talk import Talk
from bot.dao import contexts, conversations, interactions
from bot.dao.database import Database
from bot.dao.money import ledger
from bot.dao.work import runs
from bot.models import (
    Address,
    Conversation,
    ExerciseResult,
    InboundMessage,
    Iteration,
    LedgerEntry,
    OtpCode,
    OutboundPart,
    Run,
    StoredFile,
    ToolCallRecord,
    User,
)
from bot.reading.commands.arguments import Argument
from bot.services.library.files import links_of
from bot.services.money import credits
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.text.french import with_plain_spaces
from bot.types import Language, Mode
from tests.fakes.clock import FakeClock
from tests.fakes.keys import conversation_id
from tests.fakes.product import make_settings

AWA, AWA_SMS = "whatsapp:+2250700000001", "+2250700000001"
BINTOU = "whatsapp:+2250700000002"
GUEST = "whatsapp:CI.guest0000000003"


@dataclass(frozen=True, slots=True)
class Past:
    """What one turn left behind."""

    conversation_id: str
    run_id: int
    message_id: int
    digest: str
    link: str


class Society:
    """Everybody, and the desk at which they are served. Words of a person's past carry the person's own `mark`."""

    def __init__(self, database: Database, folder: Path, **settings: Any) -> None:
        self.database, self.clock = database, FakeClock()
        self.settings = make_settings(storage_url=f"file://{folder}/files", **settings)
        self.store = FolderStore(self.settings.storage_folder)
        self.links = links_of(self.settings, self.clock)
        self.desk = desk_of(self.settings, self.clock, self.links, self.store, OneTimeCodes(self.settings))
        self._messages = 0

    def user(self, address: str, amount: int = 20) -> int:
        """Make an address a signed-in user's; returns the user's id."""
        add_user(self.database, address, Mode.STUDENT, amount)
        with self.database.write() as session:
            row = session.exec(select(Address).where(Address.value == address)).one()
            user = session.get_one(User, row.user_id)
            user.phone, user.level = address.removeprefix("whatsapp:"), "middle"
            return row.user_id or 0

    def link(self, address: str, user_id: int) -> None:
        """One more address of a user, signed in."""
        with self.database.write() as session:
            row = session.get_one(Address, conversations.ensure(session, address).address_id)
            row.user_id, row.signed_in_until = user_id, self.clock.now() + timedelta(days=30)

    def sign_out(self, address: str) -> None:
        with self.database.write() as session:
            session.exec(select(Address).where(Address.value == address)).one().signed_in_until = None

    def past(self, address: str, mark: str) -> Past:
        """A turn with everything it leaves behind; all its words contain `mark`."""
        with self.database.write() as session:
            return self._past(session, address, mark)

    def _past(self, session: Session, address: str, mark: str) -> Past:
        conversation = conversations.ensure(session, address)
        row = session.get_one(Address, conversation.address_id)
        row.profile_name, row.language, key = f"name {mark}", "fr", conversation.id
        contexts.store_summary(session, key, row.user_id, f"summary {mark}", 0)
        made = Run(conversation_id=key, user_id=row.user_id, mode="student", language="fr", error=f"e {mark}"[:256])
        run = runs.start(session, made)
        run_id = run.id
        run.status, run.ended_at = "done", self.clock.now()
        if row.user_id is not None:  # the reservation, with words
            said = {"reason": f"reason {mark}", "call_id": f"c {mark}"}
            ledger.post(session, row.user_id, -1, "turn", f"run:{run_id}:reserve", run_id, **said)
        run.price = credits.reserve(session, row.user_id, 1, run_id)
        message = self.message(session, address, f"question {mark}", run_id=run_id, processed_at=self.clock.now())
        runs.append(session, run_id, key, {"role": "user", "content": f"question {mark}"})
        arguments = f'{{"secret": "arguments {mark}"}}'
        call = {"id": "c1", "type": "function", "function": {"name": "generate_pdf", "arguments": arguments}}
        runs.append(session, run_id, key, {"role": "assistant", "content": None, "tool_calls": [call]})
        runs.append(session, run_id, key, {"role": "tool", "tool_call_id": "c1", "content": f"result {mark}"})
        runs.append(session, run_id, key, {"role": "assistant", "content": f"answer {mark}"})
        session.add(Iteration(run_id=run_id, number=1, model="m", finish_reason="stop"))
        session.add(ToolCallRecord(run_id=run_id, call_id="c1", iteration=1, tool="generate_pdf", arguments=arguments,
                                   result=f"result {mark}"))  # fmt: skip
        file = self._file(session, key, row.user_id, run_id, mark)
        otp = OtpCode(number=address[-13:], prefix="2250700", asker=key, digest=f"digest {mark}"[:64],
                      expires_at=self.clock.now(), created_at=self.clock.now() - timedelta(days=2))  # fmt: skip
        session.add(otp)
        session.flush()
        for part_key, values in (("text", {"body": f"answer {mark}"}), ("file", {"file_id": file.id, "kind": "media"}),
                                 ("otp", {"otp_id": otp.id, "kind": "otp"})):  # fmt: skip
            session.add(OutboundPart(conversation_id=key, run_id=run_id, key=f"r{run_id}:{part_key}", address=address,
                                     channel=channel_of(address), **values))  # fmt: skip
        session.add(ExerciseResult(user_id=row.user_id, conversation_id=key, subject=f"maths {mark}"[:64], correct=7,
                                   total=10, source="quiz", key=f"quiz:{run_id}"))  # fmt: skip
        interactions.open_interaction(session, key, "quiz", {"questions": [f"quiz {mark}"]}, self.clock.now(), 3600)
        return Past(key, run_id, message.id, file.sha256, self.links.to(file))

    def _file(self, session: Session, key: str, user_id: int | None, run_id: int, mark: str) -> StoredFile:
        body = f"%PDF {mark}".encode()
        file = StoredFile(conversation_id=key, user_id=user_id, run_id=run_id, name="cours.pdf", title=f"Cours {mark}",
                          content_type="application/pdf", size=len(body), sha256=self.store.put(body))  # fmt: skip
        session.add(file)
        session.flush()
        return file

    def message(self, session: Session, address: str, body: str, **values: Any) -> InboundMessage:
        """A message that came in."""
        self._messages += 1
        made = InboundMessage(
            message_sid=f"SM{self._messages:032x}", conversation_id=conversation_id(address),
            sender=address, channel=channel_of(address), kind="text", body=body, details={"profile_name": body},
            **values,
        )  # fmt: skip
        session.add(made)
        session.flush()
        return made

    def talk(self, session: Session, address: str, body: str = "/commande") -> Talk:
        """An exchange about one new message, as the inbox begins it."""
        key = conversations.ensure(session, address).id
        now = self.clock.now()
        message = self.message(session, address, body)
        return Talk(self.desk, session, person(session, key, body, Language.FR, now, VOCABULARY), [message], now)

    def request(self, who: Person, argument: Argument | None = None) -> Request:
        """What the slow half of a command is given."""
        return Request(self.desk, self.database, who, argument)

    def who(self, address: str) -> Person:
        """Who is at an address, as a turn reads it."""
        with self.database.write() as session:
            return self.talk(session, address).person

    def said(self, address: str) -> list[str]:
        """All that was written to an address and has not left yet, in order, as it is read."""
        with self.database.read() as session:
            found = select(OutboundPart).where(OutboundPart.address == address).order_by(col(OutboundPart.id))
            return [with_plain_spaces(part.body) for part in session.exec(found)]

    def dump(self) -> str:
        """Every row of every table, as text."""
        with self.database.read() as session:
            tables = SQLModel.metadata.sorted_tables
            return "\n".join(f"{table.name} {row}" for table in tables for row in session.execute(table.select()))

    def balances(self) -> Sequence[tuple[int, int]]:
        """Each user's balance and the sum of the ledger's entries."""
        with self.database.read() as session:
            users = session.exec(select(User).order_by(col(User.id))).all()
            entries = session.exec(select(LedgerEntry)).all()
        return [(user.credits, sum(entry.amount for entry in entries if entry.user_id == user.id)) for user in users]

    def conversation(self, address: str) -> Conversation:
        with self.database.read() as session:
            return session.get_one(Conversation, conversation_id(address))
