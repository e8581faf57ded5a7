"""What a turn has done that nothing takes back, as its person reads it where no answer tells them: whoever asks for it
anew gets it twice."""

from collections import Counter
from typing import Final

from sqlmodel import Session

from bot.dao.work import runs
from bot.i18n.catalogue import say
from bot.services.quiz.quizzes import NOTE_MARK
from bot.types import Language

LASTING: Final = (
    "send_email_to_user",
    "send_sms_to_user",
    "send_whatsapp_to_user",
    "create_task",
    "report_bug",
)


def already_done(session: Session, run_id: int, language: Language, *, marked: bool = False) -> str:
    """One line that says it; nothing where there is nothing to say. `marked`: also that the quiz was, of a turn that
    goes on behind it."""
    made = Counter(call.tool for call in runs.tool_calls(session, run_id) if call.status == "success")
    done = [say(language, f"done_{tool}", times=made[tool]) for tool in LASTING if made[tool]]
    if marked and _goes_on_behind_a_quiz(session, run_id):
        done.append(say(language, "done_quiz"))
    return say(language, "already_done", done=", ".join(done)) if done else ""


def _goes_on_behind_a_quiz(session: Session, run_id: int) -> bool:
    opening = next(iter(runs.own_transcript(session, run_id)), None)
    return opening is not None and str(opening.message.get("content") or "").startswith(NOTE_MARK)
