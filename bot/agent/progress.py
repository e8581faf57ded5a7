"""What a run says of itself to whoever watches it; never needed for correctness."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Progress:
    """An event of a run. `tokens`: of the completion that has come."""

    kind: Literal["iteration", "completed", "tool_started", "tool_ended", "retry", "fallback", "ended"]
    iteration: int
    name: str = ""
    detail: str = ""
    tokens: int = 0
