"""How much a completion took, as its server counts. Pure."""

import math

from bot.agent.spec import Usage
from bot.types import JSON

MOST_TOKENS = 100_000_000  # of one completion: what is said beyond is no count
MOST_DOLLARS = 1_000.0


def usage_of(raw: dict[str, JSON]) -> Usage:
    """What a completion took. Where all of it is more than its two parts, the rest was written too: servers that think
    (Gemini's, xAI's) count thoughts there alone, and take money for them."""
    details = raw.get("prompt_tokens_details")
    prompt, completion, total = (
        round(_figure(raw.get(f"{part}_tokens"), MOST_TOKENS)) for part in ("prompt", "completion", "total")
    )
    return Usage(
        prompt_tokens=prompt,
        completion_tokens=max(completion, total - prompt),
        cached_tokens=round(_figure(details.get("cached_tokens") if isinstance(details, dict) else 0, MOST_TOKENS)),
        cost=_figure(raw.get("cost"), MOST_DOLLARS),
    )


def _figure(value: JSON, most: float) -> float:
    """A figure that somebody else counted; 0 where it is none that can be."""
    try:
        figure = float(value or 0)
    except (TypeError, ValueError, OverflowError):
        return 0.0
    return figure if math.isfinite(figure) and 0 <= figure <= most else 0.0
