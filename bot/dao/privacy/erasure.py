"""Erasing what a person left here, and the questions to ask before bytes are removed. What remains: bare MessageSids
(so that nothing erased comes back by a replay), the ledger, the address with its opt-out, codes younger than a day."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import delete, exists, or_, update
from sqlmodel import Session, col, select

from bot.dao import contexts, lock_order
from bot.dao.money import ledger_days, payments
from bot.dao.privacy.owned_rows import (
    Holder,
    accounts_of,
    of_files,
    of_homes,
    of_messages,
    of_parts,
    of_results,
    of_runs,
    of_user,
    within,
)
from bot.dao.privacy.retention import EMPTIED
from bot.dao.work import runs as transcripts
from bot.models import (
    AdminAction,
    Conversation,
    ExerciseResult,
    InboundMessage,
    LedgerEntry,
    Memory,
    OtpCode,
    OutboundPart,
    Payment,
    PendingInteraction,
    Run,
    ShellHome,
    StoredFile,
    Task,
    User,
    ownership,
)

CODES_COUNT_FOR = timedelta(days=1)  # the limits of sign-in look back so long


def wait_for_others(session: Session, who: Holder) -> None:
    """Wait for whoever writes to them just now without a lane, or becomes one with them; nobody does after that."""
    lock_order.lock_all(session, col(Conversation.id).in_(list(who.since)))


def stop_others(session: Session, who: Holder, here: str) -> None:
    """Take the lanes of their other conversations away: a turn that runs there writes nothing any more. Whoever writes
    to them just now without a lane is waited for, and that is erased too."""
    wait_for_others(session, who)
    others = [key for key in who.since if key != here]
    session.execute(
        update(Conversation)
        .where(col(Conversation.id).in_(others))
        .values(lane_worker=None, lane_epoch=col(Conversation.lane_epoch) + 1)
    )


def empty_messages(session: Session, who: Holder, upto: int | None, now: datetime) -> None:
    """Empty what they wrote, up to a message if said; of each row only its MessageSid says anything still, and where
    the provider keeps what came with it, as long as that is to be deleted there: at once now."""
    theirs, row = of_messages(who, upto), InboundMessage
    due = (theirs, col(row.media_due_at).is_not(None))
    sent = session.exec(select(row.id, col(row.details)["media_urls"]).where(*due)).all()
    emptied = update(row).execution_options(synchronize_session=False)
    session.execute(emptied.where(theirs).values(**EMPTIED, processed_at=now, outcome="erased"))
    for message_id, urls in sent:
        if urls:
            left = {"media_urls": urls}
            session.execute(emptied.where(col(row.id) == message_id).values(details=left, media_due_at=now))


def delete_replies(session: Session, who: Holder) -> None:
    """Delete what was said to them, and whatever else hangs on their files."""
    theirs = of_parts(who, col(OutboundPart.file_id).in_(select(StoredFile.id).where(of_files(who))))
    session.execute(delete(OutboundPart).where(theirs).execution_options(synchronize_session=False))


def delete_files(session: Session, who: Holder) -> Sequence[str]:
    """Delete the rows of their files, and so their links, and of the sandbox's homes. Returns the digests that no row
    names any more."""
    digests = {
        *session.exec(select(StoredFile.sha256).where(of_files(who)).distinct()),
        *session.exec(select(ShellHome.sha256).where(of_homes(who)).distinct()),
    }
    session.execute(delete(StoredFile).where(of_files(who)).execution_options(synchronize_session=False))
    session.execute(delete(ShellHome).where(of_homes(who)).execution_options(synchronize_session=False))
    return unnamed(session, sorted(digests))


def delete_questions(session: Session, who: Holder) -> None:
    """Delete their numbered questions and the results of their exercises."""
    here = within(who, PendingInteraction.conversation_id, PendingInteraction.created_at)
    asked = or_(here, of_user(who, PendingInteraction.user_id))
    session.execute(delete(PendingInteraction).where(asked).execution_options(synchronize_session=False))
    session.execute(delete(ExerciseResult).where(of_results(who)).execution_options(synchronize_session=False))


def delete_memories(session: Session, who: Holder) -> None:
    """Delete the facts that were kept for them, and their tasks."""
    for kept in (Memory, Task):
        theirs = of_user(who, kept.user_id)
        session.execute(delete(kept).where(theirs).execution_options(synchronize_session=False))


def delete_runs(session: Session, who: Holder) -> None:
    """Delete their runs with transcript, iterations and tool calls; the agent remembers nothing."""
    theirs = select(Run.id).where(of_runs(who))
    for run_id in ownership.referring("run"):
        session.execute(delete(run_id.table).where(run_id.in_(theirs)))
    session.execute(delete(Run).where(of_runs(who)).execution_options(synchronize_session=False))
    contexts.lower_marks(session, list(who.since))
    for key in sorted(who.since):  # in one order: the others of two shared phones may be erased just now
        contexts.forget(session, key, None, transcripts.last_transcript_id(session, key))
    if who.user_id is not None:
        contexts.erase(session, who.user_id)


def delete_codes(session: Session, who: Holder, now: datetime) -> None:
    """Void their one-time codes and delete those that no limit counts any more."""
    asked = within(who, OtpCode.asker, OtpCode.created_at)
    session.execute(update(OtpCode).where(asked, col(OtpCode.state) == "open").values(state="void"))
    referred = exists().where(col(OutboundPart.otp_id) == col(OtpCode.id))
    session.execute(
        delete(OtpCode)
        .where(asked, col(OtpCode.created_at) < now - CODES_COUNT_FOR, ~referred)
        .execution_options(synchronize_session=False)
    )


def empty_person(session: Session, who: Holder, now: datetime) -> None:
    """Empty the user's row and unlink the addresses; each is a new guest's. Opt-outs and today's allowance stay."""
    for address in who.addresses:
        address.user_id = address.signed_in_until = address.welcomed_at = None
        address.language = address.chosen_language = None
        address.profile_name = ""
        address.meters = {**address.meters, "same": "", "times": 0}  # a digest of what they wrote last
        session.add(address)
    user = session.get(User, who.user_id) if who.user_id is not None else None
    if user is not None:
        user.phone = user.email = user.mode = user.level = user.language = None
        user.deleted_at = now
        session.add(user)
    session.flush()
    if user is not None:
        were = accounts_of(user.id)
        ledger_days.empty_reasons(session, col(LedgerEntry.user_id).in_(were))
        emptied = update(LedgerEntry).where(col(LedgerEntry.user_id).in_(were)).values(reason="", call_id=None)
        session.execute(emptied.execution_options(synchronize_session=False))
        acts = update(AdminAction).where(col(AdminAction.user_id).in_(were)).values(reason="")
        session.execute(acts.execution_options(synchronize_session=False))
        _empty_payments(session, user.id, now)


def _empty_payments(session: Session, user_id: int, now: datetime) -> None:
    """For the books a payment still says whose it was, and whether something else was paid than asked for."""
    theirs = update(Payment).where(col(Payment.user_id) == user_id)
    session.execute(theirs.values(conversation_id=None, link=""))
    session.execute(theirs.where(col(Payment.detail) != payments.MISMATCH).values(detail=""))
    unmade = theirs.where(col(Payment.status) == "created", col(Payment.session_id) == "")
    session.execute(unmade.values(status="refused", due_at=None, closed_at=now))  # no provider is asked for a link
    unpaid = theirs.where(col(Payment.status) != "paid", col(Payment.due_at).is_not(None))
    session.execute(unpaid.values(due_at=now))  # to close their links


def unnamed(session: Session, digests: Collection[str]) -> Sequence[str]:
    """Those of some digests that no file and no home of the sandbox has."""
    named = {
        *session.exec(select(StoredFile.sha256).where(col(StoredFile.sha256).in_(digests))),
        *session.exec(select(ShellHome.sha256).where(col(ShellHome.sha256).in_(digests))),
    }
    return [digest for digest in digests if digest not in named]
