"""The one table of jobs: where each is found, on which queue it waits, how long it may run at most.

`bot` never imports `jobs`: a job is named by its dotted path, here and nowhere else.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

BACKGROUND = "background"  # the queue of what may take half an hour
URGENT, GUESTS = "urgent", "guests"  # queues: other ways to the conversations of "turns"
BACKGROUND_S = 1_800.0
BACK_STOP_S = 30  # the worker's limit stands this far behind the application's own deadlines
PAYMENT_TIMEOUT_S = 30  # a search and a call, each with its limit
SPEECH_TIMEOUT_S = 60  # a call and a child process, each with its limit
TAKING_IN_S = 240  # before a turn: what was sent is fetched and listened to, each tried again, what is old is summed up
DELIVERY_TIMEOUT_S = 120  # three parts, each with its wait and the provider's retries


@dataclass(frozen=True, slots=True)
class JobPolicy:
    """How one job is run. `timeout_s` is the worker's back-stop, in whole seconds as RQ stores it. `passed_on_to`: the
    job that may wait in its stead."""

    path: str
    queue: str
    timeout_s: int
    description: str
    passed_on_to: str = ""


def job_policies(turn_timeout_s: float, background_timeout_s: float = BACKGROUND_S) -> Mapping[str, JobPolicy]:
    """Every job by the name that `WakeQueue.wake` takes. The settings TURN_TIMEOUT_S and BACKGROUND_TIMEOUT_S."""
    return {
        **_turn_jobs(TAKING_IN_S + math.ceil(turn_timeout_s) + DELIVERY_TIMEOUT_S + BACK_STOP_S),
        "work": JobPolicy(
            path="jobs.entry.work",
            queue=BACKGROUND,
            timeout_s=math.ceil(background_timeout_s) + BACK_STOP_S,
            description="Go on with one run in the background: work(run_id)",
        ),
        "deliver": JobPolicy(
            path="jobs.entry.deliver",
            queue="delivery",
            timeout_s=DELIVERY_TIMEOUT_S + BACK_STOP_S,
            description="Send the parts that are due in one conversation: deliver(conversation_id)",
        ),
        "speak": JobPolicy(
            path="jobs.entry.speak",
            queue="turns",
            timeout_s=SPEECH_TIMEOUT_S + BACK_STOP_S,
            description="Say the answer of one run aloud: speak(run_id)",
        ),
        "pay": JobPolicy(
            path="jobs.entry.pay",
            queue="delivery",
            timeout_s=PAYMENT_TIMEOUT_S + BACK_STOP_S,
            description="Ask a provider about one payment: pay(payment_id)",
        ),
    }


def _turn_jobs(timeout_s: int) -> Mapping[str, JobPolicy]:
    """The ways to a conversation."""
    return {
        "drain": JobPolicy(
            path="jobs.entry.drain",
            queue="turns",
            timeout_s=timeout_s,
            description="Answer what waits in one conversation: drain(conversation_id)",
            passed_on_to="drain_guest",
        ),
        "drain_guest": JobPolicy(
            path="jobs.entry.drain_guest",
            queue=GUESTS,
            timeout_s=timeout_s,
            description="The same, behind people who are signed in: drain_guest(conversation_id)",
        ),
        "hasten": JobPolicy(
            path="jobs.entry.hasten",
            queue=URGENT,
            timeout_s=DELIVERY_TIMEOUT_S + BACK_STOP_S,
            description="Answer what needs no agent in one conversation: hasten(conversation_id)",
        ),
    }
