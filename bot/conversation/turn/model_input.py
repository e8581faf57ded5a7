"""What the model is shown: system prompt, summary of what is old, the last turns, this run's own messages."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from bot.agent.shaping import drop_orphans, shrink_tool_results
from bot.agent.transcripts import is_message
from bot.config import Settings
from bot.conversation import tariff
from bot.conversation.care import STAYS
from bot.conversation.people import Person
from bot.conversation.turn.handing_over import KIND, offered
from bot.conversation.turn.manner import is_in_background
from bot.conversation.turn.prompts import (
    Facts,
    at_work_prompt,
    care_prompt,
    earlier_prompt,
    memories_prompt,
    offered_prompt,
    reminded_prompt,
    system_prompt,
)
from bot.conversation.turn.quiz_notes import quiz_note
from bot.conversation.turn.summarising import Summariser, Transcripts, said_in
from bot.dao import interactions, tasks
from bot.dao.work import background_runs, run_begins, runs
from bot.dao.work.run_begins import Around
from bot.i18n.catalogue import scope
from bot.i18n.day import today_at
from bot.models import Run
from bot.reading.incoming.priority import Priority
from bot.services.background import wording
from bot.services.memory import memories
from bot.services.support.care import helplines_named
from bot.services.tasks.wording import JUST_REMINDED, task_in_words
from bot.services.work.leases import Lease
from bot.tools.secrets import CallSecrets
from bot.types import Background, Language, Message, known

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Context:
    """`history` ends with this turn's question; `trail` is what an earlier life of the run has added. `cared`: who asks
    was in distress a short while ago."""

    history: Sequence[Message]
    trail: Sequence[Message]
    cared: bool = False


def build(
    lease: Lease, settings: Settings, summariser: Summariser, person: Person, run: Run, secrets: CallSecrets
) -> Context:
    """Everything the model is shown for a run: its own messages, and of the runs that were over when it began those of
    its own user, or of guests. Of one that is still at work only that it is. Summarises old turns first when they have
    grown too long."""
    with lease.database.read() as session:
        now = person.last_inbound_at or run.started_at
        since = {"since": now - STAYS, "reminded_since": now - JUST_REMINDED}
        around = run_begins.around(session, run, Priority.DISTRESS, **since)
        context, cared = around.context, around.in_distress
        own_rows, before = runs.shown(session, run, max(context.context_from, context.summary_upto))
        began, earlier = own_rows[0].id, _readable(before)
        at_work = [*_at_work(session, settings, run, around, now), *_reminded(session, person, run, around, now)]
        kept = memories.shown_to(session, run, person.phone, now) if around.has_memories else ()
        quiz = None if cared or is_in_background(run) else quiz_note(session, person, run, earlier, secrets.sealer, now)
    own = [secrets.unseal_message(row.message) for row in own_rows]
    is_ours = context.context_from < context.summary_upto < began  # else later turns are in it, or it is forgotten
    summary = context.summary if is_ours else ""
    if not own[1:]:  # only a run that has not begun yet may change what it is shown
        summary, earlier = summariser.summed_up(lease, run, summary, earlier, secrets)
    history: list[Message] = [{"role": "system", "content": _system(settings, person, run)}]
    if kept:  # the same for every call of a run, so that the provider's cache goes on hitting
        facts = [(today_at(person.address, memory.created_at).isoformat(), memory.body) for memory in kept]
        history.append({"role": "system", "content": memories_prompt(facts)})
    if summary:
        history.append({"role": "system", "content": earlier_prompt(summary)})
    history += shrink_tool_results(drop_orphans(said_in(earlier, secrets)), keep_last_turns=1)
    history += [{"role": "system", "content": line} for line in at_work]
    if quiz:
        history.append({"role": "system", "content": quiz})
    if cared:  # behind what is always the same, so that the provider's cache goes on hitting
        history.append({"role": "system", "content": _care(settings, person)})
    return Context([*history, *own[:1]], own[1:], cared)


def _readable(earlier: Transcripts) -> Transcripts:
    """Without runs of which a step is no message of the kind we store: nobody is to be left without answers for ever,
    because one of them cannot be shown."""
    odd = {row.run_id for rows in earlier for row in rows if not is_message(row.message)}
    if not odd:
        return earlier
    log.warning("%d runs cannot be read, and are not shown", len(odd))
    return [rows for rows in earlier if rows[0].run_id not in odd]


def _at_work(session: Session, settings: Settings, run: Run, around: Around, now: datetime) -> list[str]:
    """A line for each run that works beside this one, or may once the person agrees. Nothing of how far others are
    stands in a run in the background, whose prompts are the same in every life."""
    beside = background_runs.beside(session, run) if around.has_runs and not is_in_background(run) else ()
    return [line for other in beside if (line := _beside(session, settings, other, now))]


def _beside(session: Session, settings: Settings, other: Run, now: datetime) -> str:
    """What a turn is told of a run beside it; nothing of an offer that is over."""
    limit = settings.background_timeout_s
    if other.background != Background.OFFERED:
        return at_work_prompt(other.started_at, wording.line(session, other, Language.EN, now, limit, for_model=True))
    asked = interactions.open_of_run(session, other.id, KIND)
    if asked is None or asked.expires_at <= now:
        return ""
    return offered_prompt(
        offered(session, settings, other, known(Language, other.language, Language.FR)), round(limit / 60)
    )


def _reminded(session: Session, person: Person, run: Run, around: Around, now: datetime) -> list[str]:
    """A line for the task that whoever writes was reminded of last: no run has said it."""
    if around.task_id is None or is_in_background(run):
        return []
    task = tasks.by_id(session, around.task_id)
    if task is None or task.reminded_at is None or task.reminded_at > now:  # since a life of this run before
        return []
    due = task_in_words(task, person.address, Language.EN)
    return [reminded_prompt(task.reminded_at, tasks.number_of(session, task), f"{task.title} ({due})")]


def _system(settings: Settings, person: Person, run: Run) -> str:
    return system_prompt(
        person.mode,
        person.level,
        person.channel,
        person.language,
        Facts(
            settings.service_name,
            scope(settings.service_scope, Language.EN),  # the prompts are written in English
            settings.human_contact,
            tariff.for_model(settings, person.mode),
        ),
        today_at(person.address, run.started_at),
    )


def _care(settings: Settings, person: Person) -> str:
    """What the model is told of somebody in distress."""
    return care_prompt(person.language, settings.human_contact, helplines_named(person.recipient))
