"""One worker process with far more to answer than it can, half of it from guests: how fast it still serves, in which
order, how long those wait who go the urgent way, who hears that it takes long, and what it all costs beside the turns.

`overload` slows nothing down but by the crowd's own processes, which share the machine's cores with the worker.
`overload_slow` gives the worker half of a core and the crowd the rest, and takes two minutes."""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from bot.services.work.crowd import MANY
from tests.bench.mock_model import ANSWER
from tests.bench.mock_twilio import told
from tests.bench.processes import memory_mib
from tests.bench.product import person
from tests.bench.punctual import post
from tests.bench.report import Finding
from tests.bench.scale import LIMIT_S
from tests.bench.scale_stack import Scene, scene
from tests.bench.slowed import slowed
from tests.bench.urgencies import SAID, in_a_hurry, most
from tests.bench.wake_ups import watched
from tests.fakes.waiting import eventually

KINDS = ("sqlite", "postgresql")
THREADS = 32
CAPACITY_CROWD, BURSTS = 200, 2
TIMES_TOO_MANY = 10
HURRIED, SIGNED_IN, GUESTS, END = 300, 1_500, 5_000, 8_500  # numbers of people from here on; before them, the crowd
NEWS_S = 15.0  # a line that one waits may be that late
RATE_GOAL, URGENT_GOAL_MS, MEMORY_GOAL_MIB, GUESTS_GOAL = 0.8, 1_000.0, 16.0, 1.2
WAITS_LONG = ("Beaucoup de monde", "Many people")


@dataclass(frozen=True)
class Weather:
    """How long messages pour in, for how long what is left is looked at, after how long people hear that they wait, and
    whether the worker is slowed."""

    flood_s: float
    behind_s: float
    notice_s: float
    is_slow: bool


SHORT, LONG = Weather(20.0, 60.0, 20.0, is_slow=False), Weather(120.0, 60.0, 60.0, is_slow=True)


@dataclass(frozen=True)
class Flooded:
    """What came of it. `written`, `stored`, `answered` and `told` are moments by number: who wrote, whose webhook was
    answered, who was answered, who heard that it takes long. `urgent_s`: how long each kind of urgent message waited.
    `cores`: what the worker had of them while messages poured in."""

    began: float
    over: float
    end: float
    written: dict[int, float]
    stored: dict[int, float]
    answered: dict[int, float]
    told: dict[int, float]
    twice: int
    told_twice: int
    urgent_s: dict[str, list[float]]
    added: int
    grown_mib: float
    cores: float

    def rate(self, since: float, until: float) -> float:
        """Turns a second between two moments."""
        return sum(since < at <= until for at in self.answered.values()) / (until - since)

    def overtaken(self) -> int:
        """How many were answered behind somebody of their own kind who wrote much later."""
        kinds = (range(SIGNED_IN, GUESTS), range(GUESTS, END))
        pairs = [sorted((at, self.written[n]) for n, at in self.answered.items() if n in kind) for kind in kinds]
        return sum(map(overtaken, pairs))

    def guests_meanwhile(self) -> float:
        """How many guests were answered a second while a crowd of others waited. Before a crowd is there, and behind
        it, guests wait for nobody."""
        signed_in = range(SIGNED_IN, GUESTS)
        moves = [(at, step) for when, step in ((self.stored, 1), (self.answered, -1)) for n, at in when.items()
                 if n in signed_in]  # fmt: skip
        moves += [(at, 0) for n, at in self.answered.items() if n >= GUESTS]
        waiting, since, guests, crowded_s = 0, self.began, 0, 0.0
        for at, step in sorted(moves):
            if waiting >= MANY:
                crowded_s, guests = crowded_s + at - since, guests + (step == 0)
            waiting, since = waiting + step, at
        return guests / crowded_s if crowded_s else 0.0

    def late_s(self) -> list[float]:
        """How long behind its moment each webhook was answered, in order: who writes waits for that, too."""
        return sorted(at - self.written[n] for n, at in self.stored.items())

    def waited(self, notice_s: float) -> dict[int, float]:
        """Who waited for longer than so many seconds, and how long until now or the answer."""
        waits = {n: self.answered.get(n, self.end) - at for n, at in self.written.items()}
        return {n: wait for n, wait in waits.items() if wait > notice_s}


def overload(_rounds: int, weather: Weather = SHORT, capacity: int = CAPACITY_CROWD) -> list[Finding]:
    """On each database."""
    findings: list[Finding] = []
    for kind in KINDS:
        with (
            scene(kind, 1, GUESTS, THREADS, WAIT_NOTICE_S=str(weather.notice_s)) as made,
            slowed(made.pids["workers"][0]) if weather.is_slow else nullcontext(),
        ):
            bursts = [made.writes(capacity, 0, LIMIT_S) for _ in range(BURSTS)]
            _warmed(made)
            best, cores = max((burst.answers / burst.seconds, burst.cpu["workers"] / burst.seconds) for burst in bursts)
            flooded = flood(made, round(best * TIMES_TOO_MANY * weather.flood_s), weather)
        name = f"overload{'_slow' if weather.is_slow else ''}, {kind}"
        findings += rows(name, best, flooded, weather)
        findings.append(
            Finding(f"{name}: cores the worker had, at best beside the flood", "", cores, None, flooded.cores)
        )
    return findings


def overload_slow(rounds: int) -> list[Finding]:
    """The same for two minutes, the worker slowed on purpose."""
    return overload(rounds, LONG)


def _warmed(made: Scene) -> None:
    """One of each urgent kind is answered: what a process loads for the first of them (the cipher of a quiz: 7 MiB,
    which it shares with the web) is not what a flood leaves in it."""
    first = HURRIED - len(SAID)
    with in_a_hurry(made.port, made.database, first, 0):
        pass
    people = {person(number) for number in range(first, HURRIED)}
    eventually(lambda: people <= {to for to, _, _ in told(made.twilio)}, LIMIT_S)


def flood(made: Scene, messages: int, weather: Weather) -> Flooded:
    """So many people write within the flood, every other one a guest, and some in a hurry meanwhile."""
    each = min(messages // 2, GUESTS - SIGNED_IN, END - GUESTS)
    people = [n for pair in zip(range(SIGNED_IN, GUESTS), range(GUESTS, END), strict=True) for n in pair][: 2 * each]
    assert HURRIED + most(weather.flood_s) <= SIGNED_IN
    before, memory = len(told(made.twilio)), memory_mib(made.pids["workers"][0], "Rss")
    used, at_the_door, stored = made.cpu_s()["workers"], list[tuple[int, float]](), dict[int, float]()

    def hears(number: int, text: str) -> None:
        stored[number] = time.monotonic()
        if text.startswith(WAITS_LONG):
            at_the_door.append((number, time.monotonic()))

    with watched(made.redis) as wake_ups:
        with in_a_hurry(made.port, made.database, HURRIED, weather.flood_s) as urgencies:
            began = time.monotonic()
            written = post(made.port, people, weather.flood_s / len(people), hears=hears)
            over, cores = time.monotonic(), made.cpu_s()["workers"] - used
        heard = _heard(made, before, {person(n): n for n in people}, over + weather.behind_s)
    end, memory = time.monotonic(), memory_mib(made.pids["workers"][0], "Rss") - memory
    first = {to: at for to, at, _ in reversed(heard)}
    by_person = {person(n): n for n in people}
    answers = [(by_person[to], at) for to, at, body in heard if to in by_person and ANSWER[:40] in body]
    lines = at_the_door + [
        (by_person[to], at) for to, at, body in heard if to in by_person and body.startswith(WAITS_LONG)
    ]
    return Flooded(
        began, over, end, written, stored, dict(reversed(answers)), dict(reversed(lines)), _repeated(answers),
        _repeated(lines), urgencies.waits(first, end), wake_ups.too_many(list(by_person)), memory,
        cores / (over - began),
    )  # fmt: skip


def _heard(made: Scene, before: int, people: dict[str, int], until: float) -> list[tuple[str, float, str]]:
    """What Twilio was given since, once everybody has an answer or the time is over."""
    while True:
        heard = told(made.twilio)[before:]
        answered = {to for to, _, body in heard if ANSWER[:40] in body and to in people}
        if len(answered) == len(people) or time.monotonic() > until:
            return heard
        time.sleep(1.0)


def _repeated(heard: Sequence[tuple[int, float]]) -> int:
    return sum(count - 1 for count in Counter(number for number, _ in heard).values())


def overtaken(answered: Sequence[tuple[float, float]], by_s: float = 10.0) -> int:
    """How many were answered behind somebody who wrote that much later. `answered`: when, and when it was written."""
    latest, count = float("-inf"), 0
    for _, written in answered:
        count += latest - written > by_s
        latest = max(latest, written)
    return count


def rows(what: str, best: float, found: Flooded, weather: Weather) -> Iterator[Finding]:
    """What a database has shown."""
    sys.stderr.write(f"{what}: {best:.1f} turns a second at best, {len(found.written)} messages\n")
    during, behind = found.rate(found.began, found.over), found.rate(found.over, found.end)
    yield Finding(f"{what}: the best rate beside that of the flood", "/s", best, 1 / RATE_GOAL, during)
    yield Finding(f"{what}: the best rate beside that of what was left", "/s", best, 1 / RATE_GOAL, behind)
    yield Finding(f"{what}: overtaken by who wrote 10 s later", "", found.overtaken(), 0)
    yield Finding(f"{what}: answered twice", "", found.twice, 0)
    yield Finding(f"{what}: guests answered while others wait", "/s", found.guests_meanwhile(), GUESTS_GOAL)
    late_s = found.late_s()
    yield Finding(f"{what}: webhook answered behind its moment, p95", "ms", late_s[int(len(late_s) * 0.95)] * 1000)
    for kind in SAID:
        waits = found.urgent_s[kind]
        yield Finding(f"{what}: {kind} meanwhile, p50", "ms", waits[len(waits) // 2] * 1000)
        yield Finding(f"{what}: {kind} meanwhile, p95", "ms", waits[int(len(waits) * 0.95)] * 1000, URGENT_GOAL_MS)
    long, late = found.waited(weather.notice_s), found.waited(weather.notice_s + NEWS_S)
    yield Finding(f"{what}: waited longer than {weather.notice_s:.0f} s", "", len(long))
    yield Finding(f"{what}: of them told so", "", len(found.told.keys() & long.keys()))
    yield Finding(f"{what}: waited {NEWS_S:.0f} s more, untold", "", len(late.keys() - found.told.keys()), 0)
    yield Finding(f"{what}: told twice", "", found.told_twice, 0)
    yield Finding(f"{what}: told, and served sooner after all", "", len(found.told.keys() - long.keys()))
    yield Finding(f"{what}: wake-ups added for who had one", "", found.added, 0)
    yield Finding(f"{what}: the worker grew by", "MiB", found.grown_mib, MEMORY_GOAL_MIB)
