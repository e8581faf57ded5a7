"""Running code that meets hostile or heavy input in a process of its own, with bounds the kernel keeps.

A child module offers `answer(payload: bytes) -> bytes` and raises DocumentError with a reason fit for the model.
Run as a program, this module is the child's side: bounds first, then the import of the module it was asked for."""

import contextlib
import importlib
import logging
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

from bot import cancelling
from bot.errors import DocumentError

log = logging.getLogger(__name__)

PROJECT = Path(__file__).resolve().parents[2]
REFUSED = 3  # exit status of a child that says on stderr why it could not do it
MIB = 1024 * 1024
MAX_REASON_BYTES = 300
RAISED = re.compile(rb"^([A-Za-z_][\w.]*(?:Error|Exception|Exit|Interrupt))\b", re.MULTILINE)


def run_child(module: str, payload: bytes, *, timeout_s: float = 20, memory_mib: int = 512) -> bytes:
    """What `module`'s answer() makes of `payload`, computed in a fresh process without our environment, killed with
    its whole group after `timeout_s` seconds. Raises DocumentError with a short reason."""
    command = [sys.executable, "-m", __name__, module, str(timeout_s), str(memory_mib)]
    child = subprocess.Popen(  # noqa: S603 - our own interpreter and module names
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=PROJECT,
        env={"PATH": os.defpath, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"},
        start_new_session=True,
    )
    with child, cancelling.current().ended_by(lambda: _end(child)):
        try:
            answer, complaint = child.communicate(payload, timeout=timeout_s)
        except subprocess.TimeoutExpired:
            raise DocumentError("it took too long to process") from None
        finally:
            _end(child)
    if child.returncode == 0:
        return answer
    if child.returncode == REFUSED:
        raise DocumentError(complaint.decode("utf-8", "replace"))
    kinds = RAISED.findall(complaint)  # never the words: they may be the document's
    log.warning("%s ended with %d %s", module, child.returncode, kinds[-1].decode() if kinds else "")
    raise DocumentError("it is too large or too complex to process")


def _end(child: "subprocess.Popen[bytes]") -> None:
    """End it with its group, which outlives its leader when the leader left children behind."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)


def main(module: str, timeout_s: float, memory_mib: int) -> int:
    """The child's side. Exit status 0 with the answer on stdout, REFUSED with the reason on stderr."""
    _confine(timeout_s, memory_mib)
    channel = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a library that prints must not garble the answer
    try:
        answer = importlib.import_module(module).answer(sys.stdin.buffer.read())
    except DocumentError as reason:
        sys.stderr.buffer.write(str(reason).encode()[:MAX_REASON_BYTES])
        return REFUSED
    with open(channel, "wb") as out:
        out.write(answer)
    return 0


def _confine(timeout_s: float, memory_mib: int) -> None:
    """Bounds that hold even when the parent dies: wall clock (the default action of SIGALRM ends us), processor
    time, memory, open files; no files written, no core dumps."""
    signal.setitimer(signal.ITIMER_REAL, timeout_s + 1)
    for kind, bound in (
        (resource.RLIMIT_CPU, int(timeout_s) + 1),
        (resource.RLIMIT_AS, memory_mib * MIB),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (bound, bound))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3])))
