"""Processes that are measured: started, ended, and what the kernel has counted for them. Linux only (/proc)."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TICKS_PER_S = os.sysconf("SC_CLK_TCK")
CPUCLOCK_SCHED = 2  # linux/posix-timers.h: of the whole process, as the scheduler counts
END_GRACE_S = 30.0

Process = subprocess.Popen[str]


@contextmanager
def running(
    *arguments: str, environment: Mapping[str, str] | None = None, reads: bool = False, writes: bool = False,
    keeps: Collection[int] = (),
) -> Iterator[Process]:  # fmt: skip
    """`python ARGUMENTS` for the length of the block. With `reads`, what it writes can be read from `stdout`; with
    `writes`, its `stdin` is open for as long as ours is; `keeps` are file descriptors it inherits."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=clean_environment() | dict(environment or {}),
        stdin=subprocess.PIPE if writes else None,
        stdout=subprocess.PIPE if reads else subprocess.DEVNULL,
        text=True,
        pass_fds=keeps,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.communicate(timeout=END_GRACE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def answer_of(*arguments: str, environment: Mapping[str, str] | None = None) -> Any:
    """The JSON that `python ARGUMENTS` writes. Raises CalledProcessError when it fails."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=clean_environment() | dict(environment or {}),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=120,
    )
    return json.loads(done.stdout)


def clean_environment() -> dict[str, str]:
    """The environment without anything that could configure the product."""
    return {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}


def tree(pid: int) -> list[int]:
    """A process and its living descendants."""
    found = [pid]
    for parent in found:  # grows while it is walked
        with suppress(OSError):
            for task in os.listdir(f"/proc/{parent}/task"):
                found += map(int, Path(f"/proc/{parent}/task/{task}/children").read_text().split())
    return found


def cpu_s(pid: int) -> float:
    """CPU seconds that a process and its living descendants have used, in all their threads."""
    return sum(map(_used_s, tree(pid)))


def cpu_with_children_s(pid: int) -> float:
    """The same with the children that have ended and were waited for, which are counted in ticks only."""
    return cpu_s(pid) + sum(map(_ended_children_ticks, tree(pid))) / TICKS_PER_S


def _used_s(pid: int) -> float:
    """By the kernel's clock of that process (clock_getcpuclockid(3)): ticks are half a millisecond of twenty turns."""
    try:
        return time.clock_gettime(~pid << 3 | CPUCLOCK_SCHED)
    except OSError:
        return 0.0


def _ended_children_ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[13]) + int(fields[14])  # user, system


def is_idle(pid: int) -> bool:
    """Whether a process and its descendants rest: no more than a tick or two in half a second."""
    before = cpu_s(pid)
    time.sleep(0.5)
    return cpu_s(pid) - before <= 2 / TICKS_PER_S


def memory_mib(pid: int, kind: str) -> float:
    """`Rss` or `Pss` of a process and its descendants in MiB. Pss shares out common pages, so it adds up."""
    total = 0
    for member in tree(pid):
        with suppress(OSError):
            for line in Path(f"/proc/{member}/smaps_rollup").read_text().splitlines():
                if line.startswith(f"{kind}:"):
                    total += int(line.split()[1])
    return total / 1024
