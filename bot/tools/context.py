"""What a tool knows of the run it works for. Identities are here, never in arguments; services come to it by type."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar, cast

from bot.types import Language, Mode

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class ToolContext:
    """One run, as its tools see it. `deadline`: monotonic seconds at which the run ends; `started_at`: when it began,
    by the clock of where the person is, the same in every life of the run, so that a document made again has the same
    bytes. `services`: by type, what makes the one of this run."""

    user_id: int | None
    conversation_id: str
    run_id: int
    channel: str
    language: Language
    mode: Mode
    deadline: float
    started_at: datetime
    service_name: str
    services: Mapping[type, Callable[["ToolContext"], object]] = field(default_factory=dict)

    def use(self, kind: type[Kind]) -> Kind:
        """The service of this type, for this run. A tool names what it uses in its signature (registry.tool) and need
        not ask here. Raises LookupError when this process has none."""
        return cast(Kind, self.services[kind](self))

    @property
    def day(self) -> datetime:
        """Midnight of the day it began: a document asked for twice on one day is one file."""
        return self.started_at.replace(hour=0, minute=0, second=0, microsecond=0)

    def left_s(self, at_most: float) -> float:
        """Seconds a tool may still take: `at_most`, or what the run has left, never less than 1."""
        return max(1.0, min(at_most, self.deadline - time.monotonic()))
