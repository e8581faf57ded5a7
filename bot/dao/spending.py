"""What the models took: counted in the transaction that stores a completion, added up before a turn begins."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from bot.dao.inserts import insert_into
from bot.models import Run, Spending

SHARDS = 16


def count(session: Session, mode: str, run_id: int, now: datetime, tokens: int, dollars: float) -> None:
    """Add what one completion took."""
    day = now.date().isoformat()
    values = {"day": day, "mode": mode, "shard": run_id % SHARDS, "tokens": tokens, "dollars": dollars}
    session.execute(
        insert_into(session, Spending)
        .values(values)
        .on_conflict_do_update(
            index_elements=["day", "mode", "shard"],
            set_={"tokens": col(Spending.tokens) + tokens, "dollars": col(Spending.dollars) + dollars},
        )
    )


def of_day(session: Session, now: datetime) -> Mapping[str, float]:
    """The US dollars of a day so far, by mode."""
    summed = select(Spending.mode, func.sum(Spending.dollars)).where(Spending.day == now.date().isoformat())
    return dict(session.exec(summed.group_by(col(Spending.mode))).all())


def tokens_of(session: Session, user_id: int, since: datetime) -> int:
    """The tokens of a user's runs that began since then."""
    used = func.sum(col(Run.prompt_tokens) + col(Run.completion_tokens))
    return session.exec(select(used).where(Run.user_id == user_id, Run.started_at >= since)).one() or 0
