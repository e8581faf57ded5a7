"""What a long run did first, told in a summary once one line a result is still too long: asked for once, stored in the
transcript as a message of the run's own, and from then on shown instead of what it covers (bot.agent.compaction)."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import closing as closed_after
from dataclasses import dataclass, replace

from bot.agent import tool_results
from bot.agent.compaction import is_summary, one_line, summary_message
from bot.agent.control import PLAN, plan_in
from bot.agent.shaping import text_of
from bot.agent.spec import Journal, Model, Summarising, Usage
from bot.agent.state import RunState
from bot.agent.stream import fold_summary, parsed
from bot.errors import ModelError, ProviderError
from bot.types import JSON, Message

TIMEOUT_S = 40.0
LEAST_S = 5.0  # with less left nobody is asked
ASKED_CHARS = 120_000  # of all that is to be summed up …
MOST_CHARS = 1_500  # … and of one message of it
SAID_CHARS = 300  # of a message, where no model sums up
BY_RULE_CHARS = 8_000
MOST_ADDRESSES = 80

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Condenser:
    """For one life of a run."""

    state: RunState
    model: Model
    journal: Journal

    def condense(self, *, may_ask: bool) -> None:
        """Called before each request: shorten what is shown if it has grown too long. Where no model sums up, because
        it cannot or because the run is about to end, each step is told in a line: that costs it words and nothing
        else."""
        state = self.state
        state.shown.compact()
        summary, count = state.spec.summary, state.shown.coverable()
        if summary is None or not count:
            return
        covered, seconds = state.own[:count], min(TIMEOUT_S, state.work_until - state.clock.monotonic())
        text, usage = "", Usage()
        if may_ask and seconds >= LEAST_S:
            try:
                text, usage = self._ask(summary, covered, seconds)
            except (ProviderError, ModelError) as error:
                log.warning("a run is summed up by rule", extra={"error": type(error).__name__})
        if state.spec.cancelled():
            return
        message = summary_message(count, "\n".join(filter(None, (text or by_rule(covered), *_kept(covered)))))
        state.usage += usage
        self.journal.note(message, usage)
        state.append(message)

    def _ask(self, summary: Summarising, covered: Sequence[Message], seconds: float) -> tuple[str, Usage]:
        """Raises ProviderError or ModelError."""
        question = text_of(self.state.spec.history[-1])
        request: dict[str, JSON] = {
            "model": summary.model,
            "messages": [
                {"role": "system", "content": summary.prompt},
                {"role": "user", "content": f"user: {question}\n{told(covered)}"},
            ],
        }
        with closed_after(self.model.stream(request, timeout_s=seconds)) as chunks:
            completion = fold_summary(chunks, summary.model)
        usage = completion.usage
        return completion.text.strip(), replace(usage, cost=self.state.spec.cost_of(summary.model, usage))


def told(covered: Sequence[Message]) -> str:
    """What is to be summed up: the summary before it whole, and the beginning of everything behind that."""
    after = max((at for at, message in enumerate(covered) if is_summary(message)), default=0)
    most = min(MOST_CHARS, ASKED_CHARS // max(1, len(covered) - after))
    lines = []
    for message in covered[after:]:
        content = message.get("content") or ""
        asked = (f"{call['function']['name']} {call['function']['arguments']}" for call in _calls(message))
        text = content if is_summary(message) else " ".join(filter(None, (content, *asked)))[:most]
        lines.append(f"{message['role']}: {text}")
    return "\n".join(lines)


def by_rule(covered: Sequence[Message]) -> str:
    """The newest steps in a line each."""
    names = {call["id"]: call["function"]["name"] for message in covered for call in _calls(message)}
    lines = []
    for message in covered:
        content = message.get("content") or ""
        if message["role"] == "tool":
            lines.append(one_line(names.get(message["tool_call_id"], "tool"), content))
        elif content:
            lines.append(" ".join(content.split())[:SAID_CHARS])
    kept, left = [], BY_RULE_CHARS
    for line in reversed(lines):
        left -= len(line) + 1
        if left < 0:
            break
        kept.append(line)
    return "\n".join(reversed(kept))


def _kept(covered: Sequence[Message]) -> Iterator[str]:
    """What no summary may lose: the plan as it stands, and the addresses that were read."""
    plans = [call["function"]["arguments"] for message in covered for call in _calls(message) if _is_plan(call)]
    steps = next((steps for plan in reversed(plans) if (steps := plan_in(plan))), [])
    if steps:
        yield "Plan: " + "; ".join(f"[{step.state}] {step.text}" for step in steps)
    contents = [message["content"] for message in covered if message["role"] == "tool"]
    found = dict.fromkeys(url for content in contents for url in _addresses(tool_results.unfenced(parsed(content))))
    if found:
        yield f"Addresses read or found: {' '.join(list(found)[-MOST_ADDRESSES:])}"


def _addresses(data: JSON) -> Iterator[str]:
    """The address of each entry in a result, wherever it stands."""
    if isinstance(data, dict):
        if isinstance(url := data.get("url"), str):
            yield url
        for value in data.values():
            yield from _addresses(value)
    elif isinstance(data, list):
        for value in data:
            yield from _addresses(value)


def _calls(message: Message) -> Sequence[JSON]:
    return message.get("tool_calls") or ()


def _is_plan(call: JSON) -> bool:
    return bool(call["function"]["name"] == PLAN)
