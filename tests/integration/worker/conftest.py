"""What the worker's tests share: a queue to put jobs onto, a worker in a thread, a worker in a process."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from redis import Redis
from rq import Queue, Worker
from rq.exceptions import InvalidJobOperation
from rq.job import Job
from rq.serializers import JSONSerializer

from jobs.thread_worker import ThreadWorker
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually
from tests.fakes.worker_main import job_table


class Bench:
    """A Valkey, its queue `turns`, and what jobs and workers have written there."""

    def __init__(self, valkey: Valkey) -> None:
        self.valkey = valkey
        self.redis: Redis = valkey.client()
        self.queue = Queue("turns", connection=self.redis, serializer=JSONSerializer)

    def put(self, name: str, *arguments: Any, timeout_s: int = 60) -> Job:
        """Enqueue a job of tests.fakes.jobs."""
        path = f"tests.fakes.jobs.{name}"
        return self.queue.enqueue(path, *arguments, job_timeout=timeout_s, result_ttl=0, failure_ttl=60)

    def hold(self, *names: str) -> list[Job]:
        """Enqueue jobs that run until let go, and wait until they all run."""
        jobs = [self.put("hold", name) for name in names]
        eventually(lambda: set(names) <= set(self.names("started")))
        return jobs

    def let_go(self, name: str = "all") -> None:
        """Let a held job end."""
        self.redis.set(f"go:{name}", 1)

    def names(self, key: str) -> list[str]:
        """What jobs or services have written onto the list `key`."""
        return [name.decode() for name in self.redis.lrange(key, 0, -1)]

    def worker(self) -> Worker:
        """The one worker that RQ knows of."""
        (worker,) = Worker.all(connection=self.redis)
        return worker

    def state(self) -> str:
        """What RQ says the worker is doing; "" while there is none."""
        workers = Worker.all(connection=self.redis)
        return workers[0].get_state() if workers else ""

    def status(self, job: Job) -> str:
        """RQ's word for the job's state; "gone" after it has succeeded."""
        try:
            return job.get_status(refresh=True).value
        except InvalidJobOperation:
            return "gone"


@pytest.fixture
def bench(valkey: Valkey) -> Bench:
    return Bench(valkey)


@pytest.fixture
def run_worker(bench: Bench) -> Iterator[Callable[..., ThreadWorker]]:
    """Starts a ThreadWorker in a thread of this process; at the end everything held is let go and the worker ends."""
    started: list[tuple[ThreadWorker, threading.Thread]] = []

    def run(*, wait_until_it_listens: bool = True, **options: Any) -> ThreadWorker:
        paths = frozenset(policy.path for policy in job_table().values())
        options = {"concurrency": 4, "drain_s": 10, "beat_s": 0.1, "poll_s": 0.1} | options
        worker = ThreadWorker("turns", bench.valkey.url, paths, **options)
        thread = threading.Thread(target=worker.work)
        thread.start()
        started.append((worker, thread))
        if wait_until_it_listens:
            eventually(lambda: worker.pubsub_thread is not None)
        return worker

    yield run
    if bench.valkey.is_running:
        bench.let_go()  # a killed one has forgotten what it held
    for worker, thread in started:
        worker.stop_taking()
        thread.join(15)
        assert not thread.is_alive()


@pytest.fixture
def start_process(bench: Bench) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts a worker process and waits until it listens; kills what is left of it at the end."""
    processes: list[subprocess.Popen[bytes]] = []

    def start(*options: str) -> subprocess.Popen[bytes]:
        known = set(Worker.all_keys(connection=bench.redis))
        process = subprocess.Popen([sys.executable, "-m", "tests.fakes.worker_main", bench.valkey.url, *options])
        processes.append(process)
        eventually(lambda: set(Worker.all_keys(connection=bench.redis)) - known)
        eventually(bench.redis.pubsub_channels)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()
