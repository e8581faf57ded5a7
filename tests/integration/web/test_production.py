"""What a process loads and opens when its environment says nothing: only what production needs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, WHATSAPP_NUMBER

pytestmark = pytest.mark.programs

ROOT = Path(__file__).resolve().parents[3]
SAYS_WHAT_IS_LOADED = """
import sys
{start}
print(*sorted(name for name in sys.modules if name.startswith(("bot.simulator", "bot.development"))))
"""
WEB = """
import wsgi
client = wsgi.app.test_client()
assert client.get("/healthz").status_code == 200
for path in ("/phone", "/phone/", "/phone/runs", "/phone/state", "/2010-04-01/Accounts/x/Messages.json"):
    assert client.get(path).status_code == 404, path
assert client.get("/metrics").status_code == 403
"""
WORKER = """
from bot.config import load_settings
from bot.queue.policy import job_policies
from jobs.runtime import build_runtime
from jobs.worker import preload
preload(policy.path for policy in job_policies(180).values())
build_runtime(load_settings())
"""


def run(folder: Path, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "k3Jd82hdkWm49skLpQ02mzxn",
        "PUBLIC_URL": "https://palabre.ci",
        "DATABASE_URL": f"sqlite:///{folder}/palabre.db",
        "STORAGE_URL": f"file://{folder}/files",
        "REDIS_URL": "redis://127.0.0.1:9/0",
        "OPENAI_API_KEY": "sk-for-tests-and-nothing-else",
        "TWILIO_ACCOUNT_SID": ACCOUNT_SID,
        "TWILIO_AUTH_TOKEN": AUTH_TOKEN,
        "TWILIO_WHATSAPP_FROM": WHATSAPP_NUMBER,
        **changes,
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_production_migrates_and_adds_people(tmp_path: Path) -> None:
    assert run(tmp_path, "-m", "flask", "--app", "wsgi", "migrate").stdout.startswith("schema: ")
    person = ("users", "add", "+2250700000001", "--mode", "student")
    assert "user 1" in run(tmp_path, "-m", "flask", "--app", "wsgi", *person).stdout


@pytest.mark.parametrize("start", [WEB, WORKER], ids=["web", "worker"])
def test_no_process_of_production_loads_the_phone(tmp_path: Path, start: str) -> None:
    assert run(tmp_path, "-m", "flask", "--app", "wsgi", "migrate").returncode == 0
    done = run(tmp_path, "-c", SAYS_WHAT_IS_LOADED.format(start=start))
    assert (done.returncode, done.stdout) == (0, "\n"), done.stderr


def test_the_phones_own_entry_refuses_production(tmp_path: Path) -> None:
    done = run(tmp_path, "-c", "import bot.development; bot.development.application()")
    assert done.returncode != 0
    assert "ENVIRONMENT" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_phone_is_served_by_its_own_entry_only(tmp_path: Path) -> None:
    own = {"ENVIRONMENT": "development", "PUBLIC_URL": "http://127.0.0.1:8000"}
    assert run(tmp_path, "-c", "import wsgi; assert not wsgi.app.blueprints.get('phone')", **own).returncode == 0
    served = "import bot.development; assert bot.development.application().blueprints['phone']"
    assert run(tmp_path, "-c", served, **own).returncode == 0


def test_a_wrong_setting_ends_the_server_and_no_process_is_begun_anew(tmp_path: Path) -> None:
    """For ever, behind an open door, was what its platform saw, and nobody that it had ended."""
    served = ("-m", "gunicorn", "wsgi:app", "--bind", "127.0.0.1:0", "--log-level", "critical")
    done = run(tmp_path, *served, TURN_TIMEOUT_S="soon")
    assert done.returncode == 4
    assert set(done.stderr.splitlines()) == {"palabre: TURN_TIMEOUT_S must be a valid number"}


def test_the_packaging_says_production() -> None:
    assert 'ENVIRONMENT = "production"' in (ROOT / "fly.toml").read_text()
    assert "ENV ENVIRONMENT=production" in (ROOT / "Dockerfile").read_text()
