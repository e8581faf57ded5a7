"""What the model is shown: system prompt, summary of what is old, the last turns, this run's own messages."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from bot.agent.context import drop_orphans, estimate_tokens, shrink_tool_results, split_for_summary
from bot.agent.spec import Model
from bot.agent.stream import fold
from bot.config import Settings
from bot.conversation.people import Person
from bot.conversation.prompts import summary_prompt, system_prompt
from bot.dao import runs
from bot.errors import ModelError, ProviderError
from bot.i18n.catalogue import scope
from bot.models import Run, TranscriptMessage
from bot.services.lanes import Lane
from bot.services.sealing import sealer_of, strip_message, unseal_message
from bot.types import Language, Message

SUMMARISE_ABOVE_TOKENS = 12_000
SUMMARY_TIMEOUT_S = 40.0

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Context:
    """`history` ends with this turn's question; `trail` is what an earlier life of the run has added."""

    history: Sequence[Message]
    trail: Sequence[Message]


def build(lane: Lane, settings: Settings, model: Model, person: Person, run: Run) -> Context:
    """Everything the model is shown for a run; summarises old turns first when they have grown too long."""
    conversation = person.conversation
    after = max(conversation.context_from, conversation.summary_upto)
    with lane.database.read() as session:
        rows = runs.transcript(session, conversation.id, after)
    earlier: Sequence[TranscriptMessage] = [row for row in rows if row.run_id != run.id]
    sealer = sealer_of(settings)
    own = [unseal_message(sealer, row.message) for row in rows if row.run_id == run.id]
    summary = conversation.summary if conversation.summary_upto > conversation.context_from else ""
    if not own[1:]:  # only a run that has not begun yet may change what it is shown
        summary, earlier = _summarised(lane, settings, model, person.language, summary, earlier)
    history: list[Message] = [{"role": "system", "content": _system(settings, person)}]
    if summary:
        history.append({"role": "system", "content": f"Summary of the earlier conversation:\n{summary}"})
    history += shrink_tool_results(drop_orphans([strip_message(row.message) for row in earlier]), keep_last_turns=1)
    return Context([*history, *own[:1]], own[1:])


def _system(settings: Settings, person: Person) -> str:
    return system_prompt(
        person.mode,
        person.level,
        person.channel,
        person.language,
        settings.service_name,
        scope(settings.service_scope, Language.EN),  # the prompts are written in English
        settings.human_contact,
    )


def _summarised(
    lane: Lane,
    settings: Settings,
    model: Model,
    language: Language,
    summary: str,
    rows: Sequence[TranscriptMessage],
) -> tuple[str, Sequence[TranscriptMessage]]:
    messages = [row.message for row in rows]
    if estimate_tokens(messages) < SUMMARISE_ABOVE_TOKENS:
        return summary, rows
    old, recent = split_for_summary(messages, SUMMARISE_ABOVE_TOKENS)
    if not old:
        return summary, rows
    try:
        text = _ask(settings, model, language, summary, old)
    except (ProviderError, ModelError) as error:
        log.warning("no summary this time", extra={"error": type(error).__name__})
        return summary, rows
    covered = rows[len(old) - 1].id or 0
    with lane.write() as session:
        runs.store_summary(session, lane.conversation_id, text, covered)
    return text, rows[len(messages) - len(recent) :]


def _ask(settings: Settings, model: Model, language: Language, summary: str, old: Sequence[Message]) -> str:
    lines = [f"{m['role']}: {m.get('content') or ''}"[:2000] for m in shrink_tool_results(old, keep_last_turns=0)]
    if summary:
        lines.insert(0, f"Earlier summary: {summary}")
    request = {
        "model": settings.model_summary,
        "messages": [
            {"role": "system", "content": summary_prompt(language)},
            {"role": "user", "content": "\n".join(lines)},
        ],
    }
    completion = fold(model.stream(request, timeout_s=SUMMARY_TIMEOUT_S), settings.model_summary)
    if not completion.text:
        raise ModelError("an empty summary")
    return completion.text
