"""Who follows runs by a stream, two hundred at one web process: threads and memory they cost, and what webhooks take
beside them."""

import tempfile
from pathlib import Path
from statistics import median, quantiles

from bot.queue.progress import Event, ProgressFeed
from tests.bench import product
from tests.bench.load import drive
from tests.bench.processes import memory_mib
from tests.bench.report import Finding
from tests.fakes.valkey import Valkey
from tests.fakes.watching import WebProcess, web_process

WATCHERS = 200
RUNS = 40
THREADS = 4
REQUESTS = 400
THREADS_GOAL, MEMORY_GOAL_MIB, LATENCY_GOAL = 1.0, 20.0, 1.5


def watchers(rounds: int) -> list[Finding]:
    """Each round starts a fresh gunicorn and measures it alone, then with everybody there and told of things."""
    threads: list[float] = []
    memory: list[float] = []
    alone: list[float] = []
    beside: list[float] = []
    for _ in range(rounds):
        with Valkey() as valkey, tempfile.TemporaryDirectory() as folder:
            measure(Path(folder), valkey, threads, memory, alone, beside)
    return [
        Finding(f"{WATCHERS} watchers: threads", "", max(threads), THREADS_GOAL),
        Finding(f"{WATCHERS} watchers: memory, RSS", "MiB", median(memory), MEMORY_GOAL_MIB),
        Finding("webhook: p95 beside them, and alone", "ms", median(beside), LATENCY_GOAL, median(alone)),
    ]


def measure(
    folder: Path, valkey: Valkey, threads: list[float], memory: list[float], alone: list[float], beside: list[float]
) -> None:
    """One round."""
    with web_process(folder, valkey.url, THREADS) as web:
        drive(web.port, signed(web, 0), THREADS)
        alone.append(quantiles(drive(web.port, signed(web, 1), THREADS), n=20)[-1])
        before = web.threads(), memory_mib(web.pid, "Rss")
        gather(web, valkey)
        beside.append(quantiles(drive(web.port, signed(web, 2), THREADS), n=20)[-1])
        threads.append(float(web.threads() - before[0]))
        memory.append(memory_mib(web.pid, "Rss") - before[1])


def signed(web: WebProcess, turn: int) -> list[bytes]:
    """Messages that nobody has sent yet."""
    numbers = range(turn * REQUESTS, (turn + 1) * REQUESTS)
    return [product.signed_request(number, f"http://127.0.0.1:{web.port}") for number in numbers]


def gather(web: WebProcess, valkey: Valkey) -> None:
    """Everybody begins to watch, and is told of something."""
    runs = [web.run() for _ in range(RUNS)]
    some = web.crowd(WATCHERS, runs)
    feed = ProgressFeed(valkey.url)
    for run in runs:
        feed.tell(Event("tool_start", run, "c", {"iteration": 1}))
    web.until(lambda: all(each.kinds for each in some), 60)
    feed.close()
