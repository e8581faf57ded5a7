"""RQ's records of a job's beginning and of its good end, each in one trip to Redis: for whoever looks, and for stop
commands. Stock takes two trips and five, and looks for what our jobs never have: results, dependents, repeats, rate
limits. Nobody's work is found by these records: the database tells what is left to do.

Neither is a transaction, which costs an answer more for each command. Where a connection is cut in the midst, or Redis
is full and takes only some of it, RQ's own tidying finds the rest, or it goes by itself: no record lasts for ever."""

import logging
from typing import Any

from redis.exceptions import RedisError
from rq.executions import Execution
from rq.worker import WorkerStatus

RECORD_S = 86_400  # longer than any job runs, and than RQ shows one that failed

logger = logging.getLogger(__name__)


def began(worker: Any, job: Any) -> Execution:
    """The worker is busy, the job is started, and no longer about to be. Raises RedisError."""
    ttl_s = worker.get_heartbeat_ttl(job)
    with worker.connection.pipeline(transaction=False) as pipeline:
        execution = Execution.create(job, ttl_s, pipeline=pipeline, worker_name=worker.name)
        if worker.get_state() != WorkerStatus.BUSY:
            worker.set_state(WorkerStatus.BUSY, pipeline=pipeline)
        job.prepare_for_execution(worker.name, pipeline=pipeline)
        pipeline.expire(job.key, RECORD_S)
        pipeline.lrem(worker.queues[0].intermediate_queue_key, 1, job.id)
        pipeline.execute()
    return execution


def succeeded(worker: Any, job: Any, execution: Execution) -> None:
    """It is counted, and nothing of it is left. Where Redis does not take that, its work is done all the same."""
    try:
        _forget(worker, job, execution)
    except RedisError as error:
        logger.warning("job %s: its end could not be recorded (%s)", job.id, type(error).__name__)


def _forget(worker: Any, job: Any, execution: Execution) -> None:
    with worker.connection.pipeline(transaction=False) as pipeline:
        pipeline.delete(job.key, execution.key, job.execution_registry.key)
        pipeline.zrem(job.started_job_registry.key, execution.composite_key)
        pipeline.srem(execution.worker_executions_key, execution.composite_key)
        worker.increment_successful_job_count(pipeline=pipeline)
        worker.increment_total_working_time(job.ended_at - job.started_at, pipeline)
        *_, count, _time = pipeline.execute()
    if count == 1:  # of a worker that is new, or that Redis has lost: what counts for it would stay for ever
        worker.connection.expire(worker.key, worker.worker_ttl + 60)
