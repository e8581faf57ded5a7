"""The command line, as an operator types it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, WHATSAPP_NUMBER

ROOT = Path(__file__).resolve().parents[3]


def run(folder: Path, *arguments: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{folder}/palabre.db", "OPENAI_API_KEY": "sk-for-tests",
        "TWILIO_ACCOUNT_SID": ACCOUNT_SID, "TWILIO_AUTH_TOKEN": AUTH_TOKEN, "TWILIO_WHATSAPP_FROM": WHATSAPP_NUMBER,
        "STORAGE_URL": f"file://{folder}/files",
    }  # fmt: skip
    kept = {name: value for name, value in (environment | changes).items() if value is not None}
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=kept, capture_output=True, text=True, check=False)


def flask(folder: Path, *arguments: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    return run(folder, "-m", "flask", "--app", "wsgi", *arguments, **changes)


def test_migrate_then_add_people(tmp_path: Path) -> None:
    assert re.fullmatch(r"schema: \d{4}\n", flask(tmp_path, "migrate").stdout)
    added = flask(tmp_path, "users", "add", "whatsapp:+2250700000001", "--mode", "student", "--credits", "20")
    assert added.stdout == "whatsapp:+2250700000001: user 1, student, 20 credits\n"
    again = flask(tmp_path, "users", "add", "+2250700000001", "--mode", "student", "--credits", "20")
    assert again.stdout == "+2250700000001: user 1, the number's user already, student, 20 credits\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("whatsapp:Awa", "--mode", "student"),
        ("+2250700000001", "--mode", "teacher"),
        ("+2250700000001", "--mode", "pro", "--credits", "-5"),
        ("+2250700000001",),
    ],
)
def test_a_mistake_is_explained_without_a_trace(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    flask(tmp_path, "migrate")
    done = flask(tmp_path, "users", "add", *arguments)
    assert done.returncode == 2
    assert "Error:" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command", [("-m", "flask", "--app", "wsgi", "migrate"), ("-m", "jobs.worker"), ("-c", "import wsgi")]
)
def test_a_bad_setting_stops_every_process_with_one_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = run(tmp_path, *command, TWILIO_ACCOUNT_SID="AC12")
    assert done.returncode != 0
    assert "TWILIO_ACCOUNT_SID" in done.stderr
    assert "Traceback" not in done.stderr
    assert len([line for line in done.stderr.splitlines() if line]) == 1
