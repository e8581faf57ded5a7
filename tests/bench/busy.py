"""The product at work for benchmarks of what goes on beside what: web, workers, and people whose runs, direct or in the
background, go from step to step. Model, Twilio and web are served by the measuring process."""

import re
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from sqlalchemy import text

from bot.cli.commands import add_user
from bot.simulator.records import Sent
from bot.types import Mode
from tests.bench.product import person
from tests.fakes.forge import Forge
from tests.fakes.model import Request, ScriptedModel, Step, calls, last_user_text, says
from tests.fakes.twilio import FakeTwilio, Phone
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually
from tests.fakes.web import FakeWeb
from tests.flows.conftest import Process, Stack

DEADLINE_S = 90.0
BEGUN, DONE = "parti en arrière-plan", "Tout est lu."
PAGES = 8
PAGE = "<html><head><title>Cacao</title></head><body><main>" + "<p>Un texte sur le cacao ivoirien.</p>" * 200
LIMITS = {
    "SWEEP_INTERVAL_S": "5", "WORKER_HEARTBEAT_S": "2", "WORKER_LOST_AFTER_S": "8",  # as in production
    "MAX_ITERATIONS": "50", "BACKGROUND_ITERATIONS": "200", "TOOL_CALL_BUDGET": "1000", "BACKGROUND_TOOL_CALLS": "1000",
    "BACKGROUND_PAGES": "1000", "RUN_TOKEN_BUDGET": "100000000", "BACKGROUND_TOKEN_BUDGET": "100000000",
    "USER_DAILY_TOKENS": "0", "SENDER_PER_MINUTE": "10000",
    "SENDER_PER_DAY": "100000", "FRAGMENT_WINDOW_S": "0.05", "LOG_LEVEL": "WARNING",
}  # fmt: skip


@dataclass
class Pace:
    """How the model works on a question that begins with « Travaille »: it is silent for so many seconds a step, then
    calls a tool, every second time for a page if the question names any. While `rests` it says nothing; once `is_over`
    everybody gets an answer. `long_s`: of what is to take « longtemps », where that differs. `steps`: of each question
    the moments at which a step was asked for and answered."""

    step_s: tuple[float, float]
    long_s: tuple[float, float] | None = None
    rests: threading.Event = field(default_factory=threading.Event)
    is_over: bool = False
    random: Random = field(default_factory=lambda: Random(1))
    steps: dict[str, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))

    def rule(self, request: Request) -> Step:
        """The model's next step."""
        asked = last_user_text(request)
        if not asked.startswith("Travaille"):
            return says(f"Voilà : {asked}")
        while self.rests.is_set():
            time.sleep(0.05)
        if self.is_over:
            return says(DONE)
        done, pages = len(request["messages"]), re.findall(r"http\S+", asked)
        takes_s = self.random.uniform(*(self.long_s if self.long_s and "longtemps" in asked else self.step_s))
        now = time.time()
        self.steps[asked].append((now, now + takes_s))
        if pages and done % 4 < 2:
            step = calls(("browse_url", {"urls": [pages[done // 4 % len(pages)]]}))
        else:
            step = calls(("calculate", {"expression": f"{done}*{self.random.randrange(10**6)}"}))
        return replace(step, hangs_s=takes_s, hangs_first=True)


@dataclass(frozen=True)
class Busy:
    """What a benchmark has in hand."""

    stack: Stack
    pace: Pace

    def people(self, count: int) -> list[Phone]:
        """So many professionals with credits."""
        for number in range(count):
            add_user(self.stack.database, person(number), Mode.PRO, 2000)
        return [self.stack.twilio.phone(person(number)) for number in range(count)]

    def rows(self, sql: str, **values: object) -> Sequence[tuple[object, ...]]:
        """What a query finds."""
        with self.stack.database.read() as session:
            return [tuple(row) for row in session.connection().execute(text(sql), values)]

    @property
    def open_runs(self) -> int:
        """How many runs have not ended."""
        return len(self.rows("SELECT id FROM run WHERE ended_at IS NULL"))

    def until(self, condition: object) -> None:
        """Wait for it."""
        assert callable(condition)
        eventually(condition, DEADLINE_S, every_s=0.05)

    def finish(self, people: Sequence[Phone]) -> None:
        """Let the model answer. Raises AssertionError unless everybody hears their answer once."""
        self.pace.is_over = True
        self.until(lambda: not self.open_runs)
        self.until(lambda: all(len(self._answers(phone)) >= 1 for phone in people))
        twice = [phone.address for phone in people if len(self._answers(phone)) > 1]
        assert not twice, f"answered twice: {twice}"

    def _answers(self, phone: Phone) -> list[Sent]:
        return [sent for sent in self.sent(phone) if DONE in sent.body]

    def sent(self, phone: Phone) -> list[Sent]:
        """What was sent to somebody."""
        return [message for message in self.stack.twilio.stand_in.sent if message.to == phone.address]

    def worker(self) -> tuple[Process, str]:
        """One more worker with production's numbers of threads, at work; and its name in the database."""
        before = {row[0] for row in self.rows("SELECT id FROM worker")}
        process = self.stack.start_worker()
        return process, str(next(row[0] for row in self.rows("SELECT id FROM worker") if row[0] not in before))


@contextmanager
def busy(pace: Pace, **settings: str) -> Iterator[Busy]:
    """A product that is up, without a worker."""
    with (
        tempfile.TemporaryDirectory() as folder, Valkey() as valkey, Forge() as forge, FakeTwilio() as twilio,
        ScriptedModel() as model, FakeWeb() as web,
    ):  # fmt: skip
        web.pages = {f"/{number}": PAGE for number in range(PAGES)}
        model.script(pace.rule)
        stack = Stack(Path(folder), f"sqlite:///{folder}/palabre.db", valkey, forge, twilio, model, web)
        stack.threads = "32"
        try:
            stack.start(workers=0, **(LIMITS | settings))
            yield Busy(stack, pace)
        finally:
            pace.rests.clear()
            pace.is_over = True
            stack.stop()
