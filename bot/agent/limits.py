"""The bounds of one run of the agent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one run; times in seconds."""

    max_iterations: int = 10
    turn_timeout_s: float = 180
    tool_timeout_s: float = 60
    tool_call_budget: int = 10  # per tool and run
    token_budget: int = 400_000
    overuse: int = 5  # more calls of one tool than this raise an alert
    shown_tokens: int = 0  # above it old results of the run itself shrink to a line; 0: never
    max_parallel_reads: int = 8
