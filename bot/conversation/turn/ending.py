"""What is made ready for the end of a run, before the transaction that writes it, and what its row says then."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from bot.agent.spec import RunResult
from bot.clients.storage import FileStore
from bot.config import Settings
from bot.conversation.people import Person
from bot.conversation.turn import noticing, paying, reply
from bot.conversation.turn.already import already_done
from bot.conversation.turn.claimed import claims_in
from bot.conversation.turn.frame import Frame, frame_of
from bot.conversation.turn.journal import DatabaseJournal
from bot.conversation.turn.manner import is_in_background
from bot.conversation.turn.undone import undone
from bot.dao.database import Database
from bot.dao.work import background_runs, run_ends, runs
from bot.dao.work.run_ends import Before
from bot.i18n.catalogue import say
from bot.models import Run
from bot.reading.distress.danger import Danger
from bot.services.approval import allowed
from bot.services.mail import drafts
from bot.services.money import quotes
from bot.services.money.prices import prices_of
from bot.types import Language, StopReason

UNTOLD: Final = (StopReason.AWAITING_USER, StopReason.CANCELLED)  # ends that need no text


@dataclass(frozen=True, slots=True)
class Ready:
    """How a run stands and what is said; `with_low`: the same with the line that few credits are left, if that may be.
    `frame`: of a run in the background. `noticed`: the danger in which the model saw
    somebody."""

    result: RunResult
    before: Before
    stood: paying.Standing | None
    frame: Frame | None
    answer: reply.Answer
    with_low: reply.Answer
    noticed: Danger | None


def prepare(
    database: Database,
    settings: Settings,
    store: FileStore,
    person: Person,
    run: Run,
    result: RunResult,
    known_links: Callable[[], frozenset[str] | None],
    *,
    cared: bool,
) -> Ready:
    """Everything slow, outside any transaction. `known_links` is asked of a tainted run only. Raises LeaseLost for a
    run that was erased meanwhile."""
    with database.read() as session:  # a tool's own transaction has stored it, and nobody answers it yet
        before = run_ends.before(session, run.id)
        permission = _left_open(session, run.id, person.language) if before.question else None
        frame = frame_of(session, person, run, prices_of(settings)) if is_in_background(run) else None
        if frame is not None and runs.is_cancelled(session, run.id):
            result = replace(result, stop_reason=StopReason.CANCELLED)
        result, noticed = noticing.taken_from(result)
        free = noticed is not None and noticing.is_new(session, run)
    known = known_links() if result.tainted else None
    if noticed and not result.text and result.stop_reason not in (*UNTOLD, StopReason.ERROR):  # all that it wrote
        result = replace(result, stop_reason=StopReason.ERROR, error="blank_answer")
    done = _done(database, run, person) if result.stop_reason == StopReason.ERROR or result.refused else ""
    careful = cared or noticed is not None
    not_done = "" if careful else _undone(database, run, person, result)
    around = reply.Around(permission, careful, known, frame, before.file, done, not_done)
    answer = reply.prepare(person, run, result, settings, store, around)
    if not (answer.says_something or before.question or result.stop_reason == StopReason.CANCELLED):
        # A text of which nothing is to be read (`<br>`, a rule, invisible characters) is as good as none, with a file
        # behind it as without.
        around = replace(around, done=_done(database, run, person))
        result = replace(result, stop_reason=StopReason.ERROR, text="", error=result.error or "blank_answer")
        answer = reply.prepare(person, run, result, settings, store, around)
    answer = replace(answer, free=free)
    stood, with_low = paying.standing(before), answer
    if stood is not None and stood.may_be_low(settings):
        with_low = reply.ended(person, answer, say(person.language, "credits_low", low=settings.low_balance_credits))
    return Ready(result, before, stood, frame, answer, with_low, noticed)


def _done(database: Database, run: Run, person: Person) -> str:
    """The line that says what has been done and lasts, for an answer that does not."""
    with database.read() as session:
        return already_done(session, run.id, person.language, marked=True)


def _undone(database: Database, run: Run, person: Person, result: RunResult) -> str:
    """The line that says what has not been done though the answer says so. Few say so; others cost no statement."""
    claims = claims_in(result.text)
    if not claims or result.stop_reason in (*UNTOLD, StopReason.ERROR):
        return ""
    with database.read() as session:
        return undone(session, run.id, person.language, claims)


def is_for_nobody(database: Database, journal: DatabaseJournal, run: Run, now: datetime) -> bool:
    """Write down what a run in the background has done, for an end that takes long must not cost the answer; and say
    whether its user has left meanwhile."""
    journal.settle()
    with database.read() as session:
        return background_runs.has_left(session, run, now)


def _left_open(session: Session, run_id: int, language: Language) -> str | None:
    """The question that a run has left, whatever it is about; None when there is none."""
    looks = (allowed.asked, drafts.asked, quotes.asked)
    return next(filter(None, (asked(session, run_id, language) for asked in looks)), None)


def end_of(result: RunResult) -> dict[str, Any]:
    """What the run's row says of its end."""
    return {
        "stop_reason": result.stop_reason,
        "error": ": ".join(filter(None, (result.error, result.detail)))[:256],
        "model": result.model[:128],
        "iterations": result.iterations,
        "prompt_tokens": result.usage.prompt_tokens,
        "completion_tokens": result.usage.completion_tokens,
        "cached_tokens": result.usage.cached_tokens,
        "cost": result.usage.cost,
    }
