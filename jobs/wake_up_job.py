"""The job as our workers read it: a function from our table and its ids, nothing else RQ could be made to do.

JSON instead of pickle keeps code out of Redis, but an RQ record can still name any function that can be imported, and
callbacks, webhooks, retries and dependencies besides. Whoever can write to Redis must not thereby run code here.
"""

from collections.abc import Mapping
from typing import Any

from rq.job import Job

FIELDS = frozenset(
    {
        b"data",
        b"description",
        b"origin",
        b"status",
        b"worker_name",
        b"timeout",
        b"result_ttl",
        b"failure_ttl",
        b"created_at",
        b"enqueued_at",
        b"started_at",
        b"ended_at",
        b"last_heartbeat",
    }
)


class WakeUpJob(Job):  # type: ignore[misc]  # RQ is not typed for us
    """A job of which only `FIELDS` are read back from Redis."""

    def restore(self, raw_data: Mapping[bytes, bytes]) -> None:
        super().restore({name: value for name, value in raw_data.items() if name in FIELDS})

    def calls(self) -> Any:
        """The dotted path of the function, or None if the record asks for something other than a function."""
        return None if self.instance is not None else self.func_name
