"""How a run is worked on, which the agent's loop is told: directly, while its person waits, or in the background."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from bot.agent.limits import Limits
from bot.config import Settings
from bot.models import Run
from bot.types import Background

LEAST_S: Final = 30.0  # of a life that finds its time over: enough to say what there is
ASKS: Final = "Not in the background: nobody answers questions here. Put it into your answer, or leave it out."
BARRED: Final = dict.fromkeys(("interactive_quiz", "true_false_quiz", "draft_email", "buy_credits"), ASKS)


@dataclass(frozen=True, slots=True)
class Manner:
    """`handover`: it may still go on in the background; `barred`: tools it does not have, and why; `may_ask`: its
    person may be asked for permission; `pages`: how many it may read, None as many as its calls bring."""

    limits: Limits
    handover: bool = False
    has_plan: bool = False
    barred: Mapping[str, str] = field(default_factory=dict)
    may_ask: bool = True
    pages: int | None = None


def is_in_background(run: Run) -> bool:
    """Whether a run has a lease of its own."""
    return run.lease_epoch > 0


def manner_of(settings: Settings, run: Run, now: datetime) -> Manner:
    """The manner of a life that begins now. The time of a run in the background counts from its first life; a clock
    that was set meanwhile gives it no more than that, and no less than a moment."""
    if not is_in_background(run):
        limits = Limits(
            max_iterations=settings.max_iterations,
            turn_timeout_s=settings.turn_timeout_s,
            tool_timeout_s=settings.tool_timeout_s,
            tool_call_budget=settings.tool_call_budget,
            token_budget=settings.run_token_budget,
        )
        undecided = run.background in (Background.NONE, Background.WISHED)
        return Manner(limits, handover=run.user_id is not None and undecided)
    left = settings.background_timeout_s - (now - (run.background_at or now)).total_seconds()
    limits = Limits(
        max_iterations=settings.background_iterations,
        turn_timeout_s=min(settings.background_timeout_s, max(LEAST_S, left)),
        tool_timeout_s=settings.tool_timeout_s,
        tool_call_budget=settings.background_tool_calls,
        token_budget=settings.background_token_budget,
        overuse=settings.background_tool_calls,
        shown_tokens=settings.background_shown_tokens,
    )
    return Manner(limits, has_plan=True, barred=BARRED, may_ask=False, pages=settings.background_pages)
