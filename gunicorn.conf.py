"""How the web process is served: `gunicorn wsgi:app` reads this. docs/operations.md: what the platform's proxy adds."""

import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

bind = "0.0.0.0:8000"
worker_class = "bot.web.gunicorn_worker.WholeRequestWorker"
workers = 2
threads = 8
worker_connections = 650  # with MOST_WATCHERS beside them less than the 1,024 descriptors that systems give
timeout = 30
graceful_timeout = 20  # told to leave, it takes nothing new and answers what is under way
# Longer than proxies keep theirs: 60 s of nginx and of Amazon's balancers, 120 s of Caddy. Who closes first loses what
# the other sends in that moment.
keepalive = 130
forwarder_headers = ""  # nobody says in one below which path we are: past whatever a proxy keeps to itself
limit_request_line = 0  # bounded by bot.web.arrival: a page says in words what is too long
control_socket_disable = True
# Where its processes show that they live: in memory, so that a full disk keeps none from beginning.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108

# Its processes count into files of a directory that each of them can read, so that any of them tells what all did.
# The name is read when prometheus_client is first imported, in the processes, after this.
_MASTER = os.getpid()


def _made() -> Path:
    """The directory. Where nothing may be written but temporary files, with database and bucket elsewhere, it is one of
    them: of our own, so that nobody else's number is taken for a master's. Where disks are full there is none, and each
    process counts for itself (bot.obs.room)."""
    made = Path("var/metrics").absolute() / str(_MASTER)
    try:
        made.mkdir(parents=True, exist_ok=True)
    except OSError:
        with contextlib.suppress(OSError):
            made = Path(tempfile.mkdtemp(prefix="palabre-metrics-")) / str(_MASTER)
            made.mkdir()
    return made


_METRICS = _made()
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_METRICS)


# A process that cannot serve ends the server, unless another serves. Whoever reads this byte does: where two did, the
# master, told twice, would end in a traceback with exit code 1.
_LAST_WORD, _spoken = os.pipe()
os.set_blocking(_LAST_WORD, False)
os.write(_spoken, b".")


def pre_fork(server: Any, worker: Any) -> None:
    """In the master. A process that has yet to say that it lives is as old as the day, by a clock that begins with the
    machine; one that serves says so."""
    if not any(other.tmp.last_update() <= time.monotonic() for other in server.WORKERS.values()):
        worker.last_word = _LAST_WORD


def on_starting(_server: Any) -> None:
    """Remove what masters that were killed have left."""
    for left in _METRICS.parent.iterdir() if _METRICS.is_dir() else ():
        if left.name.isdigit() and not _lives(int(left.name)):
            shutil.rmtree(left, ignore_errors=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def on_exit(_server: Any) -> None:
    """What was counted ends with the master: Prometheus knows counters that begin again."""
    shutil.rmtree(_METRICS, ignore_errors=True)
