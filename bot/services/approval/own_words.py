"""What the person has just written: a tainted run notes down tasks, which outlast it, on no other words than these."""

from sqlmodel import Session

from bot.dao.work import runs
from bot.services.approval.allowed import words_of_person

MOST = 2  # what was asked for, and the answer to a question about it (« demain à 8 h »)


def just_said(session: Session, conversation_id: str, user_id: int | None, run_id: int) -> tuple[str, ...]:
    """The last things that the person of a run wrote, up to the question of the run itself."""
    begin = runs.own_transcript(session, run_id)[0].id
    rows = runs.transcript(session, conversation_id, user_id, 0)
    return words_of_person(row.message for row in rows if row.id <= begin)[-MOST:]
