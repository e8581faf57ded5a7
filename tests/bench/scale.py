"""How much a machine serves: turns a second and what is added to the model's own time, for more and more people at
once, by one and by two worker processes, on both databases; and the memory of a conversation, a thousand in flight.

Load generator, model, Twilio and PostgreSQL share the machine's cores with the product: so the CPU that each takes is
counted, and what one core serves is said of the product's processes (web, workers) and the database's alone. What a
second process adds is measured with a quarter of a core for each: on two cores one of them leaves another nothing."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack

from tests.bench import memory
from tests.bench.report import Finding
from tests.bench.scale_stack import Heard, Scene, scene
from tests.bench.slowed import held

CROWDS = (1, 40, 200, 1_000)  # people who write at the same moment
MODEL_S = 3.0
CAPACITY_CROWD = 200  # with a model that answers at once
STEADY_S = 15.0
QUARTER = 30, 40  # milliseconds it does not compute, of so many
SLOW_THREADS = 32  # of a worker that has so little
SLOW_TIMES = 2  # the usual crowd
LIMIT_S = 60.0  # after the last has written; whoever waits longer counts as answered then
SLOW_LIMIT_S = 180.0
ADDED_GOAL_MS = 500.0
TWO_TO_ONE, SQLITE_TO_POSTGRESQL = 1.8, 0.6  # times the turns a second
IN_FLIGHT, IN_FLIGHT_GOAL_MIB = 1_000, 1_024 / 2_000  # 2,000 a GiB
KINDS = ("sqlite", "postgresql")


def rates(_rounds: int, crowds: tuple[int, ...] = CROWDS, capacity: int = CAPACITY_CROWD) -> list[Finding]:
    """Every row but that of memory. Once: a round takes ten minutes."""
    findings: list[Finding] = []
    rate: dict[tuple[str, int], float] = {}
    for kind in KINDS:
        for workers in (1, 2):
            name = f"{kind}, {workers} process{'es' if workers > 1 else ''}"
            with scene(kind, workers, max(*crowds, capacity)) as made:
                rate[kind, workers] = yield_of(made, capacity)
                findings += list(_rows(made, name, rate[kind, workers], crowds))
    slow = {workers: slow_yield(workers, SLOW_TIMES * capacity) for workers in (1, 2)}
    return [*findings, *ratios(rate, slow)]


def yield_of(made: Scene, crowd: int) -> float:
    """Turns a second when a crowd writes at once and the model answers at once."""
    heard = made.writes(crowd, 0, LIMIT_S)
    return heard.answers / heard.seconds


def slow_yield(workers: int, crowd: int) -> float:
    """Turns a second on PostgreSQL, each worker process with a quarter of a core, of the middle of a crowd that has
    written before: a cold process opens connections, on which the server has statements to plan. The better of two."""
    with scene("postgresql", workers, crowd, SLOW_THREADS) as made, ExitStack() as stopped:
        how = {stopped.enter_context(held(pid, *QUARTER)) for pid in made.pids["workers"]}
        heard = [made.writes(crowd, 0, SLOW_LIMIT_S) for _ in range(3)]
        for each in heard:
            _tell(
                f"{workers} {'held' if how == {True} else 'stopped'}, {each.middle_rate():.1f} a second in the middle",
                each,
            )
        return max(each.middle_rate() for each in heard[1:])


def _rows(made: Scene, name: str, rate: float, crowds: tuple[int, ...]) -> Iterator[Finding]:
    yield Finding(f"scale, {name}: turns a second", "", rate)
    made.model_takes(MODEL_S)
    steady = made.writes(max(1, round(rate / 2 * STEADY_S)), STEADY_S, LIMIT_S)
    _tell(f"{name}, half of capacity", steady)
    yield Finding(f"scale, {name}: added at half of capacity, p95", "ms", steady.p95_ms(MODEL_S), ADDED_GOAL_MS)
    served = sum(steady.cpu[part] for part in ("web", "workers", "database"))
    yield Finding(f"scale, {name}: CPU a turn, web, workers and database", "ms", served * 1000 / steady.answers)
    for crowd in crowds:
        heard = made.writes(crowd, 0, MODEL_S + LIMIT_S)
        _tell(f"{name}, {crowd} at once", heard)
        yield Finding(f"scale, {name}: {crowd} at once, added, p95", "ms", heard.p95_ms(MODEL_S))
        if crowd > 1:
            yield Finding(
                f"scale, {name}: {crowd} at once, turns a second", "", heard.answers / (heard.seconds - MODEL_S)
            )


def ratios(rate: Mapping[tuple[str, int], float], slow: Mapping[int, float]) -> list[Finding]:
    """The goals say how much more the first must be; the table, how small a part the second may be."""
    one, sqlite = rate["postgresql", 1], rate["sqlite", 1]
    what = "scale, postgresql, a quarter of a core each: one process beside two, turns a second"
    return [
        Finding(what, "", slow[1], 1 / TWO_TO_ONE, slow[2]),
        Finding("scale: PostgreSQL beside SQLite, turns a second", "", one, 1 / SQLITE_TO_POSTGRESQL, sqlite),
    ]


def in_flight(_rounds: int, conversations: int = IN_FLIGHT) -> list[Finding]:
    """Memory of one worker process with so many conversations waiting for their model, 100 KiB of history each."""
    each = memory.of_conversations(conversations)
    what = f"scale: a conversation of {conversations} in flight, PSS"
    return [Finding(what, "MiB", each, IN_FLIGHT_GOAL_MIB)]


def _tell(what: str, heard: Heard) -> None:
    cpu = ", ".join(f"{name} {seconds:.1f}" for name, seconds in heard.cpu.items())
    sys.stderr.write(f"{what}: {heard.answers} answers in {heard.seconds:.1f} s; CPU seconds: {cpu}\n")
