"""`flask --app wsgi …` as an operator types it, in a process forked from one that has imported everything but `wsgi`:
importing takes three seconds of processor time, a command a tenth of one. `python -m tests.fakes.typed` forks."""

import os
import runpy
import subprocess
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from tests.fakes.orders import Orders, Parent, begin_life, warm

MODULES = ("bot.app", "bot.cli.commands", "bot.cli.doctor.command", "alembic.command", "flask.cli", "psycopg")


class Typist:
    """Our side: types a command and waits for its end."""

    def __init__(self, orders: Orders, folder: Path) -> None:
        self._orders, self._folder, self._typed = orders, folder, 0

    def flask(self, *arguments: str, environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        self._typed += 1
        out, err = (self._folder / f"{self._typed}.{stream}" for stream in ("out", "err"))
        typed = ["flask", "--app", "wsgi", *arguments]
        pid = self._orders.order(do="fork", typed=typed, environment=environment, words=str(out), errors=str(err))
        code = self._orders.order(do="wait", pid=pid)
        return subprocess.CompletedProcess(typed, code, out.read_text("utf-8"), err.read_text("utf-8"))


class _Shell(Parent):
    """The other side: every command is a life."""

    def wait(self, order: dict[str, Any]) -> int:
        """The exit status of a command, when it has ended."""
        _, status = os.waitpid(order["pid"], 0)
        self._children.discard(order["pid"])
        return os.waitstatus_to_exitcode(status)

    def live(self, order: dict[str, Any]) -> NoReturn:
        code = 70
        try:
            begin_life(order["environment"], order["words"])
            os.dup2(os.open(order["errors"], os.O_WRONLY | os.O_CREAT, 0o600), 2)
            sys.argv = order["typed"]
            runpy.run_module("flask", run_name="__main__", alter_sys=True)
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


if __name__ == "__main__":
    warm(MODULES)
    _Shell().obey()
