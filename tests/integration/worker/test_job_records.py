"""What RQ shows of a job that runs and of one that has ended, and how little is asked of Redis for it."""

from rq.job import JobStatus
from rq.registry import StartedJobRegistry

from tests.fakes.waiting import eventually


def test_a_job_that_runs_is_started_and_its_end_is_one_trip(bench, run_worker):
    worker = run_worker(beat_s=60)
    (job,) = bench.hold("a")
    assert bench.status(job) == JobStatus.STARTED
    assert bench.worker().get_state() == "busy"
    key = job.get_executions()[0].worker_executions_key
    assert bench.redis.scard(key) == 1
    assert job.id in StartedJobRegistry("turns", connection=bench.redis).get_job_ids()
    assert bench.redis.llen(bench.queue.intermediate_queue_key) == 0
    before = trips(bench)
    bench.let_go()
    eventually(lambda: not worker.jobs)
    assert trips(bench) - before == 1
    assert bench.status(job) == "gone"
    assert bench.redis.scard(key) == 0
    assert (bench.worker().successful_job_count, bench.worker().failed_job_count) == (1, 0)
    assert bench.worker().total_working_time > 0


def trips(bench) -> int:
    """How many transactions and looks at what others may change Redis has seen."""
    found = bench.redis.info("commandstats")
    return sum(found.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in ("exec", "watch", "zrange"))
