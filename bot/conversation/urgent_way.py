"""What the urgent way (`Inbox.hasten`) leaves to an ordinary drain: what needs the agent, or waits behind it."""

from datetime import datetime

from sqlmodel import Session

from bot.dao import inbound, interactions
from bot.reading.incoming.priority import Priority
from bot.reading.incoming.urgency import looks_like_an_answer


class LeftToTurns(Exception):
    """The message that is next needs a turn."""


def is_for_turns(session: Session, conversation_id: str, now: datetime) -> bool:
    """Whether the message that is next is left to a turn: unless it acts at once, or may answer an open question.
    Whoever is in distress hears the number to call beside the lane, and then the agent: no run of theirs is begun that
    a /annuler behind it would end."""
    following = inbound.waiting(session, conversation_id, limit=1)
    if not following:
        return False
    message = following[0]
    if message.run_id is not None or message.priority == Priority.DISTRESS:
        return True
    if message.priority is not None:
        return False
    may_answer = looks_like_an_answer(message.kind, message.body, message.details)
    written_at = min(now, message.received_at)  # as bot.conversation.talk.Talk.written_at
    return not may_answer or interactions.current(session, conversation_id, written_at) is None
