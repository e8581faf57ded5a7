"""What a process asks of the database and which jobs it does, a line each, in the file that `COUNTED` names: "begin"
(a write transaction), "sql …", "compiled …" (a statement that was not known), "job …", each with where in our code it
came from.

`python -m tests.fakes.counting …` is the worker, `tests.fakes.counting:web` the web process."""

import os
import sys
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import CacheStats

from bot.dao.engine import prepared
from jobs import worker
from jobs.thread_worker import ThreadWorker

OURS = f"{os.sep}bot{os.sep}"
BORING = ("database.py", "inserts.py")


def install(path: str) -> None:
    """Begin to count in this process."""
    out = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def put(kind: str, words: str) -> None:
        os.write(out, f"{kind} {' '.join(words.split())[:120]} <- {_place()}\n".encode())

    def executes(_connection: Any, _cursor: Any, statement: str, _values: Any, context: Any, *_rest: Any) -> None:
        put("sql", statement)
        if context is not None and context.cache_hit is not CacheStats.CACHE_HIT:
            put("compiled", statement)

    def commits(_connection: Any) -> None:  # what only reads rolls back
        put("write", "")

    class Compiled(prepared._Compiled):
        def __init__(self, statement: Any, *rest: Any) -> None:
            super().__init__(statement, *rest)
            put("compiled", self._sql)

    run = ThreadWorker.execute_job

    def counted(self: ThreadWorker, job: Any, queue: Any) -> None:
        put("job", job.func_name)
        run(self, job, queue)

    event.listen(Engine, "before_cursor_execute", executes)
    event.listen(Engine, "commit", commits)
    prepared._Compiled = Compiled  # type: ignore[misc]
    ThreadWorker.execute_job = counted  # type: ignore[method-assign]


def _place() -> str:
    """The innermost places of ours."""
    frame, places = sys._getframe(2), list[str]()
    while frame is not None and len(places) < 3:
        name = frame.f_code.co_filename
        if OURS in name and not name.endswith(BORING):
            places.append(f"{name.rpartition(OURS)[2]}:{frame.f_code.co_name}")
        frame = frame.f_back  # type: ignore[assignment]
    return " < ".join(places)


def __getattr__(name: str) -> Any:
    """`web`: made only when gunicorn asks for it."""
    if name != "web":
        raise AttributeError(name)
    install(os.environ["COUNTED"])
    import wsgi

    return wsgi.app


if __name__ == "__main__":
    install(os.environ["COUNTED"])
    sys.exit(worker.main())
