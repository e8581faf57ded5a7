"""Numbers with what they count, for models: English."""


def counted(number: int, what: str) -> str:
    """`1 page`, `1,200 pages`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"
