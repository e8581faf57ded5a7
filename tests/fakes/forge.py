"""Processes of the product without the seconds in which each would import the same modules: they are forked from one
that has imported them. From there on each is what `python -m module …` would be. `python -m tests.fakes.forge` is
that one."""

import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from prometheus_client import values

from tests.fakes.orders import Orders, Parent, begin_life, warm

MODULES = (
    "gunicorn.app.wsgiapp", "gunicorn.workers.gthread", "bot.app", "jobs.worker", "jobs.entry", "jobs.runtime",
    "openai", "pydantic", "psycopg", "rq.worker",
)  # fmt: skip


class Forked:
    """One of them, with what tests use of subprocess.Popen."""

    def __init__(self, pid: int, ask: Callable[..., Any]) -> None:
        self.pid, self.returncode = pid, None  # type: int, int | None
        self._ask = ask

    def poll(self) -> int | None:
        """Its exit code (negative: the signal), None while it runs."""
        if self.returncode is None:
            self.returncode = self._ask(do="poll", pid=self.pid)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Wait until it has ended."""
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            time.sleep(0.01)
        return code

    def send_signal(self, signum: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, signum)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


class Forge(Orders):
    """`with Forge() as forge:` starts the parent; leaving ends it and all that it began. Any thread may ask."""

    def __init__(self) -> None:
        super().__init__("tests.fakes.forge")

    def begin(self, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Forked:
        """`python -m` with these arguments; what it says is appended to `log`."""
        pid = self.order(do="fork", arguments=list(arguments), environment=dict(environment), log=str(log))
        return Forked(pid, self.order)


class _Parent(Parent):
    def poll(self, order: dict[str, Any]) -> int | None:
        """The exit code of a child that has ended."""
        ended, status = os.waitpid(order["pid"], os.WNOHANG)
        if not ended:
            return None
        self._children.discard(ended)
        return os.waitstatus_to_exitcode(status)

    def live(self, order: dict[str, Any]) -> NoReturn:
        """It ends as every interpreter does: what is raised goes up through `main`."""
        begin_life(order["environment"], order["log"])
        module, *sys.argv[1:] = order["arguments"]
        sys.modules.pop(module, None)
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        sys.exit()


@cache
def _kind_of_value() -> Any:
    return values.get_value_class()


def _value(*arguments: Any, **named: Any) -> Any:
    """What prometheus_client counts in. It chooses when it is imported, which is before gunicorn.conf.py has named the
    folder that its processes share: here it chooses when the first counter is made."""
    return _kind_of_value()(*arguments, **named)


def main() -> None:
    """Obey until nobody gives orders any more."""
    warm(MODULES)
    values.ValueClass = _value  # type: ignore[assignment]
    _Parent().obey()


if __name__ == "__main__":
    main()
