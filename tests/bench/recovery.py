"""How long the person at the other end waits for what a machine does: a worker killed or told to leave in the middle of
32 turns and 8 runs in the background, a wish to go there, a wish to stop. Leases and sweeps as in production."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from tests.bench.busy import BEGUN, Busy, Pace, busy
from tests.bench.report import Finding
from tests.fakes.twilio import Phone

DIRECT, BACKGROUND = 32, 8
STEP_S, SILENT_S = (1.0, 3.0), (60.0, 60.0)
GRACE_S = 15.0
# What each open run was asked that a worker has in hand, in the background or not.
HELD = """
    SELECT inbound_message.body FROM run JOIN conversation ON conversation.id = run.conversation_id
    JOIN inbound_message ON inbound_message.run_id = run.id
    WHERE run.ended_at IS NULL AND (run.lease_worker = :worker OR
                                    (run.lease_epoch = 0 AND conversation.lane_worker = :worker))
"""
ENDED = """
    SELECT run.id FROM run JOIN conversation ON conversation.id = run.conversation_id
    JOIN address ON address.id = conversation.address_id
    WHERE address.value = :who AND run.number > 0 AND run.ended_at IS NOT NULL
"""
IN_BACKGROUND = "/fond "


@dataclass
class Waits:
    """Seconds, a number each."""

    killed: list[float] = field(default_factory=list)
    left: list[float] = field(default_factory=list)
    paused: list[float] = field(default_factory=list)
    stops: list[float] = field(default_factory=list)
    begun: list[float] = field(default_factory=list)
    silent: list[float] = field(default_factory=list)


def recovery(rounds: int) -> list[Finding]:
    """Each round starts everything anew, twice: for the kill, and for SIGTERM and the wishes."""
    waits = Waits()
    for _ in range(rounds):
        with busy(Pace(STEP_S)) as product:
            kill(product, waits)
        with busy(Pace(STEP_S), STOP_GRACE_S=str(GRACE_S)) as product:
            leave(product, waits)
    return [
        Finding("kill: until the next step begins elsewhere, p50", "s", median(waits.killed), 10),
        Finding("kill: the same, p99", "s", within(waits.killed, 0.99), 20),
        Finding("SIGTERM: until a run in the background goes on elsewhere, p99", "s", within(waits.left, 0.99), 5),
        Finding("SIGTERM: a turn stands still, p99", "s", within(waits.paused, 0.99), 5),
        Finding("SIGTERM: until the worker is gone, with a grace of 15 s", "s", max(waits.stops), GRACE_S + 13),
        Finding("/fond: to the acknowledgement, p95", "s", within(waits.begun, 0.95), 3),
        Finding("/annuler: to the end of the run and of its model's stream, p95", "s", within(waits.silent, 0.95), 2),
    ]


def kill(product: Busy, waits: Waits) -> None:
    """SIGKILL one of two workers that have everybody's work between them."""
    process, name = product.worker()
    product.worker()
    people = at_work(product, waits)
    struck = in_hand(product, name)
    assert len(struck) > 4, "it had too little in hand"
    killed_at = time.time()
    product.stack.kill(process)
    product.until(lambda: all(product.pace.steps[asked][-1][0] > killed_at for asked in struck))
    waits.killed += [next(at for at, _ in product.pace.steps[asked] if at > killed_at) - killed_at for asked in struck]
    product.finish(people)


def leave(product: Busy, waits: Waits) -> None:
    """SIGTERM to one of two workers, as soon as a newer one is beside them; then some stop what runs."""
    old, name = product.worker()
    product.worker()
    people = at_work(product, waits)
    product.worker()
    struck = in_hand(product, name)
    assert len(struck) > 4, "it had too little in hand"
    told_at = time.time()
    old.terminate()
    product.until(lambda: old.poll() is not None)
    gone_at = time.time()
    waits.stops.append(gone_at - told_at)
    product.until(lambda: all(product.pace.steps[asked][-1][0] > gone_at for asked in struck))
    for asked in struck:
        steps = product.pace.steps[asked]
        if "longtemps" in asked:
            waits.left.append(next(at for at, _ in steps if at > told_at) - told_at)
        else:
            still = [at - answered for (_, answered), (at, _) in pairwise(steps) if at > told_at]
            waits.paused.append(max(still))
    stop(product, people[DIRECT:], waits)
    product.finish(people[:DIRECT])


def at_work(product: Busy, waits: Waits) -> list[Phone]:
    """Everybody asks; the last of them for work in the background, and how long its acknowledgement takes is noted.
    Returns when each has a step behind it."""
    people = product.people(DIRECT + BACKGROUND)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda at: people[at].says(f"Travaille pour moi, {at}."), range(DIRECT)))
    for at, phone in enumerate(people[DIRECT:]):
        asked_at = time.time()
        phone.says(f"{IN_BACKGROUND}Travaille longtemps pour moi, {at}.")
        product.until(lambda phone=phone: any(BEGUN in sent.body for sent in product.sent(phone)))
        sent = next(sent for sent in product.sent(phone) if BEGUN in sent.body)
        waits.begun.append(sent.history[0].at.timestamp() - asked_at)
    product.until(lambda: [len(steps) > 1 for steps in product.pace.steps.values()] == [True] * len(people))
    return people


def in_hand(product: Busy, worker: str) -> Sequence[str]:
    """What the model is asked in the runs that a worker holds."""
    return [str(asked).removeprefix(IN_BACKGROUND) for (asked,) in product.rows(HELD, worker=worker)]


def stop(product: Busy, people: list[Phone], waits: Waits) -> None:
    """Each stops their run while the model is silent; how long that takes is noted."""
    product.pace.long_s = SILENT_S
    time.sleep(STEP_S[1] + 0.5)  # the steps under way are not silent yet
    for phone in people:
        left, began = product.stack.model.left, time.time()
        phone.says("/annuler 1")
        product.until(lambda left=left: product.stack.model.left > left)
        product.until(lambda phone=phone: product.rows(ENDED, who=phone.address))
        waits.silent.append(time.time() - began)


def within(seconds: list[float], share: float) -> float:
    """What a share of them does not exceed."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
