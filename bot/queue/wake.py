"""Wakes workers up by way of Redis. A wake-up may be lost or doubled: the database is the truth, a sweeper closes gaps.

The record written is RQ's own, so that any stock RQ worker can run it; writing it directly takes less than half the CPU
of `Queue.enqueue` (0.17 against 0.42 ms measured on a busy machine), which counts because every webhook does it.
"""

import json
import logging
import threading
from collections.abc import Collection, Mapping, Sequence
from time import monotonic
from typing import Any, Final
from uuid import uuid4

from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import Queue
from rq.job import Job, JobStatus
from rq.utils import now, utcformat

from bot.queue.connection import connect
from bot.queue.flow import Flow
from bot.queue.notices import Notices
from bot.queue.policy import JobPolicy

CONNECT_TIMEOUT_S = 0.5
READ_TIMEOUT_S = 1.0
PATIENT_S = 5.0  # as workers wait for their jobs
REST_AFTER_FAILURE_S = 1.0
WAKE_UP_TTL_S = 3600  # what nobody took within the hour has long been found by the sweeper
FAILURE_TTL_S = 3600  # how long RQ shows a failed job
LISTED_FOR_S = 60.0
SUFFIX = 12  # characters that make the id of a wake-up unique
UP, UP_TTL_S = "palabre:up", 60
EVER: Final = "palabre:woken:"  # and a queue: how many wake-ups were ever added to it

logger = logging.getLogger(__name__)


class WakeQueue:
    """Puts wake-ups onto RQ's queues; safe to share between threads.

    Not being able to is no error: `wake` then answers False at once, and for one second does not even try, so that a
    flood of webhooks is not slowed down by a Redis that hangs.
    """

    def __init__(self, redis_url: str, policies: Mapping[str, JobPolicy], patience_s: float | None = None) -> None:
        """`patience_s`: how long Redis is waited for, where that is not just a moment."""
        self._client = connect(
            redis_url,
            connect_timeout_s=patience_s or CONNECT_TIMEOUT_S,
            read_timeout_s=patience_s or READ_TIMEOUT_S,
        )
        self.notices = Notices(self._client)
        self._redis_url, self._policies = redis_url, policies
        self._apart: list[WakeQueue] = []
        self._is_told_of = patience_s is None
        self._lock = threading.Lock()
        self._down = False
        self._rest_until = 0.0
        self._to_list: dict[str, float] = {}  # by queue: when next
        self._flows: Mapping[str, Flow] = {policy.queue: Flow() for policy in policies.values()}

    def wake(self, job_name: str, *ids: int | str) -> bool:
        """Ask for a run of `job_name` with `ids` as its arguments; True if Redis took it. KeyError: no such job."""
        return self.wake_all(job_name, [ids])

    def wake_all(self, job_name: str, several_ids: Sequence[tuple[int | str, ...]]) -> bool:
        """As `wake`, for several runs in one trip; for none without any."""
        policy = self._policies[job_name]
        if not several_ids:
            return True
        if not self._may_try():
            return False
        try:
            self._enqueue(policy, several_ids)
        except RedisError as error:
            self._failed(error)
            return False
        self._succeeded()
        return True

    def backlogs(self, *job_names: str) -> list[int]:
        """How many wake-ups wait in each job's queue, whosever they are, in one trip; 0 when Redis does not answer."""
        try:
            with self._client.pipeline(transaction=False) as pipeline:
                for name in job_names:
                    pipeline.llen(_queue_key(self._policies[name]))
                return [int(length) for length in pipeline.execute()]
        except RedisError:
            return [0] * len(job_names)

    def seen_backlog(self, job_name: str) -> int:
        """How long a job's queue was when this process last added to it, if just now; else 0. Asks Redis nothing."""
        return self._flow(job_name).length

    def expected_wait_s(self, job_name: str) -> float | None:
        """For how long a wake-up of a job that is added now will wait, estimated from what this process heard when it
        added others; asks Redis nothing. None: that cannot be told."""
        return self._flow(job_name).wait_s

    def without(self, job_name: str, found: Sequence[int | str]) -> Sequence[int | str]:
        """Those of `found` (each the one id of a job `job_name`) for which no wake-up waits in a queue; none of them
        when Redis does not answer. Only the queues are asked: a wake-up that was taken from one does not count, since
        its worker may have died."""
        there = self.standing_for(job_name) if found else ()
        return [] if there is None else [each for each in found if str(each) not in there]

    def standing_for(self, job_name: str) -> Collection[str] | None:
        """The ids for which wake-ups of a job wait in the queues now, as text. None when Redis does not answer: whoever
        added wake-ups without having seen the queues would add the same again and again."""
        names = [name for name in (job_name, self._policies[job_name].passed_on_to) if name]
        try:
            with self._client.pipeline(transaction=False) as pipeline:
                for name in names:
                    pipeline.lrange(_queue_key(self._policies[name]), 0, -1)
                queues = pipeline.execute()
        except RedisError as error:
            self._failed(error)
            return None
        heads = tuple(f"{_function(self._policies[name])}_" for name in names)
        waiting = [job_id.decode() for queue in queues for job_id in queue]
        return {job_id.split("_")[-2] for job_id in waiting if job_id.startswith(heads)}

    def is_up(self) -> bool:
        """Whether Redis answers, and takes what is written: one that is full or a replica answers a ping too."""
        try:
            return bool(self._client.set(UP, 1, ex=UP_TTL_S))
        except RedisError:
            return False

    def apart(self) -> "WakeQueue":
        """A second one for a thread that nobody waits for, closed with this one. It waits for a slow Redis as long as
        workers do, so that they are woken whenever they could take something. Outages are logged by this one alone."""
        self._apart.append(WakeQueue(self._redis_url, self._policies, PATIENT_S))
        return self._apart[-1]

    def close(self) -> None:
        """Close the connections."""
        for other in self._apart:
            other.close()
        self._client.close()

    def _enqueue(self, policy: JobPolicy, several_ids: Sequence[tuple[int | str, ...]]) -> None:
        # No transaction: each record is there before its id is, and one left alone by a cut connection expires.
        with self._client.pipeline(transaction=False) as pipeline:
            self._list(pipeline, policy)
            pipeline.rpush(_queue_key(policy), *[_record(pipeline, policy, ids) for ids in several_ids])
            pipeline.incrby(f"{EVER}{policy.queue}", len(several_ids))
            *_records, length, ever = pipeline.execute()
        self._flows[policy.queue].note(ever, length)

    def _flow(self, job_name: str) -> Flow:
        return self._flows[self._policies[job_name].queue]

    def _list(self, pipeline: Pipeline, policy: JobPolicy) -> None:
        """Tell RQ's own tools of a queue, now and then: for workers it need not be told."""
        if monotonic() >= self._to_list.get(policy.queue, 0.0):
            self._to_list[policy.queue] = monotonic() + LISTED_FOR_S
            pipeline.sadd(Queue.redis_queues_keys, _queue_key(policy))

    def _may_try(self) -> bool:
        """True while all is well; after a failure for one caller a second, who finds out whether Redis is back."""
        if not self._down:
            return True
        with self._lock:
            if monotonic() < self._rest_until:
                return False
            self._rest_until = monotonic() + REST_AFTER_FAILURE_S
            return True

    def _failed(self, error: RedisError) -> None:
        with self._lock:
            first, self._down = not self._down, True
            self._rest_until = monotonic() + REST_AFTER_FAILURE_S
        if first and self._is_told_of:
            logger.warning("Redis is away, wake-ups are left to the sweeper: %s", type(error).__name__)

    def _succeeded(self) -> None:
        if not self._down:
            return
        with self._lock:
            first, self._down = self._down, False
        if first and self._is_told_of:
            logger.info("Redis is back")


def _record(pipeline: Pipeline, policy: JobPolicy, ids: tuple[int | str, ...]) -> str:
    """Write RQ's record of one job; returns its id, for the end of the queue. It says which job for whom, which
    `without` reads."""
    job_id = "_".join((_function(policy), *map(str, ids), uuid4().hex[:SUFFIX]))
    stamp = utcformat(now())
    record: dict[Any, int | str] = {
        "data": json.dumps([policy.path, None, ids, {}]),  # function, instance, arguments, keywords
        "description": policy.description,
        "origin": policy.queue,
        "status": JobStatus.QUEUED.value,
        "created_at": stamp,
        "enqueued_at": stamp,
        "last_heartbeat": "",  # without this field RQ takes the record, at the first heartbeat, for a deleted one
        "timeout": policy.timeout_s,
        "result_ttl": 0,
        "failure_ttl": FAILURE_TTL_S,
    }
    key = Job.key_for(job_id)
    pipeline.hset(key, mapping=record)
    pipeline.expire(key, WAKE_UP_TTL_S)
    return job_id


def _function(policy: JobPolicy) -> str:
    return policy.path.rpartition(".")[2]


def _queue_key(policy: JobPolicy) -> str:
    return f"{Queue.redis_queue_namespace_prefix}{policy.queue}"
