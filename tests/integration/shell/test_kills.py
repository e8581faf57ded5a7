"""Whoever dies, and whenever: no sandbox outlives its worker."""

import os
import subprocess
import sys

import pytest

from bot.isolation.shell.runner import PROJECT, Sandbox

pytestmark = pytest.mark.programs

KILLS = 40


@pytest.mark.timeout(240)
def test_no_sandbox_outlives_a_killed_worker_or_guardian(sandbox: Sandbox) -> None:
    """In a process of its own, which the orphans come to. `python -m tests.chaos.shell` does the same 500 times."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.chaos.shell", "--kills", str(KILLS), "--seed", str(os.getpid())],
        cwd=PROJECT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{KILLS} kills" in done.stdout
    assert "0 survivors" in done.stdout
