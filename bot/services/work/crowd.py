"""Who goes first when more people write than are served: whoever is signed in. Guests wait in a queue of their own."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.dao import addresses
from bot.dao.database import Database
from bot.errors import DatabaseAway
from bot.queue.wake import WakeQueue

MANY = 64  # wake-ups: twice as many turns as a worker has threads


Wakes = Mapping[str, Sequence[tuple[str]]]  # conversations to wake a worker for, by the job


def in_line(database: Database, wake: WakeQueue, wakes: Wakes, now: datetime) -> Wakes:
    """The same wakes, with guests sent behind at once as long as many wait: a worker that finds that out for each of
    them has less time for turns. What was seen a moment ago is enough to go by: a worker looks again, and the guests'
    queue waits for nobody when few are there."""
    drains = [key for (key,) in wakes.get("drain", ())]
    if not drains or max(wake.seen_backlog("drain"), wake.seen_backlog("drain_guest")) < MANY:
        return wakes
    try:
        with database.read() as session:
            known = addresses.signed_in_among(session, drains, now)
    except DatabaseAway:
        return wakes
    first, behind = ([(key,) for key in drains if (key in known) is is_known] for is_known in (True, False))
    return {**wakes, "drain": first, "drain_guest": behind}


def sends_behind(database: Database, wake: WakeQueue, conversation_id: str, now: datetime) -> bool:
    """Whether a conversation is to wait in the guests' queue. As long as somebody does, other guests go behind them."""
    turns, guests = wake.backlogs("drain", "drain_guest")
    if turns < MANY and not guests:
        return False
    with database.read() as session:
        return not addresses.signed_in_among(session, [conversation_id], now)
