"""What the copy of everything tells a person, table by table: rows of bot.dao.privacy.owned_rows, in order."""

from collections.abc import Sequence

from sqlalchemy import false
from sqlmodel import Session, col, or_, select

from bot.dao.privacy.owned_rows import Holder, accounts_of, of_messages, of_parts, of_results, of_runs, of_user
from bot.models import (
    Address,
    Conversation,
    ExerciseResult,
    InboundMessage,
    LedgerEntry,
    Memory,
    OutboundPart,
    Payment,
    Run,
    Task,
    ToolCallRecord,
    TranscriptMessage,
)


def received(session: Session, who: Holder) -> Sequence[InboundMessage]:
    """What they wrote, in order."""
    return session.exec(select(InboundMessage).where(of_messages(who)).order_by(col(InboundMessage.id))).all()


def sent(session: Session, who: Holder) -> Sequence[OutboundPart]:
    """What was sent to their own addresses, to those where they wrote, be the phone another's since, and every e-mail
    written there, in order; no one-time codes."""
    to_them = col(OutboundPart.address).in_([address.value for address in who.addresses])
    written_from = (
        select(Address.value)
        .join(Conversation, col(Conversation.address_id) == col(Address.id))
        .where(Conversation.id == OutboundPart.conversation_id)
        .scalar_subquery()
    )
    chosen = (
        of_parts(who),
        or_(to_them, col(OutboundPart.address) == written_from, col(OutboundPart.kind) == "email"),
        OutboundPart.kind != "otp",
    )
    return session.exec(select(OutboundPart).where(*chosen).order_by(col(OutboundPart.id))).all()


def transcript(session: Session, who: Holder) -> Sequence[TranscriptMessage]:
    """What the agent was asked and answered, in order; not what it told its tools or was told by them."""
    chosen = (
        col(TranscriptMessage.run_id).in_(select(Run.id).where(of_runs(who))),
        col(TranscriptMessage.role).in_(("user", "assistant")),
    )
    return session.exec(select(TranscriptMessage).where(*chosen).order_by(col(TranscriptMessage.id))).all()


def runs(session: Session, who: Holder) -> Sequence[Run]:
    """Their runs in order."""
    return session.exec(select(Run).where(of_runs(who)).order_by(col(Run.id))).all()


def tools_used(session: Session, who: Holder) -> Sequence[ToolCallRecord]:
    """The tool calls of their runs in order."""
    chosen = col(ToolCallRecord.run_id).in_(select(Run.id).where(of_runs(who)))
    return session.exec(select(ToolCallRecord).where(chosen).order_by(col(ToolCallRecord.id))).all()


def results(session: Session, who: Holder) -> Sequence[ExerciseResult]:
    """What their exercises came to, in order."""
    return session.exec(select(ExerciseResult).where(of_results(who)).order_by(col(ExerciseResult.id))).all()


def tasks(session: Session, who: Holder) -> Sequence[Task]:
    """What they had and have to do, in order."""
    return session.exec(select(Task).where(of_user(who, Task.user_id)).order_by(col(Task.id))).all()


def ledger(session: Session, who: Holder) -> Sequence[LedgerEntry]:
    """Their credits, entry by entry, those of accounts that became one with theirs included."""
    chosen = false() if who.user_id is None else col(LedgerEntry.user_id).in_(accounts_of(who.user_id))
    return session.exec(select(LedgerEntry).where(chosen).order_by(col(LedgerEntry.id))).all()


def payments(session: Session, who: Holder) -> Sequence[Payment]:
    """What they bought, in order."""
    return session.exec(select(Payment).where(of_user(who, Payment.user_id)).order_by(col(Payment.id))).all()


def memories(session: Session, who: Holder) -> Sequence[Memory]:
    """The facts that are kept for them, in order."""
    chosen = of_user(who, Memory.user_id)
    return session.exec(select(Memory).where(chosen).order_by(col(Memory.id))).all()
