"""A command in the sandbox, with its guardian's start and the packing of its home, beside the same command bare."""

import statistics
import subprocess
import time
from collections.abc import Callable

from bot.errors import SandboxFailed
from bot.isolation.shell.runner import Ran
from bot.isolation.shell.trial import tried_sandbox
from tests.bench.report import Finding

COMMANDS = {"true": "true", "python": "python3 -I -S -c 'print(sum(range(1000)))'"}
# Of ours to the bare command, which puts up no wall: `true` is nearly nothing but the walls.
GOALS = {"true": 200.0, "python": 20.0}
A_ROUND = 5


def shell(rounds: int) -> list[Finding]:
    """Each command in turn with and without walls; nothing where this machine can have no sandbox."""
    try:
        sandbox = tried_sandbox()
    except SandboxFailed:
        return []
    findings = []
    for name, command in COMMANDS.items():
        ours, theirs = [], []
        for _ in range(rounds * A_ROUND):
            ours.append(milliseconds(lambda command=command: exited(sandbox.run(command))))
            theirs.append(milliseconds(lambda command=command: bare(command)))
        medians = statistics.median(ours), statistics.median(theirs)
        findings.append(Finding(f"shell: `{name}` in the sandbox", "ms", medians[0], GOALS[name], medians[1]))
    return findings


def bare(command: str) -> None:
    """The same shell without any wall."""
    subprocess.run(["/bin/bash", "-c", command], check=True, capture_output=True, timeout=60)


def exited(ran: Ran) -> None:
    """A command that did not run would be fast."""
    if ran.exit_code != 0:
        raise RuntimeError(f"the command ended by {ran.ended}, {ran.exit_code}")


def milliseconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000
