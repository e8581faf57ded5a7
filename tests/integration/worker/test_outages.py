"""Redis going away, hanging or being emptied under a worker: it goes on, and so does what runs in it."""

from rq.command import send_stop_job_command
from rq.serializers import JSONSerializer

from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually


def test_after_a_restart_of_redis_the_worker_goes_on(bench, run_worker):
    run_worker()
    bench.hold("a", "b")
    bench.valkey.restart()
    eventually(lambda: bench.state() == "busy")
    bench.let_go()
    eventually(lambda: set(bench.names("ended")) == {"a", "b"})
    bench.put("say", "after")
    eventually(lambda: "after" in bench.names("ended"))
    eventually(lambda: bench.state() == "idle")


def test_an_idle_worker_outlives_a_long_outage(bench, run_worker):
    worker = run_worker()
    bench.valkey.kill()
    eventually(lambda: worker.is_redis_away)
    bench.valkey.start()
    bench.put("say", "after")
    eventually(lambda: bench.names("ended") == ["after"])


def test_stop_commands_are_heard_again_after_a_restart_of_redis(bench, run_worker):
    run_worker()
    bench.valkey.restart()
    (job,) = bench.hold("a")
    eventually(bench.redis.pubsub_channels)
    send_stop_job_command(bench.redis, job.id, serializer=JSONSerializer)
    eventually(lambda: bench.status(job) == "stopped")


def test_a_worker_can_start_while_redis_is_down(bench, run_worker):
    bench.valkey.kill()
    run_worker(wait_until_it_listens=False)
    bench.valkey.start()
    bench.put("say", "a")
    eventually(lambda: bench.names("ended") == ["a"])


def test_a_worker_can_stop_while_redis_is_down(bench, run_worker):
    worker = run_worker()
    bench.valkey.kill()
    eventually(lambda: worker.is_redis_away)
    worker.stop_taking()  # run_worker waits for its end


def test_when_redis_is_emptied_the_worker_registers_anew_and_goes_on(bench, run_worker):
    worker = run_worker()
    bench.hold("a", "b")
    bench.valkey.flush()
    eventually(lambda: bench.state() == "busy")
    assert bench.worker().name == worker.name
    assert bench.worker().birth_date is not None
    bench.let_go()
    eventually(lambda: set(bench.names("ended")) == {"a", "b"})
    bench.put("say", "after")
    eventually(lambda: "after" in bench.names("ended"))
    eventually(lambda: bench.state() == "idle")


def test_a_job_that_redis_forgot_while_it_ran_has_not_failed(bench, run_worker, caplog):
    worker = run_worker()
    bench.hold("a")
    bench.valkey.flush()
    bench.let_go()
    eventually(lambda: not worker.jobs)
    assert bench.names("ended") == ["a"]
    assert "failed" not in caplog.text
    assert bench.queue.failed_job_registry.count == 0


def test_a_redis_that_takes_no_record_of_a_jobs_end_has_had_it_done(bench, run_worker, caplog):
    worker = run_worker()
    bench.hold("a")
    bench.redis.execute_command("ACL SETUSER default -del")
    bench.let_go()
    eventually(lambda: not worker.jobs)
    bench.redis.execute_command("ACL SETUSER default +del")
    assert bench.names("ended") == ["a"]
    assert "its end could not be recorded" in caplog.text
    assert "failed" not in caplog.text
    assert "Traceback" not in caplog.text
    bench.put("say", "after")
    eventually(lambda: bench.names("ended") == ["a", "after"])


def test_a_redis_that_hangs_is_waited_out(bench, run_worker):
    worker = run_worker()
    with bench.valkey.pause():
        eventually(lambda: worker.is_redis_away)
    bench.put("say", "after")
    eventually(lambda: bench.names("ended") == ["after"])


def test_two_servers_have_two_ports_and_a_restart_keeps_them():
    with Valkey() as one, Valkey() as two:
        assert one.port != two.port
        url = one.url
        one.client().set("a", 1)
        one.restart()
        assert one.url == url
        assert one.client().get("a") is None
        assert two.client().ping()
