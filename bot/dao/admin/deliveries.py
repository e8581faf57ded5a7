"""Parts that were sent, or are to be, as administrators ask for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlmodel import Session, col

from bot.dao.admin.lists import Asked, Cursor, Found, Listed, Source, find
from bot.dao.admin.people import Whom, is_for
from bot.models import OutboundPart, Run

PARTS: Final = Listed(
    OutboundPart,
    col(OutboundPart.created_at),
    (
        col(OutboundPart.state),
        col(OutboundPart.channel),
        col(OutboundPart.kind),
        col(OutboundPart.error_code),
        col(OutboundPart.user_id),
        col(OutboundPart.run_id),
    ),
)


@dataclass(frozen=True, slots=True)
class DeliveryFilter:
    """What is looked for; empty: anything. `code` is a provider's, of an error."""

    state: str = ""
    code: int | None = None
    channel: str = ""
    kind: str = ""
    whom: Whom | None = None
    since: date | None = None
    until: date | None = None


class DeliveryRow(NamedTuple):
    """A part without its words. `user_id`: whose it is; None: a guest's, or anybody's who was there."""

    id: int
    created_at: datetime
    dispatched_at: datetime | None
    channel: str
    kind: str
    state: str
    error_code: int | None
    attempts: int
    segments: int
    run_id: int | None
    address: str
    user_id: int | None


def page(session: Session, wanted: DeliveryFilter, cursor: Cursor) -> tuple[Sequence[DeliveryRow], Found]:
    """A page of them."""
    asked = Asked(_sources(wanted), partial(_others, wanted), wanted.since, wanted.until)
    found = find(session, PARTS, asked, cursor)
    return _rows(session, found.ids), found


def moment_of(session: Session, part_id: int) -> datetime | None:
    """When a part was written."""
    return session.scalars(select(col(OutboundPart.created_at)).where(col(OutboundPart.id) == part_id)).first()


def one(session: Session, part_id: int) -> tuple[OutboundPart, DeliveryRow] | None:
    """A part with its words, and whom it is for."""
    part = session.get(OutboundPart, part_id)
    rows = _rows(session, [part_id])
    return (part, rows[0]) if part is not None and rows else None


def _sources(wanted: DeliveryFilter) -> Sequence[Source]:
    """By the narrowest index there is for what is asked."""
    code = col(OutboundPart.error_code)
    if wanted.whom is not None:
        return [Source((col(OutboundPart.conversation_id) == each,)) for each in wanted.whom.conversations or ("",)]
    if wanted.code is not None:
        return [Source((code.is_not(None), code == wanted.code))]
    return [Source((col(OutboundPart.state) == wanted.state,) if wanted.state else ())]


def _others(wanted: DeliveryFilter, part: Any) -> Sequence[ColumnElement[bool]]:
    """What is left to be asked of a row."""
    asked = {part.state: wanted.state, part.channel: wanted.channel, part.kind: wanted.kind}
    found: list[ColumnElement[bool]] = [column == value for column, value in asked.items() if value]
    if wanted.whom is not None and wanted.whom.user_id is not None:  # the telephone may have been another's before
        found.append(is_for(wanted.whom.user_id, part))
    return found if wanted.code is None else [*found, part.error_code == wanted.code]


def _rows(session: Session, ids: Sequence[int]) -> list[DeliveryRow]:
    columns: Any = [getattr(OutboundPart, name) for name in DeliveryRow._fields[:-1]]
    found = session.execute(
        select(*columns, func.coalesce(col(OutboundPart.user_id), col(Run.user_id)))
        .outerjoin(Run, col(Run.id) == col(OutboundPart.run_id))
        .where(col(OutboundPart.id).in_(ids))
    )
    by_id = {row.id: DeliveryRow(*row) for row in found}
    return [by_id[number] for number in ids if number in by_id]  # some may have gone since they were listed
