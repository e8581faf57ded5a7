"""Child processes: what comes back, and that none can outlive or outgrow its bounds."""

import os
import signal
import time
from pathlib import Path

import pytest

from bot.errors import DocumentError
from bot.isolation.asked_child import MOST_COMPLAINT
from bot.isolation.children import run_child
from bot.isolation.haste import UNHURRIED, in_no_hurry
from bot.isolation.stem import REFUSED, Order
from bot.isolation.stems import STEMS, Child, Ended
from tests.fakes.waiting import eventually
from tests.integration.conversation.test_killed_renderers import renderers

MODULE = "tests.integration.research.child_samples"


def is_running(process_id: int) -> bool:
    """Whether a process exists and is more than an entry nobody has reaped yet."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_a_child_answers_bytes_with_bytes() -> None:
    assert run_child(MODULE, b"echo") == b"echoecho"


def test_a_child_for_which_nobody_waits_gives_way_to_others() -> None:
    ours = os.nice(0)
    assert int(run_child(MODULE, b"niceness")) == ours
    with in_no_hurry():
        assert int(run_child(MODULE, b"niceness")) == min(19, ours + UNHURRIED)
    assert int(run_child(MODULE, b"niceness")) == ours


def test_a_childs_niceness_counts_beside_us() -> None:
    """It would not in another session, where the kernel shares the processors out among those; a group that can be
    ended as one it has all the same."""
    assert run_child(MODULE, b"places").decode() == f"{os.getsid(0)} True"


def test_an_answer_larger_than_a_pipe_arrives_whole() -> None:
    assert len(run_child(MODULE, b"large")) == 3_000_000


def test_what_a_library_prints_does_not_reach_the_answer() -> None:
    assert run_child(MODULE, b"print") == b"answer"


def test_a_child_knows_none_of_our_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    assert b"secret" not in run_child(MODULE, b"environment")
    assert b"OPENAI" not in run_child(MODULE, b"environment")


def test_a_childs_own_reason_is_the_error() -> None:
    with pytest.raises(DocumentError, match=r"^the page is blank$"):
        run_child(MODULE, b"refuse")


def test_what_libraries_warn_of_is_neither_its_reason_nor_kept() -> None:
    ended = STEMS.ask(MODULE, Order(20, 512, 0), b"warn", time.monotonic() + 20)
    assert (ended.status, ended.answer) == (REFUSED, b"the page is blank")
    assert len(ended.complaint) == MOST_COMPLAINT


@pytest.mark.parametrize("payload", [b"crash", b"memory", b"write"])
def test_a_child_that_fails_shows_nothing_of_itself(payload: bytes) -> None:
    with pytest.raises(DocumentError) as caught:
        run_child(MODULE, payload)
    assert str(caught.value) == "it is too large or too complex to process"


@pytest.mark.parametrize(("times", "answer"), [(1, b"echoecho"), (2, None)])
def test_a_child_that_the_kernel_kills_begins_anew_once(
    monkeypatch: pytest.MonkeyPatch, times: int, answer: bytes | None
) -> None:
    """Memory ran out, whoever took it: somebody's voice message is not damaged."""
    talk, killed = Child.talk, list[int]()

    def killed_first(child: Child, payload: bytes, *until: float) -> Ended:
        if len(killed) < times:
            (pid,) = eventually(renderers, 20)
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)
        return talk(child, payload, *until)

    monkeypatch.setattr(Child, "talk", killed_first)
    if answer is None:
        with pytest.raises(DocumentError):
            run_child(MODULE, b"echo")
    else:
        assert run_child(MODULE, b"echo") == answer
    assert len(killed) == times


@pytest.mark.parametrize("payload", [b"hang", b"spin"])
def test_a_child_that_does_not_end_is_killed_in_time(payload: bytes) -> None:
    began = time.monotonic()
    with pytest.raises(DocumentError, match="too long"):
        run_child(MODULE, payload, timeout_s=1)
    assert time.monotonic() - began < 4


def test_what_a_child_leaves_behind_is_killed_with_it() -> None:
    orphan = int(run_child(MODULE, b"orphan"))
    deadline = time.monotonic() + 5
    while is_running(orphan):
        assert time.monotonic() < deadline


def test_memory_is_bounded_by_the_kernel() -> None:
    assert run_child(MODULE, b"limits", memory_mib=300) == repr((300 * 1024**2,) * 2).encode()
