"""The permissions of a run: the question it has left, the call it was handed with the person's yes, their own words."""

from collections.abc import Iterable

from sqlmodel import Session

from bot.agent.shaping import HANDED, text_of
from bot.dao import interactions
from bot.dao.work import runs
from bot.models import Run, ToolCallRecord
from bot.services.approval.questions import KIND, NOTE_MARK, Decision, held_in, question
from bot.services.attachments.entries import without_notes
from bot.services.mail.drafts import NOTE_MARK as DRAFT_MARK
from bot.services.quiz.quizzes import NOTE_MARK as QUIZ_MARK
from bot.types import Language, Message


def asked(session: Session, run_id: int, language: Language) -> str | None:
    """The question a run has put and nobody has answered yet; None when there is none."""
    opened = interactions.open_of_run(session, run_id, KIND)
    return None if opened is None else question(held_in(opened.payload), language, opened.payload.get("number", ""))


def call_id_of(decision: Decision) -> str:
    """The id of the call in the run that follows."""
    return f"{HANDED}{decision.interaction_id}"


def hand_over(session: Session, run: Run, decision: Decision) -> None:
    """Give a new run the call that the person has said yes to: open in its transcript, so that the loop makes it first,
    as it stands, by the rules for a call that was interrupted; and as a row that proves the yes to the gate."""
    call_id, run_id = call_id_of(decision), run.id
    function = {"name": decision.held.tool, "arguments": decision.held.arguments}
    calls = [{"id": call_id, "type": "function", "function": function}]
    runs.append(session, run_id, run.conversation_id, {"role": "assistant", "content": None, "tool_calls": calls})
    row = ToolCallRecord(
        run_id=run_id,
        call_id=call_id,
        iteration=1,
        tool=decision.held.tool,
        arguments=decision.held.arguments,
        state="approved",
        dispatches=0,
        approval_id=decision.interaction_id,
    )
    runs.add_tool_call(session, row)


def words_of_person(history: Iterable[Message]) -> tuple[str, ...]:
    """What the person wrote themselves, of all that a run is shown: no notes of the service, which quote the model."""
    texts = (without_notes(text_of(message)) for message in history if message["role"] == "user")
    return tuple(text for text in texts if not text.startswith((NOTE_MARK, QUIZ_MARK, DRAFT_MARK)))
