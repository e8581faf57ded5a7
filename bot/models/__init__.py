"""The tables. Types only: reading and writing them is bot.dao's work."""

from bot.models.conversation import Conversation, InboundMessage
from bot.models.operations import Alert, Worker
from bot.models.outbound import OutboundPart, StoredFile
from bot.models.people import Address, LedgerEntry, User
from bot.models.run import Iteration, Run, ToolCallRecord, TranscriptMessage

__all__ = [
    "Address",
    "Alert",
    "Conversation",
    "InboundMessage",
    "Iteration",
    "LedgerEntry",
    "OutboundPart",
    "Run",
    "StoredFile",
    "ToolCallRecord",
    "TranscriptMessage",
    "User",
    "Worker",
]
