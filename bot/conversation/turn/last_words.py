"""The last word on a turn that has no answer: its person has left, or no worker could handle it."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from bot.config import Settings
from bot.conversation import allowance
from bot.conversation.people import Person
from bot.conversation.turn.already import already_done
from bot.conversation.turn.frame import Frame
from bot.conversation.turn.manner import is_in_background
from bot.dao import addresses, alerts, interactions
from bot.dao.library import files
from bot.dao.work import runs
from bot.i18n.catalogue import say
from bot.models import InboundMessage, Run
from bot.services.delivery.outbox import Outbox
from bot.services.library.files import Links
from bot.services.money import credits
from bot.types import StopReason


def signed_out(session: Session, person: Person, run: Run, charged: int, links: Links, now: datetime) -> None:
    """The sign-in ended before the answer was there. Who reads this may be a stranger: no word of what was made, and
    none at all to somebody else who has signed in since."""
    if addresses.signed_in_now(session, run.conversation_id, now) not in (None, run.user_id):
        return
    text = say(person.language, "sign_in_over", free=not charged)
    Outbox(session, person.recipient, links).text(f"run{run.id}:over", text)


def stopped(session: Session, person: Person, run: Run, charged: int, links: Links) -> None:
    """A turn was stopped, which was said when it was asked to: only what it had ready or done, and what that costs, is
    left to say."""
    ready, done = files.of_run(session, run.id), already_done(session, run.id, person.language)
    if ready or charged or done:
        outbox = Outbox(session, person.recipient, links, run.id)
        told = say(person.language, "turn_stopped", ready=bool(ready), cost=charged) if ready or charged else ""
        outbox.text(f"run{run.id}", f"{told} {done}".strip())
        outbox.files(f"run{run.id}", ready)


def failed(
    session: Session,
    person: Person,
    messages: Sequence[InboundMessage],
    run: Run,
    how: StopReason,
    now: datetime,
) -> None:
    """A turn has ended: one that failed counts as none, and the question that was let go of for it is open again."""
    if how == StopReason.ERROR:
        allowance.give_back(session, person, messages, now)
        interactions.reopen_left_to(session, run, now)


def died(session: Session, run: Run, now: datetime) -> None:
    """End a run that has no answer: its credits go back, what it has read is remembered, and the question that was let
    go of for it is open again."""
    credits.refund(session, run.user_id, run.price, run.id)
    interactions.reopen_left_to(session, run, now)
    runs.taint_again(session, run.id, run.conversation_id)
    if is_in_background(run):
        alerts.add(session, "run_dead", f"run {run.id} in the background", run.id)
    runs.end(session, run.id, now, status="dead", stop_reason=StopReason.ERROR, error="dead")


def give_up(
    session: Session,
    person: Person,
    messages: Sequence[InboundMessage],
    run: Run | None,
    links: Links,
    settings: Settings,
    frame: Frame | None = None,
) -> None:
    """The last word on messages that no worker could handle."""
    outbox = Outbox(session, person.recipient, links, run.id if run else None)
    if run is not None and frame is not None:
        outbox.text(f"run{run.id}", frame.failed)
        outbox.files(f"run{run.id}", files.of_run(session, run.id))
        return
    done = already_done(session, run.id, person.language, marked=True) if run else ""
    told = say(person.language, "apology_unfinished", ready=False) if done else ""
    text = f"{told} {done}".strip() or say(person.language, "apology_failed", contact=settings.human_contact)
    outbox.text(f"dead{messages[0].id}", text)
    alerts.add(session, "turn_dead", f"inbound {messages[0].id}", run.id if run else None)
