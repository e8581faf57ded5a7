"""`python -m jobs.worker --burst` with a witness: afterwards writes which modules were there before the first job, and
which came later, as JSON on the last line. The environment holds the settings, as for the worker itself."""

import argparse
import json
import sys
from importlib import import_module

from bot.queue.policy import job_policies
from jobs.lean import leave_out
from jobs.worker import preload


class Witness:
    """A service of the worker that remembers what is loaded when the worker starts and when it stops."""

    def __init__(self) -> None:
        self.before: frozenset[str] = frozenset()
        self.after: frozenset[str] = frozenset()

    def start(self) -> None:
        """Everything is ready, no job has been taken."""
        self.before = frozenset(sys.modules)

    def stop_claiming(self) -> None:
        """Nothing to do."""

    def stop(self) -> None:
        """The last job has ended."""
        self.after = frozenset(sys.modules)


def main() -> None:
    """The same steps as jobs.worker.main, and one service more."""
    leave_out()
    settings, witness = import_module("bot.config").load_settings(), Witness()
    import_module("bot.dao.engine.one_database").keep_to(settings.database_url)
    policies = job_policies(settings.turn_timeout_s).values()
    services = [import_module("jobs.runtime").build_runtime(settings), witness]
    preload(policy.path for policy in policies)
    options = argparse.Namespace(queues=["turns", "delivery"], concurrency=4, burst=True)
    import_module("jobs.serving").serve(settings.redis_url, options, policies, services, settings.stop_grace_s)
    found = {"before": sorted(witness.before), "later": sorted(witness.after - witness.before)}
    sys.stdout.write(f"{json.dumps(found)}\n")


if __name__ == "__main__":
    main()
