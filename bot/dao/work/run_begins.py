"""What a life of a run asks of the database before its model is asked, in one statement that is built once a process:
of what mostly is not there, whether it is."""

from datetime import datetime
from functools import cache
from typing import NamedTuple

from sqlalchemy import and_, bindparam, exists, select
from sqlmodel import Session, SQLModel

from bot.dao import tasks, turn_statements
from bot.dao.contexts import GUESTS, Context
from bot.dao.engine.prepared import Prepared
from bot.errors import LeaseLost
from bot.models import Run

_CONVERSATIONS, _CONTEXTS, _MEMORIES = (
    SQLModel.metadata.tables[name] for name in ("conversation", "conversation_context", "memory")
)


class Around(NamedTuple):
    """What of the past is shown; whether runs of the same user, or of guests, are in the background; the task that the
    user was reminded of last; whether one of them was in distress; whether the user has memories."""

    context: Context
    has_runs: bool
    task_id: int | None
    in_distress: bool
    has_memories: bool


def around(session: Session, run: Run, priority: str, *, since: datetime, reminded_since: datetime) -> Around:
    """How it stands around a run. `priority`: of messages in distress, those that came in since a moment. Raises
    LeaseLost when its conversation is there no more, or has another id."""
    given = {
        "of_id": run.conversation_id, "of_run": run.id, "of_user": run.user_id, "of_owner": run.user_id or GUESTS,
        "of_priority": priority, "since": since, "reminded_since": reminded_since,
    }  # fmt: skip
    row = _around(of_guest=run.user_id is None).first(session, given)
    if row is None:
        raise LeaseLost(run.conversation_id)
    *shown, run_id, task_id, marked, kept = row
    context = Context() if shown[0] is None else Context(*shown)
    return Around(context, run_id is not None, task_id, marked is not None, bool(kept))


@cache
def _around(*, of_guest: bool) -> Prepared:
    here, context, memory = _CONVERSATIONS.c.id, _CONTEXTS.c, _MEMORIES.c
    owned = and_(context.conversation_id == here, context.owner_id == bindparam("of_owner"))
    found = select(
        context.context_from,
        context.summary,
        context.summary_upto,
        turn_statements.run_beside_id(of_guest=of_guest).scalar_subquery(),
        tasks.any_reminded().scalar_subquery(),
        turn_statements.marked_message(of_guest=of_guest).scalar_subquery(),
        exists().where(memory.user_id == bindparam("of_user")),
    )
    return Prepared(found.select_from(_CONVERSATIONS.outerjoin(_CONTEXTS, owned)).where(here == bindparam("of_id")))
