"""Messages of a conversation that later ones quote, by the Sids that the provider gives: ours and the person's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, select

from bot.models import InboundMessage, OutboundPart, Run, StoredFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Quoted:
    """One message that is quoted. `user_id`: whose it is, None for a guest. `run_id`: the run that said it, or that it
    began. Of ours: `key`, `kind`, `options` and the file as in its part; of theirs: `details`."""

    sid: str
    is_ours: bool
    at: datetime
    body: str
    kind: str
    run_id: int | None
    user_id: int | None
    is_open: bool = False  # theirs, and nobody has begun to answer it: whose it is, is not said yet
    is_tainted: bool = False  # its run has read what strangers wrote
    key: str = ""
    options: Mapping[str, Any] | None = None
    file: tuple[int, str] | None = None  # number and name
    details: Mapping[str, Any] = field(default_factory=dict)


def find(session: Session, conversation_id: str, sids: Sequence[str]) -> tuple[Quoted, ...]:
    """Those that are still there, in the order of their Sids, whoever's they are: the caller decides what is shown."""
    found = {quoted.sid: quoted for quoted in _ours(session, conversation_id, sids)}
    if left := [sid for sid in sids if sid not in found]:
        found |= {quoted.sid: quoted for quoted in _theirs(session, conversation_id, left)}
    return tuple(found[sid] for sid in sids if sid in found)


def _ours(session: Session, conversation_id: str, sids: Sequence[str]) -> list[Quoted]:
    part = OutboundPart
    rows = session.execute(
        select(  # type: ignore[call-overload]
            part.twilio_sid, part.created_at, part.body, part.kind, part.run_id, part.user_id, part.key, part.options,
            col(Run.user_id).label("of_run"), Run.tainted, col(StoredFile.id).label("file_id"), StoredFile.name,
        )
        .outerjoin(Run, col(Run.id) == part.run_id)
        .outerjoin(StoredFile, col(StoredFile.id) == part.file_id)
        .where(col(part.twilio_sid).in_(sids), part.conversation_id == conversation_id, col(part.otp_id).is_(None))
    )  # fmt: skip
    return [
        Quoted(
            sid=row.twilio_sid,
            is_ours=True,
            at=row.created_at,
            body=row.body,
            kind=row.kind,
            run_id=row.run_id,
            user_id=row.user_id if row.run_id is None else row.of_run,
            is_tainted=bool(row.tainted),
            key=row.key,
            options=row.options,
            file=(row.file_id, row.name) if row.file_id else None,
        )
        for row in rows
    ]


def _theirs(session: Session, conversation_id: str, sids: Sequence[str]) -> list[Quoted]:
    message = InboundMessage
    rows = session.execute(
        select(  # type: ignore[call-overload]
            message.message_sid, message.received_at, message.body, message.kind, message.run_id, message.user_id,
            message.processed_at, message.details, col(Run.user_id).label("of_run"),
        )
        .outerjoin(Run, col(Run.id) == message.run_id)
        .where(col(message.message_sid).in_(sids), message.conversation_id == conversation_id)
    )  # fmt: skip
    return [
        Quoted(
            sid=row.message_sid,
            is_ours=False,
            at=row.received_at,
            body=row.body,
            kind=row.kind,
            run_id=row.run_id,
            user_id=row.user_id if row.run_id is None else row.of_run,
            is_open=row.run_id is None and row.processed_at is None,
            details=row.details,
        )
        for row in rows
    ]
