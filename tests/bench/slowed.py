"""A machine slowed on purpose: `python -m tests.bench.slowed PID STOPPED_MS OF_MS` stops a process and its children for
so many of every so many milliseconds, until its standard input ends; then all of them go on. Nobody else is slowed.

Who is stopped loses what it waited for an answer while it might have run: the more others want the cores, the more.
Where a share of a processor is to be measured, not a pause, the kernel counts it (`held`)."""

import os
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.bench.processes import running, tree

STOPPED_MS, OF_MS = 20, 40
FAMILY_LOOKED_AT_S = 1.0
GROUPS = Path("/sys/fs/cgroup/cpu")  # of the kernel's first version


@contextmanager
def slowed(pid: int, stopped_ms: int = STOPPED_MS, of_ms: int = OF_MS) -> Iterator[None]:
    """A process has only its share of the time for the length of the block, however idle the cores are."""
    arguments = ("-m", "tests.bench.slowed", str(pid), str(stopped_ms), str(of_ms))
    with running(*arguments, writes=True):
        yield


@contextmanager
def held(pid: int, stopped_ms: int, of_ms: int) -> Iterator[bool]:
    """A process computes, with its children, for as long only as `slowed` lets it run, whenever within `of_ms` that is.
    False where the kernel's groups are not to be had: then it is `slowed`."""
    group = GROUPS / f"palabre-{pid}"
    try:
        group.mkdir()
    except OSError:
        with slowed(pid, stopped_ms, of_ms):
            yield False
        return
    try:
        (group / "cpu.cfs_period_us").write_text(str(of_ms * 1_000))
        (group / "cpu.cfs_quota_us").write_text(str((of_ms - stopped_ms) * 1_000))
        _move(tree(pid), group)
        yield True
    finally:
        _move(list(map(int, (group / "cgroup.procs").read_text().split())), GROUPS)
        group.rmdir()


def _move(pids: list[int], group: Path) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            (group / "cgroup.procs").write_text(str(pid))


def main(pid: int, stopped_ms: int, of_ms: int) -> None:
    """Stop and go until nobody holds the other end of our input."""
    family, looked_at = tree(pid), time.monotonic()
    try:
        while _waits(of_ms - stopped_ms):
            if time.monotonic() > looked_at + FAMILY_LOOKED_AT_S:
                family, looked_at = tree(pid), time.monotonic()
            _send(family, signal.SIGSTOP)
            if not _waits(stopped_ms):
                return
            _send(family, signal.SIGCONT)
    finally:
        _send(family, signal.SIGCONT)


def _waits(milliseconds: int) -> bool:
    """False when the input has ended instead."""
    return not select.select([sys.stdin], [], [], milliseconds / 1000)[0]


def _send(pids: list[int], signum: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signum)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    main(*map(int, sys.argv[1:4]))
