"""Which models this process has found to accept only a strict order of roles (bot.agent.shaping.in_strict_order)."""

from dataclasses import dataclass, field

KEPT_S = 3_600.0  # servers are set up anew, and what they are asked in order is another text to their caches


@dataclass(frozen=True, slots=True)
class StrictModels:
    """The models by name, remembered so that not every run pays for a refusal first. One a process, shared by its
    threads without a lock: every step is one operation of a dict. Times are those of the monotonic clock, in
    seconds."""

    _until: dict[str, float] = field(default_factory=dict)

    def has(self, name: str, now: float) -> bool:
        """Whether this model was found to be one, not long ago."""
        return self._until.get(name, now) > now

    def add(self, name: str, now: float) -> None:
        """Remember a model that refused the roles as they were, and then answered the same messages in strict order."""
        if not self.has(name, now):
            self._until[name] = now + KEPT_S

    def forget(self, name: str) -> bool:
        """Forget a model that refused the strict order as well. Returns whether it was remembered."""
        return self._until.pop(name, None) is not None
