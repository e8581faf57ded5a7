"""What a worker leaves out is not loaded by all that it loads; what is only put off is there when it is asked for."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.programs

ROOT = Path(__file__).resolve().parents[3]
WORKER = """
import sys
from jobs.lean import leave_out
leave_out()
leave_out()
import jobs.runtime
loaded = {name for name, module in sys.modules.items() if module is not None}
assert not loaded & {"aiohttp", "charset_normalizer"}, "left out"
typed = sorted(name for name in loaded if name.startswith("openai.types.responses."))
assert len(typed) < 5, typed
"""
ASKED = """
from openai.types import Completion, responses
assert Completion.__name__ == "Completion"
assert responses.Response.__name__ == "Response"
try:
    from openai.types import Nothing
except ImportError:
    print("as ever")
"""
TOGETHER = """
import threading
from jobs.lean import leave_out
leave_out()
import openai.types.responses
ready, found = threading.Barrier(8), []
def ask():
    ready.wait()
    found.append(openai.types.responses.Response)
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(found))
"""


def said_by(script: str) -> str:
    """What a fresh process writes, warnings included."""
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60
    )
    return done.stdout


def test_a_worker_does_not_hold_what_it_never_asks_for() -> None:
    assert said_by(WORKER) == ""


def test_what_is_put_off_is_there_for_who_asks() -> None:
    assert said_by(WORKER + ASKED) == "as ever\n"


def test_threads_that_ask_at_the_same_moment_wait_for_each_other() -> None:
    assert said_by(TOGETHER) == "8\n"
