"""Pending interactions: at most one open in a conversation; closing one is how an answer is claimed. A question is
one person's: when somebody else, or nobody, is signed in, it is no longer open."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import func, update
from sqlmodel import Session, col, select

from bot.dao import addresses, turn_statements
from bot.dao.changes import changed
from bot.models import PendingInteraction, Run

LEFT_TO: Final = "left_to"  # in the payload of a question that was closed: the run that its person wanted instead
OPEN_AGAIN: Final = "open_again"  # and of one that is open as before since nobody could answer that: when it was opened
OPENED: Final = "a question was opened"  # in what a session carries
ASIDE: Final = "aside"  # in that of a question: the one whose place it has taken, and which is open again behind it


def current(session: Session, conversation_id: str, now: datetime) -> PendingInteraction | None:
    """The open question of whoever is in a conversation now; one whose time is over, or that was put to somebody else,
    is closed on the way."""
    given = {"of_id": conversation_id, "now": now}
    if turn_statements.any_open_question().first(session, given) is None:
        return None
    row = session.exec(turn_statements.open_question(), params=given).one_or_none()
    if row is None:
        return None
    found, here = row
    if found.expires_at <= now or found.user_id != here:
        claim(session, found.id, "expired", now)
        return current(session, conversation_id, now) if ASIDE in found.payload else None
    return found


def newest(
    session: Session, conversation_id: str, user_id: int | None, kind: str, since: datetime
) -> PendingInteraction | None:
    """The last question of this kind that was put to somebody here, open or not; nothing is closed on the way."""
    whose = col(PendingInteraction.user_id)
    return session.exec(
        select(PendingInteraction)
        .where(
            PendingInteraction.conversation_id == conversation_id,
            PendingInteraction.kind == kind,
            PendingInteraction.created_at > since,
            whose.is_(None) if user_id is None else whose == user_id,
        )
        .order_by(col(PendingInteraction.id).desc())
        .limit(1)
    ).first()


def open_of_run(session: Session, run_id: int, kind: str) -> PendingInteraction | None:
    """The question of this kind that a run has put and nobody has answered yet."""
    return session.exec(
        select(PendingInteraction).where(
            PendingInteraction.run_id == run_id,
            PendingInteraction.kind == kind,
            col(PendingInteraction.closed_at).is_(None),
        )
    ).one_or_none()


def open_interaction(
    session: Session,
    conversation_id: str,
    kind: str,
    payload: dict[str, Any],
    now: datetime,
    ttl_s: float,
    run_id: int | None = None,
) -> PendingInteraction:
    """Ask something new, of the user of a run or else of whoever is there now; whatever was open is replaced."""
    session.execute(
        update(PendingInteraction)
        .where(col(PendingInteraction.conversation_id) == conversation_id, col(PendingInteraction.closed_at).is_(None))
        .values(closed_at=now, outcome="replaced")
    )
    here = select(addresses.signed_in_as(conversation_id, now))
    asked = select(Run.user_id).where(Run.id == run_id) if run_id else here
    made = PendingInteraction(
        conversation_id=conversation_id,
        user_id=session.scalar(asked),
        kind=kind,
        payload=payload,
        run_id=run_id,
        created_at=now,
        expires_at=now + timedelta(seconds=ttl_s),
    )
    session.add(made)
    session.flush()
    session.info[OPENED] = True
    return made


def was_opened(session: Session) -> bool:
    """Whether a question was opened, or open again, in this session."""
    return OPENED in session.info


def claim(session: Session, interaction_id: int, outcome: str, now: datetime) -> bool:
    """Close a question; the one whose place it had taken is open again. True for the one caller that did it."""
    is_closed = changed(
        session,
        update(PendingInteraction)
        .where(col(PendingInteraction.id) == interaction_id, col(PendingInteraction.closed_at).is_(None))
        .values(closed_at=now, outcome=outcome),
    )
    waits: int | None = session.get_one(PendingInteraction, interaction_id).payload.get(ASIDE) if is_closed else None
    if waits is not None:
        _take_up(session, waits, now)
    return is_closed


def _take_up(session: Session, interaction_id: int, now: datetime) -> None:
    """Open again what another question has replaced; where the time of that is over, what it had replaced in turn."""
    waits: int | None = interaction_id
    while waits is not None:
        replaced = update(PendingInteraction).where(
            col(PendingInteraction.id) == waits,
            col(PendingInteraction.outcome) == "replaced",
            col(PendingInteraction.expires_at) > now,
        )
        session.info[OPENED] = True
        behind = session.get(PendingInteraction, waits)
        if behind is None or changed(session, replaced.values(closed_at=None, outcome="")):
            return
        waits = behind.payload.get(ASIDE) if behind.outcome == "replaced" else None


def reopen(session: Session, interaction_id: int, now: datetime) -> None:
    """Take a `claim` back: nothing came of what its person wanted instead."""
    found = session.get_one(PendingInteraction, interaction_id, populate_existing=True)
    found.closed_at, found.outcome = None, ""
    session.info[OPENED] = True
    change(session, found, {**found.payload, OPEN_AGAIN: now.isoformat()})


def leave_to(session: Session, interaction_id: int, run_id: int) -> None:
    """Note the run for whose sake a question was closed."""
    closed = session.get_one(PendingInteraction, interaction_id, populate_existing=True)
    change(session, closed, {**closed.payload, LEFT_TO: run_id})


def reopen_left_to(session: Session, run: Run, now: datetime) -> None:
    """A run has no answer: open again what was closed for its sake, unless something else is open or its time is
    over."""
    asked, closed_at = PendingInteraction.conversation_id == run.conversation_id, col(PendingInteraction.closed_at)
    last = session.exec(
        select(PendingInteraction)
        .where(asked)
        .order_by(closed_at.is_(None).desc(), closed_at.desc(), col(PendingInteraction.id).desc())
        .limit(1)
    ).first()
    if last is None or last.closed_at is None or last.payload.get(LEFT_TO) != run.id:
        return
    if last.outcome == "cancelled" and last.expires_at > now:
        reopen(session, last.id, now)


def open_again_at(question: PendingInteraction) -> datetime | None:
    """When a question was opened again that its person had let go of; None for any other."""
    at: str | None = question.payload.get(OPEN_AGAIN)
    return datetime.fromisoformat(at) if at is not None else None


def waits_behind(session: Session, run: Run, kind: str, now: datetime) -> bool:
    """Whether the question of this kind that a run has put is to be open again behind the one that is open, whose own
    time may be over, or behind what waits behind that."""
    asked = PendingInteraction.conversation_id == run.conversation_id
    opened = session.exec(select(PendingInteraction).where(asked, col(PendingInteraction.closed_at).is_(None))).first()
    question = opened
    while question is not None and (waits := question.payload.get(ASIDE)) is not None:
        question = session.get(PendingInteraction, waits)
        if question is not None and (question.run_id, question.kind) == (run.id, kind):
            return question.expires_at > now
    return False


def awaits_code(question: PendingInteraction) -> bool:
    """Whether its answer is a one-time code, sent by SMS or by e-mail."""
    return question.payload.get("step") == "code" or question.payload.get("otp_id") is not None


def count(session: Session, conversation_id: str, kind: str, outcome: str, since: datetime) -> int:
    """How many questions of a kind ended so in a conversation."""
    return session.exec(
        select(func.count()).where(
            PendingInteraction.conversation_id == conversation_id,
            PendingInteraction.kind == kind,
            PendingInteraction.outcome == outcome,
            col(PendingInteraction.closed_at) > since,
        )
    ).one()


def payloads(
    session: Session, conversation_id: str, kinds: Collection[str], since: datetime
) -> Sequence[Mapping[str, Any]]:
    """What the questions of some kinds hold that were put in a conversation."""
    return session.exec(
        select(PendingInteraction.payload).where(
            PendingInteraction.conversation_id == conversation_id,
            col(PendingInteraction.kind).in_(kinds),
            col(PendingInteraction.created_at) > since,
        )
    ).all()


def put_to(session: Session, user_id: int, kind: str, since: datetime) -> Sequence[PendingInteraction]:
    """The questions of a kind that were put to a user, in whichever conversation, and were not over at a moment."""
    theirs = (PendingInteraction.user_id == user_id, PendingInteraction.kind == kind)
    return session.exec(select(PendingInteraction).where(*theirs, col(PendingInteraction.expires_at) > since)).all()


def change(session: Session, interaction: PendingInteraction, payload: dict[str, Any]) -> None:
    """Go on with the same question: another step of a dialogue, one question of several answered."""
    kept = {ASIDE: interaction.payload[ASIDE]} if ASIDE in interaction.payload else {}
    interaction.payload = {**kept, **payload}
    session.add(interaction)
    session.flush()
