"""Jobs that the benchmarks give to workers, ours and stock ones."""

import os
import time
from typing import Any

from openai import OpenAI
from redis import Redis
from rq import get_current_job

HISTORY_MESSAGES = 100  # of 1 KiB each


def stamp(sent_ns: int) -> None:
    """Tell how long after `sent_ns`, on the clock all processes of a machine share, this job has begun."""
    late_ns = time.monotonic_ns() - sent_ns
    connection: Redis = get_current_job().connection
    connection.rpush("late", late_ns)


def converse(base_url: str, model: str) -> int:
    """What a conversation is at its least: a history of 100 KiB and one streamed completion; the answer's length."""
    history: list[Any] = [{"role": "user", "content": os.urandom(512).hex()} for _ in range(HISTORY_MESSAGES)]
    with OpenAI(base_url=base_url, api_key="sk-for-tests", max_retries=0) as client:
        stream = client.chat.completions.create(model=model, messages=history, stream=True)
        return sum(len(choice.delta.content or "") for chunk in stream for choice in chunk.choices)
