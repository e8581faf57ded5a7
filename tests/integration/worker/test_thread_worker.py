"""The thread worker on a real Valkey: jobs at once, time limits, stop commands, what RQ is told."""

import os
from types import SimpleNamespace

import pytest
from rq import Queue
from rq.command import send_command, send_stop_execution_command, send_stop_job_command
from rq.serializers import JSONSerializer, PickleSerializer

from jobs.job_beats import beat_jobs
from tests.fakes.waiting import eventually


def test_four_jobs_run_at_the_same_time(bench, run_worker):
    run_worker()
    for _ in range(4):
        bench.put("meet", 4)
    eventually(lambda: bench.names("ended") == ["met"] * 4)


def test_no_more_jobs_run_at_once_than_allowed(bench, run_worker):
    run_worker(concurrency=2)
    bench.hold("a", "b")
    later = bench.put("say", "c")
    bench.let_go("a")
    eventually(lambda: "c" in bench.names("ended"))
    assert bench.names("ended") == ["a", "c"]
    eventually(lambda: bench.status(later) == "gone")


def test_while_all_threads_are_busy_the_next_job_stays_queued(bench, run_worker):
    worker = run_worker(concurrency=2)
    bench.hold("a", "b")
    bench.put("say", "c")
    beat = bench.worker().last_heartbeat
    eventually(lambda: bench.worker().last_heartbeat > beat)  # the loop has gone round meanwhile
    assert len(worker.jobs) == 2
    assert bench.queue.count == 1


def test_a_job_that_succeeded_leaves_nothing_behind(bench, run_worker):
    worker = run_worker()
    job = bench.put("say", "a")
    eventually(lambda: bench.status(job) == "gone" and not worker.jobs)
    left = {key.decode() for key in bench.redis.keys("rq:*")}
    assert {key for key in left if job.id in key} == set()
    assert bench.redis.llen(bench.queue.intermediate_queue_key) == 0


def test_a_job_that_raises_is_failed_and_the_worker_goes_on(bench, run_worker):
    run_worker()
    job = bench.put("fail")
    eventually(lambda: bench.status(job) == "failed")
    bench.put("say", "next")
    eventually(lambda: bench.names("ended") == ["next"])


def test_the_text_of_an_error_stays_out_of_redis(bench, run_worker, caplog):
    run_worker()
    job = bench.put("fail")
    eventually(lambda: bench.status(job) == "failed")
    assert "log" in job.latest_result().exc_string
    assert b"sk-this" not in b"".join(bench.redis.hgetall(job.key).values())
    assert "sk-this-must-not-reach-redis" in caplog.text


@pytest.mark.parametrize("name", ["hold", "stubborn"])
def test_a_job_in_a_python_loop_ends_at_its_limit_even_if_it_swallows_exceptions(bench, run_worker, name, caplog):
    run_worker()
    job = bench.put(name, "long", timeout_s=1)
    eventually(lambda: bench.status(job) == "failed")
    assert "JobTimedOut" in caplog.text
    assert bench.names("ended") == []


def test_the_limit_of_one_job_does_not_touch_its_neighbour(bench, run_worker):
    run_worker()
    bench.hold("neighbour")
    short = bench.put("hold", "short", timeout_s=1)
    eventually(lambda: bench.status(short) == "failed")
    bench.let_go()
    eventually(lambda: bench.names("ended") == ["neighbour"])


def test_a_stop_command_stops_the_right_one_of_three(bench, run_worker):
    run_worker()
    first, second, third = bench.hold("first", "second", "third")
    send_stop_job_command(bench.redis, second.id, serializer=JSONSerializer)
    eventually(lambda: bench.status(second) == "stopped")
    assert [bench.status(first), bench.status(third)] == ["started", "started"]
    bench.let_go()
    eventually(lambda: set(bench.names("ended")) == {"first", "third"})


def test_a_stop_command_for_one_run_of_a_job_stops_it(bench, run_worker):
    run_worker()
    first, second = bench.hold("first", "second")
    (run,) = second.get_executions()
    send_stop_execution_command(bench.redis, second.id, run.id)
    eventually(lambda: bench.status(second) == "stopped")
    assert bench.status(first) == "started"


def test_a_command_it_cannot_read_does_not_deafen_the_worker(bench, run_worker):
    worker = run_worker()
    (job,) = bench.hold("a")
    bench.redis.publish(worker.pubsub_channel_name, b"\xff no json")
    send_command(bench.redis, worker.name, "stop-job")
    send_stop_job_command(bench.redis, job.id, serializer=JSONSerializer)
    eventually(lambda: bench.status(job) == "stopped")


def test_the_worker_is_busy_until_the_last_job_has_ended(bench, run_worker):
    run_worker()
    eventually(lambda: bench.state() == "idle")
    bench.hold("a", "b")
    assert bench.state() == "busy"
    bench.let_go("a")
    eventually(lambda: bench.names("ended") == ["a"])
    assert bench.state() == "busy"
    bench.let_go("b")
    eventually(lambda: bench.state() == "idle")


def test_heartbeats_go_on_for_every_running_job(bench, run_worker):
    run_worker()
    jobs = bench.hold("a", "b", "c")
    eventually(lambda: len(bench.worker().get_current_executions(refresh=True)) == 3)
    before = [job.get_executions()[0].last_heartbeat for job in jobs]
    eventually(
        lambda: all(job.get_executions()[0].last_heartbeat > beat for job, beat in zip(jobs, before, strict=True))
    )
    jobs_before = [_refreshed(job).last_heartbeat for job in jobs]
    eventually(lambda: all(_refreshed(job).last_heartbeat > beat for job, beat in zip(jobs, jobs_before, strict=True)))


def test_however_many_jobs_run_their_heartbeats_are_one_trip(bench, run_worker):
    worker = run_worker(concurrency=8)
    jobs = [*"abcdefgh"]
    bench.hold(*jobs)
    eventually(lambda: all(thread.execution is not None for thread in worker.jobs))
    trips = []

    class Counting(type(worker.connection)):
        def pipeline(self, **options):
            pipeline = super().pipeline(**options)
            execute = pipeline.execute
            pipeline.execute = lambda: trips.append(len(pipeline)) or execute()
            return pipeline

    counting = Counting(connection_pool=worker.connection.connection_pool)
    beat_jobs(SimpleNamespace(connection=counting, get_heartbeat_ttl=worker.get_heartbeat_ttl), worker.jobs)
    assert len([commands for commands in trips if commands]) == 1
    bench.let_go()


def test_asked_to_stop_it_lets_running_jobs_end_and_leaves_queued_ones(bench, run_worker):
    worker = run_worker()
    bench.hold("a", "b", "c", "d")
    queued = bench.put("say", "later")
    worker.stop_taking()
    bench.let_go()
    eventually(lambda: bench.state() == "")
    assert set(bench.names("ended")) == {"a", "b", "c", "d"}
    assert bench.queue.job_ids == [queued.id]


def test_a_job_that_arrives_as_it_stops_goes_back_to_the_front(bench, run_worker):
    worker = run_worker()
    worker.stop_taking()  # its last wait for a job may still be going on
    first, second = bench.put("say", "first"), bench.put("say", "second")
    eventually(lambda: bench.state() == "")
    assert bench.queue.job_ids == [first.id, second.id]
    assert bench.redis.llen(bench.queue.intermediate_queue_key) == 0
    assert bench.names("ended") == []


def test_jobs_that_do_not_end_in_time_are_left_behind(bench, run_worker):
    worker = run_worker(drain_s=0.2)
    bench.hold("a", "b")
    worker.stop_taking()
    eventually(lambda: bench.state() == "")
    assert len(worker.jobs) == 2
    bench.let_go()
    eventually(lambda: not worker.jobs)


def test_a_function_that_is_not_in_the_table_is_never_called(bench, run_worker, tmp_path):
    run_worker()
    trace = tmp_path / "called"
    job = bench.queue.enqueue("os.mkdir", str(trace), failure_ttl=60)
    eventually(lambda: bench.status(job) == "failed")
    assert not trace.exists()


class Bomb:
    """Unpickling it makes a folder."""

    def __init__(self, folder):
        self.folder = folder

    def __reduce__(self):
        return os.mkdir, (str(self.folder),)


def test_pickled_code_is_never_unpickled(bench, run_worker, tmp_path):
    run_worker()
    trace = tmp_path / "called"
    pickling = Queue("turns", connection=bench.redis, serializer=PickleSerializer)
    job = pickling.enqueue("tests.fakes.jobs.say", Bomb(trace), failure_ttl=60, description="bomb")
    eventually(lambda: bench.redis.hget(job.key, "status") == b"failed")
    assert not trace.exists()


@pytest.mark.parametrize(
    ("field", "put"),
    [("success_callback_name", ("say", "a")), ("failure_callback_name", ("fail",))],
)
def test_callbacks_written_into_a_job_are_ignored(bench, run_worker, field, put):
    job = bench.put(*put)
    bench.redis.hset(job.key, field, "tests.fakes.jobs.callback")
    worker = run_worker()
    eventually(lambda: bench.status(job) in ("gone", "failed") and not worker.jobs)
    assert bench.names("callbacks") == []


def test_a_record_that_makes_no_sense_does_not_stop_the_worker(bench, run_worker):
    run_worker()
    bench.redis.hset("rq:job:odd", mapping={"data": "x", "timeout": "soon", "status": "queued"})
    bench.redis.rpush(bench.queue.key, "odd", "unknown")
    bench.put("say", "next")
    eventually(lambda: bench.names("ended") == ["next"])


def _refreshed(job):
    job.refresh()
    return job
