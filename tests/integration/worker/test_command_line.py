"""`python -m jobs.worker`: options, settings, and a run in burst mode."""

import argparse
import gc
import os
import signal
import sys

import pytest

from bot.queue.wake import WakeQueue
from jobs import worker
from jobs.serving import serve, threads_of
from jobs.worker import main, preload, read_options
from tests.fakes.worker_main import job_table


@pytest.fixture
def keep_signals():
    """The process takes the signals for itself; pytest wants them back."""
    kept = {signum: signal.getsignal(signum) for signum in (signal.SIGTERM, signal.SIGINT)}
    yield
    for signum, handler in kept.items():
        signal.signal(signum, handler)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--queues", "turns,nowhere"], "nowhere is no queue of ours"),
        (["--queues", ","], "none is no queue of ours"),
        (["--concurrency", "0"], "at least 1"),
        (["--concurrency", "many"], "invalid int value"),
    ],
)
def test_a_wrong_option_is_answered_at_once(capsys, options, complaint):
    with pytest.raises(SystemExit) as ended:
        main(options)
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("queues", "served"),
    [
        ("turns,delivery", ["turns", "delivery", "urgent", "guests"]),
        ("background", ["background"]),
        ("urgent", ["urgent"]),
        ("urgent,turns", ["urgent", "turns", "guests"]),
    ],
)
def test_who_serves_turns_serves_the_way_past_them(queues, served):
    assert read_options(["--queues", queues]).queues == served


def test_what_is_urgent_has_few_threads_of_its_own():
    options = read_options(["--concurrency", "32", "--background", "5"])
    assert {queue: threads_of(queue, options) for queue in options.queues} == {
        "urgent": 8, "turns": 32, "guests": 32, "delivery": 32, "background": 5,
    }  # fmt: skip
    assert threads_of("urgent", read_options(["--concurrency", "2"])) == 2


def test_a_bad_setting_stops_the_start_with_one_line_that_names_it(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # no .env
    monkeypatch.setenv("TURN_TIMEOUT_S", "soon")
    assert main([]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "TURN_TIMEOUT_S" in line


def test_its_threads_share_heaps_before_a_library_can_begin_one(monkeypatch, tmp_path):
    steps = []
    monkeypatch.chdir(tmp_path)  # no .env
    monkeypatch.setenv("TURN_TIMEOUT_S", "soon")
    monkeypatch.setattr(worker, "share_heaps", lambda: steps.append("heaps"))
    monkeypatch.setattr(worker, "leave_out", lambda: steps.append("libraries"))
    assert main([]) == 2
    assert steps == ["heaps", "libraries"]


@pytest.mark.usefixtures("keep_signals")
def test_a_burst_over_two_queues_ends_when_both_are_empty(bench, capsys):
    options = argparse.Namespace(queues=["delivery", "turns"], concurrency=4, burst=True)
    wake = WakeQueue(bench.valkey.url, job_table())
    wake.wake("say", "turn")
    wake.wake("chain", "delivery", 2)
    wake.close()
    assert serve(bench.valkey.url, options, job_table().values(), [], 10) == 0
    assert sorted(bench.names("ended")) == ["0", "1", "2", "turn"]
    assert capsys.readouterr().out == f"worker {os.getpid()} on delivery, turns: up to 4 jobs at once a queue\n"


@pytest.mark.usefixtures("keep_signals")
def test_a_log_on_a_full_disk_needs_no_worker_that_leaves(bench, monkeypatch):
    options = argparse.Namespace(queues=["turns"], concurrency=4, burst=True)
    wake = WakeQueue(bench.valkey.url, job_table())
    wake.wake("say", "turn")
    wake.close()
    full = open("/dev/full", "w")  # noqa: SIM115 - what is left to be written makes closing it fail as well
    monkeypatch.setattr(sys, "stdout", full)
    assert serve(bench.valkey.url, options, job_table().values(), [], 10) == 0
    assert list(bench.names("ended")) == ["turn"]
    with pytest.raises(OSError, match="No space left"):
        full.close()


def test_preloading_imports_and_spares_the_garbage_collector_what_it_loaded():
    try:
        preload(["tests.fakes.jobs.say"])
        assert gc.get_freeze_count() > 1000
    finally:
        gc.unfreeze()


def test_preloading_a_module_that_is_not_there_fails_at_the_start():
    with pytest.raises(ModuleNotFoundError):
        preload(["jobs.no_such_module.drain"])
