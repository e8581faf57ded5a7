"""Waking a worker up, over a real Valkey: what is written, and what happens while there is none."""

import logging
import resource
import socket
import threading
from time import monotonic

import pytest
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from bot.queue import wake
from bot.queue.connection import HasBecomeReplica, connect
from bot.queue.wake import FAILURE_TTL_S, WAKE_UP_TTL_S, WakeQueue
from jobs.thread_worker import ThreadWorker
from jobs.wake_up_job import WakeUpJob
from tests.fakes.slow_way import SlowWay
from tests.fakes.waiting import eventually
from tests.fakes.worker_main import job_table


@pytest.fixture
def wake_queue(bench):
    queue = WakeQueue(bench.valkey.url, job_table(timeout_s=42))
    yield queue
    queue.close()


def test_a_stock_worker_of_rq_runs_what_was_woken(bench, wake_queue):
    assert wake_queue.wake("say", "conversation-1")
    assert wake_queue.wake("say", "conversation-2")
    worker = SimpleWorker(["turns"], connection=bench.redis, serializer=JSONSerializer)
    assert worker.work(burst=True)
    assert bench.names("ended") == ["conversation-1", "conversation-2"]
    assert worker.failed_job_count == 0
    assert bench.redis.keys("rq:job:*") == []


def test_our_worker_in_burst_mode_runs_what_was_woken_and_what_that_wakes(bench, wake_queue):
    wake_queue.wake("chain", "turns", 3)
    paths = frozenset(policy.path for policy in job_table().values())
    assert ThreadWorker("turns", bench.valkey.url, paths).work(burst=True) == 4
    assert bench.names("ended") == ["3", "2", "1", "0"]


def test_the_record_is_what_rq_itself_would_write(bench, wake_queue):
    ours = _enqueued(bench, lambda: wake_queue.wake("say", "id"))
    stock = _enqueued(
        bench,
        lambda: bench.queue.enqueue(
            "tests.fakes.jobs.say", "id", job_timeout=42, result_ttl=0, failure_ttl=FAILURE_TTL_S, description="say"
        ),
    )
    moments = {"created_at", "enqueued_at"}
    assert {name: value for name, value in ours.to_dict().items() if name not in moments | {"data"}} == {
        name: value for name, value in stock.to_dict().items() if name not in moments | {"data"}
    }
    assert (ours.func_name, list(ours.args), ours.kwargs) == (stock.func_name, list(stock.args), stock.kwargs)
    assert bench.redis.smembers("rq:queues") == {b"rq:queue:turns"}


def test_a_heartbeat_between_taking_a_job_and_preparing_it_leaves_its_record(bench, wake_queue):
    woken = _enqueued(bench, lambda: wake_queue.wake("say", "id"))
    job = WakeUpJob.fetch(woken.id, connection=bench.redis, serializer=JSONSerializer)
    worker = ThreadWorker("turns", bench.valkey.url, frozenset({"tests.fakes.jobs.say"}))
    worker.register_birth()
    execution = worker.prepare_execution(job)
    worker.maintain_heartbeats(job, execution)  # RQ would delete a record without the field that it writes here
    assert WakeUpJob.exists(job.id, bench.redis)


def test_a_wake_up_that_nobody_takes_does_not_stay_for_ever(bench, wake_queue):
    job = _enqueued(bench, lambda: wake_queue.wake("say", "id"))
    assert 0 < bench.redis.ttl(job.key) <= WAKE_UP_TTL_S


def test_a_job_that_is_not_in_the_table_is_a_mistake_of_ours(wake_queue):
    with pytest.raises(KeyError):
        wake_queue.wake("no-such-job")


def test_while_redis_is_down_it_answers_false_at_once_and_says_so_once(bench, wake_queue, caplog):
    bench.valkey.kill()
    began = monotonic()
    assert [wake_queue.wake("say", "id") for _ in range(50)] == [False] * 50
    assert monotonic() - began < 1
    assert [record.levelname for record in caplog.records if record.name == "bot.queue.wake"] == ["WARNING"]


def test_when_redis_is_back_it_wakes_again_within_about_a_second(bench, wake_queue, caplog):
    caplog.set_level(logging.INFO)
    bench.valkey.kill()
    assert not wake_queue.wake("say", "lost")
    bench.valkey.start()
    eventually(lambda: wake_queue.wake("say", "id"), 3)
    assert "Redis is back" in caplog.text


def test_a_restart_of_redis_between_two_wake_ups_loses_none(bench, wake_queue):
    assert wake_queue.wake("say", "before")
    bench.valkey.restart()
    assert wake_queue.wake("say", "after")


def test_a_redis_that_hangs_delays_one_caller_and_no_other(bench, wake_queue):
    assert wake_queue.wake("say", "before")
    with bench.valkey.pause():
        began = monotonic()
        assert not wake_queue.wake("say", "the first waits")
        assert monotonic() - began < 2.5
        began = monotonic()
        assert not any(wake_queue.wake("say", "the others do not") for _ in range(20))
        assert monotonic() - began < 0.3


def test_a_redis_that_takes_no_connection_delays_one_caller_and_no_other():
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)  # never accepted: what does not fit into the kernel's queue hangs in connecting
        queue = WakeQueue(f"redis://127.0.0.1:{deaf.getsockname()[1]}/0", job_table())
        began = monotonic()
        assert not queue.wake("say", "a")
        assert monotonic() - began < 3
        began = monotonic()
        assert not queue.wake("say", "b")
        assert monotonic() - began < 0.1
        queue.close()


def test_a_redis_that_refuses_to_write_is_no_error_either(bench, wake_queue):
    bench.redis.config_set("maxmemory", 1)
    try:
        assert not wake_queue.wake("say", "id")
        assert not wake_queue.is_up()
    finally:
        bench.redis.config_set("maxmemory", 0)
    assert wake_queue.is_up()


def test_a_machine_without_descriptors_is_no_error_either(bench, wake_queue):
    usual = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, usual[1]))
    try:
        taken, is_up = wake_queue.wake("say", "a"), wake_queue.is_up()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, usual)
    assert (taken, is_up) == (False, False)
    eventually(lambda: wake_queue.wake("say", "b"), 5)


def test_whoever_has_become_a_replica_is_left(bench, wake_queue):
    assert wake_queue.wake("say", "id")
    client = connect(bench.valkey.url, connect_timeout_s=5, read_timeout_s=5)
    before = client.client_id()
    bench.redis.replicaof("127.0.0.1", "1")
    try:
        assert not wake_queue.is_up()
        with pytest.raises(HasBecomeReplica):
            client.set("key", 1)
    finally:
        bench.redis.replicaof("NO", "ONE")
    assert client.client_id() != before, "it looks anew for whom the address leads to"
    client.close()


def test_a_thread_that_nobody_waits_for_waits_for_a_slow_redis_and_sees_the_queue(bench, monkeypatch):
    monkeypatch.setattr(wake, "READ_TIMEOUT_S", 0.05)
    with SlowWay(bench.valkey.port) as way:
        hurried = WakeQueue(way.leads(bench.valkey.url), job_table())
        patient = hurried.apart()
        way.answers_after_s = 0.1
        assert not hurried.wake("say", "a")
        assert patient.wake("say", "b")
        assert patient.standing_for("say") == {"b"}
        assert hurried.standing_for("say") is None
        assert hurried.without("say", ["c"]) == []
        hurried.close()


def test_many_threads_wake_without_losing_any(bench, wake_queue):
    def wake_fifty():
        for _ in range(50):
            assert wake_queue.wake("say", "id")

    threads = [threading.Thread(target=wake_fifty) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert bench.queue.count == 200


def _enqueued(bench, enqueue):
    enqueue()
    (job,) = bench.queue.jobs
    bench.redis.lpop(bench.queue.key)
    return job
