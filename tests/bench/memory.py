"""Memory of a worker: idle, and for each conversation that waits for its model with 100 KiB of history; also which
modules an idle worker holds. Conversations wait in real turns: the model's server holds their answers back."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from redis import Redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer
from sqlalchemy import text

from bot.dao.database import Database
from bot.queue.policy import job_policies
from bot.queue.wake import WakeQueue
from tests.bench import people, product
from tests.bench.mock_model import HELD, ask, running_mock
from tests.bench.processes import Process, memory_mib, running
from tests.bench.report import Finding
from tests.fakes.twilio import FakeTwilio
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually

CONVERSATIONS = 32
FORKED = 6  # of them are enough to tell what a forked one costs
HISTORY_BYTES = 100 * 1024
IDLE_GOAL_MIB, CONVERSATION_GOAL_MIB, RATIO_GOAL = 110.0, 1.25, 1 / 20
DEADLINE_S = 60.0
EACH_S = 0.5  # to begin a turn, on a slow machine


@dataclass
class Measured:
    """MiB, a number a round."""

    idle: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)


def memory(rounds: int, conversations: int = CONVERSATIONS, forked: int = FORKED) -> list[Finding]:
    """Each round starts our worker and pools of stock workers, in turn."""
    measured = Measured()
    for _ in range(rounds):
        with Valkey() as valkey, running_mock() as model, tempfile.TemporaryDirectory() as folder:
            our_worker(measured, conversations, valkey, model, Path(folder))
        measured.theirs.append((pool_of(forked) - pool_of(1)) / (forked - 1))
    return [
        Finding("worker: idle, RSS", "MiB", median(measured.idle), IDLE_GOAL_MIB),
        Finding("worker: a conversation in flight, PSS", "MiB", median(measured.ours), CONVERSATION_GOAL_MIB),
        Finding(
            "worker: the same, beside RQ's forking worker",
            "MiB",
            median(measured.ours),
            RATIO_GOAL,
            median(measured.theirs),
        ),
    ]


def our_worker(measured: Measured, conversations: int, valkey: Valkey, model: str, folder: Path, *options: str) -> None:
    """One of our workers: idle, with one conversation in flight, and with all of them."""
    with product.migrated(folder) as database, FakeTwilio() as twilio:
        people.make(database, conversations, HISTORY_BYTES)
        settings = {"OPENAI_BASE_URL": f"{model}/v1", "MODEL_PRO": HELD, "TWILIO_API_URL": twilio.url}
        environment = product.environment(folder, valkey.url, **settings)
        with running("-m", "jobs.worker", *options, environment=environment) as worker, our_queue(valkey.url) as wake:
            wait_for_workers(valkey.url, len({policy.queue for policy in job_policies(180).values()}))
            measured.idle.append(memory_mib(worker.pid, "Rss"))
            people.write(database, wake, range(1))
            one = in_flight(worker, model, 1)
            people.write(database, wake, range(1, conversations))
            measured.ours.append((in_flight(worker, model, conversations) - one) / (conversations - 1))
            ask(model, "/release")
            eventually(lambda: unanswered(database) == 0, DEADLINE_S + conversations * EACH_S)


def of_conversations(count: int) -> float:
    """MiB of each further conversation, with so many in flight in one of our workers."""
    measured = Measured()
    with Valkey() as valkey, running_mock() as model, tempfile.TemporaryDirectory() as folder:
        our_worker(measured, count, valkey, model, Path(folder), "--concurrency", str(count))
    return measured.ours[0]


def pool_of(size: int) -> float:
    """Memory of a pool of stock workers with a conversation in flight in each; they do no more than call the model."""
    with Valkey() as valkey, running_mock() as model:
        queue = Queue("turns", connection=valkey.client(), serializer=JSONSerializer)
        with running("-m", "tests.bench.workers", "pool", valkey.url, str(size)) as pool:
            wait_for_workers(valkey.url, size)
            for _ in range(size):
                queue.enqueue("tests.bench.jobs.converse", f"{model}/v1", HELD, result_ttl=0)
            found = in_flight(pool, model, size)
            ask(model, "/release")
            eventually(lambda: ask(model, "/stats")["in_flight"] == 0, DEADLINE_S)
    return found


def in_flight(worker: Process, model: str, count: int) -> float:
    """Memory once so many conversations wait for the model."""
    eventually(lambda: ask(model, "/stats")["in_flight"] == count, DEADLINE_S + count * EACH_S)
    if ask(model, "/stats")["last_bytes"] < HISTORY_BYTES:
        raise RuntimeError("the history shown to the model is too short")
    return memory_mib(worker.pid, "Pss")


def wait_for_workers(redis_url: str, count: int) -> None:
    """Wait until RQ knows so many workers."""
    with Redis.from_url(redis_url) as redis:
        eventually(lambda: Worker.count(connection=redis) == count, DEADLINE_S)


def unanswered(database: Database) -> int:
    """Messages without an outcome."""
    with database.read() as session:
        found = session.connection().execute(text("SELECT count(*) FROM inbound_message WHERE processed_at IS NULL"))
        return int(found.scalar_one())


@contextmanager
def our_queue(redis_url: str) -> Iterator[WakeQueue]:
    """Where the web process puts wake-ups."""
    wake = WakeQueue(redis_url, job_policies(180))
    try:
        yield wake
    finally:
        wake.close()
