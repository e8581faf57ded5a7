"""A run's way into the background and out of it, each step in the transaction of whoever takes it: what the person
reads of it is written there too."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from bot.agent import tool_results
from bot.agent.control import CONTINUE
from bot.agent.spec import ToolOutput
from bot.config import Settings
from bot.dao.work import background_runs, run_leases, runs
from bot.errors import ErrorType
from bot.i18n.catalogue import say
from bot.models import Run
from bot.services.background.wording import title_of
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.library.files import Links
from bot.services.money import credits
from bot.types import Background, Message, StopReason

BEGUN = (
    "You now work in the background, for up to {minutes} minutes and {steps} steps; you may read up to {pages} web "
    "pages, no more. The person goes on chatting meanwhile and reads your answer when it is there. Begin with a plan "
    "and keep it up to date. Nobody answers questions: decide yourself. Only the newest results stay shown whole: say "
    "in a sentence or two what each of them brings. When you come to a limit, write with what you have."
)
DECLINED = "The person does not want this in the background. Answer now, briefly, with what you have."


def begin(session: Session, run: Run, to: Recipient, links: Links, settings: Settings, now: datetime) -> bool:
    """Let a run work in the background, or wait there for its place, and tell the person. False: it waits. Called with
    the run's price taken."""
    state = background_runs.place(session, run)
    if run.lease_epoch == 0:
        run_leases.hand_over(session, run.id, now, state)
    else:
        run.background = state
    begun = BEGUN.format(
        minutes=round(settings.background_timeout_s / 60),
        steps=settings.background_iterations,
        pages=settings.background_pages,
    )
    _reply(session, run, tool_results.success(ToolOutput({"note": begun}), 1_000), begun)
    key = "background_begun" if state == Background.WORKING else "background_waits"
    text = say(to.language, key, number=run.number, title=title_of(session, run.id))
    Outbox(session, to, links, run.id).text(f"run{run.id}:background", text)
    session.flush()
    return state == Background.WORKING


def decline(session: Session, run: Run) -> None:
    """End the offer of a run to go on in the background: its turn is answered in the lane, from where it stands."""
    run.background = Background.DECLINED
    _reply(session, run, tool_results.failure(ErrorType.PERMANENT, DECLINED), DECLINED)
    session.flush()


def end(session: Session, run: Run, now: datetime, why: str) -> Sequence[int]:
    """End a run that nobody works on: one that waits, or was only offered. Its credits go back. Returns the runs that
    may begin in its place."""
    if run.user_id is not None:
        background_runs.lock(session, run.user_id)
    credits.refund(session, run.user_id, run.price, run.id)
    runs.end(session, run.id, now, status="done", stop_reason=StopReason.CANCELLED, error=why)
    return background_runs.start_waiting(session, run.user_id)


def _reply(session: Session, run: Run, to_call: str, otherwise: str) -> None:
    """Tell the model: as the reply to its call, where that stands open, else as a note."""
    opened = _open_call(session, run.id)
    message: Message = {"role": "system", "content": otherwise}
    if opened is not None:
        message = {"role": "tool", "tool_call_id": opened, "content": to_call}
    runs.append(session, run.id, run.conversation_id, message)


def _open_call(session: Session, run_id: int) -> str | None:
    rows = [row.message for row in runs.own_transcript(session, run_id)]
    replied = {message.get("tool_call_id") for message in rows if message["role"] == "tool"}
    calls = [call for message in rows for call in message.get("tool_calls") or ()]
    asked = [call["id"] for call in calls if call["function"]["name"] == CONTINUE and call["id"] not in replied]
    return asked[-1] if asked else None
