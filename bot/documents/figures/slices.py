"""What a pie can show, whatever draws it. Pure."""

from collections.abc import Sequence

from bot.errors import DocumentError


def check_slices(values: Sequence[float]) -> None:
    """Raises DocumentError for shares of nothing, and for what is less: it would be drawn as if it were more."""
    if min(values, default=0.0) < 0 or sum(values) <= 0:
        raise DocumentError("the slices of a pie cannot be negative, nor all nothing: use bars")
