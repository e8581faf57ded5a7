"""Runs and what they leave behind: transcript, iterations, tool calls."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, update
from sqlalchemy.orm import aliased, make_transient_to_detached
from sqlmodel import Session, col, select

from bot.dao import turn_statements
from bot.dao.changes import forget
from bot.dao.contexts import is_of
from bot.dao.inserts import row_of
from bot.dao.work import transcript_statements
from bot.errors import LeaseLost
from bot.models import Conversation, Iteration, Run, ToolCallRecord, TranscriptMessage, User
from bot.text.storable import storable_json
from bot.types import Background, Message, StopReason


class Said(NamedTuple):
    """A message of a transcript: what a turn reads of its row, by the hundred, which as objects of the ORM would cost
    four times as much."""

    id: int
    run_id: int
    message: Message


def start(session: Session, run: Run) -> Run:
    """Store a new run and give it its id. The session holds it as if it had read it, for a third of a flush."""
    if not session.in_nested_transaction():  # one that is given up takes the run along, which the ORM sees to itself
        ((run.id,),) = transcript_statements.new_run().rows(session, run.model_dump(exclude={"id"}))
        make_transient_to_detached(run)
    session.add(run)
    session.flush()
    return run


def append(session: Session, run_id: int, conversation_id: str, message: Message) -> None:
    """Add one message to the transcript."""
    row = row_of(TranscriptMessage, conversation_id=conversation_id, run_id=run_id, role=str(message["role"]),
                 message=storable_json(message))  # fmt: skip
    transcript_statements.new_message().changed(session.connection(), row)


def transcript(session: Session, conversation_id: str, user_id: int | None, after: int) -> Sequence[TranscriptMessage]:
    """The messages of a user's, or of guests' (None), runs in a conversation behind a row id, oldest first."""
    return session.exec(
        select(TranscriptMessage)
        .join(Run, col(Run.id) == col(TranscriptMessage.run_id))
        .where(TranscriptMessage.conversation_id == conversation_id, col(TranscriptMessage.id) > after, is_of(user_id))
        .order_by(col(TranscriptMessage.id))
    ).all()


def own_transcript(session: Session, run_id: int) -> list[Said]:
    """The messages of one run, oldest first, whatever else was said meanwhile or is forgotten."""
    return [Said._make(row) for row in transcript_statements.own_transcript().rows(session, {"of_run": run_id})]


def shown(session: Session, run: Run, after: int) -> tuple[list[Said], list[list[Said]]]:
    """The messages of a run; and those of the runs of the same user, or of guests, that ended in its conversation
    between a row id and its first one: each run in one piece, in the order in which they ended. The rows of runs that
    worked at the same time alternate; one belongs where its last row stands, and counts as forgotten or summarised by
    that row alone. Raises LeaseLost for a run that was erased meanwhile."""
    given = {"of_id": run.conversation_id, "of_run": run.id, "of_user": run.user_id, "after": after}
    by_run: dict[int, list[Said]] = {}
    for row in transcript_statements.shown_transcript(of_guest=run.user_id is None).rows(session, given):
        said = Said._make(row)
        by_run.setdefault(said.run_id, []).append(said)
    own = by_run.pop(run.id, [])
    if not own:
        raise LeaseLost(str(run.id))
    earlier = (said for said in by_run.values() if said[-1].id < own[0].id)
    return own, sorted(earlier, key=lambda said: said[-1].id)


def last_transcript_id(session: Session, conversation_id: str) -> int:
    """The newest transcript row of a conversation; 0 when there is none."""
    newest = select(func.max(TranscriptMessage.id)).where(TranscriptMessage.conversation_id == conversation_id)
    return session.exec(newest).one() or 0


def add_iteration(session: Session, **columns: Any) -> None:
    """Store one completion."""
    transcript_statements.new_iteration().changed(session, row_of(Iteration, **columns))


def add_usage(session: Session, run_id: int, prompt: int, completion: int, cached: int, cost: float) -> None:
    """Count what a completion used, so that a later life of the run knows what is left of its budget."""
    session.execute(
        update(Run)
        .where(col(Run.id) == run_id)
        .values(
            prompt_tokens=col(Run.prompt_tokens) + prompt,
            completion_tokens=col(Run.completion_tokens) + completion,
            cached_tokens=col(Run.cached_tokens) + cached,
            cost=col(Run.cost) + cost,
        )
    )


def tool_call(session: Session, run_id: int, call_id: str) -> ToolCallRecord | None:
    """One tool call of a run."""
    return session.exec(
        select(ToolCallRecord).where(ToolCallRecord.run_id == run_id, ToolCallRecord.call_id == call_id)
    ).one_or_none()


def taint(session: Session, run_id: int, conversation_id: str) -> None:
    """Mark a run, and the transcript of its conversation up to here, as resting on untrusted data."""
    session.execute(update(Run).where(col(Run.id) == run_id).values(tainted=True))
    upto = last_transcript_id(session, conversation_id)
    session.execute(update(Conversation).where(col(Conversation.id) == conversation_id).values(tainted_upto=upto))


def taint_again(session: Session, run_id: int, conversation_id: str) -> None:
    """Mark what a run has written since it was marked, if it was."""
    if is_tainted(session, run_id):
        taint(session, run_id, conversation_id)


def is_tainted(session: Session, run_id: int) -> bool:
    """Whether what a run makes carries the mark."""
    return session.exec(select(Run.tainted).where(Run.id == run_id)).one()


def granted(session: Session, run_id: int) -> dict[str, str]:
    """The calls of a run that the person has said yes to: by call id, their exact arguments."""
    found = select(ToolCallRecord.call_id, ToolCallRecord.arguments).where(
        ToolCallRecord.run_id == run_id, col(ToolCallRecord.approval_id).is_not(None)
    )
    return dict(session.exec(found).all())


def add_tool_call(session: Session, call: ToolCallRecord) -> None:
    """Store that a call is about to run."""
    session.add(call)


def succeeded(
    session: Session, run_id: int, conversation_id: str, tools: Collection[str], limit: int
) -> Sequence[ToolCallRecord]:
    """The newest calls of these tools that succeeded, oldest first, in this run and all others of whoever it belongs to
    now (a user, or guests) in the conversation: nobody else's."""
    this = aliased(Run)
    theirs = (
        select(ToolCallRecord)
        .join(Run, col(Run.id) == col(ToolCallRecord.run_id))
        .join(this, col(this.user_id).is_not_distinct_from(col(Run.user_id)))
        .where(
            this.id == run_id,
            this.conversation_id == conversation_id,
            Run.conversation_id == conversation_id,
            col(ToolCallRecord.tool).in_(tools),
            ToolCallRecord.status == "success",
        )
    )
    return session.exec(theirs.order_by(col(ToolCallRecord.id).desc()).limit(limit)).all()[::-1]


def last_calls(session: Session, count: int) -> Sequence[tuple[str, str | None]]:
    """The tool and the status of the newest calls, of all runs, that really ran and have ended."""
    ended = select(ToolCallRecord.tool, ToolCallRecord.status).where(
        ToolCallRecord.state == "done", ToolCallRecord.dispatches > 0
    )
    return session.exec(ended.order_by(col(ToolCallRecord.id).desc()).limit(count)).all()


def end(session: Session, run_id: int, now: datetime, **values: Any) -> None:
    """Close a run."""
    changed = {"ended_at": now} | values
    new = {f"new_{name}": value for name, value in changed.items()}
    turn_statements.changed_run(tuple(new)).changed(session, {"of_id": run_id} | new)
    forget(session, Run, run_id, list(changed))


def direct(session: Session, conversation_id: str) -> Run | None:
    """The run under way in a conversation that whoever holds its lane works on, if any: there is one at most."""
    given = {"of_id": conversation_id}
    is_there = turn_statements.any_direct_run().first(session, given)
    return session.exec(turn_statements.direct_run(), params=given).first() if is_there else None


def owner(session: Session, run_id: int) -> int | None:
    """Whose a run is, locked until the transaction ends, so that it stays theirs as long; None for a guest's."""
    while True:
        found = session.scalar(select(Run.user_id).where(Run.id == run_id))
        session.execute(select(User.id).where(User.id == found).with_for_update())
        if session.scalar(select(Run.user_id).where(Run.id == run_id)) == found:
            return found  # a merge locks its users before it moves their runs


def is_cancelled(session: Session, run_id: int) -> bool:
    """Whether the person asked a run to stop."""
    return session.exec(select(Run.cancelled_at).where(Run.id == run_id)).one() is not None


def wishes(session: Session, run_id: int) -> tuple[bool, bool]:
    """What the person wants of a run meanwhile: that it stops, as an erased one does, that it goes on elsewhere."""
    found = session.exec(select(Run.cancelled_at, Run.background).where(Run.id == run_id)).one_or_none()
    return (True, False) if found is None else (found[0] is not None, found[1] == Background.WISHED)


def cancelled_of(session: Session, run_ids: Collection[int]) -> Sequence[int]:
    """Those among these runs that their person asked to stop."""
    return session.exec(select(Run.id).where(col(Run.id).in_(run_ids), col(Run.cancelled_at).is_not(None))).all()


def tool_under_way(session: Session, run_id: int) -> str | None:
    """The tool a run is waiting for, if any."""
    called = (ToolCallRecord.run_id == run_id, ToolCallRecord.state == "dispatched")
    newest = select(ToolCallRecord.tool).where(*called).order_by(col(ToolCallRecord.id).desc())
    return session.exec(newest.limit(1)).first()


def of_conversation(session: Session, conversation_id: str, limit: int = 10) -> Sequence[Run]:
    """The newest runs of a conversation, newest first."""
    return session.exec(
        select(Run).where(Run.conversation_id == conversation_id).order_by(col(Run.id).desc()).limit(limit)
    ).all()


def iterations(session: Session, run_id: int) -> Sequence[Iteration]:
    """A run's completions in order."""
    return session.exec(select(Iteration).where(Iteration.run_id == run_id).order_by(col(Iteration.number))).all()


def tool_calls(session: Session, run_id: int) -> Sequence[ToolCallRecord]:
    """A run's tool calls in order."""
    return session.exec(
        select(ToolCallRecord).where(ToolCallRecord.run_id == run_id).order_by(col(ToolCallRecord.id))
    ).all()


def has_asked_for_nothing(session: Session, run: Run, since: datetime) -> bool:
    """Whether another run of the same user, begun since then, has left them a question and was given back whole."""
    theirs = select(Run.id).where(
        Run.user_id == run.user_id, col(Run.started_at) >= since, Run.stop_reason == StopReason.AWAITING_USER,
        col(Run.price) > 0, Run.charged == 0, Run.id != run.id,
    )  # fmt: skip
    return session.exec(theirs.limit(1)).first() is not None
