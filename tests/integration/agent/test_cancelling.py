"""Who cancels waits for nothing: the model's stream is closed, and so is what tools wait for."""

import os
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.agent.spec import ToolOutput
from bot.cancelling import Cancellation, cancelled_by, current
from bot.errors import DocumentError, SandboxFailed
from bot.isolation.children import run_child
from bot.isolation.shell.trial import tried_sandbox
from bot.isolation.stem import COMMAND
from bot.types import StopReason
from tests.chaos.shell import descendants
from tests.fakes.agent_tools import Harness, make_tool
from tests.fakes.model import Step, calls, hangs
from tests.fakes.waiting import eventually

SOON_S = 10.0  # on a busy machine; what nobody ends lasts 30 s and more


def cancelled_when(ready: Callable[[], object], work: Callable[[Cancellation], Any]) -> tuple[Any, float]:
    """What work comes to that is cancelled once it is under way, and how long it took from then."""
    cancellation, at = Cancellation(), []

    def cancel() -> None:
        eventually(ready, 20)
        at.append(time.monotonic())
        cancellation.cancel()

    thread = threading.Thread(target=cancel)
    thread.start()
    with cancelled_by(cancellation):
        result = work(cancellation)
    ended = time.monotonic()
    thread.join()
    return result, ended - at[0]


@pytest.mark.parametrize(
    "step", [hangs(60), Step(hangs_s=60, hangs_first=True)], ids=["in the middle", "before the first word"]
)
def test_a_stream_is_closed(agent: Harness, step: Step) -> None:
    agent.server.then(step)
    result, seconds = cancelled_when(
        lambda: agent.server.requests, lambda cancellation: agent.run(cancelled=cancellation.is_set)
    )
    assert result.stop_reason is StopReason.CANCELLED
    assert seconds < SOON_S
    eventually(lambda: agent.server.left == 1, 5)


def test_a_tool_that_waits_is_left(agent: Harness) -> None:
    began, over = threading.Event(), threading.Event()

    def wait(_context: object, _arguments: object) -> ToolOutput:
        began.set()
        over.wait(30)
        return ToolOutput("trop tard")

    agent.server.then(calls(("wait", {"q": "x"})))
    result, seconds = cancelled_when(
        began.is_set, lambda cancellation: agent.run((make_tool("wait", wait),), cancelled=cancellation.is_set)
    )
    over.set()
    assert result.stop_reason is StopReason.CANCELLED
    assert "no longer wants" in agent.journal.trail[-1]["content"]
    assert seconds < SOON_S


def test_a_child_is_ended_with_its_group() -> None:
    def work(_cancellation: Cancellation) -> None:
        with pytest.raises(DocumentError):
            run_child("tests.integration.research.child_samples", b"hang", timeout_s=30)

    _, seconds = cancelled_when(children, work)
    assert seconds < SOON_S
    assert not children()


def test_a_command_in_the_sandbox_is_ended() -> None:
    try:
        sandbox = tried_sandbox()
    except SandboxFailed as error:
        pytest.skip(f"no sandbox here: {error}")

    def work(_cancellation: Cancellation) -> None:
        with pytest.raises(SandboxFailed):
            sandbox.run("sleep 31.4159")

    _, seconds = cancelled_when(lambda: running("sleep 31.4159"), work)
    assert seconds < SOON_S
    eventually(lambda: not running("sleep 31.4159"), 5)


def test_what_begins_too_late_is_ended_at_once() -> None:
    cancellation, ended = Cancellation(), []
    cancellation.cancel()
    with cancelled_by(cancellation), current().ended_by(lambda: ended.append(1)):
        assert ended == [1]
    assert not current().is_set()


def children() -> list[int]:
    """The children of bot.isolation that this process has."""
    return [pid for pid in descendants(os.getpid()) if name_of(pid) == COMMAND]


def name_of(pid: int) -> str:
    """As the kernel knows it; nothing when it has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def running(words: str) -> bool:
    """Whether a process runs whose command line has these words."""
    found = subprocess.run(["pgrep", "-f", "--", words], capture_output=True, check=False)
    return found.returncode == 0
