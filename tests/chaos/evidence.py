"""Everything about one person of a round, for whoever must understand a violation."""

from collections.abc import Iterator
from typing import Any

from sqlmodel import Session, SQLModel, select

from bot.models import (
    Address,
    Conversation,
    InboundMessage,
    LedgerEntry,
    OutboundPart,
    Run,
    ToolCallRecord,
    TranscriptMessage,
)
from bot.simulator.records import Sent
from tests.chaos.world import World

TABLES = (InboundMessage, Run, ToolCallRecord, TranscriptMessage, OutboundPart, LedgerEntry)


def dump(world: World, address: str) -> str:
    """The rows and messages of one address, a line each."""
    lines = [f"--- {address}"]
    with world.database.read() as session:
        for model in TABLES:
            lines += [f"{model.__name__} {_columns(row)}" for row in _rows(session, model, address)]
    return "\n".join([*lines, *(_told(message) for message in world.twilio.stand_in.sent if message.to == address)])


def _rows(session: Session, model: type[SQLModel], address: str) -> Iterator[SQLModel]:
    found = select(Conversation.id).join(Address).where(Address.value == address)
    key = session.exec(found).first()
    runs = set(session.exec(select(Run.id).where(Run.conversation_id == key)))
    for row in session.exec(select(model)):
        if getattr(row, "conversation_id", "") == key or getattr(row, "run_id", 0) in runs:
            yield row


def _columns(row: SQLModel) -> dict[str, Any]:
    """What a row holds, long texts cut."""
    return {name: str(value)[:120] for name, value in row.model_dump().items() if value not in (None, "", {})}


def _told(message: Sent) -> str:
    history = [(change.status, f"{change.at:%H:%M:%S.%f}") for change in message.history]
    callbacks = [(attempt.status, attempt.http_status) for attempt in message.callbacks]
    return f"Sent {message.sid} {message.body[:60]!r} {message.status_callback[-8:]} {history} {callbacks}"
