"""Progress of runs as events in Redis: a stream for each run, short, and soon forgotten. Nothing needs them.

Who works on a run never waits for Redis: events stand in a bounded line, a thread takes them from there, and what Redis
does not take at once is dropped. An event says which step, which tool and how many tokens; never a word of a person,
a model or a tool."""

import json
import logging
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from redis.client import Pipeline
from redis.exceptions import RedisError

from bot.queue.connection import connect
from bot.threads import begin

KINDS: Final = ("turn_start", "content", "tool_start", "tool_progress", "tool_end", "file", "done")
MOST_EVENTS: Final = 256  # of a run: the newest
NEWSREEL_EVENTS: Final = 1_000
LIFE_S: Final = 900  # of a stream, from its newest event on
RENEWED_S: Final = 60.0  # how long a stream's life is not renewed by every event: each time is a command of its own
MOST_WAITING: Final = 1_000  # events on their way to Redis: the newest
BATCH: Final = 100
GATHERED_S: Final = 0.1  # who watches looks four times a second: what is told within a moment takes one trip
REST_S: Final = 1.0  # after a failure
CONNECT_TIMEOUT_S: Final = 0.5
READ_TIMEOUT_S: Final = 1.0
NEWSREEL: Final = "palabre:progress:newsreel"  # of all runs, with the words of the model; on a development machine only

Fact = str | int | bool

log = logging.getLogger(__name__)


def key_of(run_id: int) -> str:
    """Where the events of a run are."""
    return f"palabre:progress:run:{run_id}"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a run. `words` are what the model writes: for the newsreel alone."""

    kind: str
    run_id: int
    conversation_id: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    words: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """An event as it was read; `at` is its place in the stream, `data` a JSON object on one line."""

    at: str
    kind: str
    conversation_id: str
    data: str


class ProgressFeed:
    """Tells events; safe to share between threads. `newsreel`: also into the stream of all runs."""

    def __init__(self, redis_url: str, *, newsreel: bool = False) -> None:
        self._client = connect(redis_url, connect_timeout_s=CONNECT_TIMEOUT_S, read_timeout_s=READ_TIMEOUT_S)
        self.newsreel = newsreel
        self._waiting: deque[Event] = deque(maxlen=MOST_WAITING)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._ready, self._closing = threading.Event(), threading.Event()
        self._down = False
        self._renewed: dict[str, float] = {}  # until when, by stream; of the thread

    def tell(self, event: Event) -> None:
        """Returns at once, whatever Redis does; never fails."""
        self._waiting.append(event)
        if self._thread is None:
            with self._lock:
                if self._thread is None and not self._closing.is_set():
                    self._begin()
        self._ready.set()

    def close(self) -> None:
        """Send what waits, as far as Redis takes it in a moment, and end the thread."""
        with self._lock:
            self._closing.set()
        self._ready.set()
        if self._thread is not None:
            self._thread.join(CONNECT_TIMEOUT_S + READ_TIMEOUT_S)

    def _begin(self) -> None:
        thread = threading.Thread(target=self._work, name="progress", daemon=True)
        with suppress(OSError):  # whoever tells the next event tries again
            begin(thread)
            self._thread = thread

    def _work(self) -> None:
        with self._client:
            self._send_all()

    def _send_all(self) -> None:
        while True:
            self._ready.wait()
            self._closing.wait(GATHERED_S)
            self._ready.clear()
            while batch := self._batch():
                if not self._send(batch) and self._closing.wait(REST_S):
                    return
            if self._closing.is_set():
                return

    def _batch(self) -> list[Event]:
        return [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]

    def _send(self, batch: Sequence[Event]) -> bool:
        try:
            with self._client.pipeline(transaction=False) as pipeline:
                for event in batch:
                    if event.facts:
                        pipeline.xadd(key_of(event.run_id), _fields(event), maxlen=MOST_EVENTS, approximate=False)
                        self._renew(pipeline, key_of(event.run_id), is_last=event.kind == "done")
                    if self.newsreel:
                        reel = _fields(event) | {"conversation": event.conversation_id, "words": event.words}
                        pipeline.xadd(NEWSREEL, reel, maxlen=NEWSREEL_EVENTS, approximate=False)
                        self._renew(pipeline, NEWSREEL)
                pipeline.execute()
        except RedisError as error:
            self._renewed.clear()
            if not self._down:
                log.warning("Redis is away, nobody sees the progress of runs: %s", type(error).__name__)
            self._down = True
            return False
        self._down = False
        return True

    def _renew(self, pipeline: Pipeline, key: str, *, is_last: bool = False) -> None:
        if is_last or monotonic() >= self._renewed.get(key, 0.0):
            if len(self._renewed) >= MOST_WAITING:  # runs that never came to their end here
                self._renewed.clear()
            pipeline.expire(key, LIFE_S)
            self._renewed[key] = monotonic() + RENEWED_S
        if is_last:
            self._renewed.pop(key, None)


class ProgressReader:
    """Reads events; for one thread. Raises RedisError."""

    def __init__(self, redis_url: str) -> None:
        self._client = connect(redis_url, connect_timeout_s=CONNECT_TIMEOUT_S, read_timeout_s=READ_TIMEOUT_S)

    def newest(self, key: str) -> str:
        """The place of the newest event of a stream; what is told later stands behind it."""
        found: Any = self._client.xrevrange(key, count=1)
        return found[0][0].decode() if found else "0-0"

    def behind(self, places: Mapping[str, str]) -> dict[str, list[Told]]:
        """What was told behind a place of each stream, by its key, in one trip."""
        asked: dict[Any, Any] = dict(places)
        found: Any = self._client.xread(asked, count=MOST_EVENTS)
        return {key.decode(): [told for at, fields in entries if (told := _told(at, fields))] for key, entries in found}

    def close(self) -> None:
        """Close the connection."""
        self._client.close()


def _fields(event: Event) -> dict[Any, Any]:
    return {"kind": event.kind, "data": json.dumps({"run": event.run_id, **event.facts})}


def _told(at: bytes, fields: Mapping[bytes, bytes]) -> Told | None:
    """An event, if it is one of ours: whatever else stands there is not passed on."""
    kind = fields.get(b"kind", b"").decode(errors="replace")
    try:
        data = json.loads(fields.get(b"data", b""))
    except ValueError:
        return None
    if kind not in KINDS or not isinstance(data, dict):
        return None
    if words := fields.get(b"words", b"").decode(errors="replace"):
        data["words"] = words
    return Told(at.decode(), kind, fields.get(b"conversation", b"").decode(errors="replace"), json.dumps(data))
