"""What hostile commands go for, really there on the host; and sandboxes run as root or as an ordinary user."""

import contextlib
import json
import os
import secrets
import select
import shutil
import socket
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.isolation.shell.runner import PROJECT, Sandbox, find_bubblewrap
from tests.integration.shell.commands import SECRET
from tests.integration.shell.driver import told

NOBODY = 65534
COPY = "cp /usr/bin/sleep {marker}; chmod +x {marker}; "


@contextlib.contextmanager
def things_to_go_for(folder: Path) -> Iterator[Mapping[str, str]]:
    """Files, sockets and a process of the host, by the names under which commands mention them."""
    folder.chmod(0o755)
    names = {name: str(folder / name) for name in ("database", "secret_file", "socket")}
    names |= {
        "abstract": f"palabre-{secrets.token_hex(4)}",
        "marker": f"/tmp/m{secrets.token_hex(6)}",
        "project": str(PROJECT),
    }
    for name in ("database", "secret_file"):
        Path(names[name]).write_text(SECRET)
        Path(names[name]).chmod(0o644)
    with contextlib.ExitStack() as stack:
        tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for address in ("\0" + names["abstract"], names["socket"]):
            listener = stack.enter_context(socket.socket(socket.AF_UNIX))
            listener.bind(address)
            listener.listen()
        os.chmod(names["socket"], 0o777)
        sleeper = stack.enter_context(subprocess.Popen(["sleep", "600"]))
        stack.callback(sleeper.kill)
        yield names | {"port": str(tcp.getsockname()[1]), "host_pid": str(sleeper.pid)}
        assert sleeper.poll() is None, "a command in the sandbox has killed a process of the host"


def filled(command: str, names: Mapping[str, str]) -> str:
    """The command with the host's things in place of their names."""
    command = COPY + command if "{marker}" in command else command
    for name, value in names.items():
        command = command.replace("{" + name + "}", value)
    return command


class Here:
    """A sandbox as whoever runs the tests."""

    def __init__(self) -> None:
        self._sandbox = Sandbox(find_bubblewrap(), 2)

    def run(self, command: str, seconds: float) -> dict[str, Any]:
        return told(self._sandbox.run(command, timeout_s=seconds, patience_s=60))

    def close(self) -> None:
        """Nothing to close."""


class AsNobody:
    """A sandbox in a process of an ordinary user, who may read the project and an interpreter and nothing of ours."""

    def __init__(self, python: str) -> None:
        command = as_nobody(python, "-m", "tests.integration.shell.driver")
        self._driver = subprocess.Popen(command, env=for_nobody(), cwd="/",
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # fmt: skip
        self._lock = threading.Lock()
        self.off = json.loads(self._driver.stdout.readline() or '{"off": "the driver did not start"}')["off"]

    def run(self, command: str, seconds: float) -> dict[str, Any]:
        with self._lock:
            self._driver.stdin.write(json.dumps({"command": command, "seconds": seconds}) + "\n")
            self._driver.stdin.flush()
            assert select.select([self._driver.stdout], [], [], seconds + 30)[0], "the driver is silent"
            return json.loads(self._driver.stdout.readline())

    def close(self) -> None:
        self._driver.stdin.close()
        self._driver.wait(10)
        self._driver.stdout.close()


def as_nobody(*command: str) -> list[str]:
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]


def for_nobody() -> dict[str, str]:
    """An environment with a secret in it, as a worker's has, and the way to our modules."""
    paths = (str(PROJECT), sysconfig.get_path("purelib"))
    return {"PATH": os.defpath, "PYTHONPATH": ":".join(paths), "PYTHONDONTWRITEBYTECODE": "1", "SECRET_KEY": SECRET}


def python_for_nobody() -> str:
    """An interpreter that an ordinary user can start the driver with; empty when there is none."""
    if not shutil.which("setpriv"):
        return ""
    start = "import subprocess, sys, tests.integration.shell.driver; subprocess.run([sys.executable, '-V'], check=True)"
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        with contextlib.suppress(OSError):
            done = subprocess.run(
                as_nobody(python, "-c", start), env=for_nobody(), cwd="/", capture_output=True, check=False
            )
            if done.returncode == 0:
                return python
    return ""


def is_alive(marker: str) -> bool:
    """Whether any process of the host bears the marker in its command line."""
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and process.name != str(os.getpid()):
            with contextlib.suppress(OSError):
                words = (process / "cmdline").read_bytes().split(b"\0")
                if words[0] == marker.encode():
                    return True
    return False
