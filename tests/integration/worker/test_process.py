"""A worker process of its own: signals, its end, its death."""

import resource
import signal
import time

import pytest
from rq.command import send_shutdown_command

from tests.fakes.waiting import eventually


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_warm_stop_lets_four_running_jobs_end_and_leaves_the_queued_ones(bench, start_process, signum):
    ours = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests under nohup has it ignored
    process = start_process()
    signal.signal(signal.SIGHUP, ours)
    bench.hold("a", "b", "c", "d")
    queued = [bench.put("say", name).id for name in ("e", "f")]
    process.send_signal(signum)
    eventually(lambda: "stop_claiming" in bench.names("service"))
    bench.let_go()
    assert process.wait(10) == 0
    assert set(bench.names("ended")) == {"a", "b", "c", "d"}
    assert bench.queue.job_ids == queued


def test_services_are_told_before_the_jobs_have_ended_and_ended_after(bench, start_process):
    process = start_process("--lets-go")  # the service ends the jobs, as the application checkpoints its turns
    bench.hold("a", "b")
    process.terminate()
    assert process.wait(10) == 0
    assert bench.names("service") == ["start", "stop_claiming", "stop after 2 ended"]


def test_an_idle_worker_on_two_queues_stops_at_once_however_long_it_waits_for_jobs(bench, start_process):
    process = start_process("--queues", "turns,delivery", "--poll-s", "4")
    eventually(lambda: sum("b" in client["flags"] for client in bench.redis.client_list()) == 2)
    began = time.monotonic()
    process.terminate()
    assert process.wait(10) == 0
    assert time.monotonic() - began < 2
    assert bench.redis.smembers("rq:workers") == set()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux")
def test_a_worker_without_descriptors_says_goodbye(bench, start_process):
    process = start_process()
    eventually(lambda: bench.state() == "idle")
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (3, 3))
    process.terminate()
    assert process.wait(10) == 0
    assert bench.names("service") == ["start", "stop_claiming", "stop after 0 ended"]


def test_a_worker_whose_threads_have_no_memory_to_begin_with_ends(bench, start_process):
    """Whoever has started one would wait for it for ever, and the process neither work nor leave."""
    process = start_process()
    bench.hold("a")
    bench.put("starve")
    assert process.wait(10) == 1


@pytest.mark.parametrize("signum", [signal.SIGUSR1, signal.SIGUSR2])
def test_signals_that_others_give_a_meaning_end_nothing(bench, start_process, signum):
    process = start_process()
    bench.hold("a")
    process.send_signal(signum)
    bench.let_go()
    eventually(lambda: bench.names("ended") == ["a"])
    assert process.poll() is None


def test_whoever_asks_again_and_again_where_its_threads_stand_ends_none(bench, start_process):
    process = start_process()
    bench.hold("a", "b", "c")
    for _ in range(100):
        process.send_signal(signal.SIGUSR1)
        for _ in range(10):
            bench.redis.ping()
    bench.let_go()
    eventually(lambda: sorted(bench.names("ended")) == ["a", "b", "c"])
    assert process.poll() is None


def test_the_shutdown_command_stops_the_process(bench, start_process):
    process = start_process()
    send_shutdown_command(bench.redis, bench.worker().name)
    assert process.wait(10) == 0


def test_jobs_that_outlast_the_drain_are_left_behind_and_counted(bench, start_process):
    process = start_process("--drain-s", "0.3")
    bench.hold("a", "b")
    process.terminate()
    assert process.wait(10) == 2


def test_the_same_signal_twice_at_once_is_one_wish(bench, start_process):
    process = start_process()
    bench.hold("a")
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    eventually(lambda: "stop_claiming" in bench.names("service"))
    bench.let_go()
    assert process.wait(10) == 0
    assert bench.names("ended") == ["a"]


def test_a_second_signal_a_second_later_ends_it_at_once(bench, start_process):
    process = start_process()
    bench.hold("a")
    process.terminate()

    def ended():
        process.terminate()
        return process.poll() is not None

    eventually(ended, every_s=0.2)
    assert process.returncode == 128 + signal.SIGTERM
    assert bench.names("ended") == []


def test_what_a_killed_worker_ran_is_shown_by_rq_and_a_new_worker_works(bench, start_process):
    process = start_process()
    jobs = bench.hold("a", "b", "c", "d")
    process.kill()
    process.wait()
    started = bench.queue.started_job_registry.get_job_ids(cleanup=False)
    assert set(started) == {job.id for job in jobs}
    start_process()
    bench.put("say", "next")
    eventually(lambda: "next" in bench.names("ended"))


def test_a_job_of_one_queue_wakes_one_of_another_in_the_same_process(bench, start_process):
    start_process("--queues", "turns,delivery")
    bench.put("chain", "delivery", 1)
    eventually(lambda: bench.names("ended") == ["1", "0"])
