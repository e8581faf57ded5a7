"""An RQ worker that runs many jobs at once, each in a thread of its own, and that nothing in Redis can kill.

Our jobs wait for the network nearly all the time: a process a job, as stock RQ has it, costs a whole interpreter each.
What stock RQ leaves to a subclass, or does for one job at a time, is said at each override. Signals: `jobs.process`."""

import logging
import math
import os
import socket
from collections.abc import Callable, Set
from contextlib import suppress
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

from redis.exceptions import RedisError
from rq.command import handle_command, parse_payload
from rq.exceptions import DequeueTimeout
from rq.serializers import JSONSerializer
from rq.utils import now
from rq.worker import BaseWorker, WorkerStatus

from bot.queue.connection import connect
from jobs.job_beats import beat_jobs
from jobs.job_records import began, succeeded
from jobs.job_thread import JobLimit, JobThread, current_job_thread
from jobs.running_jobs import RunningJobs
from jobs.wake_up_job import WakeUpJob

WORKER_TTL_S = 30  # RQ shows a worker that died for this long and a minute
PAUSE_AFTER_ERROR_S = 1.0
POLL_S = 3.0  # shorter than `connection_timeout`, by which a Redis that hangs is told from a queue that is empty

logger = logging.getLogger(__name__)


class ThreadWorker(BaseWorker):  # type: ignore[misc]  # RQ is not typed for us
    """Runs the jobs of one queue, at most `concurrency` at once.

    One queue, because only then RQ moves an id to a list of jobs about to start instead of popping it: on several
    queues a job is lost for good when its worker dies between the two. `paths` are the functions it may call.
    `drain_s`: how long `work`, once asked to stop, waits for jobs to end; `beat_s`: time between heartbeats; `poll_s`:
    how long one wait for a job or a free thread lasts, and so how soon a stop is noticed (`jobs.waits` ends it).
    """

    death_penalty_class = JobLimit
    job_class = WakeUpJob
    connection_timeout = 5  # stock: 25 s and more, because it waits for jobs that long at a time

    def __init__(
        self,
        queue: str,
        redis_url: str,
        paths: Set[str],
        *,
        concurrency: int = 32,
        drain_s: float = 25,
        beat_s: float = 10,
        poll_s: float = POLL_S,
    ) -> None:
        wait_s, name = self.connection_timeout, uuid4().hex
        super().__init__(
            [queue],
            name=name,
            connection=connect(redis_url, connect_timeout_s=wait_s, read_timeout_s=wait_s, name=name),
            serializer=JSONSerializer,
            worker_ttl=WORKER_TTL_S,
            job_monitoring_interval=math.ceil(beat_s),
            log_job_description=False,
            prepare_for_work=False,  # True asks Redis for our address: a worker must start while Redis is down
        )
        self.serializer = JSONSerializer()  # RQ looks at it for each job, and at a class of which it is none for longer
        self.hostname, self.pid = socket.gethostname(), os.getpid()
        self.concurrency, self.drain_s = concurrency, drain_s
        self.jobs, self.started_jobs = RunningJobs(), 0
        self.redis_url, self._paths, self.is_redis_away = redis_url, paths, False
        self._beat_s, self._poll_s, self._next_beat = beat_s, poll_s, 0.0

    def work(self, burst: bool = False) -> int:
        """Run jobs until `stop_taking`; with `burst`, until the queue is empty and all have ended. Returns how many
        were started; jobs still running after `drain_s` are left behind, in `jobs`.

        Stock: one job at a time, takes the signals, and quits when Redis goes away or answers late."""
        before = self.started_jobs
        while not self.jobs.closed and self._guarded(lambda: self._take(burst)):
            pass
        end = monotonic() + self.drain_s
        while not self.jobs.wait_none(min(self._poll_s, end - monotonic())) and monotonic() < end:
            self._guarded(self._tend)
        self._leave()
        return self.started_jobs - before

    def stop_taking(self) -> None:
        """Start no more jobs, so that `work` comes to its end. From any thread."""
        self.jobs.close()

    # -- taking jobs

    def _guarded(self, step: Callable[[], bool]) -> bool:
        """Do one step of the loop; whatever goes wrong is logged and waited out. False when the loop should end."""
        try:
            go_on = step()
        except RedisError as error:
            if not self.is_redis_away:
                logger.warning("Redis is away (%s), trying until it is back", type(error).__name__)
            self.is_redis_away = True
        except Exception:
            logger.exception("could not take a job")
        else:
            self.is_redis_away = False
            return go_on
        self.jobs.wait_closed(PAUSE_AFTER_ERROR_S)
        return True

    def _take(self, burst: bool) -> bool:
        """One round: wait for a free thread, then for a job, and start it. False when a burst has nothing left."""
        self._tend()
        if not self.jobs.wait_fewer_than(self.concurrency, self._poll_s):
            return True
        running = len(self.jobs)  # before looking: a job may add another one and end in between
        try:
            taken = self.queue_class.dequeue_any(
                self.queues, None if burst else self._poll_s, self.connection, self.job_class, self.serializer, JobLimit
            )
        except DequeueTimeout:
            return True
        if taken is not None:
            self.execute_job(*taken)
        elif running:
            self.jobs.wait_fewer_than(running, self._poll_s)
        return taken is not None or running > 0

    def execute_job(self, job: Any, queue: Any) -> None:
        """Start the job in a thread of its own. What arrived while we were asked to stop goes back to the front."""
        if not self.jobs.closed:
            self.jobs.start(JobThread(job, self._run))
            self.started_jobs += 1
            return
        with self.connection.pipeline() as pipeline:
            queue.push_job_id(job.id, pipeline=pipeline, at_front=True)
            pipeline.lrem(queue.intermediate_queue_key, 1, job.id)
            pipeline.execute()

    # -- running them, in their threads

    def _run(self, thread: JobThread) -> None:
        try:
            thread.execution = began(self, thread.job)
            self.perform_job(thread.job, self.queues[0], thread.execution)
        except Exception as error:  # the job's own end in handle_exception; this is mostly Redis going away around it
            logger.warning("job %s: not recorded", thread.job.id, exc_info=not isinstance(error, RedisError))
        finally:
            self.jobs.ended(thread)

    def prepare_job_execution(self, job: Any, *_stock: Any) -> None:
        """Refuse what is not in our table: whoever writes to Redis can name any function that can be imported."""
        if job.calls() not in self._paths:
            raise LookupError(f"job {job.id} names a function that is not in the table of jobs")

    def handle_execution_ended(self, job: Any, *_stock: Any) -> None:
        """Stock tells Redis, which learns next how it ended."""
        job.ended_at = now()

    def handle_job_success(self, job: Any, execution: Any, **_stock: Any) -> None:
        """A job that Redis has forgotten meanwhile, or whose end it does not take, has done its work; stock says no."""
        succeeded(self, job, execution)

    def handle_exception(self, job: Any, *exc_info: Any) -> None:
        """Stock turns the trace into text before our log can leave out what people wrote."""
        logger.error("job %s failed", job.id, exc_info=exc_info)

    def handle_job_failure(
        self, job: Any, queue: Any, started_job_registry: Any = None, exc_string: str = "", execution: Any = None
    ) -> None:
        """The trace stands in our log, where secrets are hidden; Redis only learns that the job failed."""
        reason = exc_string and "failed: see the worker's log"
        super().handle_job_failure(job, queue, started_job_registry, reason, execution)

    # -- time limits and heartbeats

    def _tend(self) -> bool:
        """Ring for jobs whose time is over; every `beat_s`, tell Redis who we are and what runs.

        Idle is written here only (stock: after every job): jobs start in this thread, so none can start in between."""
        for thread in self.jobs:
            thread.ring_if_overdue()
        if not self.jobs and self.get_state() == WorkerStatus.BUSY:
            self.set_state(WorkerStatus.IDLE)
        if monotonic() >= self._next_beat:
            self._beat()
            self._next_beat = monotonic() + self._beat_s
        return True

    def _beat(self) -> None:
        """Heartbeats of the worker and of every running job (stock: none while a job runs in its own process)."""
        birth, death = self.connection.hmget(self.key, "birth", "death")
        if birth is None or death is not None:  # at the start, and after somebody emptied Redis
            self.connection.hset(self.key, "death", "")  # or stock takes what a job counts meanwhile for somebody alive
            self.register_birth()
            self.set_state(WorkerStatus.BUSY if self.jobs else WorkerStatus.IDLE)
        if self.pubsub_thread is None:
            self.subscribe()
        self.heartbeat()
        beat_jobs(self, self.jobs)
        if self.should_run_maintenance_tasks:
            self.run_maintenance_tasks()

    def _leave(self) -> None:
        if self.pubsub_thread is not None:
            self.pubsub_thread.stop()  # first, so that the answer to unsubscribing is the last thing it listens to
        for goodbye in (self.register_death, self.unsubscribe):
            with suppress(RedisError):
                goodbye()
        self.pubsub_thread: Any = None
        self._next_beat = 0.0
        if not self.jobs:  # those left behind would stumble over it
            self.connection.close()

    # -- stop commands, in the thread that listens for them

    def handle_payload(self, message: Any) -> None:
        """A stop-job command goes to the thread that runs this job; stock looks at the first running job only."""
        payload = parse_payload(message)
        if payload["command"] != "stop-job":
            handle_command(self, payload)
            return
        for thread in self.jobs:
            if thread.job.id == payload["job_id"]:
                thread.stop()

    def request_stop_execution(self, execution_id: str) -> None:
        """The same for stop-execution, which names one run of a job; stock kills its child process."""
        for thread in self.jobs:
            if thread.execution is not None and thread.execution.id == execution_id:
                thread.stop()

    @property
    def _stopped_job_id(self) -> str | None:
        """Where stock keeps the one job that was stopped on request: here, the calling thread's, if it was."""
        thread = current_job_thread()
        return thread.job.id if thread is not None and thread.stopped else None

    @_stopped_job_id.setter
    def _stopped_job_id(self, job_id: str | None) -> None: ...

    def _pubsub_exception_handler(self, exc: Exception, _pubsub: Any, _pubsub_thread: Any) -> None:
        """Listen on, whatever came: stock ends the listening thread on a time-out or on a command it can't read."""
        if not self.is_redis_away:  # which has been said
            logger.warning("listening for commands failed (%s), trying again", type(exc).__name__)
        sleep(PAUSE_AFTER_ERROR_S)
