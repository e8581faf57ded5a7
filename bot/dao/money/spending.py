"""What the models took: counted in the transaction that stores a completion, added up before a turn begins."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import bindparam, func, literal, select
from sqlmodel import Session, SQLModel

from bot.dao import breakers
from bot.dao.engine.prepared import Prepared
from bot.dao.inserts import inserter

SHARDS = 16
_RUNS, _SPENDING = (SQLModel.metadata.tables[name] for name in ("run", "spending"))


def count(session: Session, mode: str, run_id: int, now: datetime, tokens: int, dollars: float) -> None:
    """Add what one completion took."""
    day = now.date().isoformat()
    values = {"day": day, "mode": mode, "shard": run_id % SHARDS, "tokens": tokens, "dollars": dollars}
    session.flush()  # the run's rows, in the order in which they were made
    _added(session.get_bind().dialect.name).changed(session.connection(), values)


@cache
def _added(dialect: str) -> Prepared:
    """Built once a process: every turn counts."""
    made = inserter(dialect)(_SPENDING)
    more = {name: _SPENDING.c[name] + made.excluded[name] for name in ("tokens", "dollars")}
    return Prepared(made.on_conflict_do_update(index_elements=["day", "mode", "shard"], set_=more))


@dataclass(frozen=True, slots=True)
class SoFar:
    """US dollars of everybody and of one mode, and the tokens of one user; `outage`: the number of that of the model's
    provider, while there is one."""

    of_all: float
    of_mode: float
    tokens: int
    outage: int | None


def so_far(session: Session, now: datetime, mode: str, user_id: int | None, since: datetime) -> SoFar:
    """What was spent on this day, and whether anybody can be asked; of the tokens, those of a user's runs that began
    since a moment."""
    given = {"of_day": now.date().isoformat(), "of_mode": mode, "of_user": user_id, "since": since}
    ((*spent, outage),) = _looks(of_guest=user_id is None).rows(session, given)
    of_all, of_mode, tokens_used = (found or 0 for found in spent)
    return SoFar(of_all, of_mode, tokens_used, outage)


@cache
def _looks(*, of_guest: bool) -> Prepared:
    spent = select(func.sum(_SPENDING.c.dollars)).where(_SPENDING.c.day == bindparam("of_day"))
    theirs = (_RUNS.c.user_id == bindparam("of_user"), _RUNS.c.started_at >= bindparam("since"))
    used = select(func.sum(_RUNS.c.prompt_tokens + _RUNS.c.completion_tokens)).where(*theirs).scalar_subquery()
    of_mode = spent.where(_SPENDING.c.mode == bindparam("of_mode")).scalar_subquery()
    return Prepared(select(spent.scalar_subquery(), of_mode, literal(0) if of_guest else used, breakers.outage()))
