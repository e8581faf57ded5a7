"""A worker process that kills itself: the product's own, with the instants of tests.chaos.instants. `DOOM` says where,
as JSON: {"tool": "create_task", "edge": "before", "site": "commit of DatabaseJournal.finished"}. It lives like any
other until that tool is called for the first time; null: for good."""

import functools
import json
import os
import sys
from typing import Any

from bot.conversation.turn.journal import DatabaseJournal
from bot.dao.work import runs
from jobs import worker
from tests.chaos import instants


def doom(tool: str, plan: instants.Plan) -> None:
    """Arm this process with a plan as soon as a call of `tool` is recorded as dispatched; not one that another life had
    dispatched before."""
    armed = instants.install(os.open(os.devnull, os.O_WRONLY), "jobs.worker", None)
    dispatched = DatabaseJournal.dispatched

    @functools.wraps(dispatched)
    def arming(journal: DatabaseJournal, iteration: int, call: Any) -> None:
        dispatched(journal, iteration, call)
        with journal.lease.database.read() as session:
            record = runs.tool_call(session, journal.run_id, call.id)
        if record is not None and (record.tool, record.dispatches) == (tool, 1):
            armed.arm(plan)

    DatabaseJournal.dispatched = arming  # type: ignore[method-assign]


if __name__ == "__main__":
    if told := json.loads(os.environ["DOOM"]):
        doom(told["tool"], instants.Plan("kill", told["site"], told["edge"]))
    sys.exit(worker.main())
