"""A journal in memory: what a run leaves behind, and what its next life starts from."""

from dataclasses import dataclass, field

from bot.agent.spec import NOTHING, Completion, Tool, ToolCall, ToolOutcome, Usage
from bot.types import Message


class Killed(BaseException):
    """The process dies here, as far as the run can tell."""


@dataclass
class MemoryJournal:
    """Stores every checkpoint; `dies_before` counts down to the one that is not reached any more."""

    trail: list[Message] = field(default_factory=list)
    entries: list[tuple[str, int, str]] = field(default_factory=list)
    outcomes: dict[str, ToolOutcome] = field(default_factory=dict)
    completions: list[Completion] = field(default_factory=list)
    alerts: list[tuple[str, str]] = field(default_factory=list)
    recoveries: dict[str, ToolOutcome] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)
    dies_before: int | None = None
    used: Usage = NOTHING  # by notes

    def completed(self, iteration: int, completion: Completion) -> None:
        self._enter("completed", iteration, completion.finish_reason)
        self.completions.append(completion)
        self.trail.append(completion.message())

    def dispatched(self, iteration: int, call: ToolCall) -> None:
        self._enter("dispatched", iteration, call.id)

    def recover(self, call: ToolCall, tool: Tool) -> ToolOutcome | None:
        self.asked.append((call.id, tool.name))
        return self.recoveries.get(call.id)

    def finished(self, iteration: int, call: ToolCall, outcome: ToolOutcome) -> None:
        self._enter("finished", iteration, call.id)
        if outcome.output is not None and outcome.output.commit is not None:
            outcome.output.commit(self)
        self.outcomes[call.id] = outcome
        self.trail.append({"role": "tool", "tool_call_id": call.id, "content": outcome.content})

    def note(self, message: Message, used: Usage = NOTHING) -> None:
        self._enter("note", 0, message["role"])
        self.trail.append(message)
        self.used += used

    def alert(self, kind: str, detail: str) -> None:
        self.alerts.append((kind, detail))

    @property
    def alert_kinds(self) -> list[str]:
        """The kinds of alerts raised, in order."""
        return [str(kind) for kind, _ in self.alerts]

    def _enter(self, name: str, iteration: int, detail: str) -> None:
        if self.dies_before is not None:
            if self.dies_before == 0:
                raise Killed(name)
            self.dies_before -= 1
        self.entries.append((name, iteration, detail))
