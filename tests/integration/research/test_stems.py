"""Processes that children are forked from: each child meets a clean one, and none outlives whoever wants it."""

import errno
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from bot.errors import DocumentError
from bot.isolation.asked_child import Ended
from bot.isolation.children import run_child
from bot.isolation.stem import COMMAND, Order
from bot.isolation.stems import PROJECT, STEMS, Stem, Stems
from tests.chaos.shell import descendants, is_alive
from tests.fakes.waiting import eventually

SAMPLES = "tests.integration.research.child_samples"
MODULES = sorted(
    str(path.relative_to(PROJECT).with_suffix("")).replace("/", ".")
    for path in (PROJECT / "bot").rglob("*.py")
    if "\ndef answer(payload: bytes) -> bytes:" in path.read_text()
)
WORKER = f"""
import sys, threading
from bot.isolation.children import run_child
threading.Thread(target=run_child, args=("{SAMPLES}", b"hang"), kwargs={{"timeout_s": 60}}).start()
"""


@pytest.fixture
def stems() -> Iterator[Stems]:
    made = Stems()
    yield made
    made.leave()


def ask(stems: Stems, payload: bytes, module: str = SAMPLES, timeout_s: float = 20) -> Ended:
    return stems.ask(module, Order(timeout_s, 512, 0), payload, monotonic() + timeout_s)


def children(of: int | None = None) -> list[int]:
    """The children below a process, without what they are forked from."""
    found = []
    for pid in descendants(of or os.getpid()):
        try:
            is_child = Path(f"/proc/{pid}/comm").read_text().strip() == COMMAND
        except OSError:
            continue
        if is_child and is_alive(pid):
            found.append(pid)
    return found


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def test_children_have_one_stem_and_nothing_of_each_other(stems: Stems) -> None:
    first, second = (ask(stems, b"traces").answer.split() for _ in range(2))
    assert first[0] != second[0]  # another process
    assert first[1] == second[1]  # of the same stem
    assert (first[2], second[2]) == (b"1", b"1")  # what the first has left in the module, the second does not see


def test_a_child_holds_nothing_but_its_own_pipes(stems: Stems) -> None:
    """While another is under way: neither the socket by which children are asked for, nor another's payload."""
    thread = threading.Thread(target=ask, args=(stems, b"hang", SAMPLES, 3))
    thread.start()
    eventually(children)
    held = eval(ask(stems, b"descriptors").answer)
    thread.join()
    assert len(held) == 4  # payload, two of the complaint, answer
    assert all(name.startswith("pipe:") for name in held)


@pytest.mark.parametrize("module", MODULES)
def test_a_stem_has_one_thread_so_that_it_may_be_forked(module: str) -> None:
    stem = Stem(module)
    try:
        with stem.child(Order(1, 512, 0)) as child:
            child.talk(b"", monotonic() + 20)
        assert len(os.listdir(f"/proc/{stem.process.pid}/task")) == 1
    finally:
        stem.let_go()
        stem.wait()


def test_there_are_no_more_stems_than_wanted() -> None:
    before, few = standing(), Stems(most=1)
    try:
        assert ask(few, b"echo").status == 0
        assert ask(few, b"[]", "bot.isolation.extraction_child").answer == b"[]"  # by one for it alone
        (left,) = standing() - before
        assert SAMPLES.encode() in commandline(left)
    finally:
        few.leave()
    assert standing() <= before


def standing() -> set[int]:
    """The stems of this process."""
    found = descendants(os.getpid())
    return {pid for pid in found if b"bot.isolation.stem" in commandline(pid) and is_alive(pid)}


def commandline(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_a_stem_that_was_killed_is_replaced(stems: Stems) -> None:
    stem = int(ask(stems, b"traces").answer.split()[1])
    os.kill(stem, signal.SIGKILL)
    ended = ask(stems, b"echo")
    assert (ended.has_begun, ended.answer) in ((True, b"echoecho"), (False, b""))
    assert ask(stems, b"echo").answer == b"echoecho"


def test_run_child_does_not_notice_that_a_stem_left() -> None:
    STEMS.leave()  # those of other tests: this one's is to be kept
    stem = int(run_child(SAMPLES, b"traces").split()[1])
    os.kill(stem, signal.SIGKILL)
    assert run_child(SAMPLES, b"echo") == b"echoecho"


def test_a_stem_that_is_killed_takes_its_children_along_and_they_begin_anew_once() -> None:
    """It may be killed for somebody else's child: what this one was given is not to blame."""
    failed: list[DocumentError] = []

    def hang() -> None:
        try:
            run_child(SAMPLES, b"hang", timeout_s=30)
        except DocumentError as error:
            failed.append(error)

    thread = threading.Thread(target=hang)
    thread.start()
    (child,) = eventually(children)
    os.kill(parent_of(child), signal.SIGKILL)
    (again,) = eventually(lambda: [pid for pid in children() if pid != child])
    assert (failed, is_alive(child)) == ([], False)
    os.kill(parent_of(again), signal.SIGKILL)
    thread.join(10)
    assert [str(error) for error in failed] == ["it is too large or too complex to process"]
    eventually(lambda: not is_alive(again), 5)


def test_a_frozen_stem_costs_its_time_and_is_replaced(stems: Stems) -> None:
    os.kill(stem := int(ask(stems, b"traces").answer.split()[1]), signal.SIGSTOP)
    assert ask(stems, b"echo", timeout_s=0.2).is_late
    assert not is_alive(stem)
    assert ask(stems, b"echo").answer == b"echoecho"


def test_run_child_does_not_wait_its_time_out_for_a_frozen_stem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.isolation.stems.BEGINS_S", 1.0)
    STEMS.leave()
    os.kill(stem := int(run_child(SAMPLES, b"traces").split()[1]), signal.SIGSTOP)
    assert run_child(SAMPLES, b"echo") == b"echoecho"
    assert not is_alive(stem)


def test_frozen_stems_are_left_within_the_time_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.isolation.stems.LEAVING_S", 1.0)
    held, before = Stems(), set(descendants(os.getpid()))
    for module in MODULES[:3]:
        ask(held, b"", module)
    frozen = [pid for pid in set(descendants(os.getpid())) - before if is_alive(pid)]
    assert len(frozen) == 3
    for pid in frozen:
        os.kill(pid, signal.SIGSTOP)
    began = monotonic()
    held.leave()
    assert monotonic() - began < 2
    assert not any(is_alive(pid) for pid in frozen)


@pytest.mark.programs
def test_children_end_with_whoever_wanted_them() -> None:
    worker = subprocess.Popen([sys.executable, "-c", WORKER], cwd=PROJECT)
    (child,) = eventually(lambda: children(worker.pid))
    stem = parent_of(child)
    worker.kill()
    worker.wait()
    eventually(lambda: not is_alive(child) and not is_alive(stem), 5)


def test_many_at_once_each_get_their_own(stems: Stems) -> None:
    answers: dict[int, bytes] = {}

    def one(number: int) -> None:
        answers[number] = ask(stems, b"large" if number % 2 else b"echo").answer

    threads = [threading.Thread(target=one, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {number: len(answer) for number, answer in answers.items()} == {
        number: 3_000_000 if number % 2 else 8 for number in range(12)
    }
    assert not children()


FULL = f"""
import os, resource
from bot.isolation.children import run_child

def is_open():
    return len(os.listdir("/proc/self/fd"))

run_child("{SAMPLES}", b"echo")
before = is_open()
resource.setrlimit(resource.RLIMIT_NOFILE, (before + 20, before + 20))
for left in range(10):
    held = []
    try:
        while True:
            held.append(os.dup(0))
    except OSError:
        pass
    for _ in range(left):
        os.close(held.pop())
    try:
        run_child("{SAMPLES}", b"echo")
        print("answered", end=" ")
    except OSError as error:
        print(error.errno, end=" ")
    for descriptor in held:
        os.close(descriptor)
    print(is_open() - before)
"""


def test_what_a_full_process_cannot_ask_for_leaves_nothing_open() -> None:
    """Else it would stay full."""
    said = subprocess.run([sys.executable, "-c", FULL], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == [f"{errno.EMFILE} 0"] * 9 + ["answered 0"]
