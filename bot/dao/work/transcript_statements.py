"""Statements about runs, their transcripts and completions that every turn asks, built once a process, as those of
bot.dao.turn_statements are."""

from functools import cache
from typing import Any

from sqlalchemy import Select, bindparam, func, insert, select, union_all
from sqlmodel import SQLModel

from bot.dao.contexts import GUESTS
from bot.dao.engine.prepared import Prepared

_TRANSCRIPT = SQLModel.metadata.tables["transcript_message"]
_ITERATIONS = SQLModel.metadata.tables["iteration"]
_RUNS = SQLModel.metadata.tables["run"]


@cache
def new_run() -> Prepared:
    """All columns of a run but its id, which comes back."""
    return Prepared(insert(_RUNS).returning(_RUNS.c.id))


@cache
def new_message() -> Prepared:
    """All columns of a message of a transcript but its id."""
    return Prepared(insert(_TRANSCRIPT).inline())


@cache
def new_iteration() -> Prepared:
    """All columns of a completion but its id."""
    return Prepared(insert(_ITERATIONS).inline())


@cache
def own_transcript() -> Prepared:
    """`of_run`."""
    said = _TRANSCRIPT.c
    return Prepared(_said().where(said.run_id == bindparam("of_run")).order_by(said.id))


@cache
def shown_transcript(*, of_guest: bool) -> Prepared:
    """`of_id`, `of_run`, `of_user` unless it is a guest's, `after`, which is the number of a row: what the run has
    said, and all of the runs that are over and have said something between that row and its first one."""
    said, run = _TRANSCRIPT.c, _RUNS.c
    own = said.run_id == bindparam("of_run")
    begun = select(func.min(said.id)).where(own).scalar_subquery()
    here = (said.conversation_id == bindparam("of_id"), said.id > bindparam("after"), said.id < begun)
    # An expression, so that SQLite goes by the runs that spoke and not through all that were ever theirs.
    theirs = func.coalesce(run.user_id, GUESTS) == (GUESTS if of_guest else bindparam("of_user"))
    over = (run.id.in_(select(said.run_id).where(*here)), run.ended_at.is_not(None), run.id != bindparam("of_run"))
    shown = union_all(_said().join(_RUNS, run.id == said.run_id).where(*over, theirs), _said().where(own))
    return Prepared(shown.order_by(shown.selected_columns.id))


def _said() -> Select[Any]:
    """As bot.dao.work.runs.Said."""
    return select(_TRANSCRIPT.c.id, _TRANSCRIPT.c.run_id, _TRANSCRIPT.c.message)
