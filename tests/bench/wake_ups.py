"""Whom wake-ups in the queues stand for, looked at again and again: who has written once needs one, and whatever is
added for somebody who has one already is work for nothing."""

import threading
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from redis import Redis

from tests.fakes.keys import conversation_id

QUEUES = ("rq:queue:turns", "rq:queue:guests")
LOOKS_EVERY_S = 0.5
DRAIN = "drain"


@dataclass
class WakeUps:
    """The ids of all that were seen; an id names a job, a conversation and one wake-up of it."""

    seen: set[str] = field(default_factory=set)

    def add(self, ids: Collection[bytes]) -> None:
        """Take note of what stands in a queue."""
        self.seen.update(each.decode() for each in ids)

    def too_many(self, people: Collection[str]) -> int:
        """How many were added for people, by their addresses, who had one; being passed on to the guests counts for
        none."""
        heads = (each.rsplit("_", 2) for each in self.seen)
        count = Counter(conversation for job, conversation, _ in heads if job == DRAIN)
        return sum(max(0, count[conversation_id(address)] - 1) for address in people)


@contextmanager
def watched(redis_url: str) -> Iterator[WakeUps]:
    """What is seen for the length of the block."""
    found, over = WakeUps(), threading.Event()
    with Redis.from_url(redis_url) as redis:

        def look() -> None:
            while not over.wait(LOOKS_EVERY_S):
                for queue in QUEUES:
                    found.add(redis.lrange(queue, 0, -1))

        thread = threading.Thread(target=look, name="wake-ups")
        thread.start()
        try:
            yield found
        finally:
            over.set()
            thread.join()
