"""No statement on the way of a message reads a table that grows from end to end: webhook, turn, delivery, callbacks,
commands, sweeps, chores and the administrators' pages are walked through over a database that has been in use for long,
and every statement that was sent is explained by the database."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text
from twilio.request_validator import RequestValidator

from bot.conversation.commands.table import COMMANDS
from bot.conversation.waiting_line import WaitingLine
from bot.dao.database import Database
from bot.models import Conversation
from bot.services.work import chores
from bot.services.work.chores import Turn
from tests.fakes import crowd
from tests.fakes.admin import Browser, make_administrator
from tests.fakes.keys import conversation_id
from tests.fakes.model import ScriptedModel, calls, next_number, says
from tests.fakes.plans import Statements, read_whole
from tests.fakes.product import Web, open_web
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, FakeTwilio
from tests.fakes.valkey import Valkey
from tests.fakes.wave import FakeWave
from tests.integration.admin.test_every_page import pages
from tests.integration.conversation.conftest import PUPIL, Line
from tests.integration.conversation.till import Till
from tests.integration.web.webhook import form

# SQLite, which plans without statistics, chooses alike whatever there is. PostgreSQL rightly reads a small table whole:
# with so many rows none is small beside what is wanted of it, and with five times as many it chooses the same.
ROWS = {"sqlite": 2_000, "postgresql": 20_000}
SHARE = 2_000  # one row in so many is the person's who writes
KEY = conversation_id(PUPIL)
BASE = "http://127.0.0.1:8000"
TOKEN = "m" * 32
# What may read a table that grows from end to end, and why: the file that asks, and the table.
EXCUSED = {
    # Of a month's results, up to 40,000, the levels of those who had them: more looks than one way through all people.
    ("dao/admin/teaching.py", "user_account"),
}
FILTERS = (
    "kind=turn", "user=1", "min=1", "q=turn", "since=2026-11-22", "order=most", "status=done", "tool=calculate",
)  # fmt: skip
EXPORTED = {"/admin/credits.csv": FILTERS[:5]}  # what the others would ask of an export are all its rows once more
TURNS = (
    calls(("calculate", {"expression": "6*7"})),
    calls(("list_user_files", {}), ("save_memory", {"fact": "Elle aime les maths"})),
    calls(("search_user_files", {"query": "fractions"}), ("create_task", {"title": "Réviser"})),
    calls(("report_exercise_result", {"subject": "maths", "correct": 1, "total": 2})),
    calls(("true_false_quiz", {"statement": "Deux et deux font quatre.", "correct": True, "explanation": "Oui."})),
)


class Walk:
    """One service with all its parts in this process, and a person who uses it."""

    def __init__(self, line: Line, till: Till, twilio: FakeTwilio, web: Web) -> None:
        self.line, self.till, self.twilio, self.web = line, till, twilio, web
        self.runtime, self.client = line.runtime, web.app.test_client()
        self._called_back = rows_of(web.database)  # the newest part that was; those of before are over

    def writes(self, words: str) -> None:
        """By the webhook; and whatever follows from it, until all of it has arrived."""
        sid = f"SM{next_number():032x}"
        fields = form(MessageSid=sid, SmsSid=sid, SmsMessageSid=sid, Body=words, From=PUPIL)
        assert self._post("/webhooks/twilio/message", fields) == 200
        self.runtime.inbox.drain(KEY)
        self.runtime.delivery.deliver(KEY)
        self.runtime.delivery.deliver_mails(KEY)
        self.arrives()

    def arrives(self) -> None:
        """Everything that was sent; one part in five is refused."""
        with self.web.database.read() as session:
            sent = text("SELECT id, twilio_sid FROM outbound_part WHERE id > :upto AND twilio_sid IS NOT NULL")
            new = session.execute(sent, {"upto": self._called_back}).all()
        for part, sid in new:
            self._called_back = part
            for state in ("sent", "delivered", "read") if part % 5 else ("undelivered",):
                fields = {"MessageSid": sid, "MessageStatus": state, "AccountSid": ACCOUNT_SID, "ErrorCode": ""}
                code = {"ErrorCode": "63019"} if state == "undelivered" else {}
                assert self._post(f"/webhooks/twilio/status?part={part}", fields | code) == 204

    def _post(self, path: str, fields: dict[str, str]) -> int:
        signature = RequestValidator(AUTH_TOKEN).compute_signature(BASE + path, fields)
        return self.client.post(path, data=fields, headers={"X-Twilio-Signature": signature}).status_code

    def looks_after_itself(self) -> None:
        """What workers do beside the messages, and what the platform asks."""
        sweeper = self.runtime.sweeper
        for step in (sweeper.beat, sweeper.give_back, sweeper.take_over, sweeper.sweep, sweeper.find_gaps):
            step()
        self.line.stores("Une question qui attend")
        self.line.clock.skip(90)
        inbox = self.runtime.inbox
        WaitingLine(inbox.database, inbox.settings, inbox.clock, inbox.exchange, inbox.wake).look()
        assert any("Beaucoup de monde" in said for said in self.line.hears())
        self.runtime.inbox.turns.presence.tick()
        self.runtime.inbox.turns.presence.hear()
        for which in self.runtime.chores:
            which.tick()
        for path in ("/healthz", "/readyz", "/metrics"):
            self.client.get(path, headers={"Authorization": f"Bearer {TOKEN}"})

    def is_looked_at(self) -> None:
        """Every page of the administrators, the credit log in every order and by every filter."""
        admin = Browser(self.web)
        assert admin.signs_in().status_code == 303
        for path in pages(self.web.app):
            for query in ("", *(FILTERS if "." not in path else EXPORTED.get(path, ()))):
                answer = admin.client.get(f"{path}?{query}", buffered=True)
                assert answer.status_code < 500, path


def rows_of(database: Database) -> int:
    """How many a table has here."""
    return ROWS["sqlite" if database.is_sqlite else "postgresql"]


@pytest.fixture
def walk(
    database: Database, valkey: Valkey, tmp_path: Path, model: ScriptedModel, wave: FakeWave,
    open_line: Callable[..., Line], monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Walk]:  # fmt: skip
    monkeypatch.setattr(chores, "Turn", partial(Turn, pause_s=0.0))
    crowd.fill(database, rows_of(database), KEY, share=SHARE)
    with database.write() as session:
        session.add(Conversation(id="0" * 32, address_id=1))  # from before ids were keyed
    crowd.analyse(database)
    with FakeTwilio() as twilio:
        twilio.faults.callbacks.off = True
        same = {"twilio_api_url": twilio.url, "redis_url": valkey.url, "public_url": BASE, **wave.settings}
        limits = {"sender_per_minute": 1_000, "sender_per_day": 10_000}
        line = open_line(**same, **limits, metrics_token=TOKEN, embeddings_model="embeds")
        web = open_web(line.runtime.settings, database, line.clock)
        make_administrator(web)
        till = Till(line)
        wave.stand_in.clock = wave.clock = line.clock
        yield Walk(line, till, twilio, web)
        web.wake.close()


def test_nothing_that_grows_is_read_from_end_to_end(walk: Walk, model: ScriptedModel) -> None:
    statements = Statements()
    with statements.listening():
        for step in TURNS:
            model.then(step, says("Voilà."))
            walk.writes("Une vraie question")
        walk.writes("1")
        for command in COMMANDS:
            walk.writes(f"/{command.wording.fr.partition('|')[0]}")
        walk.looks_after_itself()
        walk.is_looked_at()
    database, tables = walk.web.database, frozenset(table.name for table in crowd.grown())
    assert len(statements.asked) > 300
    found = [whole for asked in statements.asked.values() for whole in read_whole(database, asked, tables)]
    unexpected = [whole for whole in found if whole.what not in EXCUSED]
    assert not unexpected, "\n".join(map(str, unexpected))
    assert database.is_sqlite or {whole.what for whole in found} == EXCUSED
