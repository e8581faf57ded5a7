"""The heartbeats of the jobs that run in one worker, in one trip to Redis. Stock takes two for each: with a slow
Redis nothing else would be done."""

from collections.abc import Iterable
from typing import Any

from rq.utils import now

from jobs.job_thread import JobThread


def beat_jobs(worker: Any, threads: Iterable[JobThread]) -> None:
    """Tell Redis that these jobs run, and for how long it may believe it. Raises RedisError."""
    running = [(thread.job, thread.execution) for thread in threads if thread.execution is not None]
    if not running:
        return
    with worker.connection.pipeline() as pipeline:
        at = []
        for job, execution in running:
            since_s = (now() - job.started_at).total_seconds() if job.started_at else 0.0
            ttl_s = worker.get_heartbeat_ttl(job, working_time=since_s)
            execution.heartbeat(job.started_job_registry, ttl_s, pipeline=pipeline)
            at.append(len(pipeline))
            job.heartbeat(now(), ttl_s, pipeline=pipeline, xx=True)
        results = pipeline.execute()
        for (job, _), index in zip(running, at, strict=True):
            if results[index] == 1:  # its record was gone already: what this has made of it has no end
                pipeline.delete(job.key)
        pipeline.execute()  # mostly nothing, which costs no trip
