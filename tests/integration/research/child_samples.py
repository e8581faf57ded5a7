"""A child module that behaves as badly as its payload says. Run only by run_child."""

import os
import resource
import tempfile
import time

from bot.errors import DocumentError


def answer(payload: bytes) -> bytes:
    """Do what the payload names."""
    return {
        b"echo": lambda: payload * 2,
        b"large": lambda: b"x" * 3_000_000,
        b"print": _print,
        b"environment": lambda: repr(dict(os.environ)).encode(),
        b"refuse": _refuse,
        b"crash": lambda: 1 / 0,
        b"hang": lambda: time.sleep(60),
        b"spin": _spin,
        b"orphan": _orphan,
        b"memory": lambda: b"x" * 2_000_000_000,
        b"write": _write,
        b"limits": lambda: repr(resource.getrlimit(resource.RLIMIT_AS)).encode(),
    }[payload]()


def _print() -> bytes:
    print("noise")  # noqa: T201
    os.write(1, b"more noise")
    return b"answer"


def _refuse() -> bytes:
    raise DocumentError("the page is blank")


def _spin() -> bytes:
    while True:
        pass


def _write() -> bytes:
    with tempfile.TemporaryFile() as file:
        file.write(b"x")
    return b"written"


def _orphan() -> bytes:
    """Leaves a process of its group behind; answers with its id."""
    orphan = os.fork()
    if orphan == 0:
        for stream in range(3):
            os.close(stream)
        os.closerange(3, 64)
        time.sleep(60)
    return str(orphan).encode()
