"""The lease of a conversation: whoever holds its lane answers what waits there."""

from dataclasses import dataclass

from sqlmodel import Session

from bot.dao import conversations, inbound
from bot.dao.database import Database
from bot.services.work.leases import Lease


@dataclass(frozen=True, slots=True)
class Lane(Lease):
    """A conversation claimed by this worker."""

    def fence(self, session: Session) -> None:
        conversations.fence(session, self.conversation_id, self.epoch)

    def is_held(self) -> bool:
        with self.database.read() as session:
            return conversations.lane_is_held(session, self.conversation_id, self.epoch)

    def release_if_idle(self) -> bool:
        """Give the lane back unless messages came in meanwhile."""
        with self.database.write() as session:
            return conversations.release_if_idle(session, self.conversation_id, self.epoch)

    def release(self) -> None:
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
