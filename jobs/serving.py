"""The queues of a worker process, served: for each an RQ worker of its own in a thread of its own. Loads RQ and Redis's
client, so `worker` imports it when it is said what to leave out of them."""

import argparse
import logging
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from bot.queue.policy import BACKGROUND, GUESTS, URGENT, JobPolicy
from jobs.guests import GuestWorker
from jobs.process import BackgroundService, WorkerProcess
from jobs.thread_worker import ThreadWorker

JOBS_LEFT_BEHIND = 1  # exit code
URGENT_AT_ONCE = 8  # short transactions: more of them would stand in each other's way


def serve(
    redis_url: str,
    options: argparse.Namespace,
    policies: Iterable[JobPolicy],
    services: Sequence[BackgroundService],
    drain_s: float,
) -> int:
    """Run the queues that `options` names until a signal comes, and then at most `drain_s` seconds; returns the exit
    code."""
    logging.getLogger("rq.worker").setLevel(logging.WARNING)  # it has three lines a job
    paths = frozenset(policy.path for policy in policies)
    at_once = {queue: threads_of(queue, options) for queue in options.queues}
    workers = []
    for queue, threads in at_once.items():
        kind = GuestWorker if queue == GUESTS else ThreadWorker
        workers.append(kind(queue, redis_url, paths, concurrency=threads, drain_s=drain_s))
    few = f", {options.background} of {BACKGROUND}" if BACKGROUND in at_once else ""
    with suppress(OSError):  # a log on a full disk, or whose reader is gone, needs no worker that leaves
        sys.stdout.write(
            f"worker {os.getpid()} on {', '.join(at_once)}: up to {options.concurrency} jobs at once a queue{few}\n"
        )
        sys.stdout.flush()
    left_behind = WorkerProcess(workers, services).run(burst=options.burst)
    if left_behind:
        logging.shutdown()
        os._exit(JOBS_LEFT_BEHIND)  # no tidy end while threads of theirs still run: that can hang or crash
    return 0


def threads_of(queue: str, options: argparse.Namespace) -> int:
    """How many jobs of a queue this process runs at once: work in the background has few threads of its own, so that it
    never takes those of people who wait."""
    if queue == URGENT:
        return min(URGENT_AT_ONCE, int(options.concurrency))
    return int(options.background if queue == BACKGROUND else options.concurrency)
