"""Who goes first when more people write than are served: whoever is signed in. Guests wait in a queue of their own."""

from datetime import datetime

from bot.dao import addresses
from bot.dao.database import Database
from bot.queue.wake import WakeQueue

MANY = 64  # wake-ups: twice as many turns as a worker has threads


def is_seen(wake: WakeQueue) -> bool:
    """Whether many wait, as far as Redis has told this process by the way and a moment ago. Enough for the web to send
    guests behind: a worker that finds that out for each of them has less time for turns. A worker looks again, and the
    guests' queue waits for nobody when few are there."""
    return max(wake.seen_backlog("drain"), wake.seen_backlog("drain_guest")) >= MANY


def is_in_line(wake: WakeQueue, job: str) -> bool:
    """Whether many wait in the line that a job stands in, as `is_seen`; what is urgent stands in none."""
    return job in ("drain", "drain_guest") and wake.seen_backlog(job) >= MANY


def sends_behind(database: Database, wake: WakeQueue, conversation_id: str, now: datetime) -> bool:
    """Whether a conversation is to wait in the guests' queue. As long as somebody does, other guests go behind them."""
    turns, guests = wake.backlogs("drain", "drain_guest")
    if turns < MANY and not guests:
        return False
    with database.read() as session:
        return bool(addresses.guests_among(session, {conversation_id}, now))
