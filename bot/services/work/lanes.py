"""The lease of a conversation: whoever holds its lane answers what waits there."""

from dataclasses import dataclass, field

from sqlmodel import Session

from bot.dao import conversations, inbound
from bot.dao.database import Database
from bot.services.work.leases import Lease


@dataclass(frozen=True, slots=True)
class Lane(Lease):
    """A conversation claimed by this worker."""

    _given_back: list[bool] = field(default_factory=list, compare=False)  # by the last write, whose commit is awaited

    def fence(self, session: Session) -> None:
        conversations.fence(session, self.conversation_id, self.epoch)

    def is_held(self) -> bool:
        with self.database.read() as session:
            return conversations.lane_is_held(session, self.conversation_id, self.epoch)

    def release_if_idle(self) -> bool:
        """Give the lane back unless messages came in meanwhile."""
        if self._given_back:
            return True
        with self.database.write() as session:
            return conversations.release_if_idle(session, self.conversation_id, self.epoch)

    def ends(self, session: Session) -> None:
        if conversations.leave_if_idle(session, self.conversation_id, self.epoch):
            self._given_back.append(True)

    def release(self) -> None:
        with self.database.write() as session:
            conversations.release(session, self.conversation_id, self.epoch)


def claim(
    session: Session, database: Database, conversation_id: str, worker_id: str, lost_after_s: float
) -> Lane | None:
    """Take a conversation's lane, in a transaction that goes on; None while another living worker holds it or nothing
    waits there. Mostly nobody is there, and taking it is one statement."""
    given = (session, conversation_id, worker_id, lost_after_s)
    epoch = conversations.claim(*given, if_waiting=True, unless_locked=True)
    if epoch is None and lock(session, conversation_id):
        epoch = conversations.claim(*given, if_waiting=True)
    return None if epoch is None else Lane(conversation_id, epoch, database)


def lock(session: Session, conversation_id: str, *, unless_locked: bool = False) -> bool:
    """Lock a conversation, which is made when its first message waits. False: there is none, or, `unless_locked`,
    somebody else has locked it."""
    if conversations.lock(session, conversation_id, unless_locked=unless_locked):
        return True
    sender = inbound.first_sender(session, conversation_id)
    if sender is None:
        return False
    conversations.ensure(session, sender, conversation_id)
    return conversations.lock(session, conversation_id, unless_locked=unless_locked)
