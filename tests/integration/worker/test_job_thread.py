"""One job's thread: interruptions reach the job's own code and nothing before or after it."""

import subprocess
import sys
import threading
import time

import pytest

from jobs.job_thread import JobLimit, JobStopped, JobThread, JobTimedOut, current_job_thread
from jobs.running_jobs import RunningJobs
from tests.fakes.waiting import eventually


class AnyJob:
    id = "any"


class Recorded:
    """Runs a job's code under its limit, the way RQ does, and keeps what came out of it."""

    def __init__(self, code, limit_s=60):
        self.came = []
        self.inside = threading.Event()
        self.thread = JobThread(AnyJob(), lambda _thread: self._run(code, limit_s))

    def _run(self, code, limit_s):
        try:
            with JobLimit(limit_s, TimeoutError):
                self.inside.set()
                code()
        except BaseException as error:
            self.came.append(type(error))

    def start(self):
        self.thread.start()
        assert self.inside.wait(5)
        return self.thread

    def end(self):
        self.thread.join(5)
        assert not self.thread.is_alive()
        return self.came


def loop_for_ever():
    while True:
        time.sleep(0.001)


def test_a_stop_ends_the_job():
    run = Recorded(loop_for_ever)
    run.start().stop()
    assert run.end() == [JobStopped]
    assert run.thread.stopped


def test_the_limit_ends_the_job_when_somebody_looks_at_the_clock():
    run = Recorded(loop_for_ever, limit_s=0.05)
    thread = run.start()
    thread.ring_if_overdue()
    assert thread.is_alive()
    eventually(lambda: thread.ring_if_overdue() or not thread.is_alive())
    assert run.end() == [JobTimedOut]


@pytest.mark.parametrize("limit_s", [0, -1])
def test_without_a_limit_nothing_rings(limit_s):
    go_on = threading.Event()
    run = Recorded(lambda: go_on.wait(5), limit_s=limit_s)
    run.start().ring_if_overdue()
    go_on.set()
    assert run.end() == []


def test_a_job_that_survives_its_limit_is_rung_for_again():
    survived = []

    def survive_once():
        try:
            loop_for_ever()
        except JobTimedOut:
            survived.append(1)
        loop_for_ever()

    run = Recorded(survive_once, limit_s=0.01)
    run.thread.ring_again_s = 0.01
    thread = run.start()
    eventually(lambda: thread.ring_if_overdue() or not thread.is_alive())
    assert survived == [1]
    assert run.end() == [JobTimedOut]


def test_except_exception_does_not_swallow_an_interruption():
    def careless():
        while True:
            try:
                time.sleep(0.001)
            except Exception:
                continue

    run = Recorded(careless)
    run.start().stop()
    assert run.end() == [JobStopped]


def test_before_and_after_the_jobs_own_code_nothing_interrupts():
    after, go_on = threading.Event(), threading.Event()
    came = []

    def run_job(_thread):
        try:
            with JobLimit(60, TimeoutError):
                pass
            after.set()
            while not go_on.is_set():
                time.sleep(0.001)
        except BaseException as error:
            came.append(error)

    thread = JobThread(AnyJob(), run_job)
    thread.stop()  # not started yet
    thread.start()
    assert after.wait(5)
    thread.stop()
    go_on.set()
    thread.join(5)
    assert came == []


def test_a_stop_that_comes_just_as_the_job_ends_never_strikes_what_follows():
    struck = []

    def run_job(_thread):
        try:
            with JobLimit(60, TimeoutError):
                for _ in range(200):
                    pass
        except JobStopped:
            pass
        try:
            for _ in range(2000):
                pass
        except BaseException as error:
            struck.append(error)

    for _ in range(300):
        thread = JobThread(AnyJob(), run_job)
        thread.start()
        while thread.is_alive():
            thread.stop()
    assert struck == []


PROFILED = """
import sys
import threading
from jobs.job_thread import JobLimit, JobThread
class AnyJob: id = "any"
begun = threading.Event()
def survive():
    begun.set()
    try:
        while True: pass
    except BaseException: pass
def run_job(code):
    def run(_thread):
        with JobLimit(60, TimeoutError): code()
    return run
for code in (int, survive):
    thread = JobThread(AnyJob(), run_job(code))
    thread.start()
    if code is survive:
        begun.wait()
        thread.stop()
    thread.join()
    sys.setprofile(lambda *_: None)
    run_job(code)
    sys.setprofile(None)
"""


@pytest.mark.programs
def test_a_job_leaves_nothing_behind_that_the_interpreter_looks_for():
    """Python 3.11 looks for an interruption that was withdrawn at every call, and under a profiler for ever."""
    subprocess.run([sys.executable, "-c", PROFILED], check=True, timeout=60)


def test_a_thread_knows_whether_it_runs_a_job():
    seen = []
    thread = JobThread(AnyJob(), lambda _thread: seen.append(current_job_thread()))
    thread.start()
    thread.join(5)
    assert seen == [thread]
    assert current_job_thread() is None


def test_running_jobs_are_waited_for_until_they_end_or_a_stop_is_asked_for():
    jobs = RunningJobs()
    go_on = threading.Event()

    def run_job(thread):
        go_on.wait(5)
        jobs.ended(thread)

    jobs.start(JobThread(AnyJob(), run_job))
    assert len(jobs) == len(list(jobs)) == 1
    assert not jobs.wait_fewer_than(1, 0.01)
    assert not jobs.wait_none(0.01)
    assert not jobs.wait_closed(0.01)
    jobs.close()
    assert not jobs.wait_fewer_than(1, 60)
    assert jobs.wait_closed(60)
    go_on.set()
    assert jobs.wait_none(5)
    assert jobs.wait_fewer_than(1, 0)
