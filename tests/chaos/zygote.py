"""`python -m tests.chaos.zygote`: has imported everything, has no thread and no connection, and forks a process per
life, so that a life begins in milliseconds. Orders come in and answers go out as lines of JSON.

It is the parent of all lives and sends their signals itself: a number it signals cannot have been given to another.
"""

import contextlib
import ctypes
import faulthandler
import gc
import json
import os
import resource
import signal
import sys
import traceback
from importlib import import_module
from typing import Any

from sqlalchemy.orm import configure_mappers

from jobs.worker import UNUSED

sys.modules.update(dict.fromkeys(UNUSED))  # type: ignore[arg-type]  # as in the worker, and before anything loads them

from bot.clients.model import OpenAIModel  # noqa: E402
from bot.i18n.catalogue import catalogue  # noqa: E402
from bot.types import Language  # noqa: E402
from jobs import sweeper  # noqa: E402

PR_SET_PDEATHSIG = 1
GAPS_EVERY_S = 5.0
MODULES = ("jobs.entry", "jobs.runtime", "tests.chaos.instants", "tests.chaos.broken", "tests.chaos.web", "openai",
           "pydantic", "psycopg", "rq.worker")  # fmt: skip


class Zygote:
    """Obeys one order at a time."""

    def __init__(self) -> None:
        self._children: set[int] = set()

    def fork(self, order: dict[str, Any]) -> dict[str, Any]:
        """Begin a life; the answer is its number."""
        pid = os.fork()
        if pid == 0:
            _live(order)
        self._children.add(pid)
        return {"pid": pid}

    def signal(self, order: dict[str, Any]) -> dict[str, Any]:
        """Send a signal to a life that is not over."""
        alive = order["pid"] in self._children
        if alive:
            os.kill(order["pid"], order["signal"])
        return {"alive": alive}

    def changes(self, _order: dict[str, Any]) -> dict[str, Any]:
        """Which lives have ended, and which have frozen, since this was last asked."""
        dead, frozen = {}, []
        for pid in list(self._children):
            changed, status = os.waitpid(pid, os.WNOHANG | os.WUNTRACED)
            if changed and os.WIFSTOPPED(status):
                frozen.append(pid)
            elif changed:
                self._children.discard(pid)
                dead[pid] = os.waitstatus_to_exitcode(status)
        return {"dead": dead, "frozen": frozen}

    def limit(self, order: dict[str, Any]) -> dict[str, Any]:
        """Let the system refuse every write of all lives to files, as a broken disk does, or no longer."""
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        limits = (0, hard) if order["refused"] else (hard, hard)
        for pid in (os.getpid(), *self._children):  # lives to come have it from this process
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
        return {}

    def end(self) -> None:
        """Kill whoever lives."""
        for pid in self._children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _live(order: dict[str, Any]) -> None:
    """The life of a child; never returns."""
    code = 70
    try:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        words = os.open(order["words"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        for stream in (1, 2):
            os.dup2(words, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        faulthandler.register(signal.SIGUSR1)  # so that whoever hangs can be asked where
        os.environ.clear()
        os.environ.update(order["environment"])
        instants, broken = import_module("tests.chaos.instants"), import_module("tests.chaos.broken")
        log = os.open(order["instants"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        instants.install(log, order["module"], instants.Plan(**order["plan"]) if order["plan"] else None)
        if order["broken"]:
            broken.BROKEN[order["broken"]].apply()
        code = import_module(order["module"]).main(order["arguments"])
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _warm() -> None:
    """Do once what every life would do at its beginning and can be shared by all. Twilio's log is read more often than
    in production, as leases are shorter: see tests.chaos.world."""
    sweeper.GAPS_EVERY_S = GAPS_EVERY_S
    OpenAIModel("http://127.0.0.1:9/v1", "nobody's key").close()
    configure_mappers()
    for language in Language:
        catalogue(language)


def main() -> None:
    """Obey until nobody gives orders any more."""
    for module in MODULES:
        import_module(module)
    _warm()
    gc.collect()
    gc.freeze()
    zygote = Zygote()
    try:
        sys.stdout.write("{}\n")
        sys.stdout.flush()
        for line in iter(sys.stdin.readline, ""):
            order = json.loads(line)
            sys.stdout.write(json.dumps(getattr(zygote, order.pop("do"))(order)) + "\n")
            sys.stdout.flush()
    finally:
        zygote.end()


if __name__ == "__main__":
    main()
