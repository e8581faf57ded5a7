"""The tables. Types only: reading and writing them is bot.dao's work."""

from bot.models.administration import AdminAction, AdminSession
from bot.models.conversation import Conversation, ConversationContext, InboundMessage
from bot.models.interaction import ExerciseResult, PendingInteraction
from bot.models.library import FileIndex, FilePassage, Memory
from bot.models.operations import Administrator, Alert, Chore, ContentTemplate, DatabaseKey, Worker
from bot.models.outbound import MailSuppression, OutboundPart, StoredFile
from bot.models.payments import Payment, PaymentEvent
from bot.models.people import Address, LedgerEntry, User
from bot.models.run import Iteration, Run, ToolCallRecord, TranscriptMessage
from bot.models.shell import ShellHome
from bot.models.sign_in import OtpCode
from bot.models.speech import SpokenAnswer
from bot.models.spending import ProviderBreaker, Spending
from bot.models.tallies import LedgerDay
from bot.models.tasks import Task

__all__ = [
    "Address",
    "AdminAction",
    "AdminSession",
    "Administrator",
    "Alert",
    "Chore",
    "ContentTemplate",
    "Conversation",
    "ConversationContext",
    "DatabaseKey",
    "ExerciseResult",
    "FileIndex",
    "FilePassage",
    "InboundMessage",
    "Iteration",
    "LedgerDay",
    "LedgerEntry",
    "MailSuppression",
    "Memory",
    "OtpCode",
    "OutboundPart",
    "Payment",
    "PaymentEvent",
    "PendingInteraction",
    "ProviderBreaker",
    "Run",
    "ShellHome",
    "Spending",
    "SpokenAnswer",
    "StoredFile",
    "Task",
    "ToolCallRecord",
    "TranscriptMessage",
    "User",
    "Worker",
]
