"""A line to the bot without processes: messages go in as rows, a worker's own inbox drains them, what is said is read
from the parts it wrote. Nothing runs beside it, so every step of a story is the test's."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from bot.capabilities import channel_of
from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.dao.work import workers
from bot.models import Address, Conversation, InboundMessage, LedgerEntry, OutboundPart, Run, User
from bot.reading.incoming.priority import Words, priority_of
from bot.types import Mode
from jobs.runtime import Runtime, build_runtime
from tests.fakes.clock import FakeClock
from tests.fakes.keys import conversation_id
from tests.fakes.mail import MailServer
from tests.fakes.model import ScriptedModel, next_number, says
from tests.fakes.product import make_settings
from tests.fakes.wave import FakeWave
from tests.integration.conversation.till import Till

PUPIL = "whatsapp:+2250700000001"
GUEST = "whatsapp:+2250700000003"
NOWHERE = "127.0.0.1:9"  # nobody listens there
CREDITS = 50


@dataclass
class Line:
    """One worker with its database and its model. `says` stores messages and drains; `hears` is what is new."""

    database: Database
    model: ScriptedModel
    clock: FakeClock
    runtime: Runtime
    _heard: set[int] = field(default_factory=set)

    def says(self, *bodies: str, address: str = PUPIL, **columns: object) -> None:
        """Messages that came in together; answered when this returns."""
        for body in bodies:
            self.stores(body, address, **columns)
        self.drain(address)

    def stores(self, body: str, address: str = PUPIL, **columns: object) -> None:
        """A message as the webhook leaves it, with nobody at work yet."""
        self.clock.skip(0.001)  # no two come in at the same instant
        values: dict[str, object] = {"kind": "text", "details": {}, "received_at": self.clock.now()} | columns
        words = Words(body, str(values["kind"]), channel_of(address), service="Palabre")
        values.setdefault("priority", priority_of(words))
        with self.database.write() as session:
            session.add(
                InboundMessage(
                    message_sid=f"SM{next_number():032x}",
                    conversation_id=conversation_id(address),
                    sender=address,
                    channel=channel_of(address),
                    body=body,
                    **values,
                )
            )

    def drain(self, address: str = PUPIL) -> None:
        """What wake-ups do: a turn that took long (on a busy machine) leaves what is behind it to the next one."""
        done = -1
        while None in self.outcomes() and done < (done := self._processed()):
            self.runtime.inbox.drain(conversation_id(address))

    def _processed(self) -> int:
        return len([outcome for outcome in self.outcomes() if outcome is not None])

    def hears(self, address: str = PUPIL) -> list[str]:
        """The bodies of the parts written for an address since the last look, dropped ones left out."""
        with self.database.read() as session:
            query = select(OutboundPart).where(OutboundPart.address == address).order_by(col(OutboundPart.id))
            new = [part for part in session.exec(query) if part.id not in self._heard]
        self._heard |= {part.id for part in new}
        return [part.body for part in new if part.state != "dropped"]

    def asked(self) -> list[list[dict[str, object]]]:
        """The messages of every request the model got, without the system prompt."""
        return [request["messages"][1:] for request in self.model.requests]

    def outcomes(self) -> list[str | None]:
        """What became of every message, in order; None while it waits."""
        with self.database.read() as session:
            rows = session.exec(select(InboundMessage).order_by(col(InboundMessage.id)))
            return [row.outcome if row.processed_at else None for row in rows]

    def address(self, value: str) -> Address:
        with self.database.read() as session:
            return session.exec(select(Address).where(Address.value == value)).one()

    def conversation(self, address: str = PUPIL) -> Conversation:
        with self.database.read() as session:
            return session.get_one(Conversation, conversation_id(address))

    def run(self) -> Run:
        """The newest run."""
        with self.database.read() as session:
            return session.exec(select(Run).order_by(col(Run.id).desc()).limit(1)).one()

    def is_taken_elsewhere(self, address: str = PUPIL) -> None:
        """Another worker, alive, holds the conversation: only what is urgent is answered meanwhile."""
        with self.database.write() as session:
            workers.register(session, "busy", "")
            conversation = session.get_one(Conversation, conversation_id(address))
            conversation.lane_worker, conversation.lane_epoch = "busy", conversation.lane_epoch + 1

    def credits(self) -> int:
        """The pupil's balance, which is also the sum of the ledger."""
        return self.credits_of(1)

    def credits_of(self, user_id: int) -> int:
        """A user's."""
        with self.database.read() as session:
            balance = session.get_one(User, user_id).credits
            theirs = session.exec(select(LedgerEntry.amount).where(LedgerEntry.user_id == user_id))
            assert balance == sum(theirs)
            return balance


@pytest.fixture
def open_line(database: Database, tmp_path: Path, model: ScriptedModel) -> Iterator[Callable[..., Line]]:
    """Opens lines, each a worker of its own, to one database and one model; settings may be overridden."""
    opened: list[Line] = []
    handlers, level = logging.root.handlers[:], logging.root.level

    def line(**overrides: object) -> Line:
        values: dict[str, object] = {
            "database_url": database.engine.url.render_as_string(hide_password=False),
            "redis_url": f"redis://{NOWHERE}/0", "twilio_api_url": f"http://{NOWHERE}", "openai_base_url": model.url,
            "storage_url": f"file://{tmp_path}/files", "fragment_window_s": 0, "media_window_s": 0,
            "model_summary": "summarises",
        }  # fmt: skip
        clock = opened[0].clock if opened else FakeClock()
        made = Line(database, model, clock, build_runtime(make_settings(**(values | overrides)), clock))
        opened.append(made)
        return made

    add_user(database, PUPIL, Mode.STUDENT, CREDITS)
    yield line
    for each in opened:
        each.runtime.inbox.turns.model.close()  # type: ignore[attr-defined]
        each.runtime.wake.close()
        each.runtime.feed.close()
        each.runtime.database.close()
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)


@pytest.fixture
def line(open_line: Callable[..., Line]) -> Line:
    """A line with the settings most tests need."""
    return open_line()


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    """A model that says what the test tells it to."""
    with ScriptedModel() as served:
        yield served


@pytest.fixture
def server() -> Iterator[MailServer]:
    """A mail server that takes everything."""
    started = MailServer()
    yield started
    started.stop()


@pytest.fixture
def wave() -> Iterator[FakeWave]:
    """A payment provider, at the clock of whoever sells by it."""
    with FakeWave() as served:
        yield served


@pytest.fixture
def till(open_line: Callable[..., Line], wave: FakeWave) -> Till:
    """A bot that sells by Wave."""
    made = Till(open_line(**wave.settings))
    wave.stand_in.clock = wave.clock = made.clock
    return made


@pytest.fixture
def open_desk(open_line: Callable[..., Line], model: ScriptedModel) -> Iterator[Callable[..., Any]]:
    """Opens lines on which people send photos, read by `eyes` (tests.integration.conversation.desks)."""
    from bot.services.attachments.reading import Kind
    from tests.fakes.twilio import FakeTwilio
    from tests.integration.conversation.desks import Desk, Ears, Eyes

    model.script(lambda _request: says("Vu."))
    with FakeTwilio() as twilio:

        def opened(eyes: Any = None, **settings: object) -> Desk:
            line = open_line(**{"twilio_api_url": twilio.url, "media_window_s": 2.5} | settings)
            desk = Desk(line, twilio, eyes or Eyes())
            desk.uses(readers={Kind.PHOTO: desk.eyes, Kind.VOICE: Ears()})
            return desk

        yield opened


@pytest.fixture
def desk(open_desk: Callable[..., Any]) -> Any:
    """One with the settings most tests need."""
    return open_desk()


@pytest.fixture
def open_caller(open_line: Callable[..., Line], model: ScriptedModel) -> Iterator[Callable[..., Any]]:
    """Opens lines on which people speak (tests.integration.conversation.callers.Caller)."""
    from tests.fakes.speech import Speech
    from tests.fakes.twilio import FakeTwilio
    from tests.integration.conversation.callers import Caller

    model.script(lambda _request: says("Voici la réponse."))
    model.speech = Speech()
    callers: list[Caller] = []
    with FakeTwilio() as twilio:

        def opened(**settings: object) -> Caller:
            values = {"twilio_api_url": twilio.url, "model_transcribe": "ears"}
            callers.append(Caller(open_line(**(values | settings)), twilio, model.speech))
            return callers[-1]

        yield opened
        for each in callers:
            each.close()


@pytest.fixture
def caller(open_caller: Callable[..., Any]) -> Any:
    """One with the settings most tests need."""
    return open_caller()
