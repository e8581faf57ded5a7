"""`python -m jobs.worker [--queues turns,delivery,background] [--concurrency 32] [--background 8] [--burst]`: one
process that runs our jobs.

One process may serve several queues: each has an RQ worker of its own in a thread of its own, with its own waiting, so
that the rule "one queue a worker" holds (RQ can lose a job of a worker on two) without a second interpreter.
"""

import argparse
import gc
import logging
import os
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import cast

from bot.config import Settings, load_settings
from bot.errors import ConfigurationError
from bot.large_pages import keep_gathering
from bot.queue.policy import JobPolicy, job_policies
from jobs.guests import GuestWorker
from jobs.lean import leave_out
from jobs.process import BackgroundService, WorkerProcess
from jobs.thread_worker import POLL_S, ThreadWorker

BAD_SETTINGS = 2  # exit codes
JOBS_LEFT_BEHIND = 1
TO_A_CHECKPOINT_S = 10.0  # after STOP_GRACE_S, for a turn that must stop to come as far as its next checkpoint
BACKGROUND = "background"  # the queue of what may take half an hour
URGENT, URGENT_AT_ONCE = "urgent", 8  # short transactions: more of them would stand in each other's way
GUESTS = "guests"
COMPANIONS = {"turns": (URGENT, GUESTS)}  # who serves a queue serves these: other ways to the same conversations
SELDOM_S = 3.0  # how long one wait lasts at a queue that is nearly always empty; a job that comes ends it


def main(argv: Sequence[str] | None = None) -> int:
    """Run until told to stop; the exit code: 0, 1 when running jobs had to be left behind, 2 for a bad setting."""
    options = read_options(argv)
    try:
        settings = load_settings()
    except ConfigurationError as error:
        return _refused(error)
    policies = job_policies(settings.turn_timeout_s, settings.background_timeout_s).values()
    leave_out()
    try:
        services = [_build_runtime(settings)]
    except ConfigurationError as error:
        return _refused(error)
    preload(policy.path for policy in policies)
    keep_gathering()
    return serve(settings.redis_url, options, policies, services, settings.stop_grace_s + TO_A_CHECKPOINT_S)


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
        poll_s = SELDOM_S if queue in (URGENT, GUESTS) else POLL_S
        workers.append(kind(queue, redis_url, paths, concurrency=threads, drain_s=drain_s, poll_s=poll_s))
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


def preload(paths: Iterable[str]) -> None:
    """Import what the jobs need before the first one comes: a first import costs its user 0.6 s (measured).

    What is loaded now lives for ever, so the garbage collector need not look at it again."""
    for path in paths:
        import_module(path.rpartition(".")[0])
    gc.collect()
    gc.freeze()


def _refused(error: ConfigurationError) -> int:
    sys.stderr.write(f"{error}\n")
    return BAD_SETTINGS


def _build_runtime(settings: Settings) -> BackgroundService:
    """The application. Imported only here, so that a wrong option or setting answers at once."""
    return cast(BackgroundService, import_module("jobs.runtime").build_runtime(settings))


def read_options(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line; exits with a message where it is wrong."""
    queues = sorted({policy.queue for policy in job_policies(0).values()}, reverse=True)
    parser = argparse.ArgumentParser(prog="python -m jobs.worker", description="Run Palabre's jobs.")
    parser.add_argument("--queues", default=",".join(queues), help="names, separated by commas (%(default)s)")
    parser.add_argument("--concurrency", type=int, default=32, help="jobs at once, for each queue (%(default)s)")
    parser.add_argument("--background", type=int, default=8, help="runs in the background at once (%(default)s)")
    parser.add_argument("--burst", action="store_true", help="leave when the queues are empty")
    options = parser.parse_args(argv)
    named = [name.strip() for name in options.queues.split(",") if name.strip()]
    unknown = sorted(set(named).difference(queues))
    if unknown or not named:
        parser.error(f"--queues: {', '.join(unknown) or 'none'} is no queue of ours ({', '.join(queues)})")
    options.queues = list(dict.fromkeys((*named, *(other for name in named for other in COMPANIONS.get(name, ())))))
    for name in ("concurrency", "background"):
        if getattr(options, name) < 1:
            parser.error(f"--{name}: at least 1")
    return options


if __name__ == "__main__":
    sys.exit(main())
