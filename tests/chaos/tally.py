"""What a campaign has seen, over all its rounds."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Violation:
    """A promise that was not kept: which, to whom, and what shows it."""

    kind: str
    address: str
    evidence: str


@dataclass(slots=True)
class Tally:
    """Counters that only grow. `instants` counts what was done to processes at each instant, 0 for one only seen."""

    rounds: int = 0
    conversations: int = 0
    messages: int = 0
    events: Counter[str] = field(default_factory=Counter)  # kills, freezes, faults …
    instants: Counter[str] = field(default_factory=Counter)
    web_instants: Counter[str] = field(default_factory=Counter)
    recoveries_s: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))  # by what had struck
    leaves_s: defaultdict[str, list[float]] = field(
        default_factory=lambda: defaultdict(list)
    )  # from SIGTERM to the end
    violations: list[Violation] = field(default_factory=list)

    @property
    def kills(self) -> int:
        """Processes of ours that ended by SIGKILL."""
        return sum(count for name, count in self.events.items() if name.startswith("killed"))

    def recovery_s(self, what: str, share: float) -> float:
        """The time from a kill, or an outage's end, to the answer that a share of all does not exceed; 0 for none."""
        return within(self.recoveries_s[what], share)


def within(seconds: Sequence[float], share: float) -> float:
    """What a share of these does not exceed; 0 for none."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
