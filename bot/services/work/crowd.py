"""Who goes first when more people write than are served: whoever is signed in. Guests wait in a queue of their own."""

from datetime import datetime
from typing import Final

from bot.dao import addresses
from bot.dao.database import Database
from bot.queue.wake import WakeQueue

MANY = 64  # wake-ups: twice as many turns as a worker has threads
GUEST_EVERY_S: Final = 1.0  # in each worker, however many turns wait: nobody waits for ever


def is_seen(wake: WakeQueue) -> bool:
    """Whether many wait, as far as Redis has told this process by the way and a moment ago. Enough for the web to send
    guests behind: a worker that finds that out for each of them has less time for turns. A worker looks again, and the
    guests' queue waits for nobody when few are there."""
    return max(wake.seen_backlog("drain"), wake.seen_backlog("drain_guest")) >= MANY


def expected_wait_s(wake: WakeQueue, job: str) -> float | None:
    """For how long a wake-up that has just been added will wait, estimated as `is_seen` is; None: not long, or nobody
    can tell. What is urgent waits in no line. How fast guests are served is known before it was seen: whoever comes
    first of a crowd is sent behind all that come after, and would wait for minutes without having heard so."""
    if job == "drain_guest":
        seen = wake.expected_wait_s(job)
        return seen if seen is not None else wake.seen_backlog(job) * GUEST_EVERY_S
    return wake.expected_wait_s(job) if job == "drain" and wake.seen_backlog(job) >= MANY else None


def sends_behind(database: Database, wake: WakeQueue, conversation_id: str, now: datetime) -> bool:
    """Whether a conversation is to wait in the guests' queue. As long as somebody does, other guests go behind them."""
    turns, guests = wake.backlogs("drain", "drain_guest")
    if turns < MANY and not guests:
        return False
    with database.read() as session:
        return addresses.is_guest(session, conversation_id, now)
