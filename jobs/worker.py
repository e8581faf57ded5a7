"""`python -m jobs.worker [--queues turns,delivery,background] [--concurrency 32] [--background 8] [--burst]`: one
process that runs our jobs.

One process may serve several queues: each has an RQ worker of its own in a thread of its own, with its own waiting, so
that the rule "one queue a worker" holds (RQ can lose a job of a worker on two) without a second interpreter.
"""

import argparse
import gc
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module

from bot.errors import ConfigurationError
from bot.heaps import share_heaps
from bot.large_pages import keep_gathering
from bot.queue.policy import GUESTS, URGENT, job_policies
from jobs.lean import leave_out

BAD_SETTINGS = 2  # exit code
TO_A_CHECKPOINT_S = 10.0  # after STOP_GRACE_S, for a turn that must stop to come as far as its next checkpoint
COMPANIONS = {"turns": (URGENT, GUESTS)}  # who serves a queue serves these: other ways to the same conversations


def main(argv: Sequence[str] | None = None) -> int:
    """Run until told to stop; the exit code: 0, 1 when running jobs had to be left behind, 2 for a bad setting."""
    options = read_options(argv)
    share_heaps()
    leave_out()  # what loads libraries is imported behind it, and so that a wrong option or setting answers at once
    try:
        settings = import_module("bot.config").load_settings()
        import_module("bot.dao.engine.one_database").keep_to(settings.database_url)
        services = [import_module("jobs.runtime").build_runtime(settings)]
    except ConfigurationError as error:
        sys.stderr.write(f"{error}\n")
        return BAD_SETTINGS
    policies = job_policies(settings.turn_timeout_s, settings.background_timeout_s).values()
    preload(policy.path for policy in policies)
    keep_gathering()
    serve = import_module("jobs.serving").serve
    return int(serve(settings.redis_url, options, policies, services, settings.stop_grace_s + TO_A_CHECKPOINT_S))


def preload(paths: Iterable[str]) -> None:
    """Import what the jobs need before the first one comes: a first import costs its user 0.6 s (measured).

    What is loaded now lives for ever, so the garbage collector need not look at it again."""
    for path in paths:
        import_module(path.rpartition(".")[0])
    sys.path_importer_cache.clear()  # what lies in each folder that was searched: read anew if it is searched again
    gc.collect()
    gc.freeze()


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
