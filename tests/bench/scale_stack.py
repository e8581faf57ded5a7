"""The whole product as processes of its own, and beside it whoever it talks to, each in one process: a crowd writes to
it, and every process is accounted for."""

import socket
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from redis import Redis
from rq import Worker

from bot.dao.database import Database
from bot.queue.policy import job_policies
from tests.bench import people, product
from tests.bench.mock_model import PLAIN, ask
from tests.bench.mock_twilio import arrived, running_twilio
from tests.bench.processes import cpu_with_children_s, running
from tests.bench.punctual import post
from tests.bench.webhook import OPTIONS, WORKER_CLASSES
from tests.fakes.keys import migrate, open_database
from tests.fakes.postgres import Postgres
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually

THREADS = 1_000  # of a worker, if not said: as many conversations wait for their model at once
EACH = 10_000  # numbers of messages a round: the person of a message is its number modulo this
SETTINGS = {
    "MODEL_PRO": PLAIN, "FRAGMENT_WINDOW_S": "0", "SENDER_PER_MINUTE": "100000", "SENDER_PER_DAY": "100000",
    "STOP_GRACE_S": "1", "USER_DAILY_TOKENS": "0",
}  # fmt: skip


@dataclass
class Scene:
    """What runs, by name its process, and where it is reached."""

    database: Database
    pids: Mapping[str, Sequence[int]]
    port: int
    model: str
    twilio: str
    redis: str
    round: int = 0

    def writes(self, people: int, seconds: float, limit_s: float) -> "Heard":
        """So many people write a message each, evenly over so many seconds; who has not heard by `limit_s` after the
        last of them counts as answered then."""
        self.round += 1
        numbers = [self.round * EACH + number for number in range(people)]
        before, used = len(arrived(self.twilio)), self.cpu_s()
        written = post(self.port, numbers, seconds / people)
        end = time.monotonic() + limit_s
        while len(heard := arrived(self.twilio)[before:]) < people and time.monotonic() < end:
            time.sleep(0.1)
        at = dict(reversed(heard))  # the first answer to each
        came = [at.get(product.person(n % EACH), time.monotonic()) for n in numbers]
        waits = sorted(moment - written[n] for moment, n in zip(came, numbers, strict=True))
        last = max((moment for _, moment in heard), default=end)
        cpu = {name: seconds - used[name] for name, seconds in self.cpu_s().items()}
        return Heard(len(heard), last - min(written.values()), waits, cpu, sorted(came))

    def cpu_s(self) -> dict[str, float]:
        """CPU seconds of each part so far, its children included."""
        return {name: sum(map(cpu_with_children_s, pids)) for name, pids in self.pids.items()}

    def model_takes(self, seconds: float) -> None:
        """From now on, for each answer."""
        ask(self.model, f"/delay/{seconds}")


@dataclass(frozen=True)
class Heard:
    """What a crowd heard: how many answers within how many seconds, how long each waited (in order of length), the CPU
    of each part, and when each heard."""

    answers: int
    seconds: float
    waits: Sequence[float]
    cpu: Mapping[str, float]
    moments: Sequence[float]

    def p95_ms(self, model_s: float) -> float:
        """Of what was added to the model's own time."""
        return max(0.0, self.waits[int(len(self.waits) * 0.95)] - model_s) * 1000

    def middle_rate(self) -> float:
        """Turns a second from the first fifth of the answers to a crowd to the last one: neither while they still come
        nor while some threads have nothing left to do."""
        first, last = len(self.moments) // 5, len(self.moments) * 4 // 5
        return (last - first) / (self.moments[last] - self.moments[first])


@contextmanager
def scene(kind: str, workers: int, crowd: int, threads: int = THREADS, **more: str) -> Iterator[Scene]:
    """On a database of this kind, with so many worker processes and people; everything is up and has answered once.
    `more`: settings beside the usual ones."""
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        valkey = opened.enter_context(Valkey())
        url, servers = product.database_url(folder), list[int]()
        if kind == "postgresql":
            server = Postgres(durable=True)
            opened.callback(server.stop)
            server.start()
            url, servers = server.database_url(), [server.pid]
        database = open_database(url)
        opened.callback(database.close)
        migrate(database)
        people.make(database, crowd, 0)
        listener = opened.enter_context(socket.create_server(("127.0.0.1", 0), backlog=1_024))
        port = int(listener.getsockname()[1])
        model = opened.enter_context(running("-m", "tests.bench.mock_model", reads=True))
        assert model.stdout is not None
        model_url = f"http://127.0.0.1:{int(model.stdout.readline())}"
        twilio, twilio_url = opened.enter_context(running_twilio(port))
        settings = {**SETTINGS, **more, "OPENAI_BASE_URL": f"{model_url}/v1", "TWILIO_API_URL": twilio_url}
        environment = product.environment(folder, valkey.url, **settings) | {"DATABASE_URL": url}
        web_command = ["-m", "gunicorn", "wsgi:app", *OPTIONS, "--worker-class", WORKER_CLASSES["ours"]]
        web_command += ["--bind", f"fd://{listener.fileno()}"]
        web = opened.enter_context(running(*web_command, environment=environment, keeps=[listener.fileno()]))
        begun = [
            opened.enter_context(running("-m", "jobs.worker", "--concurrency", str(threads), environment=environment))
            for _ in range(workers)
        ]
        wait_for(valkey.url, workers)
        pids = {
            "web": [web.pid], "workers": [worker.pid for worker in begun], "database": servers, "model": [model.pid],
            "Twilio": [twilio.pid],
        }  # fmt: skip
        made = Scene(database, pids, port, model_url, twilio_url, valkey.url)
        made.writes(4, 0, 60)
        yield made


def wait_for(redis_url: str, processes: int) -> None:
    """Wait until so many worker processes listen at all their queues."""
    queues = {policy.queue for policy in job_policies(180).values()}
    with Redis.from_url(redis_url) as redis:
        eventually(lambda: Worker.count(connection=redis) >= len(queues) * processes, 90)
