"""The process between a worker and one sandbox, without secrets or privileges. Its purpose: that the sandbox ends.

When the worker dies its end of our input closes, and everything is killed: bubblewrap is the first process of a
namespace of its own, so the kernel ends whatever it has begun, however far that came. When we die bubblewrap dies with
us (--die-with-parent); that flag is set some time after it has begun, so nothing hostile exists until we, alive, send
the command itself. Only the standard library is imported here, and all of it before privileges go.

Input: one line of JSON {bwrap, libraries, project, machine, command, timeout_s, home}, then `home` bytes of a packed
home; then nothing, until it closes. Output: one line of JSON, then the packed home and the new files."""

import contextlib
import fcntl
import json
import os
import select
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.isolation.shell.capture import Capture
from bot.isolation.shell.confine import drop_privileges, enclose, step_back, step_back_as_one
from bot.isolation.shell.filter import seccomp_filter
from bot.isolation.shell.home import Contents, Packed, pack, restore
from bot.isolation.shell.launcher import PASSWD, bubblewrap_arguments, first_shell
from bot.isolation.shell.watch import Watch

OUTPUT_BYTES = 1024 * 1024
START_S, LOOK_S = 10.0, 0.05
INPUT = 0
# Where bubblewrap and the first shell find what is handed to them.
BWRAP, FILTER, INFO, PASSWORDS, GO, READY, FIRST_LIBRARY = 10, 11, 12, 13, 14, 15, 16
ELSEWHERE = 100


class Ended(Exception):
    """The sandbox is to end now, and why: start, memory, files, sockets, output, timeout; abandoned by the worker."""


class Sandbox:
    """One run of bubblewrap, from before its birth until nothing of it is left."""

    def __init__(self, request: dict[str, Any]) -> None:
        self._request = request
        self._outer = self._outer_fd = -1
        self._started = 0.0
        self._outputs: dict[int, Capture] = {}
        self.streams = Capture(), Capture()
        self.watch: Watch | None = None

    def start(self, files: Sequence[int], body: bytes) -> Contents:
        """Build it, fill its home, and only then hand the command over. Returns what the home holds."""
        until = time.monotonic() + START_S
        out, err, info, go, ready = (os.pipe() for _ in range(5))
        self._outputs = {out[0]: self.streams[0], err[0]: self.streams[1]}
        given = {1: out[1], 2: err[1], BWRAP: files[0], FILTER: _filled(seccomp_filter(self._request["machine"])),
                 INFO: info[1], PASSWORDS: _filled(PASSWD), GO: go[0], READY: ready[1]}  # fmt: skip
        given |= {FIRST_LIBRARY + index: file for index, file in enumerate(files[1:])}
        self._outer = self._spawn(given)
        self._outer_fd = os.pidfd_open(self._outer)
        for file in (*given.values(), *files):
            with contextlib.suppress(OSError):
                os.close(file)
        _told(info[0], until, b"}\n")
        _told(ready[0], until, b"r")
        init = _child_of(self._outer)
        step_back_as_one(init)
        self.watch = Watch(init)
        contents = restore(self.watch.home, body)
        os.write(go[1], self._request["command"].encode() + b"\0")
        self._started = time.monotonic()
        return contents

    def _spawn(self, given: dict[int, int]) -> int:
        libraries = range(FIRST_LIBRARY, max(given) + 1)
        # First to where no target is, so that none is overwritten.
        moved = {target: fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, ELSEWHERE) for target, file in given.items()}
        arguments = bubblewrap_arguments(
            filter_fd=FILTER, info_fd=INFO, passwd_fd=PASSWORDS, project=Path(self._request["project"])
        )
        shell = first_shell(go_fd=GO, ready_fd=READY, closed=(BWRAP, *libraries))
        environment = {"LD_PRELOAD": ":".join(f"/proc/self/fd/{file}" for file in libraries)} if libraries else {}
        actions = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)]
        dups = [(os.POSIX_SPAWN_DUP2, file, target) for target, file in moved.items()]
        try:
            return os.posix_spawn(
                f"/proc/self/fd/{BWRAP}", ["bwrap", *arguments, *shell], environment, file_actions=[*actions, *dups]
            )
        finally:
            for file in moved.values():
                os.close(file)

    def follow(self) -> None:
        """Read what it writes and watch it until it has ended by itself. Raises Ended when it must not go on."""
        until, look_at = self._started + self._request["timeout_s"], 0.0
        poller = select.poll()
        for file in (INPUT, self._outer_fd, *self._outputs):
            poller.register(file, select.POLLIN)
        while True:
            ready = [file for file, _ in poller.poll(LOOK_S * 1000)]
            if INPUT in ready:
                raise Ended("abandoned")
            for file in set(ready) & set(self._outputs):
                if not self._take(file):
                    poller.unregister(file)
            if self._outer_fd in ready:
                return
            if time.monotonic() >= until:
                raise Ended("timeout")
            if time.monotonic() >= look_at and self.watch is not None:
                look_at = time.monotonic() + LOOK_S
                if bound := self.watch.passed():
                    raise Ended(bound)

    def _take(self, file: int) -> bool:
        data = os.read(file, 65_536)
        self._outputs[file].add(data)
        if sum(capture.total for capture in self.streams) > OUTPUT_BYTES:
            raise Ended("output")
        return bool(data)

    def end(self) -> int | None:
        """Kill whatever is left, all of it, and wait until it is gone. Returns the command's exit status, None when
        nothing has begun."""
        if self._outer < 0:
            return None
        signal.pidfd_send_signal(self._outer_fd, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(self._outer, 0)[1])  # after all others of its namespace
        for file, capture in self._outputs.items():
            os.set_blocking(file, False)
            with contextlib.suppress(BlockingIOError):
                while data := os.read(file, 65_536):
                    capture.add(data)
        return 128 - status if status < 0 else status

    def elapsed_ms(self) -> int:
        return round((time.monotonic() - self._started) * 1000) if self._started else 0


def main() -> None:
    """Serve one request."""
    request, body = _request()
    step_back()
    files = [os.open(path, os.O_RDONLY | os.O_CLOEXEC) for path in (request["bwrap"], *request["libraries"])]
    sandbox, ended, contents, packed = Sandbox(request), "exit", Contents(), Packed()
    try:
        drop_privileges()
        enclose()
        contents = sandbox.start(files, body)
        sandbox.follow()
    except Ended as reason:
        ended = str(reason)
    except (OSError, ValueError, KeyError) as error:
        ended = "start"
        sandbox.streams[1].add(f"\n{type(error).__name__}: {error}".encode())
    code = sandbox.end()
    if ended == "exit" and code is not None and sandbox.watch is not None:
        packed = pack(sandbox.watch.home, contents)
    _answer(sandbox, ended, code, packed)


def _answer(sandbox: Sandbox, ended: str, code: int | None, packed: Packed) -> None:
    out, err = sandbox.streams
    head = {
        "ended": ended, "exit_code": code, "elapsed_ms": sandbox.elapsed_ms(),
        "stdout": out.kept(), "stderr": err.kept(),
        "home": -1 if packed.body is None else len(packed.body), "dropped": packed.dropped, "unread": packed.unread,
        "files": [[name.encode("utf-8", "replace").decode(), len(data)] for name, data in packed.new],
    }  # fmt: skip
    with contextlib.suppress(BrokenPipeError), open(1, "wb") as answer:
        answer.write(json.dumps(head).encode() + b"\n")
        answer.writelines([packed.body or b"", *(data for _, data in packed.new)])


def _request() -> tuple[dict[str, Any], bytes]:
    with open(INPUT, "rb", closefd=False) as source:
        line = source.readline()
        request = json.loads(line) if line.endswith(b"\n") else {"home": -1}
        body = source.read(max(0, request["home"]))
    if len(body) != request["home"]:
        sys.exit(0)  # the worker has gone
    return request, body


def _child_of(pid: int) -> int:
    """The only child of a process. Raises OSError when it has none."""
    for entry in os.listdir("/proc"):
        with contextlib.suppress(OSError):
            if entry.isdigit() and int(_stat(entry)[1]) == pid:
                return int(entry)
    raise OSError("bubblewrap has no child")


def _stat(pid: str) -> list[str]:
    """State, parent and more of a process."""
    return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()


def _filled(data: bytes) -> int:
    reading, writing = os.pipe()
    os.write(writing, data)
    os.close(writing)
    return reading


def _told(file: int, until: float, closing: bytes) -> bytes:
    """What bubblewrap or the first shell says, up to a closing byte. Raises Ended when it falls silent, takes too long
    or the worker has gone."""
    said = b""
    while not said.endswith(closing):
        ready = select.select([file, INPUT], [], [], max(0.0, until - time.monotonic()))[0]
        if INPUT in ready:
            raise Ended("abandoned")
        part = os.read(file, 4096) if file in ready else b""
        if not part:
            raise Ended("start")
        said += part
    return said


if __name__ == "__main__":
    main()
