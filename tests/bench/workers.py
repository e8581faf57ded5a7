"""Workers to compare, each in a process of its own, all with the product's modules loaded before the first job:
`python -m tests.bench.workers KIND REDIS_URL [COUNT]`, KIND ours, stock (RQ's, a fork a job) or pool (COUNT of those).
"""

import argparse
import sys

from redis import Redis
from rq import Worker
from rq.serializers import JSONSerializer
from rq.worker_pool import WorkerPool

from bot.queue.policy import JobPolicy, job_policies
from jobs.serving import serve
from jobs.worker import preload

QUEUE = "turns"
STAMP = JobPolicy("tests.bench.jobs.stamp", QUEUE, 60, "stamp")


def main(kind: str, redis_url: str, count: int) -> None:
    """Work until a signal."""
    preload([*(policy.path for policy in job_policies(180).values()), STAMP.path])
    if kind == "ours":
        serve(redis_url, argparse.Namespace(queues=[QUEUE], concurrency=32, burst=False), [STAMP], [], drain_s=10.0)
        return
    connection = Redis.from_url(redis_url)
    if kind == "stock":
        Worker([QUEUE], connection=connection, serializer=JSONSerializer).work(logging_level="WARNING")
    else:
        WorkerPool([QUEUE], connection, count, serializer=JSONSerializer).start(logging_level="WARNING")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1)
