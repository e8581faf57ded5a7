"""`python -m tests.fakes.dying_worker JSON`: a worker that drains one conversation and is killed (SIGKILL, by itself)
at the commit of the first transaction in which a statement begins so: before the database has it, or when it has."""

import json
import os
import re
import signal
import sys
from typing import Any

from sqlalchemy import Connection

from jobs.runtime import build_runtime
from tests.fakes.engines import hear
from tests.fakes.product import make_settings


def main() -> None:
    """`settings`, `conversation`, `statement` (a pattern) and `stored` (whether the commit comes through)."""
    wanted = json.loads(sys.argv[1])
    runtime = build_runtime(make_settings(**wanted["settings"]))
    found = list[Connection]()

    def look(connection: Connection, _cursor: Any, statement: str, *_more: Any) -> None:
        if re.match(wanted["statement"], statement, re.DOTALL):
            found.append(connection)

    def on_commit(connection: Connection) -> None:
        if connection in found:
            if wanted["stored"]:
                connection.connection.driver_connection.commit()  # type: ignore[union-attr]
            os.kill(os.getpid(), signal.SIGKILL)

    hear(runtime.inbox.database, "before_cursor_execute", look)
    hear(runtime.inbox.database, "commit", on_commit)
    runtime.inbox.drain(wanted["conversation"])


if __name__ == "__main__":
    main()
