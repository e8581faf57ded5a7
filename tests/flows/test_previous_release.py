"""The release before this one, its own code in its own interpreters, while this one is deployed beside it."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.fakes.model import Request, Step, calls, last_user_text, says
from tests.fakes.waiting import eventually
from tests.flows.conftest import GUEST, PRO, PUPIL, ROOT, Stack
from tests.flows.steps import column
from tests.flows.test_endurance import PAGE
from tests.flows.test_quizzes import QUIZ
from tests.releases import Release

PEOPLE = """
from bot.cli.commands import add_user
from bot.config import load_settings
from bot.dao.conversation_key import USE
from bot.dao.database import Database
from bot.signing.keys import keys_of
from bot.types import Mode
settings = load_settings()
database = Database(settings.database_url, keys_of(settings, USE))
add_user(database, {pupil!r}, Mode.STUDENT, 50)
add_user(database, {pro!r}, Mode.PRO, 50)
"""


@pytest.fixture(scope="module")
def previous(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its code."""
    release = Release.recorded()
    if not release.is_in_history():
        pytest.skip(f"the history here does not reach back to {release.commit[:10]}: git fetch --unshallow")
    return release.unpack(tmp_path_factory.mktemp("previous"))


def tutor(request: Request) -> Step:
    """Asks a quiz, reads a page, or repeats what was said."""
    text, last = last_user_text(request), request["messages"][-1]
    if last["role"] == "tool":
        return says("C’est lu.")
    if "quiz" in text:
        return calls(("interactive_quiz", QUIZ))
    return calls(("browse_url", {"urls": [text.split()[-1]]})) if text.startswith("Lis") else says(f"Dit : {text}")


def test_a_new_release_takes_over_from_the_one_before_and_nobody_notices(stack: Stack, previous: Path) -> None:
    stack.model.script(tutor)
    stack.web.pages, stack.web.held = {"/page": PAGE}, {"/page": threading.Event()}
    stack.overrides = {"FRAGMENT_WINDOW_S": "0.05", "STOP_GRACE_S": "0"}
    awa, koffi, guest = (stack.twilio.phone(number) for number in (PUPIL, PRO, GUEST))

    stack.root = previous
    assert stack.flask("migrate") == 0, stack.log()
    assert column(stack, "SELECT version_num FROM alembic_version") == [Release.recorded().revision]
    people = PEOPLE.format(pupil=PUPIL, pro=PRO)
    subprocess.run([sys.executable, "-c", people], cwd=previous, env=stack._environment(), check=True)
    stack.twilio.stand_in.webhook_base_url = stack.url
    old_web, old_worker = stack.start_web(), stack.start_worker()
    awa.says("Un quiz !")
    assert "1." in awa.hears(40).body
    koffi.says(f"Lis {stack.web.url}/page")
    eventually(lambda: stack.web.requests, 40)

    stack.root = ROOT  # the schema goes first; the old version still answers, at the new one
    assert stack.flask("migrate") == 0, stack.log()
    assert column(stack, "SELECT version_num FROM alembic_version") > [Release.recorded().revision]
    guest.says("Bonjour")
    assert "Dit : Bonjour" in [part.body for part in guest.hears_all(2, 40)]
    new_worker = stack.start_worker()
    old_worker.terminate()
    stack.web.held["/page"].set()
    assert koffi.hears(40).body == "C’est lu."  # begun by the one, ended by either
    assert old_worker.wait(40) == 0
    guest.says("Encore là ?")  # taken in by the old web process, its wake-up read by the new worker
    assert guest.hears(40).body == "Dit : Encore là ?"
    old_web.terminate()
    assert old_web.wait(40) == 0
    stack.start_web()

    awa.says("1")  # the old version's question, read by the new one
    eventually(lambda: column(stack, "SELECT outcome FROM pending_interaction") != [None], 40)
    assert awa.hears(40).body
    assert new_worker.poll() is None
    eventually(lambda: column(stack, "SELECT count(*) FROM run WHERE ended_at IS NULL") == [0], 40)
    assert column(stack, "SELECT DISTINCT status FROM run") == ["done"]
    assert column(stack, "SELECT kind FROM alert") == []
