"""The jobs themselves, named in bot.queue.policy. Arguments are ids; any number of calls is harmless."""

import logging
from collections.abc import Callable

from bot.conversation.inbox import Inbox
from bot.errors import Interrupted
from bot.services.work.crowd import sends_behind
from jobs.runtime import current

log = logging.getLogger(__name__)


def drain(conversation_id: str) -> None:
    """Answer what waits in one conversation, and send what was said last. Idempotent: the lane decides who works, the
    rows what is left. An outage of the database costs nothing but time: the sweeper wakes somebody when it is over."""
    _answer("drain", conversation_id, lambda inbox: _drained(inbox, conversation_id))


def drain_guest(conversation_id: str) -> None:
    """As `drain`, for whoever was sent behind those who are signed in."""
    _answer("drain_guest", conversation_id, lambda inbox: inbox.drain(conversation_id))


def hasten(conversation_id: str) -> None:
    """Answer at once what needs no agent in one conversation, and send it. Idempotent, as `drain`, to which the rest is
    left."""
    with current().database.urgent():
        _answer("hasten", conversation_id, lambda inbox: inbox.hasten(conversation_id))


def work(run_id: int) -> None:
    """Go on with one run in the background. Idempotent: its lease decides who works, its transcript what is left."""
    if _is_left("work", run_id):
        return
    try:
        current().background.work(run_id)
    except Interrupted as error:
        log.warning("work in the background is interrupted: %s", error)


def speak(run_id: int) -> None:
    """Say the answer of one run aloud. Idempotent: it is claimed by its time, and its voice note has one key."""
    try:
        current().saying.say(run_id)
    except Interrupted as error:
        log.warning("an answer is not said now: %s", error)


def deliver(conversation_id: str) -> None:
    """Send the parts of one conversation that may leave. Idempotent: each part is claimed by its state."""
    try:
        _deliver(conversation_id)
    except Interrupted as error:
        log.warning("a delivery is interrupted: %s", error)


def pay(payment_id: int) -> None:
    """Do what is due for one payment. Idempotent: it is claimed by its time, and credited by its key."""
    try:
        current().cashier.advance(payment_id)
    except Interrupted as error:
        log.warning("a payment is interrupted: %s", error)


def _answer(job: str, conversation_id: str, way: Callable[[Inbox], bool]) -> None:
    if _is_left(job, conversation_id):
        return
    inbox = current().inbox
    try:
        with inbox.holds.expects(conversation_id):
            is_said = way(inbox)
        if is_said:
            _deliver(conversation_id)
    except Interrupted as error:
        log.warning("a %s is interrupted: %s", job, error)


def _drained(inbox: Inbox, conversation_id: str) -> bool:
    if not sends_behind(inbox.database, inbox.wake, conversation_id, inbox.clock.now()):
        return inbox.drain(conversation_id)
    inbox.wake.wake("drain_guest", conversation_id)
    return False


def _is_left(job: str, number: int | str) -> bool:
    """Whether this process is about to leave, and passes a job that it has just taken on to another."""
    runtime = current()
    if not runtime.shutdown.is_asked():
        return False
    runtime.wake.wake(job, number)
    return True


def _deliver(conversation_id: str) -> None:
    runtime = current()

    def put_off(seconds: float) -> None:
        if seconds < runtime.settings.sweep_interval_s * 4:
            runtime.timers.after(seconds, lambda: runtime.wake.wake("deliver", conversation_id), conversation_id)

    runtime.delivery.deliver_all(conversation_id, put_off)
