"""A worker process for tests: the real one in everything but its table of jobs, which is that of tests.fakes.jobs."""

import argparse
import sys
from collections.abc import Mapping

from redis import Redis

from bot.queue.policy import JobPolicy
from jobs.process import WorkerProcess
from jobs.thread_worker import ThreadWorker

NAMES = ("say", "meet", "hold", "stubborn", "fail", "starve", "chain")


def job_table(queue: str = "turns", timeout_s: int = 60) -> Mapping[str, JobPolicy]:
    """The jobs of tests.fakes.jobs, all on `queue`."""
    return {name: JobPolicy(f"tests.fakes.jobs.{name}", queue, timeout_s, name) for name in NAMES}


class ServiceThatTells:
    """A background service that writes what it is told onto a list in Redis, and lets held jobs go when asked to."""

    def __init__(self, redis_url: str, lets_go: bool) -> None:
        self._redis = Redis.from_url(redis_url)
        self._lets_go = lets_go

    def start(self) -> None:
        self._redis.rpush("service", "start")

    def stop_claiming(self) -> None:
        self._redis.rpush("service", "stop_claiming")
        if self._lets_go:
            self._redis.set("go:all", 1)

    def stop(self) -> None:
        self._redis.rpush("service", f"stop after {self._redis.llen('ended')} ended")
        self._redis.close()


def main() -> int:
    """Run until a signal; the exit code is the number of jobs left behind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("redis_url")
    parser.add_argument("--queues", default="turns")
    parser.add_argument("--concurrency", type=int, default=4)
    parser.add_argument("--drain-s", type=float, default=20)
    parser.add_argument("--poll-s", type=float, default=0.1)
    parser.add_argument("--lets-go", action="store_true")
    options = parser.parse_args()
    paths = frozenset(policy.path for policy in job_table().values())
    limits = {"concurrency": options.concurrency, "drain_s": options.drain_s, "poll_s": options.poll_s}
    workers = [ThreadWorker(queue, options.redis_url, paths, **limits) for queue in options.queues.split(",")]
    return WorkerProcess(workers, [ServiceThatTells(options.redis_url, options.lets_go)]).run()


if __name__ == "__main__":
    sys.exit(main())
