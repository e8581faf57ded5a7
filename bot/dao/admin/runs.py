"""Runs as administrators ask for them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, select
from sqlmodel import Session, col
from sqlmodel import select as rows_of

from bot.dao.admin.lists import Asked, Cursor, Found, Listed, Source, find, values_of
from bot.dao.admin.people import Whom
from bot.models import (
    Address,
    Alert,
    Conversation,
    InboundMessage,
    LedgerEntry,
    OutboundPart,
    Run,
    StoredFile,
    ToolCallRecord,
    User,
)
from bot.types import StopReason

RUNS: Final = Listed(
    Run, col(Run.started_at), (col(Run.status), col(Run.stop_reason), col(Run.mode), col(Run.lease_epoch))
)
STATES: Final = ("running", "background", "done", "dead")


@dataclass(frozen=True, slots=True)
class RunFilter:
    """What is looked for; empty: anything. `failed`: the person got an apology instead of an answer."""

    state: str = ""
    stop: str = ""
    mode: str = ""
    tool: str = ""
    whom: Whom | None = None
    since: date | None = None
    until: date | None = None
    failed: bool = False


class RunRow(NamedTuple):
    """A run, and by what the person is known: a user's number, or the address of a conversation."""

    id: int
    status: str
    lease_epoch: int
    mode: str
    model: str
    iterations: int
    prompt_tokens: int
    completion_tokens: int
    cost: float
    price: int
    stop_reason: str | None
    started_at: datetime
    ended_at: datetime | None
    user_id: int | None
    phone: str | None
    address: str | None


def page(session: Session, wanted: RunFilter, cursor: Cursor) -> tuple[Sequence[RunRow], Found]:
    """A page of them."""
    asked = Asked(_sources(wanted), partial(_others, wanted), wanted.since, wanted.until)
    found = find(session, RUNS, asked, cursor)
    return _rows(session, found.ids), found


def moment_of(session: Session, run_id: int) -> datetime | None:
    """When a run began."""
    return session.scalars(select(col(Run.started_at)).where(col(Run.id) == run_id)).first()


def one(session: Session, run_id: int) -> tuple[Run, RunRow] | None:
    """A run, and by what the person is known."""
    run = session.get(Run, run_id)
    rows = _rows(session, [run_id])
    return (run, rows[0]) if run is not None and rows else None


def calls(session: Session, run_id: int, limit: int, before: int | None = None) -> Sequence[ToolCallRecord]:
    """The newest tool calls of a run that are older than one, if said; in their order."""
    found = rows_of(ToolCallRecord).where(ToolCallRecord.run_id == run_id)
    if before is not None:
        found = found.where(col(ToolCallRecord.id) < before)
    return session.exec(found.order_by(col(ToolCallRecord.id).desc()).limit(limit)).all()[::-1]


def call(session: Session, run_id: int, number: int) -> ToolCallRecord | None:
    """One tool call of a run."""
    found = session.get(ToolCallRecord, number)
    return found if found is not None and found.run_id == run_id else None


def under_way(session: Session, ids: Collection[int]) -> set[int]:
    """Which of some runs have not come to their end; one that was erased has."""
    return set(session.exec(rows_of(Run.id).where(col(Run.id).in_(ids), col(Run.ended_at).is_(None))))


def asked(session: Session, run_id: int, limit: int) -> Sequence[InboundMessage]:
    """The messages that a run answers, oldest first."""
    found = rows_of(InboundMessage).where(InboundMessage.run_id == run_id)
    return session.exec(found.order_by(col(InboundMessage.id)).limit(limit)).all()


def answered(session: Session, run_id: int, limit: int) -> Sequence[OutboundPart]:
    """What it sent, in order."""
    found = rows_of(OutboundPart).where(OutboundPart.run_id == run_id)
    return session.exec(found.order_by(col(OutboundPart.id)).limit(limit)).all()


def files(session: Session, run_id: int, limit: int) -> Sequence[StoredFile]:
    """What it made."""
    found = rows_of(StoredFile).where(StoredFile.run_id == run_id)
    return session.exec(found.order_by(col(StoredFile.id)).limit(limit)).all()


def entries(session: Session, run_id: int, limit: int) -> Sequence[LedgerEntry]:
    """What it cost or gave in credits, in order."""
    found = rows_of(LedgerEntry).where(LedgerEntry.run_id == run_id)
    return session.exec(found.order_by(col(LedgerEntry.id)).limit(limit)).all()


def alerts(session: Session, run_id: int, limit: int) -> Sequence[str]:
    """The kinds of alerts that it raised, in order."""
    found = rows_of(Alert.kind).where(Alert.run_id == run_id)
    return session.exec(found.order_by(col(Alert.id)).limit(limit)).all()


def tools_used(session: Session) -> Sequence[str]:
    """Every tool that was ever called."""
    return values_of(session, col(ToolCallRecord.tool))


def _sources(wanted: RunFilter) -> Sequence[Source]:
    """By the narrowest index there is for what is asked."""
    stop = StopReason.ERROR.value if wanted.failed else wanted.stop
    if wanted.whom is not None:
        return _theirs(wanted.whom)
    if wanted.tool:
        return [Source((col(ToolCallRecord.tool) == wanted.tool,), col(ToolCallRecord.run_id))]
    if stop:
        return [Source((col(Run.stop_reason) == stop,))]
    return [Source((col(Run.status) == _status(wanted.state),) if wanted.state else ())]


def _theirs(whom: Whom) -> Sequence[Source]:
    if whom.user_id is not None:
        return [Source((col(Run.user_id) == whom.user_id,))]
    return [Source((col(Run.conversation_id) == each,)) for each in whom.conversations or ("",)]


def _others(wanted: RunFilter, run: Any) -> Sequence[ColumnElement[bool]]:
    """What is left to be asked of a row."""
    asked = {
        run.status: _status(wanted.state),
        run.stop_reason: wanted.stop,
        run.mode: wanted.mode,
    }
    found: list[ColumnElement[bool]] = [column == value for column, value in asked.items() if value]
    if wanted.failed:
        found.append(run.stop_reason == StopReason.ERROR.value)
    if wanted.state == "background":
        found.append(run.lease_epoch > 0)
    if wanted.tool and wanted.whom is not None:
        theirs = (col(ToolCallRecord.run_id) == run.id, col(ToolCallRecord.tool) == wanted.tool)
        found.append(select(col(ToolCallRecord.id)).where(*theirs).exists())
    return found


def _status(state: str) -> str:
    return "running" if state == "background" else state


def _rows(session: Session, ids: Sequence[int]) -> list[RunRow]:
    columns: Any = [getattr(Run, name) for name in RunRow._fields[:-2]]
    found = session.execute(
        select(*columns, col(User.phone), col(Address.value))
        .join(Conversation, col(Conversation.id) == col(Run.conversation_id))
        .join(Address, col(Address.id) == col(Conversation.address_id))
        .outerjoin(User, col(User.id) == col(Run.user_id))
        .where(col(Run.id).in_(ids))
    )
    by_id = {row.id: RunRow(*row) for row in found}
    return [by_id[number] for number in ids if number in by_id]  # some may have gone since they were listed
