"""Ends the waits for a job in which workers stand at Redis, so that they see sooner that they are to leave."""

from collections.abc import Set

from bot.queue.connection import connect

ANSWERS_WITHIN_S = 1.0  # a process that leaves waits no longer for a Redis that hangs


def end_waits(redis_url: str, workers: Set[str]) -> None:
    """Let the workers of these names go on as if no job had come. None gets lost: one that comes in this moment is
    handed over, or stays in its queue. Over a connection of its own: theirs are closed when they leave. Raises
    RedisError."""
    with connect(redis_url, connect_timeout_s=ANSWERS_WITHIN_S, read_timeout_s=ANSWERS_WITHIN_S) as asking:
        for client in asking.client_list():
            if client["name"] in workers and "b" in client["flags"]:
                asking.client_unblock(int(client["id"]))
