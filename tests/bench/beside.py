"""What a direct message waits longer for its answer while eight runs work in the background of the same worker process:
from the webhook's request to the answer at Twilio's door, in turn with and without them."""

import time
from statistics import quantiles

from tests.bench.busy import BEGUN, PAGES, Busy, Pace, busy
from tests.bench.report import Finding
from tests.fakes.twilio import Phone

BACKGROUND, MESSAGES = 8, 40
STEP_S = (1.0, 3.0)
GOAL_MS = 50.0


def beside(rounds: int) -> list[Finding]:
    """Everything starts once; each round has both sides."""
    alone: list[float] = []
    with_others: list[float] = []
    pace = Pace(STEP_S)
    with busy(pace) as product:
        product.worker()
        awa, *others = product.people(1 + BACKGROUND)
        begin(product, others)
        answers(product, awa, "Bonjour", 5)
        for number in range(rounds):
            for rests, took in ((True, alone), (False, with_others)):
                (pace.rests.set if rests else pace.rests.clear)()
                time.sleep(STEP_S[1])  # until the steps under way have ended, or all have begun
                took.extend(answers(product, awa, f"Question {number}", MESSAGES))
        steps = sum(map(len, pace.steps.values()))
        assert steps > rounds * BACKGROUND, f"only {steps} steps in the background"
        pace.rests.clear()
        product.finish(others)
    added_ms = p95(with_others) - p95(alone)
    return [
        Finding(f"a direct message: p95 beside {BACKGROUND} runs, and alone", "ms", p95(with_others), 2, p95(alone)),
        Finding("a direct message: what they add to p95", "ms", max(0.0, added_ms), GOAL_MS),
    ]


def begin(product: Busy, people: list[Phone]) -> None:
    """All have a run in the background that reads pages and calculates."""
    pages = " ".join(f"{product.stack.web.url}/{number}" for number in range(PAGES))
    for number, phone in enumerate(people):
        phone.says(f"/fond Travaille, {number}, avec {pages}")
        product.until(lambda phone=phone: any(BEGUN in sent.body for sent in product.sent(phone)))
    product.until(lambda: [len(steps) > 1 for steps in product.pace.steps.values()] == [True] * len(people))


def answers(product: Busy, phone: Phone, words: str, count: int) -> list[float]:
    """One question after the other; what each waited, in milliseconds."""
    took: list[float] = []
    for number in range(count):
        asked = f"{words}, {number} ?"
        at = time.time()
        phone.says(asked)
        answer = phone.hears(30)
        assert answer.body == f"Voilà : {asked}", answer.body
        took.append((answer.history[0].at.timestamp() - at) * 1000)
    return took


def p95(milliseconds: list[float]) -> float:
    """What 95 of 100 do not exceed."""
    return quantiles(milliseconds, n=20)[-1]
