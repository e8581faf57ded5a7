"""A child module that behaves as badly as its payload says. Run only by run_child."""

import os
import resource
import tempfile
import time
from contextlib import suppress

from bot.errors import DocumentError

calls: list[int] = []


def answer(payload: bytes) -> bytes:
    """Do what the payload names."""
    return {
        b"echo": lambda: payload * 2,
        b"large": lambda: b"x" * 3_000_000,
        b"print": _print,
        b"environment": lambda: repr(dict(os.environ)).encode(),
        b"niceness": lambda: str(os.nice(0)).encode(),
        b"places": _places,
        b"refuse": _refuse,
        b"warn": _warn,
        b"crash": lambda: 1 / 0,
        b"hang": lambda: time.sleep(60),
        b"spin": _spin,
        b"orphan": _orphan,
        b"memory": lambda: b"x" * 2_000_000_000,
        b"write": _write,
        b"traces": _traces,
        b"descriptors": _descriptors,
        b"limits": lambda: repr(resource.getrlimit(resource.RLIMIT_AS)).encode(),
    }[payload]()


def _places() -> bytes:
    return f"{os.getsid(0)} {os.getpgid(0) == os.getpid()}".encode()


def _print() -> bytes:
    print("noise")  # noqa: T201
    os.write(1, b"more noise")
    return b"answer"


def _refuse() -> bytes:
    raise DocumentError("the page is blank")


def _warn() -> bytes:
    """As libraries do of each thing that is wrong in a file."""
    for _ in range(300):
        os.write(2, b"Multiple definitions in dictionary\n" * 1_000)
    return _refuse()


def _spin() -> bytes:
    while True:
        pass


def _write() -> bytes:
    with tempfile.TemporaryFile() as file:
        file.write(b"x")
    return b"written"


def _traces() -> bytes:
    """Who this is, whose child, and how many calls have left something in this module."""
    calls.append(1)
    return f"{os.getpid()} {os.getppid()} {len(calls)}".encode()


def _descriptors() -> bytes:
    """What is open, the directory that is being listed apart."""
    found = []
    for entry in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            found.append(os.readlink(f"/proc/self/fd/{entry}"))
    return repr([name for name in found if not name.startswith("/proc/")]).encode()


def _orphan() -> bytes:
    """Leaves a process of its group behind; answers with its id."""
    orphan = os.fork()
    if orphan == 0:
        for stream in range(3):
            os.close(stream)
        os.closerange(3, 64)
        time.sleep(60)
    return str(orphan).encode()
