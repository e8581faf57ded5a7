"""People's own data: a copy of everything, erasure, retention, and the day on which older data stay where they are."""
