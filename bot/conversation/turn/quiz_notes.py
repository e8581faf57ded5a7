"""What the model is told of the last quiz of whoever asks: that it waits, or that it is over and what was right."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.conversation.dialogues.run_questions import was_shown
from bot.conversation.people import Person
from bot.conversation.turn.prompts import open_quiz_prompt, quiz_over_prompt
from bot.dao import interactions
from bot.dao.work.runs import Said
from bot.models import Run
from bot.services.quiz.questions import questions_in
from bot.services.quiz.quizzes import KIND, Quiz
from bot.services.quiz.run_quizzes import CONVERSATION_S, unsealed
from bot.services.quiz.sealing import Sealer

QUIZZES = frozenset({"interactive_quiz", "true_false_quiz"})


def quiz_note(
    session: Session, person: Person, run: Run, earlier: Sequence[Sequence[Said]], sealer: Sealer, now: datetime
) -> str | None:
    """The note on a quiz that an earlier turn of these has put and that was not answered whole; None where there is
    none. Of what waits for an answer it says nothing that was sealed; of what is marked or over, all: nobody can answer
    it any more."""
    calling = [(row.run_id, calls) for rows in earlier for row in rows if (calls := row.message.get("tool_calls"))]
    asking = {run_id for run_id, calls in calling if any(call["function"]["name"] in QUIZZES for call in calls)}
    if not asking:
        return None
    since = now - timedelta(seconds=CONVERSATION_S)
    found = interactions.newest(session, run.conversation_id, run.user_id, KIND, since)
    if found is None or found.outcome == "answered" or found.run_id not in asking:
        return None
    if not was_shown(session.get(Run, found.run_id)):
        return None
    quiz = Quiz(questions_in(found.payload), person.language, person.channel)
    secrets = unsealed(sealer, quiz.questions)
    if found.closed_at is None and found.expires_at > now:
        return open_quiz_prompt(quiz.render(), quiz.marked(secrets) if secrets else "")
    return quiz_over_prompt(quiz.all_told(secrets)) if secrets else None
