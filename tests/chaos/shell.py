"""`python -m tests.chaos.shell --kills 500`: workers with a command in the shell sandbox are killed at random instants,
some together with the guardian; then no process of theirs may be alive. Orphans become ours, so none is missed."""

import argparse
import contextlib
import ctypes
import os
import random
import select
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
SETTLED_S = 5.0
LONGEST_WAIT_S = 0.3  # from the request, or from when the command runs: every other time
PROCESSES = 4  # guardian, bubblewrap, its first process, the command
WORKER = """
import sys
from bot.isolation.shell.runner import Sandbox, find_bubblewrap
sandbox = Sandbox(find_bubblewrap(), 1)
print("ready", flush=True)
sandbox.run(sys.argv[1], timeout_s=120)
"""
# Deaf to signals, with daemons that have left their parents and hold no pipe of ours.
COMMAND = """
trap '' TERM HUP INT
(sh -c 'trap "" TERM HUP; while :; do sleep 1; done' >/dev/null 2>&1 </dev/null &)
python3 -c 'import os, time
if os.fork() == 0:
    os.setpgid(0, 0)
    os.fork()
    time.sleep(1000)' >/dev/null 2>&1 &
while :; do :; done
"""
VICTIMS = ("worker", "worker", "worker", "guardian", "both", "bubblewrap")


def descendants(pid: int) -> Iterator[int]:
    """Living processes below a process, the nearest first."""
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield int(child)
                yield from descendants(int(child))


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return False


def collect() -> None:
    """Take the exit statuses of orphans that have come to us."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def one_kill(victim: str, wait_s: float, *, when_it_runs: bool) -> tuple[int, bool]:
    """Start a worker, kill somebody after a while, counted from when the command runs or from the beginning. Returns
    how many processes have survived, and whether the command was already running."""
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, COMMAND], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    select.select([worker.stdout], [], [], 30)
    until = time.monotonic() + SETTLED_S
    while when_it_runs and len(list(descendants(worker.pid))) < PROCESSES and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(wait_s)
    below = list(descendants(worker.pid))
    is_running = len(below) >= PROCESSES
    pids = {"worker": [worker.pid], "guardian": below[:1], "both": [worker.pid, *below[:1]], "bubblewrap": below[1:2]}
    for pid in pids[victim] or [worker.pid]:
        os.kill(pid, signal.SIGKILL)
    if victim in ("guardian", "bubblewrap"):
        watched, until = [pid for pid in below if pid not in pids[victim]], time.monotonic() + SETTLED_S
        while any(is_alive(pid) for pid in watched) and time.monotonic() < until:
            time.sleep(0.01)
        worker.kill()  # after the sandbox had its time to die by itself
        survivors = sum(is_alive(pid) for pid in watched)
    else:
        survivors = 0
    worker.wait()
    worker.stdout.close()
    until = time.monotonic() + SETTLED_S
    while (left := [pid for pid in descendants(os.getpid()) if is_alive(pid)]) and time.monotonic() < until:
        time.sleep(0.01)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    collect()
    return survivors + len(left), is_running


def campaign(kills: int, seed: int) -> int:
    """Run it and tell; the exit code."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    chance = random.Random(seed)
    survivors, running, victims = 0, 0, Counter[str]()
    started = time.monotonic()
    for number in range(kills):
        victim = chance.choice(VICTIMS)
        left, was_running = one_kill(victim, chance.uniform(0, LONGEST_WAIT_S), when_it_runs=number % 2 == 0)
        survivors, running = survivors + left, running + was_running
        victims[victim] += 1
    seconds = time.monotonic() - started
    who = ", ".join(f"{name} {times}" for name, times in sorted(victims.items()))
    told = f"{kills} kills ({who}; {running} while the command ran) in {seconds:.0f} s, seed {seed}"
    sys.stdout.write(f"{told}: {survivors} survivors\n")
    return 1 if survivors or running < kills // 4 else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    sys.exit(campaign(options.kills, options.seed))
