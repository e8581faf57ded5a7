"""The right to work on a conversation: a lease held by this worker, checked again by every write."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session

from bot.dao import conversations, inbound
from bot.dao.database import Database


@dataclass(frozen=True, slots=True)
class Lane:
    """A conversation claimed by this worker. Its epoch fences every write: see `write`."""

    conversation_id: str
    epoch: int
    database: Database

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction of the turn. Raises LaneLost, before anything is written, when this worker is a ghost."""
        with self.database.write() as session:
            conversations.fence(session, self.conversation_id, self.epoch)
            yield session

    def release_if_idle(self) -> bool:
        """Give the lane back unless messages came in meanwhile."""
        with self.database.write() as session:
            return conversations.release_if_idle(session, self.conversation_id, self.epoch)

    def release(self) -> None:
        """Give the lane back as it is."""
        with self.database.write() as session:
            conversations.release(session, self.conversation_id, self.epoch)


def claim(database: Database, conversation_id: str, worker_id: str, lost_after_s: float) -> Lane | None:
    """Take a conversation's lane; None while another living worker holds it or nobody ever wrote there."""
    with database.write() as session:
        sender = inbound.first_sender(session, conversation_id)
        if sender is None:
            return None
        conversations.ensure(session, sender)
        epoch = conversations.claim(session, conversation_id, worker_id, lost_after_s)
        return None if epoch is None else Lane(conversation_id, epoch, database)
