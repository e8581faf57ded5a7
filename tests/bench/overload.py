"""One worker process with far more to answer than it can: how fast it still serves, in which order, and how long those
wait who go the urgent way. Nothing slows the machine down but the crowd's own processes, which share its cores."""

import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.mock_twilio import arrived
from tests.bench.processes import memory_mib
from tests.bench.product import person
from tests.bench.punctual import post
from tests.bench.report import Finding
from tests.bench.scale import yield_of
from tests.bench.scale_stack import Scene, scene

KINDS = ("sqlite", "postgresql")
THREADS = 32
CAPACITY_CROWD = 200
TIMES_TOO_MANY, FLOOD_S = 10, 20.0
PROBE_EVERY_S, PROBE = 0.5, "/statut"
MOST_PROBES = 100
LIMIT_S = 400.0
RATE_GOAL, URGENT_GOAL_MS = 0.8, 1_000.0
FLOOD, PROBES = 300, 3_000  # numbers of people from here on


@dataclass(frozen=True)
class Flooded:
    """What came of it: turns a second while messages poured in and behind that, how many were answered before somebody
    who had written ten seconds earlier, how long each urgent message waited, and how much the worker grew."""

    during: float
    after: float
    overtaken: int
    urgent_s: Sequence[float]
    grown_mib: float


def overload(_rounds: int, flood_s: float = FLOOD_S, capacity: int = CAPACITY_CROWD) -> list[Finding]:
    """On each database."""
    findings: list[Finding] = []
    for kind in KINDS:
        with scene(kind, 1, PROBES + MOST_PROBES, THREADS) as made:
            best = yield_of(made, capacity)
            flooded = flood(made, round(best * TIMES_TOO_MANY * flood_s), flood_s)
        findings += rows(kind, best, flooded)
    return findings


def flood(made: Scene, messages: int, seconds: float) -> Flooded:
    """So many people write within so many seconds, and others ask how it stands meanwhile."""
    before, memory = len(arrived(made.twilio)), memory_mib(made.pids["workers"][0], "Rss")
    people = [FLOOD + number for number in range(min(messages, PROBES - FLOOD))]
    asking = [PROBES + number for number in range(int(seconds / PROBE_EVERY_S))]
    asked: dict[int, float] = {}
    probing = threading.Thread(target=lambda: asked.update(post(made.port, asking, PROBE_EVERY_S, PROBE)))
    probing.start()
    written = post(made.port, people, seconds / len(people))
    over = time.monotonic()
    probing.join()
    awaited = {person(number) for number in (*people, *asking)}
    while True:
        heard = {to: at for to, at in reversed(arrived(made.twilio)[before:]) if to in awaited}
        if len(heard) == len(awaited) or time.monotonic() > over + LIMIT_S:
            break
        time.sleep(0.5)
    answered = [(heard[person(n)], written[n]) for n in people if person(n) in heard]
    first, last = min(written.values()), max(heard.values())
    begun = [at for at, _ in answered]
    return Flooded(
        during=sum(at <= over for at in begun) / (over - first),
        after=sum(at > over for at in begun) / (last - over),
        overtaken=overtaken(sorted(answered)),
        urgent_s=sorted(heard.get(person(n), time.monotonic()) - asked[n] for n in asking),
        grown_mib=memory_mib(made.pids["workers"][0], "Rss") - memory,
    )


def overtaken(answered: Sequence[tuple[float, float]], by_s: float = 10.0) -> int:
    """How many were answered behind somebody who wrote that much later. `answered`: when, and when it was written."""
    latest, count = float("-inf"), 0
    for _, written in answered:
        count += latest - written > by_s
        latest = max(latest, written)
    return count


def rows(kind: str, best: float, flooded: Flooded) -> list[Finding]:
    """What a database has shown."""
    sys.stderr.write(f"{kind}: {best:.1f} turns a second at best\n")
    urgent = flooded.urgent_s
    return [
        Finding(f"overload, {kind}: the best rate beside that of the flood", "/s", best, 1 / RATE_GOAL, flooded.during),
        Finding(
            f"overload, {kind}: the best rate beside that of what was left", "/s", best, 1 / RATE_GOAL, flooded.after
        ),
        Finding(f"overload, {kind}: overtaken by who wrote 10 s later", "", flooded.overtaken, 0),
        Finding(f"overload, {kind}: {PROBE} meanwhile, p50", "ms", urgent[len(urgent) // 2] * 1000),
        Finding(
            f"overload, {kind}: {PROBE} meanwhile, p95", "ms", urgent[int(len(urgent) * 0.95)] * 1000, URGENT_GOAL_MS
        ),
        Finding(f"overload, {kind}: the worker grew by", "MiB", flooded.grown_mib),
    ]
