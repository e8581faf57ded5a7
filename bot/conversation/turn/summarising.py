"""Old turns, told in a summary once they have grown too long to be shown again and again. While nobody sums up, later
ones are shown all of it, and wait for nobody."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from bot.agent.compaction import is_summary
from bot.agent.shaping import estimate_tokens, shrink_tool_results, split_for_summary
from bot.agent.spec import Completion, Model
from bot.agent.stream import fold_summary
from bot.clock import Clock
from bot.config import Settings
from bot.conversation.turn.prompts import summary_prompt
from bot.dao import contexts
from bot.dao.money import spending
from bot.dao.work.runs import Said
from bot.errors import ModelError, ProviderError
from bot.models import Run
from bot.services.money.prices import prices_of
from bot.services.work.leases import Lease
from bot.text.storable import storable
from bot.tools.secrets import CallSecrets
from bot.types import Language, Message, known

SUMMARISE_ABOVE_TOKENS: Final = 12_000
SUMMARY_TIMEOUT_S: Final = 40.0
MOST_ASKED, MOST_SAID, MOST_CALLED = 8_000, 2_000, 1_500  # characters of a person's message, another, a call
ANYBODYS_PAUSE_S: Final = 60.0  # after a failure nobody else waits as long as it took for another …
OWN_PAUSE_S: Final = 600.0  # … and its own conversation waits for none so soon: it may be what is said there
ANYBODY: Final = ""

log = logging.getLogger(__name__)

Transcripts = Sequence[Sequence[Said]]  # the messages of runs, one run behind the other


@dataclass(frozen=True, slots=True)
class Summariser:
    """One instance a process, shared by its threads without a lock: every step is one operation of a dict."""

    settings: Settings
    model: Model
    clock: Clock
    _paused: dict[str, float] = field(default_factory=dict)  # until when (monotonic), by conversation

    def summed_up(
        self, lease: Lease, run: Run, summary: str, earlier: Transcripts, secrets: CallSecrets
    ) -> tuple[str, Transcripts]:
        """The summary before a run, and the turns behind it: a new one where they have grown too long, as they are
        where nobody makes one."""
        messages = [row.message for rows in earlier for row in rows]
        if estimate_tokens(messages) < SUMMARISE_ABOVE_TOKENS or self._is_paused(run.conversation_id):
            return summary, earlier
        count = _runs_within(earlier, len(split_for_summary(messages, SUMMARISE_ABOVE_TOKENS)[0]))
        if not count:
            return summary, earlier
        try:
            completion = self._ask(run, summary, said_in(earlier[:count], secrets))
        except (ProviderError, ModelError) as error:
            log.warning("no summary this time", extra={"error": type(error).__name__})
            self._pause(run.conversation_id)
            return summary, earlier
        covered, used, settings = earlier[count - 1][-1].id, completion.usage, self.settings
        dollars = used.cost or prices_of(settings).in_dollars(
            settings.model_summary, used.prompt_tokens, used.completion_tokens, used.cached_tokens
        )
        with lease.write() as session:
            contexts.store_summary(session, run.conversation_id, run.user_id, storable(completion.text), covered)
            spending.count(session, run.mode, run.id, run.started_at, used.total_tokens, dollars)
        return completion.text, earlier[count:]

    def _is_paused(self, conversation_id: str) -> bool:
        now = self.clock.monotonic()
        return any(self._paused.get(whose, now) > now for whose in (ANYBODY, conversation_id))

    def _pause(self, conversation_id: str) -> None:
        now = self.clock.monotonic()
        for whose, until in list(self._paused.items()):
            if until <= now:
                self._paused.pop(whose, None)
        self._paused.update({ANYBODY: now + ANYBODYS_PAUSE_S, conversation_id: now + OWN_PAUSE_S})

    def _ask(self, run: Run, summary: str, old: Sequence[Message]) -> Completion:
        """Raises ProviderError or ModelError."""
        lines = [_line(message) for message in shrink_tool_results(old, keep_last_turns=0)]
        if summary:
            lines.insert(0, f"Earlier summary: {summary}")
        request = {
            "model": self.settings.model_summary,
            "messages": [
                {"role": "system", "content": summary_prompt(known(Language, run.language, Language.FR))},
                {"role": "user", "content": "\n".join(lines)},
            ],
        }
        return fold_summary(self.model.stream(request, timeout_s=SUMMARY_TIMEOUT_S), self.settings.model_summary)


def said_in(earlier: Transcripts, secrets: CallSecrets) -> list[Message]:
    """What was said in runs that are over, and what they have found, summed up. What the service told one of them
    (« nobody answers questions here ») was for it alone: later ones would take it for true."""
    messages = [row.message for rows in earlier for row in rows]
    return [
        secrets.strip_message(message) if "tool_calls" in message else message
        for message in messages
        if message["role"] != "system" or is_summary(message)
    ]


def _runs_within(earlier: Transcripts, messages: int) -> int:
    """How many runs the first so many messages hold whole: a run is summarised as one, or not at all."""
    ends = accumulate(len(rows) for rows in earlier)
    return sum(1 for end in ends if end <= messages)


def _line(message: Message) -> str:
    """A message for the summary, with what it called: to whom an e-mail was written stands nowhere else."""
    most = MOST_ASKED if message["role"] == "user" else MOST_SAID
    functions = (call["function"] for call in message.get("tool_calls") or ())
    called = [f" {function['name']} {function['arguments'][:MOST_CALLED]}" for function in functions]
    return f"{message['role']}: {message.get('content') or ''}"[:most] + "".join(called)
