"""One pupil's conversation in a real database: the agent's turns run for real against a scripted model, replies go
through the handler in transactions of their own."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import Session, col, select

from bot.cli.commands import add_user
from bot.clients.model import OpenAIModel
from bot.clients.storage import FolderStore
from bot.clients.twilio import TwilioMessenger
from bot.config import Settings
from bot.conversation.commands.table import VOCABULARY
from bot.conversation.composition import desk_of
from bot.conversation.outcomes import Ask, NotAnswered, Replied
from bot.conversation.people import Person, person
from bot.conversation.talk import Desk, Dialogue, Talk
from bot.conversation.turn.runner import TurnRunner
from bot.conversation.turn.summarising import Summariser
from bot.dao import contexts, interactions
from bot.dao.database import Database
from bot.dao.inbound import NewInbound, insert_inbound
from bot.dao.work import runs, workers
from bot.models import ExerciseResult, InboundMessage, OutboundPart, PendingInteraction, Run
from bot.obs.metrics import Metrics
from bot.queue.policy import job_policies
from bot.queue.progress import ProgressFeed
from bot.queue.wake import WakeQueue
from bot.services.library.files import links_of
from bot.services.quiz.run_quizzes import asked
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.work.lanes import Lane
from bot.services.work.presence import Presence
from bot.services.work.shutdown import Shutdown
from bot.text.french import with_plain_spaces
from bot.tools.composition import compose_toolbox
from bot.tools.toolbox import Toolbox
from bot.types import Channel, Language, Mode
from tests.fakes import lanes
from tests.fakes.clock import FakeClock
from tests.fakes.keys import conversation_id
from tests.fakes.model import ScriptedModel, Step
from tests.fakes.product import make_settings

AWA = "whatsapp:+2250700000001"
KEY = conversation_id(AWA)
GRACE_S = 600.0  # what a turn is given to end by itself, far less than a sign-in lasts


@dataclass
class World:
    """The conversation, and hands to move it."""

    database: Database
    settings: Settings
    model: ScriptedModel
    client: OpenAIModel
    clock: FakeClock
    folder: Path
    wake: WakeQueue
    feed: ProgressFeed
    lane: Lane = field(init=False)
    count: int = 0
    opened: bool = False
    messages: dict[str, InboundMessage] = field(default_factory=dict)

    def __post_init__(self) -> None:
        add_user(self.database, AWA, Mode.STUDENT, 50)
        with self.database.write() as session:
            workers.register(session, "w", "w")
        self.receive("Bonjour")
        lane = lanes.claim(self.database, KEY, "w", 60)
        assert lane is not None
        self.lane = lane

    @property
    def desk(self) -> Desk:
        links = links_of(self.settings, self.clock)
        return desk_of(self.settings, self.clock, links, FolderStore(self.folder), OneTimeCodes(self.settings))

    @property
    def toolbox(self) -> Toolbox:
        return compose_toolbox(
            self.settings, self.database, self.clock, FolderStore(self.folder), Metrics(), self.client
        )

    @property
    def turns(self) -> TurnRunner:
        links = links_of(self.settings, self.clock)
        return TurnRunner(
            settings=self.settings,
            database=self.database,
            model=self.client,
            store=FolderStore(self.folder),
            links=links,
            clock=self.clock,
            presence=Presence(TwilioMessenger(self.settings), links, self.wake, self.clock, 1e9),
            metrics=Metrics(),
            toolbox=self.toolbox,
            shutdown=Shutdown(self.clock, GRACE_S),
            feed=self.feed,
            summariser=Summariser(self.settings, self.client, self.clock),
        )

    def receive(self, body: str) -> InboundMessage:
        """A message as the webhook stores it."""
        self.count += 1
        with self.database.write_connection() as connection:
            insert_inbound(
                connection,
                NewInbound(
                    message_sid=f"SM{self.count:032x}",
                    conversation_id=KEY,
                    sender=AWA,
                    recipient="whatsapp:+14155238886",
                    channel=Channel.WHATSAPP,
                    kind="text",
                    body=body,
                ),
            )
        with self.database.read() as session:
            message = session.exec(select(InboundMessage).order_by(col(InboundMessage.id).desc())).first()
        assert message is not None
        self.messages[body] = message
        return message

    def who(self) -> Person:
        with self.database.read() as session:
            return person(session, KEY, "", Language.FR, self.clock.now(), VOCABULARY)

    def turn(self, body: str, *steps: Step) -> Run:
        """A message that goes to the agent, from beginning to end."""
        self.model.then(*steps)
        message = self.receive(body)
        run = self.begin(message, body)
        self.turns.execute(self.lane, self.who(), [message], run)
        with self.database.read() as session:
            return session.get_one(Run, run.id)

    def begin(self, message: InboundMessage, body: str) -> Run:
        with self.lane.write() as session:
            return self.turns.begin(session, self.who(), [message], Ask(body))

    def new_talk(self, session: Session, body: str) -> Talk:
        """The exchange a message begins."""
        now = self.clock.now()
        return Talk(
            self.desk, session, person(session, KEY, body, Language.FR, now, VOCABULARY), [self.messages[body]], now
        )

    def talk(self, reply: str, dialogue: Dialogue | None = None) -> Replied:
        """What came of a reply to the open question."""
        self.receive(reply)
        with self.lane.write() as session:
            talk = self.new_talk(session, reply)
            opened = interactions.current(session, KEY, talk.now)
            assert opened is not None
            return (dialogue or self.desk.dialogues["quiz"]).answer(talk, opened, reply)

    def fresh_start(self) -> None:
        """/nouveau."""
        with self.lane.write() as session:
            contexts.forget(session, KEY, self.who().user_id, runs.last_transcript_id(session, KEY))
        self.opened = False

    def reply(self, text: str) -> str:
        """What is said to a reply; it has to be an answer."""
        before = len(self.said())
        assert not isinstance(self.talk(text), NotAnswered)
        return "\n".join(self.said()[before:])

    def said(self) -> list[str]:
        """The bodies of everything written for the phone, as they are read."""
        with self.database.read() as session:
            parts = session.exec(select(OutboundPart).order_by(col(OutboundPart.id))).all()
        return [with_plain_spaces(part.body) for part in parts]

    def question(self, run: Run) -> str | None:
        """What stands below the text of a run."""
        with self.database.read() as session:
            found = asked(session, run.id, Language.FR, self.who().channel)
        return found[0].written() if found else None

    def open_quiz(self) -> PendingInteraction | None:
        with self.database.write() as session:
            return interactions.current(session, KEY, self.clock.now())

    def results(self) -> list[tuple[str, int, int, str]]:
        with self.database.read() as session:
            rows = session.exec(select(ExerciseResult).order_by(col(ExerciseResult.id)))
            return [(row.subject, row.correct, row.total, row.source) for row in rows]

    def tool_results(self, run: Run) -> list[dict[str, Any]]:
        """What the model was told of its calls."""
        with self.database.read() as session:
            return [json.loads(call.result or "null") for call in runs.tool_calls(session, run.id)]

    def dump(self) -> str:
        """Every row of every table."""
        with self.database.read() as session:
            names = session.execute(text(TABLES[self.database.is_sqlite])).scalars().all()
            return "\n".join(repr(row) for name in names for row in session.execute(text(f'SELECT * FROM "{name}"')))


TABLES = {
    True: "SELECT name FROM sqlite_master WHERE type = 'table'",
    False: "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'",
}


@pytest.fixture
def world(database: Database, tmp_path: Path) -> Iterator[World]:
    """A pupil who is signed in and has said nothing to the agent yet."""
    wake = WakeQueue("redis://127.0.0.1:1/0", job_policies(180))
    with ScriptedModel() as model:
        client = OpenAIModel(model.url, "sk-for-tests")
        settings = make_settings(openai_base_url=model.url, storage_url=f"file://{tmp_path}/files")
        feed = ProgressFeed(settings.redis_url)
        yield World(database, settings, model, client, FakeClock(), tmp_path / "files", wake, feed)
        feed.close()
        client.close()
    wake.close()
