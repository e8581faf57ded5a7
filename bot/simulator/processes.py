"""Child processes of `make run`: started with a name, their lines prefixed, ended together. Only what it started."""

import ctypes
import functools
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

STOP_GRACE_S = 12
PR_SET_PDEATHSIG = 1

Write = Callable[[str], None]


class Family:
    """Processes that live and die together."""

    def __init__(self, environment: Mapping[str, str], folder: Path, write: Write) -> None:
        self._environment = dict(environment)
        self._folder = folder
        self._write = write
        self._children: dict[str, subprocess.Popen[str]] = {}
        self._readers: list[threading.Thread] = []
        self._spoke: set[str] = set()
        self._hushed = False
        self._ended: queue.SimpleQueue[str] = queue.SimpleQueue()

    def start(self, name: str, command: Sequence[str]) -> None:
        """Start a process that is to run as long as the family."""
        child = self._spawn(command)
        self._children[name] = child
        reader = threading.Thread(target=self._read, args=(name, child), name=f"log-{name}", daemon=True)
        reader.start()
        self._readers.append(reader)

    def run(self, command: Sequence[str]) -> tuple[int, str]:
        """Run a process to its end; its exit code and all it wrote. It ends with whatever interrupts us meanwhile."""
        child = self._spawn(command)
        try:
            output, _ = child.communicate()
        except BaseException:
            child.kill()
            child.wait()
            raise
        return child.returncode, output

    def has_spoken(self, name: str) -> bool:
        """Whether a process has written a line."""
        return name in self._spoke

    def hush(self) -> None:
        """Show no more lines: an end that was asked for is no news."""
        self._hushed = True

    def first_ended(self, timeout_s: float | None = None) -> str | None:
        """Wait until a child ends and name it with its exit code; None when `timeout_s` seconds passed first."""
        try:
            name = self._ended.get(timeout=timeout_s)
        except queue.Empty:
            return None
        return f"{name} (code {self._children[name].wait()})"

    def stop(self) -> None:
        """End the children one by one, the last started first; kill what does not leave in time."""
        for child in reversed(self._children.values()):
            child.terminate()
            try:
                child.wait(STOP_GRACE_S)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        for reader in self._readers:
            reader.join(timeout=2)

    def _spawn(self, command: Sequence[str]) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603 – our own commands
            command,
            env=self._environment,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,  # Ctrl-C reaches us alone; we end the others in order
            preexec_fn=_die_with_parent(),  # noqa: PLW1509 – one system call, nothing that takes a lock
        )

    def _read(self, name: str, child: subprocess.Popen[str]) -> None:
        output: IO[str] | None = child.stdout
        if output is not None:
            with output:
                for line in output:
                    self._spoke.add(name)
                    if not self._hushed:
                        self._write(f"{name:<8}│ {line.rstrip()}")
        child.wait()
        self._ended.put(name)


def _die_with_parent() -> Callable[[], None] | None:
    """On Linux the kernel ends the child when we are killed outright; elsewhere only an orderly end does."""
    if sys.platform != "linux":
        return None
    return functools.partial(_ask_for_signal, ctypes.CDLL(None), os.getpid())


def _ask_for_signal(libc: ctypes.CDLL, parent: int) -> None:
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        os._exit(1)  # we died between the fork and the call
