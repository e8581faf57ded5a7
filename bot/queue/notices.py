"""Who was told lately that they wait, in Redis: no write of the database's, which the turns wait for while many write.
What is forgotten with Redis is a line that is said twice."""

from collections.abc import Sequence, Set
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

AGAIN_AFTER_S: Final = 600  # whoever was told knows it for so long …
OF_ONE_WAIT_S: Final = 3600  # … and is not told again of a message that has waited for longer
_TOLD: Final = "palabre:told:"
_WAITS: Final = "palabre:waits:"


class Notices:
    """One a process, over a client of its own or another's; safe to share between threads."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def claim(self, conversation_ids: Sequence[str]) -> Set[str]:
        """Those of these conversations where it was not said lately; whoever asks says it now, and nobody else does.
        None of them when Redis does not answer."""
        try:
            with self._client.pipeline(transaction=False) as pipeline:
                for key in conversation_ids:
                    pipeline.set(f"{_TOLD}{key}", 1, nx=True, ex=AGAIN_AFTER_S)
                for key in conversation_ids:
                    pipeline.set(f"{_WAITS}{key}", 1, ex=OF_ONE_WAIT_S)
                answers = pipeline.execute()
        except RedisError:
            return frozenset()
        return {key for key, is_first in zip(conversation_ids, answers, strict=False) if is_first}

    def told(self, conversation_ids: Sequence[str]) -> Set[str] | None:
        """Those of these conversations where it was said while what waits there now may have waited already. None when
        Redis does not answer: whoever took that for nobody would say it again to all of them."""
        if not conversation_ids:
            return frozenset()
        try:
            found = self._client.mget([f"{_WAITS}{key}" for key in conversation_ids])
        except RedisError:
            return None
        return {key for key, was_told in zip(conversation_ids, found, strict=True) if was_told}
