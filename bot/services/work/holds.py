"""Which lanes the threads of this process really hold. What the database calls ours and none of them holds was left
behind by an outage, and is given back: a living worker's heartbeat would keep it for ever."""

import contextlib
import logging
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.dao import conversations
from bot.dao.database import Database
from bot.errors import GaveWay, Interrupted
from bot.models import InboundMessage

MOST_INTERRUPTIONS = 50  # of one conversation in a row cost no life; then it may be the message that is too much
MOST_REMEMBERED = 10_000  # conversations

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class Hold:
    """One thread at one conversation. `epoch` is None until it knows that its claim has succeeded. `lives`: the
    messages it counts a life of, each with the number it had before. `looked_at`: those whose life it has counted
    already, to look at what was sent with them. `is_urgent`: on the urgent way, which leaves what takes long to
    others."""

    conversation_id: str
    epoch: int | None = None
    lives: tuple[tuple[int, int], ...] = ()
    looked_at: frozenset[int] = frozenset()
    is_urgent: bool = False

    def takes(self, messages: Sequence[InboundMessage]) -> tuple[InboundMessage, ...]:
        """Note whose lives are spent; returns those of whom one is to be counted."""
        uncounted = tuple(message for message in messages if message.id not in self.looked_at)
        self.lives = tuple((each.id, each.attempts - (each.id in self.looked_at)) for each in messages)
        self.looked_at = frozenset()
        return uncounted


@dataclass(slots=True)
class Holds:
    """The threads of one process that are at a conversation: they enter before a claim can commit and leave when they
    are done, whatever happens."""

    database: Database
    worker_id: str
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _here: set[Hold] = field(default_factory=set)
    _expected: Counter[str] = field(default_factory=Counter)
    _interrupted: set[Hold] = field(default_factory=set)  # whose messages get a life back
    _in_a_row: dict[str, int] = field(default_factory=dict)

    @contextlib.contextmanager
    def expects(self, conversation_id: str) -> Iterator[None]:
        """A thread is about to look after a conversation, as soon as it may, or is at it: nobody needs to be woken."""
        with self._lock:
            self._expected[conversation_id] += 1
        try:
            yield
        finally:
            with self._lock:
                self._expected[conversation_id] -= 1
                if self._expected[conversation_id] <= 0:
                    del self._expected[conversation_id]

    def is_expected(self, conversation_id: str) -> bool:
        """Whether a thread here is about to look after a conversation."""
        with self._lock:
            return conversation_id in self._expected

    @contextlib.contextmanager
    def enter(self, conversation_id: str) -> Iterator[Hold]:
        """Be at a conversation for as long as the block lasts."""
        hold = Hold(conversation_id)
        with self._lock:
            self._here.add(hold)
        try:
            yield hold
        except Interrupted:
            self._interrupt(hold)
            raise
        else:
            with self._lock:
                self._in_a_row.pop(conversation_id, None)
        finally:
            with self._lock:
                self._here.discard(hold)

    def release(self, hold: Hold) -> None:
        """Give a lane back as it is. Never raises: what fails now is done by `give_back`."""
        try:
            with self.database.write() as session:
                conversations.release(session, hold.conversation_id, hold.epoch or 0)
        except Exception as error:
            log.warning("a lane is given back later", extra={"error": type(error).__name__})

    def lay_down(self, hold: Hold) -> None:
        """Leave a conversation to another worker because this process must go, which costs its messages no life.
        Never raises."""
        try:
            self._revive(hold)
        except Exception as error:
            log.warning("a life is not given back", extra={"error": type(error).__name__})
        self.release(hold)

    def lay_down_all(self) -> None:
        """`lay_down` for all that threads still hold which the process leaves behind as it ends. Nothing is expected of
        them any more."""
        with self._lock:
            self._expected.clear()
            left = [hold for hold in self._here if hold.epoch is not None]
        for hold in left:
            self.lay_down(hold)

    def give_back(self) -> list[str]:
        """Give back the lanes that are ours in the database and no thread's here; returns their conversations.

        The database is asked before the threads: a claim that it shows had been entered here, and if nobody is there
        any more it is over, or was committed although its answer was lost. What has been claimed again since has
        another epoch and is not given away."""
        with self.database.read() as session:
            ours = conversations.lanes_of(session, self.worker_id)
        left = [(key, epoch) for key, epoch in ours if not self._is_held(key, epoch)]
        with self._lock:
            interrupted = set(self._interrupted)
        kept = set()
        for hold in interrupted:  # before somebody else takes the message up
            try:
                self._revive(hold)
            except GaveWay:  # somebody has locked a row of theirs: nobody else waits for that
                kept.add(hold.conversation_id)
        return [key for key, epoch in left if key not in kept and self._give_back(key, epoch)]

    def _give_back(self, key: str, epoch: int) -> bool:
        """False: its thread did so itself between the two looks, or it is locked and is given back next time."""
        try:
            with self.database.write() as session:
                is_left = conversations.release(session, key, epoch)
        except GaveWay:
            return False
        if is_left:
            log.warning("a lane left behind was given back", extra={"conversation": key, "epoch": epoch})
        return is_left

    def _revive(self, hold: Hold) -> None:
        if hold.lives:
            with self.database.write() as session:
                conversations.give_lives_back(session, hold.lives)
        with self._lock:
            self._interrupted.discard(hold)

    def _is_held(self, key: str, epoch: int) -> bool:
        with self._lock:
            return any(hold.conversation_id == key and hold.epoch in (None, epoch) for hold in self._here)

    def _interrupt(self, hold: Hold) -> None:
        """The database, or a full machine, ended what this thread did. That is no fault of the messages, and costs
        them no life unless it happens again and again."""
        with self._lock:
            if len(self._in_a_row) >= MOST_REMEMBERED:  # those that go on elsewhere are never at their end here
                self._in_a_row.clear()
            count = self._in_a_row[hold.conversation_id] = self._in_a_row.get(hold.conversation_id, 0) + 1
            if hold.epoch is not None and count <= MOST_INTERRUPTIONS:
                self._interrupted.add(hold)
