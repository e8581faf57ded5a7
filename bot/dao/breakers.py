"""Breakers of providers, in the database: every worker sees the same, and a restart forgets nothing. Written only when
a provider fails or is tried again."""

from datetime import datetime, timedelta

from sqlalchemy import ScalarSelect, or_, update
from sqlmodel import Session, col, select

from bot.clock import CLOCK_SLACK
from bot.dao.changes import changed
from bot.dao.inserts import insert_into
from bot.models import ProviderBreaker

MODEL = "model"


def outage() -> ScalarSelect[int | None]:
    """For a statement: the number of the outage of the model's provider; NULL while it serves us."""
    is_open = (ProviderBreaker.name == MODEL, col(ProviderBreaker.opened_at).is_not(None))
    return select(ProviderBreaker.outages).where(*is_open).scalar_subquery()


def trip(session: Session, name: str, reason: str, now: datetime, probe_s: float) -> None:
    """Open it, or let it stay open: nobody tries for a while."""
    _ensure(session, name)
    probe_at = now + timedelta(seconds=probe_s)
    opened = (
        update(ProviderBreaker)
        .where(col(ProviderBreaker.name) == name, col(ProviderBreaker.opened_at).is_(None))
        .values(opened_at=now, outages=col(ProviderBreaker.outages) + 1)
    )
    session.execute(opened)
    waits = {"reason": reason[:64], "probe_at": probe_at, "probe_run": None}
    session.execute(update(ProviderBreaker).where(col(ProviderBreaker.name) == name).values(**waits))


def strike(session: Session, name: str, conversation_id: str, now: datetime, within_s: float) -> bool:
    """Note a refusal that may be about one request alone. True when another conversation met one shortly before."""
    _ensure(session, name)
    breaker = session.get_one(ProviderBreaker, name, with_for_update=True, populate_existing=True)
    since = now - timedelta(seconds=within_s)
    is_second = breaker.struck_at is not None and breaker.struck_at > since and breaker.struck_by != conversation_id
    breaker.struck_at, breaker.struck_by = now, conversation_id
    session.flush()
    return is_second


def claim_probe(session: Session, name: str, now: datetime, probe_s: float) -> bool:
    """Whether the caller may try it now: one of all, each time the wait is over. One that lasts longer than any was
    written by a clock ahead of ours."""
    probe_at, wait = col(ProviderBreaker.probe_at), timedelta(seconds=probe_s)
    return changed(
        session,
        update(ProviderBreaker)
        .where(
            col(ProviderBreaker.name) == name,
            col(ProviderBreaker.opened_at).is_not(None),
            or_(probe_at <= now, probe_at > now + wait + CLOCK_SLACK),
        )
        .values(probe_at=now + wait, probe_run=None),
    )


def note_trial(session: Session, name: str, run_id: int) -> None:
    """Note which run it is that tries the provider, so that its end can close the breaker."""
    session.execute(update(ProviderBreaker).where(col(ProviderBreaker.name) == name).values(probe_run=run_id))


def close(session: Session, name: str, run_id: int) -> bool:
    """The run has an answer: close it, if it was the one that tried."""
    return changed(
        session,
        update(ProviderBreaker)
        .where(col(ProviderBreaker.name) == name, col(ProviderBreaker.probe_run) == run_id)
        .values(opened_at=None, probe_at=None, probe_run=None, struck_at=None),
    )


def claim_alert(session: Session, name: str, now: datetime, again_s: float) -> bool:
    """Note that operators are alerted now. True for the one caller that is to do it, once in `again_s` seconds."""
    told = col(ProviderBreaker.alerted_at)
    return changed(
        session,
        update(ProviderBreaker)
        .where(
            col(ProviderBreaker.name) == name,
            or_(told.is_(None), told <= now - timedelta(seconds=again_s), told > now + CLOCK_SLACK),
        )
        .values(alerted_at=now),
    )


def _ensure(session: Session, name: str) -> None:
    made = insert_into(session, ProviderBreaker).values(ProviderBreaker(name=name).model_dump())
    session.execute(made.on_conflict_do_nothing(index_elements=["name"]))
