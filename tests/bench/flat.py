"""What a turn costs however much there is: with 200,000 old messages in the database beside none, and with 1,000 that
wait in the same conversation beside 10. CPU of the thread that works and of the database's own processes; one worker
in this process, a model that answers at once, nothing delivered."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, Final

from sqlalchemy import event, func, text
from sqlmodel import col, select, update

from bot.cli.commands import add_user
from bot.conversation.inbox import YIELD_AFTER_S
from bot.models import InboundMessage
from bot.types import Mode
from jobs.runtime import build_runtime
from tests.bench.report import Finding
from tests.fakes import crowd
from tests.fakes.clock import FakeClock
from tests.fakes.costs import Meter
from tests.fakes.keys import conversation_id, migrate, open_database
from tests.fakes.model import ScriptedModel, Step, says
from tests.fakes.postgres import Postgres
from tests.fakes.product import make_settings
from tests.fakes.valkey import Valkey
from tests.integration.conversation.conftest import NOWHERE, PUPIL, Line
from tests.integration.conversation.test_long_queues import PLENTY, queue

KINDS: Final = ("sqlite", "postgresql")
OLD, TURNS, WARM_UP = 200_000, 20, 6  # psycopg prepares a statement when it is asked for the sixth time
MANY, FEW = 1_000, 10
GOAL: Final = 1.2
KEY = conversation_id(PUPIL)
PAST = ("user_account", "address", "conversation", "inbound_message", "run", "iteration", "transcript_message",
        "outbound_part", "ledger_entry")  # fmt: skip
RICH = text("UPDATE user_account SET credits = 1000000")
OPEN = col(InboundMessage.processed_at).is_(None)


class Bench:
    """One worker and its database."""

    def __init__(self, url: str, redis_url: str, model: ScriptedModel, folder: Path) -> None:
        self.database = open_database(url)
        migrate(self.database)
        add_user(self.database, PUPIL, Mode.STUDENT, 50)
        with self.database.write() as session:
            session.execute(RICH)
        settings = make_settings(
            database_url=url, redis_url=redis_url, twilio_api_url=f"http://{NOWHERE}", media_window_s=0,
            openai_base_url=model.url, storage_url=f"file://{folder}/files", fragment_window_s=0, **PLENTY,
        )  # fmt: skip
        clock = FakeClock()
        self.line = Line(self.database, model, clock, build_runtime(settings, clock))
        self.meter = Meter(self.line.runtime.database, self.database)
        self._backends: set[int] = set()
        if not self.database.is_sqlite:
            event.listen(self.line.runtime.database.engine, "checkout", self._taken)
        self._begins(model)
        self.one_by_one(WARM_UP)

    def one_by_one(self, turns: int) -> float:
        """Questions of a conversation begun anew, each when the one before is answered: CPU milliseconds of each."""
        self._begin_anew()
        spent = 0.0
        for number in range(turns):
            self.line.stores(f"Encore une question ({number})")  # who repeats themselves is asked to wait
            spent += self.drain()
        return spent / turns

    def at_once(self, waiting: int) -> float:
        """Questions that wait together: CPU milliseconds of each of the first that are answered."""
        self._begin_anew()
        queue(self.database, waiting, "Une vraie question (#)", self.line.clock.now())
        crowd.analyse(self.database)
        spent = 0.0
        while (done := waiting - self._waiting()) < FEW:
            spent += self.drain()
        with self.database.write() as session:
            session.execute(update(InboundMessage).where(OPEN).values(processed_at=self.line.clock.now()))
        return spent / done

    def work(self) -> int:
        """What the database does for one turn: instructions, or rows read."""
        self._begin_anew()
        self.line.stores("Une question de plus")
        return self.meter.of(lambda: self.line.runtime.inbox.drain(KEY)).work

    def drain(self) -> float:
        """One turn; CPU milliseconds of this thread and of the processes that serve its connections."""
        before = time.thread_time() + self._backends_s()
        self.line.runtime.inbox.drain(KEY)
        return (time.thread_time() + self._backends_s() - before) * 1_000

    def close(self) -> None:
        runtime = self.line.runtime
        runtime.inbox.turns.model.close()  # type: ignore[attr-defined]
        runtime.wake.close()
        runtime.feed.close()
        runtime.database.close()
        self.database.close()

    def _begins(self, model: ScriptedModel) -> None:
        def answer(_request: object) -> Step:
            self.line.clock.skip(2 * YIELD_AFTER_S)  # so that a drain is one turn
            return says("Oui.")

        model.script(answer)

    def _begin_anew(self) -> None:
        """The model is shown nothing of what was."""
        self.line.stores("/nouveau")
        self.drain()

    def _waiting(self) -> int:
        with self.database.read() as session:
            return session.exec(select(func.count()).where(OPEN)).one()

    def _taken(self, connection: Any, *_: Any) -> None:
        self._backends.add(connection.info.backend_pid)

    def _backends_s(self) -> float:
        """Nanoseconds that the kernel let them run, as seconds."""
        spent = 0
        for pid in self._backends:
            with suppress(OSError):
                spent += int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])
        return spent / 1e9


def flat(rounds: int, old: int = OLD, waiting: int = MANY, turns: int = TURNS) -> list[Finding]:
    """On each database, one side after the other, several times."""
    found: list[Finding] = []
    for kind in KINDS:
        with bench(kind, old) as (none, many):
            works = (none.work(), many.work())
            pasts = [(none.one_by_one(turns), many.one_by_one(turns)) for _ in range(rounds)]
            queues = [(none.at_once(FEW), none.at_once(waiting)) for _ in range(rounds)]
        unit = "instructions" if kind == "sqlite" else "rows"
        what = f"flat on {kind}: a turn with {old:,} old messages, beside none"
        found += [
            _compared(what, pasts),
            Finding(f"{what}: what the database does", unit, works[1], theirs=works[0]),
            _compared(f"flat on {kind}: a message of {waiting:,} that wait, beside one of {FEW}", queues),
        ]
    return found


def _compared(what: str, pairs: Sequence[tuple[float, float]]) -> Finding:
    return Finding(what, "ms", median(pair[1] for pair in pairs), GOAL, median(pair[0] for pair in pairs))


@contextmanager
def bench(kind: str, old: int) -> Iterator[tuple[Bench, Bench]]:
    """A worker with an empty database, and one with so many old messages in its own."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        urls = [f"sqlite:///{folder}/{name}.db" for name in ("none", "many")]
        if kind == "postgresql":
            server = Postgres()
            opened.callback(server.stop)
            server.start()
            urls = [server.database_url() for _ in urls]
        valkey = opened.enter_context(Valkey())
        made = [Bench(url, valkey.url, opened.enter_context(ScriptedModel()), folder) for url in urls]
        for each in made:
            opened.callback(each.close)
        crowd.fill(made[1].database, old, KEY, PAST)
        for each in made:
            crowd.analyse(each.database)
        yield made[0], made[1]
