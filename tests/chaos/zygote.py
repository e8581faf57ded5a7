"""`python -m tests.chaos.zygote`: forks a process a life, sends their signals and says what became of them."""

import contextlib
import faulthandler
import os
import resource
import signal
import traceback
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from tests.fakes.orders import Parent, begin_life, warm

GAPS_EVERY_S = 5.0
TO_A_CHECKPOINT_S = 2.0
MODULES = (
    "jobs.entry", "jobs.runtime", "tests.chaos.instants", "tests.chaos.broken", "tests.chaos.web", "tests.fakes.dials",
    "openai", "pydantic", "psycopg", "rq.worker", "bot.web.gunicorn_worker",
)  # fmt: skip
TO_ALL = (signal.SIGKILL, signal.SIGSTOP, signal.SIGCONT)


class Zygote(Parent):
    """Each life leads a group: what kills or freezes it does so to the processes of gunicorn at once."""

    def fork(self, order: dict[str, Any]) -> int:
        """Begin a life; the answer is its number."""
        pid = super().fork(order)
        with contextlib.suppress(PermissionError, ProcessLookupError):  # it has begun, and done so itself
            os.setpgid(pid, pid)
        return pid

    def signal(self, order: dict[str, Any]) -> bool:
        """Send a signal to a life; whether it was not over."""
        pid, signum = order["pid"], order["signal"]
        if pid not in self._children:
            return False
        os.kill(-pid if signum in TO_ALL else pid, signum)
        return True

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

    def limit(self, order: dict[str, Any]) -> None:
        """Let the system refuse every write of all lives to files, as a broken disk does, or no longer."""
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        limits = (0, hard) if order["refused"] else (hard, hard)
        for pid in (os.getpid(), *self._members()):  # lives to come have it from this process
            with contextlib.suppress(ProcessLookupError, PermissionError):  # who reads documents never writes anything
                resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)

    def _members(self) -> Iterator[int]:
        """The lives, and the processes of gunicorn below them."""
        for pid in self._children:
            yield pid
            with contextlib.suppress(OSError):
                yield from map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())

    def live(self, order: dict[str, Any]) -> NoReturn:
        """What it has been told to run, with its instants, and broken where it was told to be."""
        code = 70
        try:
            os.setpgid(0, 0)
            begin_life(order["environment"], order["words"])
            faulthandler.register(signal.SIGUSR1)  # so that whoever hangs can be asked where
            if "DIALS" in order["environment"]:
                import_module("tests.fakes.dials").install(Path(order["environment"]["DIALS"]))
            instants, broken = import_module("tests.chaos.instants"), import_module("tests.chaos.broken")
            log = os.open(order["instants"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            instants.install(log, order["module"], instants.Plan(**order["plan"]) if order["plan"] else None)
            if order["broken"]:
                broken.BROKEN[order["broken"]].apply()
            code = import_module(order["module"]).main(order["arguments"])
        except SystemExit as leaving:  # as gunicorn does, in each of its processes
            code = int(leaving.code or 0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)


def main() -> None:
    """Obey until nobody gives orders any more. Twilio's log is read more often than in production, and a worker that
    leaves waits less for a checkpoint, as leases are shorter: see tests.chaos.world."""
    warm(MODULES)
    import_module("jobs.sweeper").GAPS_EVERY_S = GAPS_EVERY_S
    import_module("jobs.worker").TO_A_CHECKPOINT_S = TO_A_CHECKPOINT_S
    import_module("bot.clients.model").OpenAIModel("http://127.0.0.1:9/v1", "nobody's key").close()
    Zygote().obey()


if __name__ == "__main__":
    main()
