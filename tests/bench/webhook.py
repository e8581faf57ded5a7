"""The webhook under gunicorn, beside a view that returns a constant: CPU of the process tree, and latency under load.

Ours checks a real signature, writes a row into a SQLite file and puts a job into a Valkey; both are counted afterwards.
Nobody takes these jobs, and all are guests: of each it would be foretold that they wait, which `overload` measures.
"""

import socket
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from redis import Redis
from sqlalchemy import text

from tests.bench import product
from tests.bench.load import drive
from tests.bench.processes import Process, cpu_s, is_idle, running
from tests.bench.report import Finding
from tests.bench.wake_ups import QUEUES
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually

APPLICATIONS = {"ours": "wsgi:app", "theirs": "tests.bench.constant_app:app"}
OPTIONS = "--workers 2 --threads 8 --log-level warning".split()
WORKER_CLASSES = {"ours": "bot.web.gunicorn_worker.WholeRequestWorker", "theirs": "gthread"}  # as in gunicorn.conf.py
CONNECTIONS = 16
REQUESTS = 2_000
WARM_UP = 200
CPU_GOAL, LATENCY_GOAL = 4.0, 6.0


@dataclass
class Measured:
    """One side, a number a round."""

    cpu_ms: list[float] = field(default_factory=list)
    p99_ms: list[float] = field(default_factory=list)


def webhook(rounds: int, requests: int = REQUESTS) -> list[Finding]:
    """CPU a request and p99 latency; each round starts a fresh gunicorn for each side, in turn."""
    sides = {name: Measured() for name in APPLICATIONS}
    numbered = [product.signed_request(number) for number in range(WARM_UP + requests)]
    with Valkey() as valkey:
        for _ in range(rounds):
            for name, side in sides.items():
                valkey.flush()
                with tempfile.TemporaryDirectory() as folder:
                    measure(name, side, numbered, Path(folder), valkey)
    ours, theirs = sides["ours"], sides["theirs"]
    return [
        Finding("webhook: CPU a message", "ms", median(ours.cpu_ms), CPU_GOAL, median(theirs.cpu_ms)),
        Finding(
            f"webhook: p99 latency, {CONNECTIONS} connections",
            "ms",
            median(ours.p99_ms),
            LATENCY_GOAL,
            median(theirs.p99_ms),
        ),
    ]


def measure(name: str, side: Measured, requests: Sequence[bytes], folder: Path, valkey: Valkey) -> None:
    """One round of one side."""
    with product.migrated(folder) as database:
        environment = product.environment(folder, valkey.url, wait_notice_s="0")
        with gunicorn(name, environment) as (process, port):
            eventually(lambda: is_idle(process.pid), 30)  # every gunicorn worker has booted
            drive(port, requests[:WARM_UP], CONNECTIONS)
            before = cpu_s(process.pid)
            latencies_ms = drive(port, requests[WARM_UP:], CONNECTIONS)
            side.cpu_ms.append((cpu_s(process.pid) - before) * 1000 / len(latencies_ms))
            side.p99_ms.append(quantiles(latencies_ms, n=100)[-1])
        with database.read() as session, Redis.from_url(valkey.url) as redis:
            rows = session.connection().execute(text("SELECT count(*) FROM inbound_message")).scalar_one()
            jobs = sum(map(redis.llen, QUEUES))
    if name == "ours" and not rows == jobs == len(requests):
        raise RuntimeError(f"{len(requests)} messages, {rows} rows, {jobs} jobs")


@contextmanager
def gunicorn(side: str, environment: Mapping[str, str]) -> Iterator[tuple[Process, int]]:
    """gunicorn and its port. The port is opened here, so that what is sent before gunicorn is ready waits there."""
    with socket.create_server(("127.0.0.1", 0), backlog=256) as listener:
        number = listener.fileno()
        worker_class = ["--worker-class", WORKER_CLASSES[side]]
        command = ["-m", "gunicorn", APPLICATIONS[side], *OPTIONS, *worker_class, "--bind", f"fd://{number}"]
        with running(*command, environment=environment, keeps=[number]) as process:
            yield process, listener.getsockname()[1]
