"""A professional has a command run, over the whole product: what it prints, the file it makes, and a worker that dies
in the middle of one."""

import json
import signal
import subprocess

import pytest

from bot.errors import SandboxFailed
from bot.isolation.shell.trial import tried_sandbox
from tests.fakes.model import Request, Step, calls, says
from tests.fakes.waiting import eventually
from tests.flows.conftest import PRO, PUPIL, Stack

pytestmark = pytest.mark.timeout(180)
SLOW = "sleep 3.7531; echo $((6 * 7)); echo 'mois;ventes' > ~/ventes.csv; echo 'mai;12' >> ~/ventes.csv"


@pytest.fixture(autouse=True)
def needs_a_sandbox() -> None:
    try:
        tried_sandbox()
    except SandboxFailed as error:
        pytest.skip(f"no sandbox on this machine: {error}")


def offered(request: Request) -> set[str]:
    return {tool["function"]["name"] for tool in request.get("tools", [])}


def has_sandboxes() -> int:
    """How many commands of this test run on this machine."""
    found = subprocess.run(["pgrep", "-f", "^sleep 3.7531"], capture_output=True, text=True, check=False)
    return len(found.stdout.split())


def test_a_command_runs_its_file_arrives_and_a_killed_worker_changes_nothing(stack: Stack) -> None:
    def rule(request: Request) -> Step:
        done = [json.loads(message["content"]) for message in request["messages"] if message["role"] == "tool"]
        if "bash_execute" not in offered(request):
            return says("Je n’ai pas cet outil.")
        if not done:
            return calls(("bash_execute", {"command": SLOW}))
        return says(f"Résultat : {done[-1]['data']['stdout'].strip()}")

    stack.model.script(rule)
    stack.start(workers=0)
    first = stack.start_worker()
    boss = stack.twilio.phone(PRO)
    boss.says("Combien de ventes ? Fais-moi le tableau.")
    eventually(lambda: has_sandboxes() > 0, 30)
    first.send_signal(signal.SIGKILL)
    first.wait(10)
    eventually(lambda: has_sandboxes() == 0, 5)
    stack.start_worker()
    message = boss.hears(60)
    assert "Résultat : 42" in message.body
    if "ventes.csv" not in message.body:
        message = boss.hears(30)
    assert "ventes.csv" in message.body
    pupil = stack.twilio.phone(PUPIL)
    pupil.says("Lance une commande")
    assert pupil.hears(40).body == "Je n’ai pas cet outil."
