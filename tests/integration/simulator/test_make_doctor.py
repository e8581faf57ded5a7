"""`make doctor` on a machine where nothing runs yet."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.programs

ROOT = Path(__file__).resolve().parents[3]


def doctor(data: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "LANG": "en_GB.UTF-8"}
    command = [sys.executable, "-m", "bot.simulator.stack", "--doctor", "--data", str(data)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_it_brings_its_own_servers_and_needs_no_setting(tmp_path: Path) -> None:
    done = doctor(tmp_path / "var")
    assert done.stderr == ""
    assert "✓ settings           complete (development)" in done.stdout
    assert "– Twilio             the page /phone of make run stands in for it" in done.stdout
    assert done.returncode == (1 if "✗" in done.stdout else 0)


def test_a_folder_that_cannot_be_made_is_said_in_one_line() -> None:
    done = doctor(Path("/dev/null/var"))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("Cannot write into /dev/null/var")
    assert len(done.stdout.splitlines()) == 1
