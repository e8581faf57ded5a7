"""From enqueue to the first line of the job, on an idle worker: our threads beside a stock worker that forks."""

import time
from collections.abc import Callable
from statistics import median

from redis import Redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer

from bot.queue.wake import WakeQueue
from tests.bench.processes import running
from tests.bench.report import Finding
from tests.bench.workers import QUEUE, STAMP
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually

SAMPLES = 50
WARM_UP = 5
PAUSE_S = 0.02  # between two jobs, so that the worker is idle again
GOAL = 0.25

Enqueue = Callable[[int], object]


def start(rounds: int, samples: int = SAMPLES) -> list[Finding]:
    """Median delay; each round starts a fresh worker for each side, in turn."""
    with Valkey() as valkey:
        wake = WakeQueue(valkey.url, {"stamp": STAMP})
        stock = Queue(QUEUE, connection=valkey.client(), serializer=JSONSerializer)
        sides: dict[str, tuple[Enqueue, list[float]]] = {
            "ours": (lambda sent_ns: wake.wake("stamp", sent_ns), []),
            "stock": (lambda sent_ns: stock.enqueue(STAMP.path, sent_ns, result_ttl=0), []),
        }
        for _ in range(rounds):
            for kind, (enqueue, delays_ms) in sides.items():
                valkey.flush()
                with running("-m", "tests.bench.workers", kind, valkey.url):
                    delays_ms.append(median(delays(valkey.client(), enqueue, samples)))
        wake.close()
    ours, theirs = (median(delays_ms) for _, delays_ms in sides.values())
    return [Finding("job: enqueue to start, p50", "ms", ours, GOAL, theirs)]


def delays(redis: Redis, enqueue: Enqueue, samples: int) -> list[float]:
    """Milliseconds from enqueue to start, job after job, once the worker listens."""
    eventually(lambda: Worker.count(connection=redis), 30)
    found = []
    for _ in range(WARM_UP + samples):
        enqueue(time.monotonic_ns())
        answer = redis.blpop(["late"], timeout=20)
        if answer is None:
            raise TimeoutError("the job did not start")
        found.append(int(answer[1]) / 1e6)
        time.sleep(PAUSE_S)
    return found[WARM_UP:]
