"""Help by a human."""
