"""Which models' servers take the roles of a conversation in a strict order alone, as a process has found out."""

from dataclasses import dataclass, field

KEPT_S = 3_600.0  # servers are set up anew, and what they are asked in order is another text to their caches


@dataclass(frozen=True, slots=True)
class StrictModels:
    """By name, so that not each run pays for a refusal. One a process, used by its threads: each step is one of a dict.
    Times on the monotonic clock."""

    _until: dict[str, float] = field(default_factory=dict)

    def has(self, name: str, now: float) -> bool:
        """Whether this model was found to be one, not long ago."""
        return self._until.get(name, now) > now

    def add(self, name: str, now: float) -> None:
        """It has refused roles as they are, and then answered the same in order."""
        if not self.has(name, now):
            self._until[name] = now + KEPT_S

    def forget(self, name: str) -> bool:
        """It takes no order of them. Whether it was known."""
        return self._until.pop(name, None) is not None
