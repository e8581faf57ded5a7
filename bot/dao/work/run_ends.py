"""What the end of a run asks of the database: once before its answer is written, once in the transaction that does.
Both statements are built once a process. And what a life asks that finds the answer of the one before."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import BindParameter, bindparam, exists, select
from sqlmodel import Session, col

from bot.dao.contexts import is_of
from bot.dao.engine.prepared import Prepared
from bot.errors import LeaseLost
from bot.models import (
    Address,
    InboundMessage,
    Iteration,
    PendingInteraction,
    ProviderBreaker,
    Run,
    StoredFile,
    User,
)


@dataclass(frozen=True, slots=True)
class Before:
    """Whether its tools have left a question that is open, or a file; its user's balance in credits and whether they
    were told that it is low, None for a guest."""

    question: bool
    file: bool
    credits: int | None
    told_low: bool | None


@dataclass(frozen=True, slots=True)
class Now:
    """Whether its person has cancelled it, whether it is the run that tries a provider again, and whether nothing may
    be said to the address it is for."""

    cancelled: bool
    tries: bool
    silent: bool


def before(session: Session, run_id: int) -> Before:
    """How a run stands when its agent has ended. Raises LeaseLost for one that was erased meanwhile."""
    row = _before().first(session, {"of_run": run_id})
    if row is None:
        raise LeaseLost(str(run_id))
    return Before(*row)


def now(session: Session, run_id: int, address: str) -> Now:
    """How it stands now, in a fenced transaction."""
    (row,) = _now().rows(session, {"of_run": run_id, "of_address": address})
    return Now(*row)


def finish_reason(session: Session, run_id: int) -> str:
    """How the newest completion of a run ended; "" for a run that has none."""
    ended = select(col(Iteration.finish_reason)).where(col(Iteration.run_id) == run_id)
    return session.scalar(ended.order_by(col(Iteration.number).desc()).limit(1)) or ""


@cache
def _before() -> Prepared:
    of_run: BindParameter[int] = bindparam("of_run")
    question = exists().where(col(PendingInteraction.run_id) == of_run, col(PendingInteraction.closed_at).is_(None))
    file = exists().where(col(StoredFile.run_id) == of_run)
    asked = select(question, file, col(User.credits), col(User.told_low)).select_from(Run)
    return Prepared(asked.outerjoin(User, col(User.id) == col(Run.user_id)).where(col(Run.id) == of_run))


@cache
def _now() -> Prepared:
    of_run: BindParameter[int] = bindparam("of_run")
    tries = exists().where(col(ProviderBreaker.probe_run) == of_run)
    silent = exists().where(col(Address.value) == bindparam("of_address"), col(Address.opted_out_at).is_not(None))
    return Prepared(select(col(Run.cancelled_at).is_not(None), tries, silent).where(col(Run.id) == of_run))


def was_marked_before(session: Session, run: Run, priority: str, since: datetime) -> bool:
    """Whether a run before this one, of the same user or guest and conversation, answered a message of a priority that
    came in since a moment."""
    marked = (
        col(InboundMessage.conversation_id) == run.conversation_id,
        col(InboundMessage.priority) == priority,
        col(InboundMessage.received_at) > since,
    )
    answered = select(col(InboundMessage.id)).join(Run, col(Run.id) == col(InboundMessage.run_id))
    before = answered.where(*marked, is_of(run.user_id), col(Run.id) < run.id)
    return session.scalar(before.limit(1)) is not None
