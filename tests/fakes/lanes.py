"""Lanes as a worker takes them, in a transaction that is committed."""

from bot.dao.database import Database
from bot.services.work import lanes
from bot.services.work.lanes import Lane


def claim(database: Database, conversation_id: str, worker_id: str, lost_after_s: float) -> Lane | None:
    """Take a conversation's lane; None while another living worker holds it or nothing waits there."""
    with database.write() as session:
        return lanes.claim(session, database, conversation_id, worker_id, lost_after_s)
