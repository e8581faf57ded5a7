"""Each kind of effect a tool has, and a worker process that SIGKILLs itself at an instant around it: the next worker
goes on, and in the end there is one of everything: with the person, at the providers and in our books."""

import json
import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from bot.errors import SandboxFailed
from bot.isolation.shell.trial import tried_sandbox
from bot.models import Address, OutboundPart, User
from tests.fakes.mail import MailServer
from tests.fakes.model import Request, Step, calls, hangs, says
from tests.fakes.waiting import eventually
from tests.flows.conftest import PRO, PUPIL, Process, Stack
from tests.flows.steps import column

pytestmark = pytest.mark.timeout(400)
LONG_S = 60.0
LATER = timedelta(seconds=300)  # longer than anybody waits for what a mail server or Twilio has not answered
RESULT = "commit of DatabaseJournal.finished"
PAPER = {"title": "Fiche", "content": "Une fiche sur les fractions."}
LETTER = {"subject": "Fiche", "text": "Voici."}
LINE = {"text": "Le résumé demandé."}
TASK = {"title": "Réviser", "in_minutes": 600}
EFFORT = {"amount": 2, "reason": "Bel effort"}
SHEET = {"command": "echo 'mois;ventes' > ~/ventes.csv"}
MAILBOX = "awa@example.org"  # named to the person by nothing but a doubt
DOCUMENT = {"files": 1, "bytes": 1, "documents": 1, "credits": -2}
SMS = {"lines": 1, "credits": -3}
SHEET_SENT = {"files": 1, "bytes": 2, "links": 1, "credits": -3}  # with the home that the command left


@dataclass(frozen=True)
class Case:
    """A call, the instant at which its worker dies, and what has come of it in the end beside the answer."""

    who: str
    tool: str
    arguments: Mapping[str, Any]
    edge: str
    site: str
    effect: Mapping[str, int]
    waits: bool = False  # the model says nothing until the worker is dead: the part sent is no answer of its

    @property
    def outcome(self) -> Counter[str]:
        return Counter({"answers": 1, "credits": -1} | dict(self.effect))


IN_THE_TURN = (
    Case(PUPIL, "generate_pdf", PAPER, "after", "a file stored", DOCUMENT),
    Case(PUPIL, "generate_pdf", PAPER | {"title": "Suite"}, "before", RESULT, DOCUMENT),
    Case(PUPIL, "create_task", TASK, "before", RESULT, {"tasks": 1}),
    Case(PUPIL, "create_task", TASK | {"title": "Relire"}, "behind", RESULT, {"tasks": 1}),
    Case(PUPIL, "award_bonus_credits", EFFORT, "before", RESULT, {"bonuses": 1, "credits": 1}),
    Case(PUPIL, "award_bonus_credits", EFFORT, "behind", RESULT, {"bonuses": 1, "credits": 1}),
    Case(PUPIL, "send_email_to_user", LETTER, "before", RESULT, {"mails": 1}),
)
IN_THE_SHELL = (Case(PRO, "bash_execute", SHEET, "after", "command in the sandbox", SHEET_SENT),)
ON_THE_WAY = (
    Case(PUPIL, "generate_pdf", PAPER, "before", "media part sent", DOCUMENT),
    Case(PUPIL, "generate_pdf", PAPER | {"title": "Suite"}, "after", "media part sent", DOCUMENT),
    Case(PRO, "send_sms_to_user", LINE, "before", "text part sent", SMS, waits=True),
    Case(PRO, "send_sms_to_user", LINE, "after", "text part sent", SMS, waits=True),
    Case(PUPIL, "send_whatsapp_to_user", LINE, "after", "text part sent", {"lines": 1}, waits=True),
    # A mail server keeps no log to ask: sent or not, it is not sent again, and the person is told of the doubt.
    Case(PUPIL, "send_email_to_user", LETTER, "before", "email part sent", {"doubts": 1}),
    Case(PUPIL, "send_email_to_user", LETTER, "after", "email part sent", {"mails": 1, "doubts": 1}),
)


class Kills:
    """A stack, the mail server beside it, and a count of all that has come of the cases so far."""

    def __init__(self, stack: Stack, post: MailServer) -> None:
        self.stack, self.post = stack, post
        self.case: Case | None = None
        self.is_dead = False
        stack.model.script(self._answer)
        stack.worker_module = "tests.fakes.doomed_worker"
        smtp = {"SMTP_URL": f"smtp://127.0.0.1:{post.port}", "MAIL_FROM": "Palabre <bot@palabre.example>"}
        stack.start(0, FRAGMENT_WINDOW_S="0.2", **smtp)
        with stack.database.write() as session:
            pupil = session.exec(select(Address.user_id).where(Address.value == PUPIL)).one()
            session.get_one(User, pupil).email = MAILBOX

    def go_through(self, cases: Sequence[Case]) -> None:
        """Each case with a worker of its own, which first ends what the one before has left."""
        expected = self.happened()
        for case in cases:
            worker = self.start_worker(case)
            self.settles(expected)
            self.case, self.is_dead = case, False
            self.stack.twilio.phone(case.who).says(f"{case.tool}, {case.edge} {case.site}")
            eventually(lambda worker=worker: worker.poll() is not None, LONG_S)
            assert worker.returncode == -signal.SIGKILL, (case, self.stack.log())
            self.is_dead = True
            self._lets_time_pass()
            expected.update(case.outcome)
        last = self.start_worker(None)
        self.settles(expected)
        for phone in (self.stack.twilio.phone(who) for who in (PUPIL, PRO)):
            phone.hears_all(sum(message.to == phone.address for message in self.sent()))
            phone.silence(1.5)
        assert self.happened() == expected
        assert last.poll() is None

    def start_worker(self, case: Case | None) -> Process:
        """One that dies in this case; None: one that lives."""
        doomed = case and {"tool": case.tool, "edge": case.edge, "site": case.site}
        self.stack.overrides["DOOM"] = json.dumps(doomed)
        return self.stack.start_worker()

    def settles(self, expected: Mapping[str, int]) -> None:
        """Wait until all has come of the cases that should."""
        try:
            eventually(lambda: self.happened() == expected, LONG_S, every_s=0.1)
        except AssertionError:
            assert self.happened() == expected, (self.case, self.stack.log())

    def happened(self) -> Counter[str]:
        """What there is by now, wherever it is counted."""
        sent = [message for message in self.sent() if message.arrived]
        return Counter(
            files=self._count("stored_file"),
            bytes=len([path for path in (self.stack.folder / "files").rglob("*") if path.is_file()]),
            documents=sum(len(message.media) for message in sent),
            links=sum("ventes.csv" in message.body for message in sent),
            answers=sum("Voilà" in message.body for message in sent),
            lines=sum(LINE["text"] in message.body for message in sent),
            doubts=sum(MAILBOX in message.body for message in sent),
            mails=len(self.post.inbox),
            tasks=self._count("task"),
            bonuses=self._count("ledger_entry", "WHERE kind = 'bonus'"),
            credits=column(self.stack, "SELECT sum(amount) FROM ledger_entry")[0],
        )

    def sent(self) -> list[Any]:
        return list(self.stack.twilio.stand_in.sent)

    def _count(self, table: str, which: str = "") -> int:
        return int(column(self.stack, f"SELECT count(*) FROM {table} {which}")[0])

    def _answer(self, request: Request) -> Step:
        assert self.case is not None
        if request["messages"][-1]["role"] != "tool":
            return calls((self.case.tool, self.case.arguments))
        return hangs(LONG_S) if self.case.waits and not self.is_dead else says("Voilà")

    def _lets_time_pass(self) -> None:
        """What the dead worker had under way is as old as it takes for others to ask after it."""
        with self.stack.database.write() as session:
            for part in session.exec(select(OutboundPart).where(col(OutboundPart.state) == "dispatching")):
                assert part.dispatched_at is not None
                part.dispatched_at, part.due_at = part.dispatched_at - LATER, part.due_at - LATER
            session.connection().exec_driver_sql(f"UPDATE worker SET heartbeat = heartbeat - {LATER.total_seconds()}")


@pytest.fixture
def kills(stack: Stack) -> Iterator[Kills]:
    post = MailServer()
    yield Kills(stack, post)
    post.stop()


def test_a_worker_killed_in_the_turn_changes_nothing(kills: Kills) -> None:
    kills.go_through(IN_THE_TURN)


def test_a_worker_killed_behind_a_command_changes_nothing(kills: Kills) -> None:
    try:
        tried_sandbox()
    except SandboxFailed as error:
        pytest.skip(f"no sandbox on this machine: {error}")
    kills.go_through(IN_THE_SHELL)


def test_a_worker_killed_while_something_leaves_changes_nothing(kills: Kills) -> None:
    kills.go_through(ON_THE_WAY)
