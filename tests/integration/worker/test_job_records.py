"""What RQ shows of a job that runs and of one that has ended, and how little is asked of Redis for it."""

from collections import Counter

import pytest
from redis import Redis
from redis.client import Pipeline
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import OutOfMemoryError
from rq.job import Job, JobStatus
from rq.registry import StartedJobRegistry

from bot.queue.wake import WAKE_UP_TTL_S
from jobs.job_records import RECORD_S, began
from tests.fakes.waiting import eventually

ENDING = ("del", "zrem", "srem", "hincrby", "hincrbyfloat")
NEEDLESS = ("multi", "exec", "watch", "zrange")


def test_a_job_that_runs_is_started_and_its_end_is_five_commands(bench, run_worker):
    worker = run_worker(beat_s=60)
    (job,) = bench.hold("a")
    assert bench.status(job) == JobStatus.STARTED
    assert bench.worker().get_state() == "busy"
    key = job.get_executions()[0].worker_executions_key
    assert bench.redis.scard(key) == 1
    assert job.id in StartedJobRegistry("turns", connection=bench.redis).get_job_ids()
    assert bench.redis.llen(bench.queue.intermediate_queue_key) == 0
    before = asked(bench)
    bench.let_go()
    eventually(lambda: not worker.jobs)
    assert asked(bench) - before == Counter(ENDING)
    assert bench.status(job) == "gone"
    assert bench.redis.scard(key) == 0
    assert (bench.worker().successful_job_count, bench.worker().failed_job_count) == (1, 0)
    assert bench.worker().total_working_time > 0


def test_an_end_that_is_cut_leaves_no_record_that_lasts(bench, run_worker, monkeypatch):
    worker = run_worker(beat_s=60)
    (job,) = bench.hold("a")
    monkeypatch.setattr(Pipeline, "execute", cut_behind_the_first)
    bench.let_go()
    eventually(lambda: not worker.jobs)
    monkeypatch.undo()
    assert bench.status(job) == "gone"
    assert bench.names("ended") == ["a"]


def test_a_beginning_of_which_a_full_redis_takes_some_leaves_no_record_that_lasts(bench, run_worker):
    worker = run_worker(beat_s=60)
    job = Job.create("tests.fakes.jobs.say", ["a"], connection=bench.redis, timeout=60, origin="turns")
    job.save()
    bench.redis.expire(job.key, 60)
    bench.redis.config_set("maxmemory", 1)
    with pytest.raises(OutOfMemoryError):
        began(worker, job)
    bench.redis.config_set("maxmemory", 0)
    assert 0 < bench.redis.ttl(job.key) <= RECORD_S


def test_what_a_job_that_runs_has_left_goes_by_itself(bench, run_worker):
    run_worker(beat_s=60)
    (job,) = bench.hold("a")
    assert bench.redis.ttl(job.key) > WAKE_UP_TTL_S, "it waits no longer"
    (execution,) = job.get_executions()
    for key in (job.key, execution.key, job.execution_registry.key, execution.worker_executions_key):
        assert bench.redis.ttl(key) > 0, key


def test_what_is_counted_for_a_worker_that_redis_has_lost_goes_by_itself(bench, run_worker):
    """Its process may be gone before it beats again."""
    worker = run_worker(beat_s=60)
    bench.hold("a")
    bench.redis.flushall()
    bench.let_go()
    eventually(lambda: not worker.jobs)
    assert bench.redis.hget(worker.key, "successful_job_count") == b"1"
    assert bench.redis.ttl(worker.key) > 0


def test_a_job_that_ends_as_its_worker_is_written_down_anew_is_in_nobodys_way(bench, run_worker, monkeypatch):
    """Redis was emptied, and has been told of the job's end before it is told of the worker."""
    worker = run_worker(beat_s=60)
    bench.hold("a")
    bench.redis.flushall()
    birth = worker.register_birth

    def late() -> None:
        bench.let_go()
        eventually(lambda: not worker.jobs)
        birth()

    monkeypatch.setattr(worker, "register_birth", late)
    worker._beat()
    assert bench.redis.hget(worker.key, "birth")
    assert not bench.redis.hexists(worker.key, "death")


def test_a_worker_is_busy_and_idle_in_turn(bench, run_worker):
    worker = run_worker(beat_s=60)
    for name in "ab":
        bench.hold(name)
        assert bench.worker().get_state() == "busy"
        bench.let_go(name)
        eventually(lambda: not worker.jobs)
        eventually(lambda: bench.state() == "idle")


def cut_behind_the_first(pipeline: Pipeline) -> None:
    """Redis has taken one command when the connection is cut."""
    first, *_others = pipeline.command_stack
    Redis(connection_pool=pipeline.connection_pool).execute_command(*first[0])
    raise RedisConnectionError("cut")


def asked(bench) -> Counter[str]:
    """How often Redis has been asked for what may belong to an end."""
    found = bench.redis.info("commandstats")
    calls = {name: found.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in (*ENDING, *NEEDLESS)}
    return Counter(calls)
